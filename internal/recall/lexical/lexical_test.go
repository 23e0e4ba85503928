package lexical_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/recall/lexical"
	"engram/internal/recall/sealed"
)

// words takes a text apart at its blanks; the term of a word is its first three letters.
func words(text string) (w lexical.Words) {
	for word := range strings.FieldsSeq(text) {
		w.Spelt = append(w.Spelt, word)
		w.Terms = append(w.Terms, word[:min(len(word), 3)])
	}
	return w
}

func doc(text, title, fields string) lexical.Doc {
	return lexical.Doc{Text: words(text), Title: words(title), Fields: words(fields)}
}

// build seals groups of documents, and returns the image as well.
func build(t rapid.TB, groups [][]lexical.Doc) (*lexical.Reader, []byte) {
	t.Helper()
	b := lexical.NewBuilder(0)
	for _, group := range groups {
		b.Group()
		for _, d := range group {
			b.Add(d)
		}
	}
	return seal(t, b.Write)
}

func seal(t rapid.TB, write func(*sealed.Writer) error) (*lexical.Reader, []byte) {
	t.Helper()
	w := sealed.NewWriter(1)
	if err := write(w); err != nil {
		t.Fatal(err)
	}
	f, err := w.Seal()
	if err != nil {
		t.Fatal(err)
	}
	r, err := lexical.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	var all []byte
	for section := range lexical.Sections {
		s := f.Section(section)
		part, err := s.Bytes(0, s.Len())
		if err != nil {
			t.Fatal(err)
		}
		all = fmt.Appendf(all, "section %d: %x\n", section, part)
	}
	return r, all
}

func whole(r *lexical.Reader) lexical.Part { return lexical.Part{Reader: r, Live: r.Total()} }

func terms(list string) []lexical.Term {
	var all []lexical.Term
	for term := range strings.FieldsSeq(list) {
		all = append(all, lexical.Term{Forms: strings.Split(term, "/"), Count: 1})
	}
	return all
}

// scores returns what each document of one part gets, closeness included.
func scores(t *testing.T, p lexical.Part, query string) []float64 {
	t.Helper()
	s, err := lexical.Search([]lexical.Part{p}, terms(query))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	all := make([]float64, p.Docs())
	for i := range all {
		all[i] = float64(s.Parts[0].Doc[i]) + 0.3*s.Parts[0].Close(uint32(i))
	}
	return all
}

func TestSearch(t *testing.T) {
	r, _ := build(t, [][]lexical.Doc{
		{doc("red boat", "", ""), doc("red car and a boat far from it and from all else", "", "")},
		{doc("wind", "boat", ""), doc("wind", "", "boat")},
		{doc("wind", "", ""), doc("wind", "", "")},
	})
	t.Run("adjacent words count for more", func(t *testing.T) {
		if got := scores(t, whole(r), "red boa"); got[0] <= got[1]*1.5 || got[1] == 0 || got[4] != 0 {
			t.Errorf("%v", got)
		}
	})
	t.Run("overlapping words do not count as adjacent", func(t *testing.T) {
		for overlaps, want := range map[bool]bool{false: true, true: false} {
			query := terms("red boa")
			query[1].Overlaps = overlaps
			s, err := lexical.Search([]lexical.Part{whole(r)}, query)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Parts[0].Close(0) > 0; got != want || s.Parts[0].Holds(0) != 3 {
				t.Errorf("overlapping: %v, close: %v, holds %b", overlaps, got, s.Parts[0].Holds(0))
			}
			s.Release()
		}
	})
	t.Run("a title counts for more than a field", func(t *testing.T) {
		if got := scores(t, whole(r), "boa"); got[2] <= got[3] || got[3] == 0 {
			t.Errorf("%v", got)
		}
	})
	t.Run("BM25 equals a computation by hand", func(t *testing.T) {
		// five of six documents have no "red": idf = ln(1 + (6-2+.5)/(2+.5)); the first has 2 of on
		// average 21/6 terms
		idf, average := math.Log(1+4.5/2.5), 21.0/6
		want := idf * 1.9 / (1 + 0.9*(0.6+0.4*2/average))
		if got := scores(t, whole(r), "red"); math.Abs(got[0]-want) > 1e-6 {
			t.Errorf("%v, want %v", got[0], want)
		}
	})
	t.Run("any form of a term is found, and counts once", func(t *testing.T) {
		one, both := scores(t, whole(r), "boa"), scores(t, whole(r), "boa/boa/nil")
		if !slices.Equal(one, both) {
			t.Errorf("%v, %v", one, both)
		}
	})
	t.Run("deleted memories weigh nothing", func(t *testing.T) {
		dead := lexical.NewBits(3)
		dead.Set(0)
		left, _ := build(t, [][]lexical.Doc{
			{doc("wind", "boat", ""), doc("wind", "", "boat")}, {doc("wind", "", ""), doc("wind", "", "")},
		})
		p := lexical.Part{Reader: r, Dead: dead, Live: r.Total().Minus(r.GroupStats(0))}
		if got, want := scores(t, p, "boa win red"), scores(t, whole(left), "boa win red"); !slices.Equal(got[2:], want) {
			t.Errorf("%v, want %v", got, want)
		}
	})
	t.Run("a group is scored as one document", func(t *testing.T) {
		one, _ := build(t, [][]lexical.Doc{
			{doc("red boat red car and a boat far from it and from all else", "", "")}, {doc("wind wind boat", "boat", "")}, {doc("wind wind", "", "")},
		})
		for _, query := range []string{"red", "boa red", "win boa/xyz"} {
			s, err := lexical.Search([]lexical.Part{whole(r)}, terms(query))
			if err != nil {
				t.Fatal(err)
			}
			like, err := lexical.Search([]lexical.Part{whole(one)}, terms(query))
			if err != nil {
				t.Fatal(err)
			}
			for g := range uint32(3) {
				// The weights of terms differ, for they are in other shares of the documents; the
				// rest is the same.
				got, sum := s.Parts[0].Whole(g), float32(0)
				for doc, end := r.Group(g); doc < end; doc++ {
					sum += s.Parts[0].Doc[doc]
				}
				if most := s.Parts[0].WholeMost(g, sum); got > float64(most) || (got == 0) != (like.Parts[0].Doc[g] == 0) {
					t.Errorf("%s: group %d gets %v, at most %v, as one document %v", query, g, got, most, like.Parts[0].Doc[g])
				}
				if want := like.Parts[0].Doc[g] * float32(s.Weights[0]/like.Weights[0]); len(s.Weights) == 1 && math.Abs(got-float64(want)) > 1e-6 {
					t.Errorf("%s: group %d gets %v, want %v", query, g, got, want)
				}
			}
			s.Release()
			like.Release()
		}
	})
	t.Run("groups that hold every term are found", func(t *testing.T) {
		s, err := lexical.Search([]lexical.Part{whole(r)}, terms("boa win/red"))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Parts[0].Having(); !got.Has(0) || !got.Has(1) || got.Has(2) {
			t.Errorf("%b", got)
		}
		s.Release()
	})
}

func TestMostTermsAreLookedFor(t *testing.T) {
	r, _ := build(t, [][]lexical.Doc{{doc("red", "", "")}})
	s, err := lexical.Search([]lexical.Part{whole(r)}, slices.Repeat(terms("red"), 1000))
	if err != nil || len(s.Weights) != lexical.MaxTerms {
		t.Errorf("%d terms, %v", len(s.Weights), err)
	}
}

func TestCompletions(t *testing.T) {
	r, _ := build(t, [][]lexical.Doc{{doc("harbour harbours harvest été boat boats boating", "", ""), doc("boat", "", "")}})
	for typed, want := range map[string]string{
		"b":         "boa",
		"boatin":    "boa",
		"har":       "har",
		"harvests":  "har",
		"harvesty":  "har",
		"harvestyy": "",
		"haarv":     "har",
		"hrav":      "har",
		"harvst":    "har",
		"harvets":   "har",
		"xarbour":   "har",
		"boax":      "boa",
		"bxt":       "", // too short to have a slip in it
		"été":       "ét",
		"zzzz":      "",
		"hrabuor":   "", // two slips
	} {
		got, err := lexical.Completions([]lexical.Part{whole(r)}, typed, 10)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%s: %q, %v; want %q", typed, got, err, want)
		}
	}
	t.Run("documents of all segments count, each once", func(t *testing.T) {
		many, _ := build(t, [][]lexical.Doc{{doc("haze", "", ""), doc("haze", "", ""), doc("hatch hatches", "", "")}})
		few, _ := build(t, [][]lexical.Doc{{doc("hatch hatches", "", ""), doc("hatch", "", ""), doc("haze", "", "")}})
		got, err := lexical.Completions([]lexical.Part{whole(many), whole(few)}, "ha", 2)
		if err != nil || strings.Join(got, " ") != "hat haz" { // three each
			t.Errorf("%q, %v", got, err)
		}
		third, _ := build(t, [][]lexical.Doc{{doc("haze", "", "")}})
		got, err = lexical.Completions([]lexical.Part{whole(many), whole(few), whole(third)}, "ha", 1)
		if err != nil || strings.Join(got, " ") != "haz" {
			t.Errorf("%q, %v", got, err)
		}
	})
	if got, _ := lexical.Completions([]lexical.Part{whole(r)}, "", 1); len(got) != 1 || got[0] != "boa" {
		t.Errorf("of more than the limit the commonest: %q", got)
	}
}

// TestMergeEqualsBuild holds that merging leaves the very bytes that sealing the survivors at once
// would.
func TestMergeEqualsBuild(t *testing.T) {
	text := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(strings.Fields("boat boats red reddish wind sail sailing a of 東京")), 0, 12).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(rt *rapid.T) {
		var parts []lexical.Part
		var left [][]lexical.Doc
		for range rapid.IntRange(1, 4).Draw(rt, "parts") {
			var groups [][]lexical.Doc
			for range rapid.IntRange(1, 90).Draw(rt, "groups") {
				var group []lexical.Doc
				for range rapid.IntRange(1, 3).Draw(rt, "docs") {
					group = append(group, doc(text.Draw(rt, "text"), text.Draw(rt, "title"), text.Draw(rt, "fields")))
				}
				groups = append(groups, group)
			}
			r, _ := build(rt, groups)
			p := whole(r)
			p.Unspelt = make(map[lexical.Spelling]int)
			if rapid.Bool().Draw(rt, "some are gone") {
				p.Dead = lexical.NewBits(len(groups))
			}
			for i, group := range groups {
				if p.Dead != nil && rapid.IntRange(0, 3).Draw(rt, "gone") == 0 {
					p.Dead.Set(uint32(i))
					p.Live = p.Live.Minus(r.GroupStats(uint32(i)))
					for _, d := range group {
						d.CountSpellings(p.Unspelt)
					}
				} else {
					left = append(left, group)
				}
			}
			parts = append(parts, p)
		}
		_, want := build(rt, left)
		merged, got := seal(rt, func(w *sealed.Writer) error { return lexical.Merge(w, parts) })
		if !bytes.Equal(got, want) {
			rt.Fatalf("merged:\n%s\nbuilt:\n%s", got, want)
		}
		live := lexical.Stats{}
		for _, p := range parts {
			live = live.Plus(p.Live)
		}
		if merged.Total() != live {
			rt.Fatalf("%+v, want %+v", merged.Total(), live)
		}
	})
}

// TestPositionsAnywhere looks at the positions in documents of long lists, which are read block by
// block.
func TestPositionsAnywhere(t *testing.T) {
	var groups [][]lexical.Doc
	for i := range 500 {
		text := strings.Repeat("x ", i%5) + "red " + strings.Repeat("y ", i%11) + "boat"
		if i%3 == 0 {
			text = "nothing"
		}
		groups = append(groups, []lexical.Doc{doc(text, "", "")})
	}
	r, _ := build(t, groups)
	s, err := lexical.Search([]lexical.Part{whole(r)}, terms("red boa"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Release()
	weight := min(s.Weights[0], s.Weights[1])
	for i := range uint32(500) {
		want := 0.0
		if apart := i%11 + 1; i%3 != 0 && apart <= 8 {
			want = weight / float64(apart)
		}
		if got := s.Parts[0].Close(i); math.Abs(got-want) > 1e-12 {
			t.Errorf("document %d: %v, want %v", i, got, want)
		}
		if most := float64(s.CloseMost(s.Parts[0].Held[i])); most < want {
			t.Errorf("document %d: at most %v, and yet %v", i, most, want)
		}
	}
}

func FuzzReader(f *testing.F) {
	f.Add([]byte{}, []byte{0, 0, 0, 0}, "boa")
	f.Fuzz(func(t *testing.T, postings, table []byte, term string) {
		w := sealed.NewWriter(1)
		for section := range lexical.Sections {
			w.Section(section)
			content := table
			if section == 2 {
				content = postings
			}
			if _, err := w.Write(content); err != nil {
				t.Fatal(err)
			}
		}
		file, err := w.Seal()
		if err != nil {
			t.Fatal(err)
		}
		// What is sealed is what was written, whatever it says; a reader of nonsense may fail, and
		// never hang.
		defer func() { _ = recover() }()
		r, err := lexical.Open(file)
		if err != nil {
			return
		}
		s, err := lexical.Search([]lexical.Part{whole(r)}, terms(term))
		if err == nil {
			s.Release()
		}
	})
}
