package tokenizer

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// goldenUnigram is the tokenizer that the texts of unigram.jsonl were split with.
func goldenUnigram(t testing.TB) *Unigram {
	t.Helper()
	table, err := os.ReadFile(filepath.Join("testdata", "unigram.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var vocabulary strings.Builder
	var scores []float32
	for line := range strings.Lines(string(table)) {
		piece, number, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		score, err := strconv.ParseFloat(number, 32)
		if err != nil {
			t.Fatal(err)
		}
		vocabulary.WriteString(piece + "\n")
		scores = append(scores, float32(score))
	}
	return mustUnigram(t, vocabulary.String(), scores)
}

func mustUnigram(t testing.TB, vocabulary string, scores []float32) *Unigram {
	t.Helper()
	u, err := NewUnigram([]byte(vocabulary), scores)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// tiny has the pieces of few letters, whose scores are easily added.
func tiny(t testing.TB) *Unigram {
	return mustUnigram(t, "<s>\n</s>\n<unk>\n▁\na\nb\nab\n▁a\naa\n▁aab\né", []float32{0, 0, 0, -1, -2, -2, -3.5, -2, -3, -6, -2})
}

func spelled(u *Unigram, ids []int32) string {
	pieces := make([]string, len(ids))
	for i, id := range ids {
		pieces[i] = u.Piece(id)
	}
	return strings.Join(pieces, " ")
}

func TestUnigramPiecesAreThoseOfTheReference(t *testing.T) {
	u := goldenUnigram(t)
	texts := readTexts(t, "testdata/unigram.jsonl")
	if len(texts) < 100 {
		t.Fatalf("%d texts", len(texts))
	}
	for _, text := range texts {
		if got := slices.Collect(u.All(text.Text)); !slices.Equal(got, text.IDs) {
			t.Errorf("%q\n got %s\nwant %s", text.Text, spelled(u, got), spelled(u, text.IDs))
		}
	}
}

func TestUnigramPieces(t *testing.T) {
	u := tiny(t)
	for title, test := range map[string]struct{ text, want string }{
		"the most probable pieces, not the longest": {"aab", "▁a ab"},
		"blanks in a row":                     {" a \t\u3000\u200b a\n", "▁a ▁a"},
		"nothing":                             {"", ""},
		"blanks alone":                        {" \u00a0\n", ""},
		"a metaspace is a blank":              {"a▁a", "▁a ▁a"},
		"controls are dropped":                {"\x01a\x07b\x7f", "▁a b"},
		"invalid bytes are blanks":            {"a\xffa\xc3", "▁a ▁a"},
		"unknown characters in a row are one": {"axyza", "▁a <unk> a"},
		"in another word they are another":    {"xy z", "▁ <unk> ▁ <unk>"},
		"a special piece is a word":           {"</s>", "▁ <unk>"},
		"full width is folded":                {"ａｂ", "▁a b"},
		"a mark composes":                     {"e\u0301b\u0301", "▁ é b <unk>"},
		"a mark alone":                        {"\u0301", "▁ <unk>"},
	} {
		t.Run(title, func(t *testing.T) {
			if got := spelled(u, slices.Collect(u.All(test.text))); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestUnigramPiecesKnowTheirPlace(t *testing.T) {
	u := tiny(t)
	const text = " aé\u3000e\u0301xｙb"
	var got []string
	for id, where := range u.Located(text) {
		got = append(got, u.Piece(id)+"="+text[where.Start:where.End])
	}
	if want := []string{"▁a=a", "é=é", "▁=", "é=e\u0301", "<unk>=xｙ", "b=b"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestLongWordIsSplitInParts(t *testing.T) {
	u := tiny(t)
	ids := slices.Collect(u.All(strings.Repeat("ab", maxSegment) + " b"))
	var whole strings.Builder
	for _, id := range ids {
		whole.WriteString(u.Piece(id))
	}
	if want := "▁" + strings.Repeat("ab", maxSegment) + "▁b"; whole.String() != want {
		t.Errorf("%d pieces do not spell the words", len(ids))
	}
}

func TestUnigramWorded(t *testing.T) {
	u := goldenUnigram(t)
	for text, want := range map[string]float64{
		"De fietsenmaker belt als de achterband geplakt is.": 1,
		"Запасний ключ висить за дверима":                    1,
		"दवा खाने के बाद, दूध पीना है।":                      1,
		"新しい洗濯機の保証期間は2年です。":                                  1,
		"ꦲꦏ꧀ꦱꦫ ꦗꦮ":                                           0,
		"x z b c":                                            0, // letters, and no words
		"年 保 年":                                              1, // ideographs, and each is a word
		"42 !":                                               1, // nothing that could not be read
	} {
		if got := u.Worded(text); math.Abs(got-want) > 0.1 {
			t.Errorf("%q: %.2f of its letters, want about %.0f", text, got, want)
		}
	}
}

func TestUnigramVocabularyIsChecked(t *testing.T) {
	nan := float32(math.NaN())
	for name, test := range map[string]struct {
		vocabulary string
		scores     []float32
		want       string
	}{
		"no start":             {"</s>\n<unk>\na", []float32{0, 0, -1}, "<s>"},
		"no end":               {"<s>\n<unk>\na", []float32{0, 0, -1}, "</s>"},
		"nothing unknown":      {"<s>\n</s>\na", []float32{0, 0, -1}, "<unk>"},
		"unknown as a word":    {"<s>\n</s>\n<unk>", []float32{0, 0, -1}, "<unk>"},
		"too few scores":       {"<s>\n</s>\n<unk>\na", []float32{0, 0, 0}, "3 scores"},
		"none at all":          {"", nil, "0 scores"},
		"twice":                {"<s>\n</s>\n<unk>\n<s>", []float32{0, 0, 0, 0}, `"<s>" twice`},
		"more than certain":    {"<s>\n</s>\n<unk>\na", []float32{0, 0, 0, 1}, "probability"},
		"no number":            {"<s>\n</s>\n<unk>\na", []float32{0, 0, 0, nan}, "probability"},
		"less than impossible": {"<s>\n</s>\n<unk>\na", []float32{0, 0, 0, float32(math.Inf(-1))}, "probability"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewUnigram([]byte(test.vocabulary), test.scores); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error that names %s", err, test.want)
			}
		})
	}
}

// likeliest returns the score of the best split of a word, by trying all.
func likeliest(u *Unigram, word string) float64 {
	best := math.Inf(-1)
	for end := 1; end <= len(word); end++ {
		if id, ok := u.id(word[:end]); ok && u.scores[id] < 0 {
			rest := 0.0
			if end < len(word) {
				rest = likeliest(u, word[end:])
			}
			best = max(best, float64(u.scores[id])+rest)
		}
	}
	return best
}

func TestUnigramTakesTheMostProbablePieces(t *testing.T) {
	u := tiny(t)
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[abé]{1,10}`).Draw(t, "word")
		sum := 0.0
		for id := range u.All(word) {
			sum += float64(u.scores[id])
		}
		if want := likeliest(u, "▁"+word); sum != want {
			t.Fatalf("%q: %v, want %v", word, sum, want)
		}
	})
}

func TestUnigramPiecesOfWordsAreThoseOfTheirText(t *testing.T) {
	u := goldenUnigram(t)
	rapid.Check(t, func(t *rapid.T) { checkUnigram(t, u, pieceful.Draw(t, "a"), pieceful.Draw(t, "b")) })
}

// checkUnigram checks what holds for any two texts.
func checkUnigram(t interface{ Fatalf(string, ...any) }, u *Unigram, a, b string) {
	first, second, both := slices.Collect(u.All(a)), slices.Collect(u.All(b)), slices.Collect(u.All(a+" "+b))
	if !slices.Equal(both, slices.Concat(first, second)) {
		t.Fatalf("%q and %q: %v and %v apart, %v together", a, b, first, second, both)
	}
	end := 0
	for id, where := range u.Located(a) {
		if id < 0 || int(id) >= u.Size() || id != u.Unknown && u.scores[id] == 0 {
			t.Fatalf("%q: the piece %d", a, id)
		}
		if where.Start < end-utf8.UTFMax || where.Start > where.End || where.End > len(a) {
			t.Fatalf("%q: a piece at %v after %d", a, where, end)
		}
		end = where.End
	}
	if valid := strings.ToValidUTF8(a, "\ufffd"); !slices.Equal(first, slices.Collect(u.All(valid))) {
		t.Fatalf("%q: got %v, another when made valid", a, first)
	}
	for range 2 { // new words, then those of the cache
		if worded, want := u.Worded(a), shareOfLetters(float64(u.wordedSize(a)), a); worded != want {
			t.Fatalf("%q: %v of its letters word by word, %v as a whole", a, worded, want)
		}
	}
}

func FuzzUnigramPieces(f *testing.F) {
	u := goldenUnigram(f)
	texts := readTexts(f, "testdata/unigram.jsonl")
	for i, text := range texts {
		f.Add(text.Text, texts[len(texts)-1-i].Text)
	}
	f.Add("\xff\xc3", "\x80")
	f.Fuzz(func(t *testing.T, a, b string) { checkUnigram(t, u, a, b) })
}

func BenchmarkUnigramWorded(b *testing.B) {
	u := goldenUnigram(b)
	texts := readTexts(b, "testdata/unigram.jsonl")
	size := 0
	for _, text := range texts {
		size += len(text.Text)
	}
	b.SetBytes(int64(size))
	for b.Loop() {
		for _, text := range texts {
			u.Worded(text.Text)
		}
	}
}

func BenchmarkUnigramPieces(b *testing.B) {
	u := goldenUnigram(b)
	var all strings.Builder
	for _, text := range readTexts(b, "testdata/unigram.jsonl") {
		all.WriteString(text.Text + "\n")
	}
	for _, bench := range []struct{ name, text string }{
		{"scripts", all.String()},
		{"word", strings.Repeat("x", 1<<20)},
		{"marks", strings.Repeat("\u0301", 1<<18)},
		{"ideographs", strings.Repeat("会议", 1<<17)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				for range u.All(bench.text) {
				}
			}
		})
	}
}
