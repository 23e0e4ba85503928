package tokenizer

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// vocabularyText is the one that the golden texts were cut with.
var vocabularyText = sync.OnceValues(func() ([]byte, error) {
	return os.ReadFile(filepath.Join("testdata", "vocabulary.txt"))
})

func uncased(t testing.TB) *WordPiece {
	t.Helper()
	text, err := vocabularyText()
	if err != nil {
		t.Fatal(err)
	}
	tok, err := NewWordPiece(text, true)
	if err != nil {
		t.Fatal(err)
	}
	return tok
}

// pieces returns the ids of a text's pieces.
func (t *WordPiece) pieces(text string) []int32 { return slices.Collect(t.All(text)) }

// goldenText is a text with its pieces by the reference.
type goldenText struct {
	Text string
	IDs  []int32
}

// readTexts reads texts from a file, one a line.
func readTexts(t testing.TB, path string) (texts []goldenText) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := json.NewDecoder(f); lines.More(); {
		var text goldenText
		if err := lines.Decode(&text); err != nil {
			t.Fatalf("%s, after %d texts: %v", path, len(texts), err)
		}
		texts = append(texts, text)
	}
	return texts
}

var spellings = sync.OnceValue(func() []string {
	text, _ := vocabularyText()
	return strings.Split(string(text), "\n")
})

// spell writes pieces of the vocabulary out.
func spell(ids []int32) string {
	spelled := make([]string, len(ids))
	for i, id := range ids {
		spelled[i] = spellings()[id]
	}
	return strings.Join(spelled, " ")
}

func TestPiecesAreThoseOfTheReference(t *testing.T) {
	tok := uncased(t)
	for _, file := range []string{"../testdata/golden.jsonl", "testdata/edges.jsonl"} {
		for _, text := range readTexts(t, file) {
			if got := tok.pieces(text.Text); !slices.Equal(got, text.IDs) {
				t.Errorf("%s: %q\n got %s\nwant %s", file, text.Text, spell(got), spell(text.IDs))
			}
		}
	}
}

// Every character there is, between two letters; of more than 4,096 in a row that come to the same,
// some.
func TestCharactersAreThoseOfTheReference(t *testing.T) {
	tok := uncased(t)
	f, err := os.Open(filepath.Join("testdata", "characters.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	next := rune(0)
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		first, last := number(t, fields[0], 16), number(t, fields[1], 16)
		if first != next {
			t.Fatalf("%U follows %U", first, next-1)
		}
		if next = last + 1; next == 0xd800 {
			next = 0xe000 // between them are no characters
		}
		var want []int32
		for _, field := range fields[2:] {
			want = append(want, number(t, field, 10))
		}
		step := 1 + (last-first)/4096
		for char := first; char <= last; char += step {
			if got := tok.pieces("a" + string(char) + "b"); !slices.Equal(got, want) {
				t.Errorf("%U: got %s, want %s", char, spell(got), spell(want))
			}
		}
	}
	if next != utf8.MaxRune+1 {
		t.Errorf("the characters end before %U", next)
	}
}

func number(t testing.TB, s string, base int) int32 {
	t.Helper()
	n, err := strconv.ParseInt(s, base, 32)
	if err != nil {
		t.Fatal(err)
	}
	return int32(n)
}

func TestSpecialPiecesInATextAreWords(t *testing.T) {
	tok := uncased(t)
	for text, want := range map[string]string{
		"[SEP]":          "[ sep ]",
		"a [CLS] b":      "a [ cl ##s ] b",
		"[PAD][MASK]":    "[ pad ] [ mask ]",
		"[UNK]":          "[ un ##k ]",
		"[unused1]":      "[ unused ##1 ]",
		"##ing":          "# # ing",
		"the\u0301[SEP]": "the [ sep ]",
	} {
		if got := spell(tok.pieces(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestInvalidBytesAreLeftOut(t *testing.T) {
	tok := uncased(t)
	for text, want := range map[string]string{
		"\xff":                   "",
		"\xc3":                   "",
		"hou\xffse \xc3":         "house",
		"\xed\xa0\x80surrogate":  "sur ##rogate",
		"\xf0\x9f\x98 cut":       "cut",
		"c\xc0\xafu\xfe\xfft":    "cut",
		"\xe6\xbc\xe6\xbc\xa2":   "漢",
		"e\xcc\x81 \xcc e\x81te": "e et ##e",
	} {
		if got := spell(tok.pieces(text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestLongWordIsUnknown(t *testing.T) {
	tok := uncased(t)
	for _, letter := range []string{"x", "각", "e\u0301"} {
		if got := tok.pieces("a " + strings.Repeat(letter, 1<<20/len(letter)) + " b"); spell(got) != "a [UNK] b" {
			t.Errorf("a word of %s is %d pieces", letter, len(got))
		}
	}
}

func TestCasedVocabularyKeepsCaseAndAccents(t *testing.T) {
	tok, err := NewWordPiece([]byte("[PAD]\n[UNK]\n[CLS]\n[SEP]\nCafe\n##́\nCafé\ncafe\n.\n漢\n"), false)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]int32{
		"Cafe":       {4},
		"Cafe\u0301": {4, 5},
		"Café":       {6},
		"cafe.漢Cafe": {7, 8, 9, 4},
		"CAFE":       {1},
	} {
		if got := tok.pieces(text); !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}

func TestVocabularyIsChecked(t *testing.T) {
	for name, test := range map[string]struct{ vocabulary, want string }{
		"empty":           {"", "no [PAD]"},
		"no start":        {"[PAD]\n[UNK]\n[SEP]\na\n", "no [CLS]"},
		"no end":          {"[PAD]\n[UNK]\n[CLS]\na\n", "no [SEP]"},
		"nothing unknown": {"[PAD]\n[CLS]\n[SEP]\na\n", "no [UNK]"},
		"twice":           {"[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n##a\na\n", `"a" twice`},
		"going on, twice": {"[PAD]\n[UNK]\n[CLS]\n[SEP]\na\n##a\n##a\n", `"##a" twice`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := NewWordPiece([]byte(test.vocabulary), true)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an error that names %s", err, test.want)
			}
		})
	}
	tok := uncased(t)
	if tok.Size() != 30522 || tok.First != 101 || tok.Last != 102 || tok.Unknown != 100 {
		t.Errorf("got %d pieces, %d, %d, %d", tok.Size(), tok.First, tok.Last, tok.Unknown)
	}
}

func TestReadingStopsWhenAsked(t *testing.T) {
	tok := uncased(t)
	for _, text := range []string{"a b c d e f", "...........", "漢字漢字漢字", "unaffableunaffable", "é. É! ﬁ?"} {
		all := tok.pieces(text)
		for n := range all {
			var got []int32
			for id := range tok.All(text) {
				if got = append(got, id); len(got) > n {
					break
				}
			}
			if !slices.Equal(got, all[:n+1]) {
				t.Errorf("%q: the first %d pieces are %v, want %v", text, n+1, got, all[:n+1])
			}
		}
	}
}

// pieceful draws texts of the characters that are treated differently.
var pieceful = rapid.StringOf(rapid.OneOf(
	rapid.RuneFrom([]rune("abcdeXYZ19.,-#[]_ \n\t")),
	rapid.RuneFrom([]rune("éÅßİıﬁжЖσςا\u0640ש\u05b8क\u094dกี漢字かカ한ᄒ𠀀😀\u200d\ufe0f\u0301\u00ad\x00\x85\ue000\ufffd\u3000")),
	rapid.Rune(),
))

func TestPiecesOfWordsAreThoseOfTheirText(t *testing.T) {
	tok := uncased(t)
	rapid.Check(t, func(t *rapid.T) { checkPieces(t, tok, pieceful.Draw(t, "a"), pieceful.Draw(t, "b")) })
}

// What the letters of known pieces spell is the word that was cut.
func TestPiecesSpellTheirWord(t *testing.T) {
	tok := uncased(t)
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringMatching(`[a-z0-9]{1,120}`).Draw(t, "word")
		ids := tok.pieces(word)
		if len(word) > maxWord {
			if !slices.Equal(ids, []int32{tok.Unknown}) {
				t.Fatalf("got %v for a word of %d letters", ids, len(word))
			}
			return
		}
		if spelled := strings.ReplaceAll(strings.Join(strings.Fields(spell(ids)), ""), "##", ""); spelled != word {
			t.Fatalf("got %s for %s", spelled, word)
		}
	})
}

// checkPieces checks what holds for any two texts.
func checkPieces(t interface{ Fatalf(string, ...any) }, tok *WordPiece, a, b string) {
	first, second, both := tok.pieces(a), tok.pieces(b), tok.pieces(a+" "+b)
	if !slices.Equal(both, slices.Concat(first, second)) {
		t.Fatalf("%q and %q: %v and %v apart, %v together", a, b, first, second, both)
	}
	for _, id := range both {
		if id < 0 || int(id) >= tok.Size() || id == tok.First || id == tok.Last {
			t.Fatalf("%q: the piece %d", a+" "+b, id)
		}
	}
	if valid := strings.ToValidUTF8(a, "\ufffd"); !slices.Equal(first, tok.pieces(valid)) {
		t.Fatalf("%q: got %v, %v when made valid", a, first, tok.pieces(valid))
	}
}

func FuzzPieces(f *testing.F) {
	tok := uncased(f)
	edges := readTexts(f, "testdata/edges.jsonl")
	for i, text := range edges {
		f.Add(text.Text, edges[len(edges)-1-i].Text)
	}
	f.Add("\xff\xc3", "\x80")
	f.Fuzz(func(t *testing.T, a, b string) { checkPieces(t, tok, a, b) })
}

func BenchmarkPieces(b *testing.B) {
	tok := uncased(b)
	var english, all strings.Builder
	for _, text := range readTexts(b, "../testdata/golden.jsonl") {
		all.WriteString(text.Text + "\n")
		if !strings.ContainsFunc(text.Text, func(r rune) bool { return r >= utf8.RuneSelf }) {
			english.WriteString(text.Text + "\n")
		}
	}
	for _, bench := range []struct{ name, text string }{
		{"english", english.String()},
		{"scripts", all.String()},
		{"word", strings.Repeat("x", 1<<20)},
		{"unbroken", strings.Repeat(strings.Repeat("q7", 50)+" ", 1000)},
	} {
		b.Run(bench.name, func(b *testing.B) {
			b.SetBytes(int64(len(bench.text)))
			b.ReportAllocs()
			for b.Loop() {
				for range tok.All(bench.text) {
				}
			}
		})
	}
}

func BenchmarkNewWordPiece(b *testing.B) {
	text, err := vocabularyText()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := NewWordPiece(text, true); err != nil {
			b.Fatal(err)
		}
	}
}
