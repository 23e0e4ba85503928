package encoder

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/encoder/multilingual"
)

// exported is a line of the pairs that tools/reader exports: texts, and what the trained model made
// of them in float32.
type exported struct {
	Question, Title, Body string
	Answers, Relevance    float64 // logits
	Start, End            int     // of the best place, in code points
}

func exportedPairs(t testing.TB, dir string) (pairs []exported) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var pair exported
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			t.Fatal(err)
		}
		pairs = append(pairs, pair)
	}
	if err := lines.Err(); err != nil || len(pairs) == 0 {
		t.Fatal(len(pairs), err)
	}
	return pairs
}

// trained returns the reader of READER_WEIGHTS, or the product's.
func trained(t testing.TB) *Reader {
	t.Helper()
	if path := os.Getenv("READER_WEIGHTS"); path != "" {
		return openedReader(t, path, multilingualBuiltIn(t))
	}
	if len(multilingual.Reader()) == 0 {
		t.Skip("built without the reader")
	}
	r, err := ReadReader(multilingual.Reader(), multilingualBuiltIn(t))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReaderIsAsTrained compares a trained reader with the pairs in READER_EXPORT.
func TestReaderIsAsTrained(t *testing.T) {
	dir := os.Getenv("READER_EXPORT")
	if dir == "" {
		t.Skip("READER_EXPORT names no folder of what the reader was trained to say")
	}
	r := trained(t)
	pairs := exportedPairs(t, dir)
	for _, k := range kernel.All() {
		t.Run(k.Name, func(t *testing.T) {
			read := pairs
			if k.Name != kernel.Best().Name {
				read = pairs[:min(len(pairs), 8)]
			}
			compare(t, r.With(k), read)
		})
	}
}

// compare checks the probabilities and the best places of a reader.
func compare(t *testing.T, r *Reader, pairs []exported) {
	t.Helper()
	sum, worst, places := 0.0, 0.0, 0
	for _, p := range pairs {
		got := readingOf(t, r, p.Question, p.Title, p.Body)
		for _, difference := range []float64{
			math.Abs(got.Answers - r.Answers.probability(p.Answers)), math.Abs(got.Relevance - r.Relevance.probability(p.Relevance)),
		} {
			sum, worst = sum+difference, max(worst, difference)
		}
		if len(got.Places) == 0 {
			t.Fatalf("no place in %q", p.Body)
		}
		best := got.Places[0]
		if utf8.RuneCountInString(p.Body[:best.Start]) == p.Start && utf8.RuneCountInString(p.Body[:best.End]) == p.End {
			places++
		}
	}
	mean, share := sum/float64(2*len(pairs)), float64(places)/float64(len(pairs))
	t.Logf("%s, %d pairs: the probabilities differ by %.4f on average and by %.4f at most; %.3f of the best places are the same",
		r.Precision, len(pairs), mean, worst, share)
	if mean > .02 || worst > .2 || share < .8 {
		t.Error("that is too far from what was trained")
	}
}

// BenchmarkRead reads an excerpt with a question of ten tokens and a title of four.
func BenchmarkRead(b *testing.B) {
	r := trained(b)
	if r == nil {
		b.Skip("READER_WEIGHTS names no reader")
	}
	for _, k := range kernel.All() {
		for _, c := range []struct {
			title string
			words int
		}{{"80 tokens", 80}, {"160 tokens", 160}} {
			with, excerpt := r.With(k), embed.Excerpt{Title: "the house by sea", Body: strings.Repeat("tea ", c.words)}
			b.Run(k.Name+"/"+c.title, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := with.Read(b.Context(), "when is the rent of the flat paid back ?", excerpt); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
