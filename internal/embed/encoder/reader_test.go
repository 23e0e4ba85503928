package encoder

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/encoder/tokenizer"
	"engram/internal/fault"
)

var _ embed.CrossEncoder = (*Reader)(nil)

// smallWeights returns the weights of a reader of a small shape.
func smallWeights(change func(*ReaderWeights)) ReaderWeights {
	w := small(func(d *Description) { d.Positions, d.Window = 64, 48 })
	random := rand.New(rand.NewPCG(5, 6))
	numbers := func(n int) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(random.NormFloat64() * 0.3)
		}
		return x
	}
	r := ReaderWeights{
		ReaderDescription: ReaderDescription{Transformer: w.Transformer, Answers: Calibration{1.5, -.5}, Relevance: Calibration{2, .25}},
		Stack:             w.Stack, Second: numbers(w.Hidden),
		Heads: Dense{In: w.Hidden, Out: heads, Weights: numbers(heads * w.Hidden), Bias: numbers(heads)},
	}
	r.Name = "small reader"
	if change != nil {
		change(&r)
	}
	return r
}

var smallPairs = []Pair{{"tea or milk ?", "a b c", "tea milk tea abc : milk"}, {"a b c abc", "", "milk : tea tea tea"}}

// writtenReader returns the path of a reader's weights file.
func writtenReader(t testing.TB, w ReaderWeights, with *Encoder, precision Precision) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "reader.weights")
	err := WriteReaderFloat(path, w, with)
	if precision == Int8 {
		err = WriteReaderInt8(path, w, with, smallPairs)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func openedReader(t testing.TB, path string, with *Encoder) *Reader {
	t.Helper()
	r, err := OpenReader(path, with)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func smallReader(t testing.TB, precision Precision) *Reader {
	with := smallEncoder(t)
	return openedReader(t, writtenReader(t, smallWeights(nil), with, precision), with)
}

func modelOf(t testing.TB, r *Reader) *readerModel {
	t.Helper()
	m, err := r.ready()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func readingOf(t testing.TB, r *Reader, question, title, body string) embed.Reading {
	t.Helper()
	reading, err := r.Read(t.Context(), question, embed.Excerpt{Title: title, Body: body})
	if err != nil {
		t.Fatal(err)
	}
	return reading
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func near(a, b float64) bool { return math.Abs(a-b) < 1e-4 }

// The heads, the softmax over spans and the choice of places, computed in the plainest way from the
// token vectors of each window.
func TestReadingIsThatOfThePlainReference(t *testing.T) {
	r, w := smallReader(t, Float32), smallWeights(nil)
	m := modelOf(t, r)
	for title, body := range map[string]string{
		"a word":           "tea",
		"one window":       strings.Repeat("tea milk a b ", 8),
		"several windows":  strings.Repeat("tea milk a b c : abc ", 20),
		"the last windows": strings.Repeat("tea ", 5000),
	} {
		t.Run(title, func(t *testing.T) {
			f := m.frame("tea ?", embed.Excerpt{Title: "a b", Body: body})
			type candidate struct {
				place embed.Place
				score float64
			}
			scores := map[[2]int]float64{} // of a place, in its best window
			answers, relevant := math.Inf(-1), math.Inf(-1)
			for _, part := range f.windows() {
				pieces := slices.Concat(f.front, f.body[part.Start:part.End], []int32{m.Last})
				s := new(scratch)
				if err := m.run(s, pieces, f.second, func() error { return nil }); err != nil {
					t.Fatal(err)
				}
				logit := func(token, head int) float64 {
					sum := float64(w.Heads.Bias[head])
					for i := range w.Hidden {
						sum += float64(w.Heads.Weights[head*w.Hidden+i]) * float64(s.tokens[token*w.Hidden+i])
					}
					return sum
				}
				answers, relevant = max(answers, logit(0, 2)), max(relevant, logit(0, 3))
				for i := part.Start; i < part.End; i++ {
					for j := i; j < min(i+30, part.End); j++ {
						at := len(f.front) - part.Start
						score := math.Exp(logit(at+i, 0) + logit(at+j, 1) + logit(0, 2))
						scores[[2]int{i, j}] = max(scores[[2]int{i, j}], score)
					}
				}
			}
			got := readingOf(t, r, "tea ?", "a b", body)
			if !near(got.Answers, sigmoid(1.5*answers-.5)) || !near(got.Relevance, sigmoid(2*relevant+.25)) {
				t.Errorf("%v for the logits %v and %v", got, answers, relevant)
			}
			var all []candidate
			sum := 0.0
			for _, score := range scores {
				sum += score
			}
			for at, score := range scores {
				all = append(all, candidate{embed.Place{Start: f.places[at[0]].Start, End: f.places[at[1]].End, Share: score / sum}, score})
			}
			slices.SortFunc(all, func(a, b candidate) int {
				if a.score > b.score || a.score == b.score && a.place.Start < b.place.Start {
					return -1
				}
				return 1
			})
			for n, place := range got.Places {
				best := all[0].place
				if place.Start != best.Start || place.End != best.End || !near(place.Share, best.Share) {
					t.Fatalf("place %d is %v, want %v", n, place, best)
				}
				all = slices.DeleteFunc(all, func(c candidate) bool { return c.place.Start < best.End && best.Start < c.place.End })
			}
			if len(got.Places) != maxPlaces && len(all) > 0 {
				t.Errorf("%d places, and %d are left", len(got.Places), len(all))
			}
		})
	}
}

// The best places are those of a plain search, which compares bytes: pieces may share a character.
func TestBestPlacesDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := []tokenizer.Span{{Start: 0, End: 1}}
		for range rapid.IntRange(0, 80).Draw(t, "more pieces") {
			last := pieces[len(pieces)-1]
			if rapid.IntRange(0, 3).Draw(t, "shares") > 0 {
				last = tokenizer.Span{Start: last.End, End: last.End + 1}
			}
			pieces = append(pieces, last)
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		spans := make([]float64, len(pieces)*longestSpan)
		shorter := rapid.Float64Range(-3, 3).Draw(t, "shorter") // so that places are long or short
		var all []embed.Place
		for i := range pieces {
			for j := i; j < min(i+longestSpan, len(pieces)); j++ {
				p := random.Float64() / math.Pow(float64(1+j-i), shorter)
				spans[i*longestSpan+j-i] = p
				all = append(all, embed.Place{Start: pieces[i].Start, End: pieces[j].End, Share: p})
			}
		}
		slices.SortFunc(all, func(a, b embed.Place) int { return cmp.Compare(b.Share, a.Share) })
		var want []embed.Place
		for len(want) < maxPlaces && len(all) > 0 {
			best := all[0]
			want = append(want, best)
			all = slices.DeleteFunc(all, func(p embed.Place) bool { return p.Start < best.End && best.Start < p.End })
		}
		if got := bestPlaces(spans, pieces); !slices.Equal(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

func TestPlacesMayTouch(t *testing.T) {
	pieces := make([]tokenizer.Span, 61)
	for i := range pieces {
		pieces[i] = tokenizer.Span{Start: i, End: i + 1}
	}
	spans := make([]float64, len(pieces)*longestSpan)
	set := func(first, last int, p float64) { spans[first*longestSpan+last-first] = p }
	set(30, 30, .4)
	set(1, 30, .2)
	set(30, 59, .2)
	set(31, 60, .1)
	set(0, 29, .1)
	if got, want := bestPlaces(spans, pieces), []embed.Place{{Start: 30, End: 31, Share: .4}, {Start: 0, End: 30, Share: .1}, {Start: 31, End: 61, Share: .1}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestSecondTokenTypeBeginsAfterTheQuestion(t *testing.T) {
	m := modelOf(t, smallReader(t, Float32))
	f := m.frame("tea", embed.Excerpt{Title: "a", Body: "milk"})
	pieces := append(slices.Concat(f.front, f.body), m.Last)
	if got, want := spelledBy(m, pieces), "[CLS] tea [SEP] a milk [SEP]"; got != want || f.second != 3 {
		t.Fatalf("%s, the second type from %d; want %s, from 3", got, f.second, want)
	}
	s := new(scratch)
	if err := m.begin(s, pieces, f.second); err != nil {
		t.Fatal(err)
	}
	for i, piece := range pieces {
		want, place := make([]float32, m.Hidden), slices.Clone(m.positions[i*m.Hidden:][:m.Hidden])
		if err := m.words.put(want, piece); err != nil {
			t.Fatal(err)
		}
		for j := range place {
			if i >= 3 {
				place[j] += m.second[j]
			}
		}
		m.kernel.AddNorm(want, place, m.norm.gain, m.norm.bias, m.Epsilon)
		for j, v := range s.tokens[i*m.Hidden:][:m.Hidden] {
			if math.Abs(float64(v-want[j])) > 1e-4 {
				t.Fatalf("token %d, number %d is %v, want %v", i, j, v, want[j])
			}
		}
	}
}

func spelledBy(m *readerModel, ids []int32) string {
	spelled := make([]string, len(ids))
	for i, id := range ids {
		spelled[i] = m.Piece(id)
	}
	return strings.Join(spelled, " ")
}

func TestFrame(t *testing.T) {
	m := modelOf(t, smallReader(t, Float32)) // of 48 tokens, of which 13 are for the question and the title
	large := &readerModel{model: &model{Transformer: Transformer{Window: 192}}, Tokenizer: m.Tokenizer, Specials: m.Specials}
	for title, c := range map[string]struct {
		m                          *readerModel
		question, title            int // words
		wantQuestion, wantTitle    int // pieces
		wantFits, body, wantPieces int
	}{
		"all fits":                                 {m, 5, 3, 5, 3, 37, 9, 9},
		"a title is cut":                           {m, 5, 30, 5, 8, 32, 9, 9},
		"a question is cut":                        {m, 30, 30, 13, 0, 32, 9, 9},
		"a wide window":                            {large, 12, 6, 12, 6, 171, 100, 100},
		"limits of question and title":             {large, 500, 500, 64, 24, 101, 100, 100},
		"of a long body the beginning is read":     {large, 500, 500, 64, 24, 101, 10_000, 16*71 + 30},
		"also where the windows are the narrowest": {m, 30, 30, 13, 0, 32, 10_000, 16*2 + 30},
	} {
		t.Run(title, func(t *testing.T) {
			words := func(n int) string { return strings.Repeat("tea ", n) }
			f := c.m.frame(words(c.question), embed.Excerpt{Title: words(c.title), Body: words(c.body)})
			if f.second != c.wantQuestion+2 || len(f.front) != f.second+c.wantTitle || f.fits != c.wantFits || len(f.body) != c.wantPieces {
				t.Errorf("%d before the title, %d before the body, which has %d of at most %d", f.second, len(f.front), len(f.body), f.fits)
			}
			if parts := f.windows(); len(parts) > 16 {
				t.Errorf("%d windows", len(parts))
			}
		})
	}
}

// Windows cover the body in order, fit, are of one size, and each span of 30 pieces is in one.
func TestWindowsOfABody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := frame{fits: rapid.IntRange(leastBody, 180).Draw(t, "fits")}
		n := rapid.IntRange(1, 16*(f.fits-longestSpan)+longestSpan).Draw(t, "n")
		f.body = make([]int32, n)
		parts := f.windows()
		if parts[0].Start != 0 || parts[len(parts)-1].End != n || len(parts) > maxBodyWindows || n <= f.fits && len(parts) > 1 {
			t.Fatalf("%v of %d, where %d fit", parts, n, f.fits)
		}
		for i, p := range parts {
			if size := p.End - p.Start; size > f.fits || size != parts[0].End {
				t.Fatalf("%v is of %d pieces, where %d fit", p, size, f.fits)
			}
			if i > 0 && (parts[i-1].Start >= p.Start || parts[i-1].End-p.Start < longestSpan) {
				t.Fatalf("%v and %v", parts[i-1], p)
			}
		}
	})
}

// checkReading checks what holds for any texts.
func checkReading(t interface{ Fatalf(string, ...any) }, r embed.Reading, body string) {
	if !(r.Answers >= 0 && r.Answers <= 1 && r.Relevance >= 0 && r.Relevance <= 1) {
		t.Fatalf("%+v", r)
	}
	if len(r.Places) > maxPlaces {
		t.Fatalf("%d places", len(r.Places))
	}
	sum := 0.0
	for i, p := range r.Places {
		if p.Start < 0 || p.Start >= p.End || p.End > len(body) {
			t.Fatalf("%v of %d bytes", p, len(body))
		}
		if !utf8.RuneStart(body[p.Start]) || p.End < len(body) && utf8.ValidString(body) && !utf8.RuneStart(body[p.End]) {
			t.Fatalf("%v of %q is within a character", p, body)
		}
		for _, other := range r.Places[:i] {
			if p.Start < other.End && other.Start < p.End || p.Share > other.Share {
				t.Fatalf("%v after %v", p, other)
			}
		}
		sum += p.Share
	}
	if sum > 1+1e-9 || len(r.Places) > 0 && !(r.Places[0].Share > 0) {
		t.Fatalf("the places %v", r.Places)
	}
}

// pieceful draws texts of the characters that are treated differently.
var pieceful = rapid.StringOf(rapid.OneOf(
	rapid.RuneFrom([]rune("abcdeXYZ19.,-#[]_ \n\t")),
	rapid.RuneFrom([]rune("éÅßİﬁжσ\u0640ש\u05b8क\u094d漢かカ한ᄒ𠀀😀\u200d\ufe0f\u0301\u00ad\x00\ufffd\u3000")),
	rapid.Rune(),
))

func TestReadingOfAnyText(t *testing.T) {
	r := smallReader(t, Int8)
	m := modelOf(t, r)
	rapid.Check(t, func(t *rapid.T) {
		question, title, body := pieceful.Draw(t, "question"), pieceful.Draw(t, "title"), pieceful.Draw(t, "body")
		reading, err := r.Read(context.Background(), question, embed.Excerpt{Title: title, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		checkReading(t, reading, body)
		if len(slices.Collect(m.All(body))) > 0 && len(reading.Places) == 0 {
			t.Fatalf("%q has no place", body)
		}
	})
}

func TestHostileTexts(t *testing.T) {
	r := smallReader(t, Int8)
	long := strings.Repeat("tea milk abc ", 4000)
	for title, c := range map[string]struct {
		question, title, body string
		read                  bool
	}{
		"an empty body":                 {"tea ?", "a", "", false},
		"a body of blanks":              {"tea ?", "a", " \n\t\u200b", false},
		"an empty question":             {"", "", "tea", true},
		"all are empty":                 {"", "", "", false},
		"10,000 tokens":                 {"tea ?", "a", long, true},
		"a question of 500 words":       {strings.Repeat("tea ", 500), "a", "milk", true},
		"a title of 10,000 tokens":      {"tea ?", long, "milk", true},
		"all are long":                  {long, long, long, true},
		"one word of a megabyte":        {"tea ?", "a", strings.Repeat("x", 1<<20), true},
		"a megabyte of accents":         {"tea ?", "a", "a" + strings.Repeat("\u0301", 1<<19), true},
		"invalid UTF-8":                 {"\xff", "\xfe", "tea \xff\xc3 milk \x80", true},
		"only invalid UTF-8":            {"\xff", "\xfe", "\xff\xfe\x80", false},
		"a script that nobody can read": {"ꦲꦏ꧀ꦱꦫ", "ꦗꦮ", "ꦲꦏ꧀ꦱꦫ ꦗꦮ", true},
		"special pieces":                {"[CLS] [SEP]", "[SEP]", "[SEP] tea [CLS] [PAD]", true},
		"letters that are decomposed":   {"각", "각", "각각 각각각", true},
	} {
		t.Run(title, func(t *testing.T) {
			reading := readingOf(t, r, c.question, c.title, c.body)
			checkReading(t, reading, c.body)
			if read := len(reading.Places) > 0; read != c.read || !read && reading.Answers != 0 {
				t.Errorf("%+v", reading)
			}
		})
	}
}

func FuzzReading(f *testing.F) {
	r := smallReader(f, Int8)
	for _, text := range readTexts(f, "tokenizer/testdata/edges.jsonl")[:20] {
		f.Add("tea ?", "a", text.Text)
	}
	f.Fuzz(func(t *testing.T, question, title, body string) {
		reading, err := r.Read(t.Context(), question, embed.Excerpt{Title: title, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		checkReading(t, reading, body)
	})
}

func TestReaderKernelsAgree(t *testing.T) {
	for _, precision := range []Precision{Int8, Float32} {
		r := smallReader(t, precision)
		body := strings.Repeat("tea milk a b c : abc ", 9)
		want := readingOf(t, r.With(kernel.Plain()), "tea ?", "a", body)
		for _, k := range kernel.All() {
			got := readingOf(t, r.With(k), "tea ?", "a", body)
			if math.Abs(got.Answers-want.Answers) > .02 || math.Abs(got.Relevance-want.Relevance) > .02 {
				t.Errorf("%s, %s: %v, want %v", precision, k.Name, got, want)
			}
		}
	}
}

func TestReaderInt8IsNearFloat32(t *testing.T) {
	exact, r := smallReader(t, Float32), smallReader(t, Int8)
	for _, body := range []string{"tea", "abc milk : é", strings.Repeat("a b c tea milk ", 20)} {
		want, got := readingOf(t, exact, "milk ?", "tea", body), readingOf(t, r, "milk ?", "tea", body)
		if math.Abs(got.Answers-want.Answers) > .03 || math.Abs(got.Relevance-want.Relevance) > .03 {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestReaderYields(t *testing.T) {
	r := smallReader(t, Int8)
	steps := 0
	counting := embed.WithYield(t.Context(), func(context.Context) error { steps++; return nil })
	if _, err := r.Read(counting, "tea", embed.Excerpt{Body: "milk"}); err != nil || steps < 8 {
		t.Errorf("%d steps, %v", steps, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	reading, err := r.Read(gone, "tea", embed.Excerpt{Body: "milk"})
	if !errors.Is(err, context.Canceled) || fault.KindOf(err) != fault.Unavailable || reading.Places != nil {
		t.Errorf("for a cancelled caller: %v, %v", reading, err)
	}
}

func TestReadersAtOnce(t *testing.T) {
	r := smallReader(t, Int8)
	bodies := []string{"tea", "milk tea abc", strings.Repeat("a b c ", 50)}
	var want []embed.Reading
	for _, body := range bodies {
		want = append(want, readingOf(t, r, "tea ?", "a", body))
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 10 {
				got, err := r.Read(t.Context(), "tea ?", embed.Excerpt{Title: "a", Body: bodies[i%3]})
				if err != nil || got.Answers != want[i%3].Answers || !slices.Equal(got.Places, want[i%3].Places) {
					t.Errorf("%v, or %v", got, err)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestReaderWithAnotherTable(t *testing.T) {
	path := writtenReader(t, smallWeights(nil), smallEncoder(t), Int8)
	for title, c := range map[string]struct {
		change func(*Weights)
		fits   bool
	}{
		"another number": {func(w *Weights) { w.Words[len(w.Words)-1] += 2 }, false},
		"another word":   {func(w *Weights) { w.Vocabulary = []byte(strings.Replace(string(w.Vocabulary), "milk", "mild", 1)) }, false},
		"the same words": {func(w *Weights) { w.Places[3]++ }, true},
	} {
		t.Run(title, func(t *testing.T) {
			w := small(nil)
			c.change(&w)
			r := openedReader(t, path, opened(t, written(t, w, Int8)))
			warm := r.Warm()
			_, err := r.Read(t.Context(), "tea", embed.Excerpt{Body: "milk"})
			if c.fits {
				if warm != nil || err != nil {
					t.Errorf("%v, %v", warm, err)
				}
				return
			}
			if fault.KindOf(err) != fault.Unavailable || warm == nil || !strings.Contains(warm.Error(), `an encoder with other words than "small"`) {
				t.Errorf("%v, and then %v", warm, err)
			}
		})
	}
	t.Run("another width is refused at once", func(t *testing.T) {
		wide := small(func(d *Description) { d.Hidden = 128 })
		if _, err := OpenReader(path, opened(t, written(t, wide, Float32))); err == nil || !strings.Contains(err.Error(), "other words") {
			t.Error(err)
		}
	})
}

func TestReaderFilesAreNotEncoders(t *testing.T) {
	with := smallEncoder(t)
	if _, err := Open(writtenReader(t, smallWeights(nil), with, Float32)); err == nil {
		t.Error("a reader was opened as an encoder")
	}
	if _, err := OpenReader(written(t, small(nil), Float32), with); err == nil {
		t.Error("an encoder was opened as a reader")
	}
	if _, err := OpenReader(filepath.Join(t.TempDir(), "absent"), with); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestDamagedReader(t *testing.T) {
	with := smallEncoder(t)
	path := writtenReader(t, smallWeights(nil), with, Int8)
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := readingOf(t, openedReader(t, path, with), "tea", "a", "milk abc")
	random := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 400 {
		altered := slices.Clone(image)
		if random.IntN(4) == 0 {
			altered = altered[:random.IntN(len(altered))]
		} else {
			altered[random.IntN(len(altered))] ^= 1 << random.IntN(8)
		}
		r, err := ReadReader(altered, with)
		if err != nil {
			refused++
			continue
		}
		reading, err := r.Read(t.Context(), "tea", embed.Excerpt{Title: "a", Body: "milk abc"})
		switch {
		case err != nil && fault.KindOf(err) != fault.Unavailable:
			t.Fatal(err)
		case err != nil:
			refused++
		case reading.Answers != want.Answers || !slices.Equal(reading.Places, want.Places):
			t.Fatal("altered weights gave another reading")
		}
	}
	if refused < 390 { // the others differ between sections, where nothing is
		t.Errorf("%d of 400 were refused", refused)
	}
}

func TestReaderNames(t *testing.T) {
	with := smallEncoder(t)
	names := map[string]string{}
	for title, change := range map[string]func(*ReaderWeights){
		"as it is": nil, "a head": func(w *ReaderWeights) { w.Heads.Weights[3]++ }, "the second type": func(w *ReaderWeights) { w.Second[3]++ },
		"the calibration": func(w *ReaderWeights) { w.Answers.Shift++ }, "the window": func(w *ReaderWeights) { w.Window = 50 },
	} {
		name := openedReader(t, writtenReader(t, smallWeights(change), with, Float32), with).Model()
		if names[name] != "" || !strings.HasPrefix(name, "small reader@") {
			t.Errorf("%s: %s, as %s", title, name, names[name])
		}
		names[name] = title
	}
}

func TestReadersOfAnotherShapeAreRefused(t *testing.T) {
	with := smallEncoder(t)
	for title, change := range map[string]func(*ReaderWeights){
		"a window without room": func(w *ReaderWeights) { w.Window = 40 },
		"no calibration":        func(w *ReaderWeights) { w.Answers.Scale = 0 },
		"a negative one":        func(w *ReaderWeights) { w.Relevance.Scale = -1 },
		"a head too few": func(w *ReaderWeights) {
			w.Heads.Out, w.Heads.Weights, w.Heads.Bias = 3, w.Heads.Weights[:3*64], w.Heads.Bias[:3]
		},
		"a head that is short":    func(w *ReaderWeights) { w.Heads.Weights = w.Heads.Weights[1:] },
		"no second type":          func(w *ReaderWeights) { w.Second = nil },
		"a layer too few":         func(w *ReaderWeights) { w.Blocks = w.Blocks[1:] },
		"no name":                 func(w *ReaderWeights) { w.Name = "" },
		"another encoder's width": func(w *ReaderWeights) { *w = wideReader() },
	} {
		t.Run(title, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "weights")
			if err := WriteReaderFloat(path, smallWeights(change), with); err == nil {
				t.Error("it was written in float32")
			}
			if err := WriteReaderInt8(path, smallWeights(change), with, smallPairs); err == nil {
				t.Error("it was written in int8")
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("there is a file")
			}
		})
	}
	if err := WriteReaderInt8(filepath.Join(t.TempDir(), "weights"), smallWeights(nil), with, nil); err == nil {
		t.Error("int8 was written without a pair")
	}
}

// wideReader returns weights that are whole and twice as wide.
func wideReader() ReaderWeights {
	w := small(func(d *Description) { d.Hidden, d.Positions, d.Window = 128, 64, 48 })
	return ReaderWeights{
		ReaderDescription: ReaderDescription{Transformer: w.Transformer, Answers: Calibration{1, 0}, Relevance: Calibration{1, 0}},
		Stack:             w.Stack, Second: make([]float32, 128),
		Heads: Dense{In: 128, Out: heads, Weights: make([]float32, heads*128), Bias: make([]float32, heads)},
	}
}

func TestReaderLegibilityIsTheEncoders(t *testing.T) {
	r := smallReader(t, Float32)
	for _, text := range []string{"milk milk", "новую стиральную машину", "a b c"} {
		if got, want := r.Legibility(text, embed.Question), r.with.Legibility(text, embed.Question); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}
