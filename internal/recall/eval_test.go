package recall_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// measures are means over the questions of a set that have an answer in it.
type measures struct {
	ndcg10, hit1, recall1, recall5, recall10 float64
	questions                                float64
}

// add counts one question's result.
func (m *measures) add(found []string, relevant map[string]float64) {
	found = found[:min(len(found), 10)]
	grades := slices.SortedFunc(maps.Values(relevant), func(a, b float64) int { return cmp.Compare(b, a) })
	gain, ideal := 0.0, 0.0
	for i, grade := range grades[:min(len(grades), 10)] {
		ideal += grade / math.Log2(float64(i)+2)
	}
	for i, id := range found {
		gain += relevant[id] / math.Log2(float64(i)+2)
	}
	among := func(k int) float64 {
		n := 0.0
		for _, id := range found[:min(len(found), k)] {
			if relevant[id] > 0 {
				n++
			}
		}
		return n / float64(len(relevant))
	}
	m.ndcg10 += gain / ideal
	m.hit1 += math.Ceil(among(1))
	m.recall1 += among(1)
	m.recall5 += among(5)
	m.recall10 += among(10)
	m.questions++
}

func (m *measures) String() string {
	n := m.questions
	return fmt.Sprintf("nDCG@10 %.3f  hit@1 %.3f  R@1 %.3f  R@5 %.3f  R@10 %.3f  (%v questions)",
		m.ndcg10/n, m.hit1/n, m.recall1/n, m.recall5/n, m.recall10/n, n)
}

// floor is what a measure must not fall below: what words alone reach, less a little.
type floor struct {
	name    string
	measure func(m *measures) float64
	least   float64
}

func ndcg(least float64) floor {
	return floor{"nDCG@10", func(m *measures) float64 { return m.ndcg10 }, least}
}

func hit1(least float64) floor {
	return floor{"hit@1", func(m *measures) float64 { return m.hit1 }, least}
}

func recall1(least float64) floor {
	return floor{"R@1", func(m *measures) float64 { return m.recall1 }, least}
}

func recall5(least float64) floor {
	return floor{"R@5", func(m *measures) float64 { return m.recall5 }, least}
}

func recall10(least float64) floor {
	return floor{"R@10", func(m *measures) float64 { return m.recall10 }, least}
}

func (f floor) check(t *testing.T, of string, m *measures) {
	t.Helper()
	if got := f.measure(m) / m.questions; got < f.least {
		t.Errorf("%s: %s is %.3f, below %.3f", of, f.name, got, f.least)
	}
}

func TestQuality(t *testing.T) {
	sets := []struct {
		name   string
		heavy  bool
		floors []floor
	}{
		{"xquad-en", false, []floor{recall1(.94), recall5(.985)}},
		{"xquad-es", true, []floor{ndcg(.955)}},
		{"xquad-ru", true, []floor{ndcg(.945)}},
		{"cranfield", true, []floor{ndcg(.375)}},
		{"cisi", true, []floor{ndcg(.375)}},
		{"scifact", true, []floor{ndcg(.685)}},
		{"covidqa", true, []floor{ndcg(.71), recall5(.785)}},
	}
	for _, s := range sets {
		t.Run(s.name, func(t *testing.T) {
			if s.heavy && raceEnabled {
				t.Skip("a large set: measured without the race detector")
			}
			set := recalltest.Read(t, s.name)
			e := recall.New(set.Log())
			m := new(measures)
			for _, q := range set.Queries {
				if relevant := set.Relevant[q.ID]; len(relevant) > 0 {
					m.add(memoryIDs(ask(t, e, recall.Query{Text: q.Text})), relevant)
				}
			}
			t.Logf("%-22s %v", s.name, m)
			for _, f := range s.floors {
				f.check(t, s.name, m)
			}
		})
	}
}

func TestQualityOnMemories(t *testing.T) {
	set := recalltest.Read(t, "memories")
	e := recall.New(set.Log())
	byKind := make(map[string]*measures)
	for _, q := range set.Queries {
		relevant := set.Relevant[q.ID]
		if len(relevant) == 0 {
			continue
		}
		if byKind[q.Kind] == nil {
			byKind[q.Kind] = new(measures)
		}
		byKind[q.Kind].add(memoryIDs(ask(t, e, recall.Query{Text: q.Text})), relevant)
	}
	floors := map[string]floor{"lexical": hit1(.98), "typed": hit1(.90), "temporal": recall5(1)}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		t.Logf("%-22s %v", "memories: "+kind, byKind[kind])
		if f, reached := floors[kind]; reached { // words alone do not reach the other kinds
			f.check(t, "memories: "+kind, byKind[kind])
		}
	}
}

// TestQualityOnConversations asks for turns, each a passage of its session.
func TestQualityOnConversations(t *testing.T) {
	m := new(measures)
	for _, n := range []string{"26", "30", "41", "42", "43"} {
		set := recalltest.Read(t, "locomo-turn/"+n)
		var log recalltest.Log
		for _, d := range set.Docs {
			var session, turn int
			if _, err := fmt.Sscanf(d.ID, "D%d:%d", &session, &turn); err != nil {
				t.Fatal(err)
			}
			log.Add("u", recall.Passage{MemoryID: fmt.Sprint("D", session), Ord: turn, Text: d.Text})
		}
		e := recall.New(&log)
		ask(t, e, recall.Query{})
		for _, q := range set.Queries {
			if relevant := set.Relevant[q.ID]; len(relevant) > 0 {
				m.add(e.Passages("u", q.Text, 10), relevant)
			}
		}
	}
	t.Logf("%-22s %v", "locomo turns", m)
	recall5(.65).check(t, "locomo turns", m)
	recall10(.75).check(t, "locomo turns", m)
}

func memoryIDs(matches []recall.Match) []string {
	var all []string
	for _, m := range matches {
		all = append(all, m.MemoryID)
	}
	return all
}

// synthetic saves n passages of 120 words whose frequencies fall as in a language, five to a memory.
func synthetic(n int) *recalltest.Log {
	var log recalltest.Log
	words := newWords(1)
	for i := range n {
		log.Add("u", recall.Passage{
			MemoryID: fmt.Sprintf("m%06d", i/5), Ord: i % 5, Kind: "note", Title: words.text(4), Text: words.text(120),
		})
	}
	return &log
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			e := recall.New(synthetic(n), recall.WithBudget(1<<40))
			words := newWords(2)
			var questions []string
			for range 64 {
				questions = append(questions, words.question())
			}
			ask(b, e, recall.Query{Text: questions[0]})
			i := 0
			for b.Loop() {
				if _, err := e.Search(context.Background(), "u", recall.Query{Text: questions[i%len(questions)]}); err != nil {
					b.Fatal(err)
				}
				i++
			}
		})
	}
}

func BenchmarkIndexing(b *testing.B) {
	const passages = 2_000
	log := synthetic(passages)
	for b.Loop() {
		e := recall.New(log)
		if _, err := e.Search(context.Background(), "u", recall.Query{Text: "nothing"}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(passages*float64(b.N)/b.Elapsed().Seconds(), "passages/s")
}
