package lexical

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func doc(text string) Doc { return Doc{Text: strings.Fields(text)} }

func query(terms string) Query {
	var q Query
	for t := range strings.FieldsSeq(terms) {
		q.Terms = append(q.Terms, Term{Forms: []string{t}, Count: 1})
	}
	return q
}

// scores copies what a query gives each document.
func scores(x *Index, q Query) map[uint32]DocScore {
	s := x.Search(q)
	defer s.Release()
	all := make(map[uint32]DocScore)
	for _, d := range s.Docs {
		all[d] = s.Doc[d]
	}
	return all
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func TestBM25(t *testing.T) {
	x := New()
	x.Add(doc("red boat red sail"))
	x.Add(doc("blue boat"))
	got := scores(x, query("red"))
	// One of two documents: idf ln(1 + 1.5/1.5). Two of four terms, where three is the average.
	want := math.Log(2) * 2 * 1.9 / (2 + 0.9*(0.6+0.4*4/3))
	if len(got) != 1 || !near(got[0].BM25, want) {
		t.Errorf("%+v, want %v", got, want)
	}
}

func TestTitleCountsTwice(t *testing.T) {
	x := New()
	x.Add(Doc{Text: []string{"a", "b", "c"}, Title: []string{"boat"}})
	x.Add(Doc{Text: []string{"a", "b", "c", "boat", "d"}, Group: 1})
	if got := scores(x, query("boat")); got[0].BM25 <= got[1].BM25 {
		t.Errorf("%+v", got)
	}
}

func TestCloseness(t *testing.T) {
	x := New()
	x.Add(doc("red boat 1 2 3 4 5 6 7 8 9"))
	x.Add(doc("red 1 2 3 4 5 6 7 boat 8 9"))
	x.Add(doc("red 1 2 3 4 5 6 7 8 boat 9"))
	x.Add(Doc{Text: strings.Fields("1 2 3 4 5 6 7 8 9 red"), Title: []string{"boat"}})
	got := scores(x, query("red boat"))
	if !near(got[0].Close, 8*got[1].Close) || got[1].Close <= 0 {
		t.Errorf("next to each other %v, eight apart %v", got[0].Close, got[1].Close)
	}
	if got[2].Close != 0 || got[3].Close != 0 {
		t.Errorf("nine apart %v, in text and title %v", got[2].Close, got[3].Close)
	}
	if got[0].Holds != 0b11 {
		t.Errorf("holds %b", got[0].Holds)
	}
}

func TestRepeatedQueryTermCounts(t *testing.T) {
	x := New()
	x.Add(doc("red boat"))
	once, twice := query("red"), query("red")
	twice.Terms[0].Count = 2
	if a, b := scores(x, once)[0].BM25, scores(x, twice)[0].BM25; !near(2*a, b) {
		t.Errorf("%v, %v", a, b)
	}
}

func TestFormsOfATermCountOnce(t *testing.T) {
	x := New()
	x.Add(doc("boats boat red"))
	x.Add(doc("boat blue"))
	got := scores(x, Query{Terms: []Term{{Forms: []string{"boat", "boats", "boat"}, Count: 1}, {Forms: []string{"red", "rouge"}, Count: 1}}})
	alone := scores(x, query("boat red"))
	if got[0] != alone[0] {
		t.Errorf("%+v, with one form %+v", got, alone)
	}
}

func TestKeepLeavesOthersOut(t *testing.T) {
	x := New()
	x.Add(doc("red"))
	x.Add(doc("red"))
	q := query("red")
	q.Keep = func(d uint32) bool { return d == 1 }
	s := x.Search(q)
	defer s.Release()
	if !cmp.Equal(s.Docs, []uint32{1}) {
		t.Errorf("%v", s.Docs)
	}
}

func TestNoQueryFails(t *testing.T) {
	x := New()
	for _, q := range []Query{{}, query("unknown"), query(strings.Repeat("t ", 500))} {
		x.Search(q).Release()
	}
	x.Add(doc("t"))
	x.Remove(0, doc("t"))
	x.Remove(0, doc("t"))
	if got := scores(x, query("t")); len(got) != 0 || x.Live() != 0 {
		t.Errorf("%v", got)
	}
}

// vocabulary is so small that documents share their words.
var vocabulary = rapid.SampledFrom(strings.Fields("a b c d e f g h"))

func TestIndexEqualsOneOfWhatIsLeft(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		words := rapid.SliceOfN(vocabulary, 1, 300)
		docs := rapid.SliceOfN(rapid.Custom(func(rt *rapid.T) Doc {
			return Doc{
				Text:  words.Draw(rt, "text"),
				Title: rapid.SliceOfN(vocabulary, 0, 3).Draw(rt, "title"),
				Group: rapid.Uint32Range(0, 4).Draw(rt, "group"),
			}
		}), 1, 30).Draw(rt, "docs")
		x, fresh := New(), New()
		for _, d := range docs {
			x.Add(d)
		}
		for id, d := range docs {
			if rapid.Bool().Draw(rt, "remove") {
				x.Remove(uint32(id), d)
			} else {
				fresh.Add(d)
			}
		}
		q := query("a c b z")
		tombstones := ranked(x, q)
		x.Compact(func(group uint32) uint32 { return group })
		if diff := cmp.Diff(ranked(fresh, q), tombstones); diff != "" {
			rt.Fatalf("with tombstones: %s", diff)
		}
		if diff := cmp.Diff(scores(fresh, q), scores(x, q)); diff != "" {
			rt.Fatalf("compacted: %s", diff)
		}
		if x.Dead() != 0 || x.Live() != fresh.Live() {
			rt.Fatalf("%d dead, %d live", x.Dead(), x.Live())
		}
	})
}

// ranked returns the scores in the order of the documents, whatever their numbers.
func ranked(x *Index, q Query) []DocScore {
	all := scores(x, q)
	var list []DocScore
	for d := range uint32(len(x.docs)) {
		if s, found := all[d]; found {
			list = append(list, s)
		}
	}
	return list
}

func TestPositionsSurvivePacking(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		steps := rapid.SliceOfN(rapid.Uint32Range(1, 1<<20), 1, 50).Draw(rt, "steps")
		u := uses{weight: 7}
		for _, s := range steps {
			u.positions = append(u.positions, s+last(u.positions))
		}
		var l postings
		l.add(300, u)
		for p := range l.all() {
			if got := unpack(nil, p.positions); p.doc != 300 || p.weight != 7 || !cmp.Equal(got, u.positions) {
				rt.Fatalf("%+v: %v", p, got)
			}
		}
	})
}

func last(positions []uint32) uint32 {
	if len(positions) == 0 {
		return 0
	}
	return positions[len(positions)-1]
}
