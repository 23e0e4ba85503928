package extractive_test

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/lab/eval"
	"engram/internal/lab/eval/evaltest"
	"engram/internal/recall"
)

// tally counts the outcomes for one kind of question.
type tally struct {
	questions, refused int
	known              int // with known words of the answer
	first, any         int // with these in the first, in any quoted sentence
	cited              int // whose first sentence is from a right memory
}

func (c *tally) add(q eval.Query, relevant map[string]float64, a answer.Answer) {
	c.questions++
	if !a.Answered() {
		c.refused++
	}
	holds := func(c answer.Citation) bool { return strings.Contains(c.Quote, q.Answer) }
	if q.Answer != "" {
		c.known++
		if slices.ContainsFunc(a.Citations, holds) {
			c.any++
		}
	}
	if len(a.Citations) > 0 {
		if q.Answer != "" && holds(a.Citations[0]) {
			c.first++
		}
		if relevant[a.Citations[0].MemoryID] > 0 {
			c.cited++
		}
	}
}

func rate(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

func (c *tally) log(t *testing.T, name string) {
	t.Helper()
	t.Logf("%-24s %4d questions  refused %.3f  right memory first %.3f  answer in the first sentence %.3f, in any %.3f (of %d)",
		name, c.questions, rate(c.refused, c.questions), rate(c.cited, c.questions), rate(c.first, c.known), rate(c.any, c.known), c.known)
}

func search(t *testing.T, e *recall.Engine, user, question string, limit int) []recall.Match {
	t.Helper()
	matches, err := e.Search(t.Context(), user, recall.Query{Text: question, Limit: limit})
	if err != nil {
		t.Fatal(err)
	}
	return matches
}

func reply(t *testing.T, question string, matches []recall.Match) answer.Answer {
	t.Helper()
	a, err := extractive.New(nil, nil).Answer(context.Background(), answer.Question{Text: question, Matches: matches}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// These tests search by words alone, the product's minimum; engram eval --answers includes meaning.

func TestQualityOnMemories(t *testing.T) {
	set := evaltest.Read(t, "memories").Sets[0]
	e := recall.New(evaltest.Log(set))
	byKind := make(map[string]*tally)
	for _, q := range set.Queries {
		if byKind[q.Kind] == nil {
			byKind[q.Kind] = new(tally)
		}
		byKind[q.Kind].add(q, set.Relevant[q.ID], reply(t, q.Text, search(t, e, set.Name, q.Text, 10)))
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		byKind[kind].log(t, kind)
	}
	if c := byKind["unanswerable"]; rate(c.refused, c.questions) < .75 {
		t.Errorf("%d of %d unanswerable questions are refused", c.refused, c.questions)
	}
	if c := byKind["lexical"]; rate(c.refused, c.questions) > .05 || rate(c.any, c.known) < .94 {
		t.Errorf("of %d questions that share words with their memory %d are refused and %d answered", c.questions, c.refused, c.any)
	}
}

// TestQualityAmongFew asks libraries of one to sixteen memories. Thresholds were set on "fitted"
// only, not on "unseen".
func TestQualityAmongFew(t *testing.T) {
	for folder, least := range map[string]float64{"fitted": .87, "unseen": .81} {
		sets, err := eval.ReadSets(filepath.Join("testdata", "small", folder))
		if err != nil {
			t.Fatal(err)
		}
		answerable, unanswerable := new(tally), new(tally)
		for _, set := range sets.Sets {
			e := recall.New(evaltest.Log(set))
			for _, q := range set.Queries {
				a := reply(t, q.Text, search(t, e, set.Name, q.Text, 10))
				switch q.Kind {
				case "":
					answerable.add(q, set.Relevant[q.ID], a)
				case eval.Unanswerable:
					unanswerable.add(q, nil, a)
				}
			}
		}
		answerable.log(t, folder)
		unanswerable.log(t, folder+", unanswerable")
		if got := rate(unanswerable.refused, unanswerable.questions); got < least {
			t.Errorf("%s: %.3f of what nothing answers is refused", folder, got)
		}
		if got := rate(answerable.refused, answerable.questions); got > .05 {
			t.Errorf("%s: %.3f of the questions are refused although they have an answer", folder, got)
		}
	}
}

// TestQualityOnPassages asks each question with and without the passages that answer it.
func TestQualityOnPassages(t *testing.T) {
	set := evaltest.Read(t, "xquad-en").Sets[0]
	e := recall.New(evaltest.Log(set))
	answerable, unanswerable := new(tally), new(tally)
	for _, q := range set.Queries {
		relevant := set.Relevant[q.ID]
		matches := search(t, e, set.Name, q.Text, 11)
		answerable.add(q, relevant, reply(t, q.Text, matches[:min(len(matches), 10)]))
		others := slices.DeleteFunc(matches, func(m recall.Match) bool { return relevant[m.MemoryID] > 0 })
		unanswerable.add(q, relevant, reply(t, q.Text, others))
	}
	answerable.log(t, "xquad-en")
	unanswerable.log(t, "xquad-en, answer removed")
	if got := rate(answerable.refused, answerable.questions); got > .05 {
		t.Errorf("%.3f of the questions are refused although they have an answer", got)
	}
	if got := rate(answerable.cited, answerable.questions); got < .90 {
		t.Errorf("%.3f of the answers begin with the passage that answers", got)
	}
	if got := rate(unanswerable.refused, unanswerable.questions); got < .71 {
		t.Errorf("%.3f of the questions are refused when their answer is removed", got)
	}
}
