package encoder

import (
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

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/encoder/minilm"
	"engram/internal/fault"
	"engram/internal/recall/sealed"
)

// pieces are the vocabulary of small encoders.
var pieces = strings.Fields("[PAD] [UNK] [CLS] [SEP] a b c ##a ##b ##c tea milk query : passage é")

// small returns weights of a small shape, made from a seed.
func small(change func(*Description)) Weights {
	w := Weights{Description: Description{Transformer: Transformer{
		Name: "small", Layers: 2, Hidden: 64, Heads: 4, Inner: 128, Positions: 40, Epsilon: 1e-12, Window: 16,
	}, Lower: true, Pooling: Mean}}
	if change != nil {
		change(&w.Description)
	}
	random := rand.New(rand.NewPCG(1, 2))
	numbers := func(n int, deviation float64) []float32 {
		x := make([]float32, n)
		for i := range x {
			x[i] = float32(random.NormFloat64() * deviation)
		}
		return x
	}
	norm := func() [2][]float32 {
		gain := numbers(w.Hidden, 0.1)
		for i := range gain {
			gain[i]++
		}
		return [2][]float32{gain, numbers(w.Hidden, 0.1)}
	}
	dense := func(in, out int) Dense {
		return Dense{In: in, Out: out, Weights: numbers(in*out, 0.1), Bias: numbers(out, 0.1)}
	}
	w.Vocabulary = []byte(strings.Join(pieces, "\n"))
	w.Words, w.Places, w.Norm = numbers(len(pieces)*w.Hidden, 1), numbers(w.Positions*w.Hidden, 0.3), norm()
	for range w.Layers {
		w.Blocks = append(w.Blocks, Block{
			Dense:    [4]Dense{dense(w.Hidden, 3*w.Hidden), dense(w.Hidden, w.Hidden), dense(w.Hidden, w.Inner), dense(w.Inner, w.Hidden)},
			Attended: norm(), Ended: norm(),
		})
	}
	return w
}

// written returns the path of a weights file.
func written(t testing.TB, w Weights, precision Precision) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "weights")
	err := WriteFloat(path, w)
	if precision == Int8 {
		err = WriteInt8(path, w, []string{"tea milk", "a b c abc", "milk : tea tea tea"})
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func opened(t testing.TB, path string) *Encoder {
	t.Helper()
	e, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = e.Close() })
	return e
}

func smallEncoder(t testing.TB) *Encoder { return opened(t, written(t, small(nil), Int8)) }

// builtIn is the encoder of the product.
func builtIn(t testing.TB) *Encoder {
	t.Helper()
	if len(minilm.Weights()) == 0 {
		t.Skip("built without the encoder")
	}
	e, err := Read(minilm.Weights())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// vectorOf encodes a passage.
func vectorOf(t testing.TB, e embed.Embedder, text string) []float32 {
	t.Helper()
	vectors, err := e.Embed(t.Context(), []string{text}, embed.Passage)
	if err != nil {
		t.Fatal(err)
	}
	return vectors[0]
}

// cosine equals that of two vectors of the length 1.
func cosine(a, b []float32) float64 {
	sum := 0.0
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

func TestAsTheReference(t *testing.T) {
	texts, published := golden(t, "trained.vectors"), golden(t, "golden.vectors")
	for _, k := range kernel.All() {
		t.Run("int8, "+k.Name, func(t *testing.T) {
			vectors := agree(t, builtIn(t).With(k), some(texts, k, 1), 0.985)
			if len(vectors) == len(texts) {
				rankAlike(t, texts, vectors)
			}
		})
		t.Run("float32, "+k.Name, func(t *testing.T) {
			path := os.Getenv("FLOAT_WEIGHTS")
			if path == "" {
				t.Skip("FLOAT_WEIGHTS names no file with the weights in float32")
			}
			agree(t, opened(t, path).With(k), some(published, k, 5), 0.9999)
		})
	}
}

// some returns one of so many texts for the kernel that the machine would choose, and fewer for the
// others.
func some(texts []goldenText, k *kernel.Kernel, step int) (taken []goldenText) {
	if k.Name != kernel.Best().Name {
		step = 200
	}
	for i := 0; i < len(texts); i += step {
		taken = append(taken, texts[i])
	}
	return taken
}

// agree checks that the encoder's vectors match the reference's, up to a minimum cosine, and
// returns them.
func agree(t *testing.T, e *Encoder, texts []goldenText, least float64) [][]float32 {
	t.Helper()
	worst, sum := 1.0, 0.0
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		vectors[i] = vectorOf(t, e, text.Text)
		cos := cosine(vectors[i], text.Vector)
		if cos < least {
			t.Errorf("%.5f for %q", cos, text.Text)
		}
		worst, sum = min(worst, cos), sum+cos
	}
	t.Logf("%d texts: at least %.5f, %.5f on average", len(texts), worst, sum/float64(len(texts)))
	return vectors
}

// rankAlike checks that int8 costs no ranking: which texts are nearest is what counts.
func rankAlike(t *testing.T, texts []goldenText, vectors [][]float32) {
	t.Helper()
	const nearest, least = 10, 0.9
	same, all := 0, 0
	for i := 0; i < len(texts); i += 5 {
		want := ranked(texts[i].Vector, i, len(texts), func(j int) []float32 { return texts[j].Vector })[:nearest]
		for _, j := range ranked(vectors[i], i, len(texts), func(j int) []float32 { return vectors[j] })[:nearest] {
			if slices.Contains(want, j) {
				same++
			}
			all++
		}
	}
	if share := float64(same) / float64(all); share < least {
		t.Errorf("%.3f of the %d nearest texts are the reference's", share, nearest)
	} else {
		t.Logf("%.3f of the %d nearest texts are the reference's", share, nearest)
	}
}

// ranked returns all texts but one, the nearest first.
func ranked(to []float32, but, n int, of func(int) []float32) []int {
	var order []int
	cosines := make([]float64, n)
	for j := range n {
		cosines[j] = cosine(to, of(j))
		if j != but {
			order = append(order, j)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case cosines[a] > cosines[b]:
			return -1
		case cosines[a] < cosines[b]:
			return 1
		}
		return 0
	})
	return order
}

func TestKernelsAgree(t *testing.T) {
	e := builtIn(t)
	for _, text := range []string{"tea", "When is the deposit of the flat returned?", strings.Repeat("a longer one, of several sentences. ", 12)} {
		want := vectorOf(t, e.With(kernel.Plain()), text)
		for _, k := range kernel.All() {
			if cos := cosine(want, vectorOf(t, e.With(k), text)); cos < 0.999 {
				t.Errorf("%s: %.6f for %q", k.Name, cos, text)
			}
		}
	}
}

func TestMeaning(t *testing.T) {
	e := builtIn(t)
	question := vectorOf(t, e, "how do I get my money back from the landlord")
	near, far := vectorOf(t, e, "The deposit is returned within six weeks after you move out of the flat."), vectorOf(t, e, "Bake the bread for forty minutes.")
	if a, b := cosine(question, near), cosine(question, far); a < b+0.2 {
		t.Errorf("%.2f for what it means and %.2f for what it does not", a, b)
	}
}

func TestOddTexts(t *testing.T) {
	e := builtIn(t)
	for title, text := range map[string]string{
		"nothing": "", "spaces": " \n\t", "one word of a megabyte": strings.Repeat("x", 1<<20), "invalid UTF-8": "tea \xff\xfe tea",
		"zeros": "\x00\x00", "a script that the vocabulary lacks": "ꦲꦏ꧀ꦱꦫ ꦗꦮ", "eight megabytes": strings.Repeat("tea and cake ", 1<<19+1<<17),
	} {
		t.Run(title, func(t *testing.T) {
			v := vectorOf(t, e, text)
			if n := math.Sqrt(cosine(v, v)); len(v) != 384 || n != 0 && math.Abs(n-1) > 1e-5 {
				t.Errorf("%d numbers of the length %f", len(v), n)
			}
		})
	}
}

func TestUnknownTextsHaveNoVector(t *testing.T) {
	e := smallEncoder(t)
	for _, c := range []struct {
		text  string
		as    embed.Role
		known bool
	}{
		{"", embed.Passage, false},
		{"zzz yyy", embed.Passage, true},
		{"zzz yyy tea", embed.Passage, true},
		{"zzz yyy tea", embed.Question, false},
		{"zzz tea", embed.Question, true},
		{"", embed.Question, false},
	} {
		vectors, err := e.Embed(t.Context(), []string{c.text}, c.as)
		if err != nil {
			t.Fatal(err)
		}
		if known := cosine(vectors[0], vectors[0]) > 0; known != c.known {
			t.Errorf("%q: %v", c.text, known)
		}
	}
}

func TestAPrefixIsNotTheText(t *testing.T) {
	e := opened(t, written(t, small(func(d *Description) { d.Question, d.Passage = "query: ", "passage: " }), Int8))
	for text, as := range map[string]embed.Role{"": embed.Passage, " ": embed.Question, "zzz": embed.Question, "zzz yyy": embed.Question} {
		vectors, err := e.Embed(t.Context(), []string{text}, as)
		if err != nil || cosine(vectors[0], vectors[0]) != 0 {
			t.Errorf("%q has a vector, or %v", text, err)
		}
	}
}

func TestWindows(t *testing.T) {
	e := smallEncoder(t)
	l, err := e.ready()
	if err != nil {
		t.Fatal(err)
	}
	of := func(ids []int32) []float32 {
		v, err := l.encode(ids, func() error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	text := l.pieces("a b c tea milk tea milk a b c tea milk tea milk a b c") // 17, and 14 fit
	t.Run("the vector of a text longer than a window is the mean of its windows", func(t *testing.T) {
		sum := make([]float32, e.Hidden)
		for _, half := range [][]int32{text[:8], text[8:]} {
			if err := l.run(sum, slices.Concat([]int32{l.First}, half, []int32{l.Last}), func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		normalise(sum)
		if got := of(text); cosine(got, sum) < 0.99999 {
			t.Errorf("cosine %f", cosine(got, sum))
		}
	})
	t.Run("a text of exactly one window has one", func(t *testing.T) {
		sum := make([]float32, e.Hidden)
		if err := l.run(sum, slices.Concat([]int32{l.First}, text[:14], []int32{l.Last}), func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		normalise(sum)
		if got := of(text[:14]); cosine(got, sum) < 0.99999 {
			t.Errorf("cosine %f", cosine(got, sum))
		}
	})
	t.Run("text beyond the last window is not encoded", func(t *testing.T) {
		most := strings.Repeat("tea ", maxWindows*14)
		if !slices.Equal(vectorOf(t, e, most+"milk milk milk"), vectorOf(t, e, most)) {
			t.Error("it changes the vector")
		}
	})
}

func TestDescription(t *testing.T) {
	t.Run("the first token's vector is the text's for models with that pooling", func(t *testing.T) {
		w := small(func(d *Description) { d.Pooling = First })
		if got := vectorOf(t, opened(t, written(t, w, Int8)), "tea milk"); cosine(got, vectorOf(t, smallEncoder(t), "tea milk")) > 0.999 {
			t.Error("it is the mean")
		}
	})
	t.Run("questions and passages get the model's prefixes", func(t *testing.T) {
		w := small(func(d *Description) { d.Question, d.Passage = "query: ", "passage: " })
		e, plain := opened(t, written(t, w, Float32)), opened(t, written(t, small(nil), Float32))
		asked, err := e.Embed(t.Context(), []string{"tea"}, embed.Question)
		if err != nil || !slices.Equal(asked[0], vectorOf(t, plain, "query: tea")) || !slices.Equal(vectorOf(t, e, "tea"), vectorOf(t, plain, "passage: tea")) {
			t.Errorf("%v", err)
		}
	})
	t.Run("the model's name depends on everything that determines its vectors", func(t *testing.T) {
		names := map[string]string{smallEncoder(t).Model(): "what it is"}
		if again := smallEncoder(t).Model(); names[again] == "" || !strings.HasPrefix(again, "small@") {
			t.Errorf("%s and %v", again, names)
		}
		w := small(nil)
		w.Words[len(w.Words)-1] += 2
		others := map[string]Weights{"another number": w}
		for title, change := range map[string]func(*Description){
			"the pooling": func(d *Description) { d.Pooling = First }, "the window": func(d *Description) { d.Window = 15 },
			"a prefix": func(d *Description) { d.Passage = "passage: " }, "the other": func(d *Description) { d.Question = "query: " },
			"the heads": func(d *Description) { d.Heads = 2 }, "the epsilon": func(d *Description) { d.Epsilon = 1e-6 },
			"the case": func(d *Description) { d.Lower = false }, "the table": func(d *Description) { d.Table = Int4 },
			"the rare words": func(d *Description) { d.Table, d.Common = Int4, 5 },
		} {
			others[title] = small(change)
		}
		for title, w := range others {
			name := opened(t, written(t, w, Int8)).Model()
			if as := names[name]; as != "" {
				t.Errorf("%s has the name of %s", title, as)
			}
			names[name] = title
		}
	})
	for title, change := range map[string]func(*Description){
		"no layers":             func(d *Description) { d.Layers = 0 },
		"heads that do not fit": func(d *Description) { d.Heads = 3 },
		"heads that are narrow": func(d *Description) { d.Heads = 8 },
		"an odd width":          func(d *Description) { d.Hidden = 96 },
		"an odd inner width":    func(d *Description) { d.Inner = 100 },
		"a window of nothing":   func(d *Description) { d.Window = 2 },
		"a window past its end": func(d *Description) { d.Window = 41 },
		"an unknown pooling":    func(d *Description) { d.Pooling = "max" },
		"unlikely many places":  func(d *Description) { d.Positions = 1 << 15 },
		"a window of 1,024":     func(d *Description) { d.Positions, d.Window = 1024, 1024 },
		"an unknown tokenizer":  func(d *Description) { d.Tokenizer = "bpe" },
		"an unknown table":      func(d *Description) { d.Table = "int2" },
		"rare words in int8":    func(d *Description) { d.Common = 5 },
		"fewer than no words":   func(d *Description) { d.Table, d.Common = Int4, -1 },
		"no name":               func(d *Description) { d.Name = "" },
	} {
		t.Run(title+" is refused", func(t *testing.T) {
			if err := WriteFloat(filepath.Join(t.TempDir(), "weights"), small(change)); err == nil {
				t.Error("it was written")
			}
		})
	}
}

func TestWeightsOfAnotherShapeAreRefused(t *testing.T) {
	for title, change := range map[string]func(*Weights){
		"a layer is missing":       func(w *Weights) { w.Blocks = w.Blocks[1:] },
		"a word is cut short":      func(w *Weights) { w.Words = w.Words[5:] },
		"a place is missing":       func(w *Weights) { w.Places = w.Places[w.Hidden:] },
		"a piece comes twice":      func(w *Weights) { w.Vocabulary = []byte("a\na\n") },
		"a piece has no vector":    func(w *Weights) { w.Vocabulary = append(w.Vocabulary, "\nmore"...) },
		"a mean is too short":      func(w *Weights) { w.Mean = make([]float32, 63) },
		"a piece has no score":     func(w *Weights) { w.Tokenizer, w.Scores = Unigram, []float32{-1} },
		"a norm is too wide":       func(w *Weights) { w.Blocks[0].Ended[1] = make([]float32, 65) },
		"a bias is too short":      func(w *Weights) { w.Blocks[1].Dense[2].Bias = nil },
		"a matrix is turned about": func(w *Weights) { d := &w.Blocks[0].Dense[2]; d.In, d.Out = d.Out, d.In },
	} {
		t.Run(title, func(t *testing.T) {
			w := small(nil)
			change(&w)
			path := filepath.Join(t.TempDir(), "weights")
			if err := WriteFloat(path, w); err == nil {
				t.Error("it was written")
			}
			if _, err := os.Stat(path); err == nil {
				t.Error("there is a file")
			}
		})
	}
}

func TestInt8IsNearFloat32(t *testing.T) {
	exact, e := opened(t, written(t, small(nil), Float32)), smallEncoder(t)
	for _, text := range []string{"tea", "abc milk : é", "a b c tea milk tea milk a b c"} {
		if cos := cosine(vectorOf(t, exact, text), vectorOf(t, e, text)); cos < 0.999 {
			t.Errorf("%f for %q", cos, text)
		}
	}
}

// smallUnigram is small with a unigram tokenizer.
func smallUnigram() Weights {
	w := small(func(d *Description) { d.Tokenizer = Unigram })
	w.Vocabulary = []byte("<s>\n</s>\n<unk>\n▁\na\nb\nab\n▁a\naa\n▁aab\né")
	w.Scores = []float32{0, 0, 0, -1, -2, -2, -3.5, -2, -3, -6, -2}
	w.Words = w.Words[:len(w.Scores)*w.Hidden]
	return w
}

func TestUnigramWeights(t *testing.T) {
	exact, e := opened(t, written(t, smallUnigram(), Float32)), opened(t, written(t, smallUnigram(), Int8))
	for _, text := range []string{"ab", "aab é", "a b ab aa"} {
		if cos := cosine(vectorOf(t, exact, text), vectorOf(t, e, text)); cos < 0.999 {
			t.Errorf("%f for %q", cos, text)
		}
	}
	if same := cosine(vectorOf(t, e, "ａ\u3000b"), vectorOf(t, e, "a b")); same < 0.99999 {
		t.Errorf("full width is another text: %f", same)
	}
}

func TestTheMeanIsSubtracted(t *testing.T) {
	w := small(nil)
	plain := opened(t, written(t, w, Float32))
	texts := []string{"tea milk", "abc", "a b"}
	w.Mean = make([]float32, w.Hidden)
	for _, text := range texts {
		for i, x := range vectorOf(t, plain, text) {
			w.Mean[i] += x / float32(len(texts))
		}
	}
	e := opened(t, written(t, w, Float32))
	for _, text := range texts {
		want := vectorOf(t, plain, text)
		for i := range want {
			for _, other := range texts {
				want[i] -= vectorOf(t, plain, other)[i] / float32(len(texts))
			}
		}
		normalise(want)
		if cos := cosine(vectorOf(t, e, text), want); cos < 0.9999 {
			t.Errorf("%q: cosine %f", text, cos)
		}
	}
	if v := vectorOf(t, e, ""); cosine(v, v) != 0 {
		t.Error("an empty text has a vector")
	}
}

func TestDamagedWeights(t *testing.T) {
	for title, change := range map[string]func(*Description){
		"words in int8": nil, "words in 4 bits and in 2": func(d *Description) { d.Table, d.Common = Int4, 7 },
	} {
		t.Run(title, func(t *testing.T) { testDamaged(t, small(change)) })
	}
}

func testDamaged(t *testing.T, w Weights) {
	path := written(t, w, Int8)
	image, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := vectorOf(t, opened(t, path), "tea milk abc")
	random := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 400 {
		altered := slices.Clone(image)
		if random.IntN(4) == 0 {
			altered = altered[:random.IntN(len(altered))]
		} else {
			altered[random.IntN(len(altered))] ^= 1 << random.IntN(8)
		}
		e, err := Read(altered)
		if err != nil {
			refused++
			continue
		}
		vectors, err := e.Embed(t.Context(), []string{"tea milk abc"}, embed.Passage)
		switch {
		case err != nil && fault.KindOf(err) != fault.Unavailable:
			t.Fatal(err)
		case err != nil:
			refused++
		case !slices.Equal(vectors[0], want):
			t.Fatal("altered weights gave another vector")
		}
	}
	if refused < 390 { // the others differ between sections, where nothing is
		t.Errorf("%d of 400 were refused", refused)
	}
}

func TestAnAbsentFileIsAnError(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "absent")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestAVocabularyOfAnotherModelIsRefused(t *testing.T) {
	w := small(nil)
	w.Vocabulary = append(w.Vocabulary, "\nmore"...)
	image := sealed.NewWriter(format)
	if err := w.writeFloat(image); err != nil {
		t.Fatal(err)
	}
	file, err := image.Seal()
	if err != nil {
		t.Fatal(err)
	}
	e, err := open(file, kernel.Best())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Warm(); fault.KindOf(err) != fault.Unavailable {
		t.Error(err)
	}
}

func TestPace(t *testing.T) {
	e := smallEncoder(t)
	steps := 0
	counting := embed.WithYield(t.Context(), func(context.Context) error { steps++; return nil })
	if _, err := e.Embed(counting, []string{"tea"}, embed.Passage); err != nil || steps < 8 {
		t.Errorf("%d steps, %v", steps, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := e.Embed(gone, []string{"tea"}, embed.Passage); !errors.Is(err, context.Canceled) {
		t.Errorf("for a cancelled caller: %v", err)
	}
}

func TestManyAtOnce(t *testing.T) {
	e := smallEncoder(t)
	texts := []string{"tea", "milk tea abc", "a b c a b c a b c a b c a b c a b c a b c"}
	var want [][]float32
	for _, text := range texts {
		want = append(want, vectorOf(t, e, text))
	}
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 20 {
				got, err := e.Embed(t.Context(), texts[i%3:i%3+1], embed.Passage)
				if err != nil || !slices.Equal(got[0], want[i%3]) {
					t.Errorf("another vector, or %v", err)
					return
				}
			}
		})
	}
	group.Wait()
}

func TestTranspose(t *testing.T) {
	const size, stride, padded = 3, 5, 16
	keys := make([]float32, padded*stride)
	for i := range keys {
		keys[i] = float32(i + 1)
	}
	for n := 1; n <= padded; n++ {
		got := slices.Repeat([]float32{-1}, size*padded)
		transpose(got, keys[:(n-1)*stride+size], n, size, stride, padded)
		for at, v := range got {
			want := float32(0)
			if row := at % padded; row < n {
				want = keys[row*stride+at/padded]
			}
			if v != want {
				t.Fatalf("%d rows: row %d, column %d is %v, want %v", n, at%padded, at/padded, v, want)
			}
		}
	}
}

func BenchmarkEmbed(b *testing.B) { benchmarkEmbed(b, builtIn(b)) }

func benchmarkEmbed(b *testing.B, e *Encoder) {
	for _, k := range kernel.All() {
		for _, c := range []struct {
			title string
			words int
		}{{"12 tokens", 12}, {"128 tokens", 126}, {"192 tokens", 190}} {
			with, text := e.With(k), []string{strings.Repeat("tea ", c.words)}
			b.Run(k.Name+"/"+c.title, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := with.Embed(b.Context(), text, embed.Passage); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
