package eval

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"engram/internal/answer"
	"engram/internal/recall"
)

// Finder finds memories as the product does.
type Finder interface {
	// Find returns at most n of a person's memories with their passages, best first.
	Find(ctx context.Context, person, question string, n int) ([]recall.Match, error)
}

// shown is how many memories a question is answered from, as in the product.
const shown = 10

// Unanswerable is the kind of questions that nothing in their set answers.
const Unanswerable = "unanswerable"

// AnswerWay is a way to answer.
type AnswerWay struct {
	Name   string // empty: as the product does when nothing keeps it from it
	By     answer.Answerer
	Floors Floors
}

// AnswerReport says how questions are answered from the sets of one name, in one way.
type AnswerReport struct {
	Name  string
	Way   string
	Kinds map[string]*Tally // of questions that have an answer, by kind, "" where the set tells none
	// Nothing counts questions that have no answer: those that the set calls so or, where it has none of these, all
	// questions once more without the memories that answer them.
	Nothing Tally
	times   []time.Duration // of each answer, without the search
	floors  Floors
}

// Tally counts what became of questions.
type Tally struct {
	Questions int `json:"questions"`
	Refused   int `json:"refused"`
	Told      int `json:"told"`  // those of which the set tells the words of the answer
	Best      int `json:"best"`  // of them, those whose words stand in the first sentence that is quoted
	Any       int `json:"any"`   // and those whose words stand in the answer
	Right     int `json:"right"` // the first citation is of a memory that answers
	Quotes    int `json:"quotes"`
	Verbatim  int `json:"verbatim"` // quotes that stand in a passage of the memory that they cite
}

// RunAnswers saves the sets in the library and has every question answered from what the finder finds, in each way.
func RunAnswers(ctx context.Context, sets Sets, library Library, finder Finder, ways ...AnswerWay) ([]*AnswerReport, error) {
	reports := make([]*AnswerReport, len(ways))
	for i, way := range ways {
		reports[i] = &AnswerReport{Name: sets.Name, Way: way.Name, Kinds: make(map[string]*Tally), floors: way.Floors}
	}
	for _, set := range sets.Sets {
		if err := library.Save(ctx, set.Name, set.Memories()); err != nil {
			return nil, fmt.Errorf("%s: %w", set.Name, err)
		}
		for i, way := range ways {
			if err := reports[i].ask(ctx, set, finder, way.By); err != nil {
				return nil, fmt.Errorf("%s: %w", set.Name, err)
			}
		}
	}
	return reports, nil
}

func (r *AnswerReport) ask(ctx context.Context, set Set, finder Finder, by answer.Answerer) error {
	calledSo := slices.ContainsFunc(set.Queries, func(q Query) bool { return q.Kind == Unanswerable })
	for _, q := range set.Queries {
		relevant := set.relevantMemories(q.ID)
		matches, err := finder.Find(ctx, set.Name, q.Text, shown+len(relevant))
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		asked := question{set.Name, q, relevant}
		if len(relevant) == 0 {
			if q.Kind == Unanswerable {
				err = r.answer(ctx, by, asked, matches, &r.Nothing)
			}
		} else {
			err = r.answer(ctx, by, asked, matches, r.kind(q.Kind))
			if err == nil && !calledSo {
				others := slices.DeleteFunc(slices.Clone(matches), func(m recall.Match) bool { return relevant[m.MemoryID] })
				err = r.answer(ctx, by, asked, others, &r.Nothing)
			}
		}
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
	}
	return nil
}

// relevantMemories are the memories that answer a question: its documents, or the conversations that they are turns of.
func (s Set) relevantMemories(query string) map[string]bool {
	all := make(map[string]bool)
	for id := range s.Relevant[query] {
		if place, ok := placeOf(id); ok && s.Conversation() {
			id = place.MemoryID
		}
		all[id] = true
	}
	return all
}

func (r *AnswerReport) kind(name string) *Tally {
	if r.Kinds[name] == nil {
		r.Kinds[name] = new(Tally)
	}
	return r.Kinds[name]
}

// question is one of a person, with the memories that answer it.
type question struct {
	person string
	Query
	relevant map[string]bool
}

func (r *AnswerReport) answer(ctx context.Context, by answer.Answerer, q question, matches []recall.Match, in *Tally) error {
	matches = matches[:min(len(matches), shown)]
	start := time.Now()
	a, err := by.Answer(ctx, answer.Question{UserID: q.person, Text: q.Text, Matches: matches}, nil)
	if err != nil {
		return err
	}
	r.times = append(r.times, time.Since(start))
	in.add(q, matches, a)
	return nil
}

func (t *Tally) add(q question, matches []recall.Match, a answer.Answer) {
	t.Questions++
	if !a.Answered {
		t.Refused++
		if q.Answer != "" {
			t.Told++
		}
		return
	}
	if len(a.Citations) > 0 && q.relevant[a.Citations[0].MemoryID] {
		t.Right++
	}
	for _, c := range a.Citations {
		t.Quotes++
		if verbatim(c, matches) {
			t.Verbatim++
		}
	}
	if q.Answer == "" {
		return
	}
	t.Told++
	holds := func(c answer.Citation) bool { return strings.Contains(c.Quote, q.Answer) }
	if len(a.Citations) > 0 && holds(a.Citations[0]) {
		t.Best++
	}
	if slices.ContainsFunc(a.Citations, holds) || strings.Contains(a.Markdown, q.Answer) {
		t.Any++
	}
}

// verbatim reports whether a citation's words stand in a passage of the memory that its number and its id name.
func verbatim(c answer.Citation, matches []recall.Match) bool {
	if c.N < 1 || c.N > len(matches) || matches[c.N-1].MemoryID != c.MemoryID || c.Quote == "" {
		return false
	}
	return slices.ContainsFunc(matches[c.N-1].Passages, func(h recall.Hit) bool { return strings.Contains(h.Text, c.Quote) })
}

// Answerable counts the questions that have an answer.
func (r *AnswerReport) Answerable() Tally {
	var all Tally
	for _, t := range r.Kinds {
		all.merge(t)
	}
	return all
}

// worded are the kinds of questions that share words with their answers, for which the floors hold.
var worded = []string{"", "lexical"}

func (r *AnswerReport) worded() Tally {
	var all Tally
	for _, kind := range worded {
		if t := r.Kinds[kind]; t != nil {
			all.merge(t)
		}
	}
	return all
}

func (t *Tally) merge(other *Tally) {
	t.Questions += other.Questions
	t.Refused += other.Refused
	t.Told += other.Told
	t.Best += other.Best
	t.Any += other.Any
	t.Right += other.Right
	t.Quotes += other.Quotes
	t.Verbatim += other.Verbatim
}

// Median is how long half of the answers took at most, the search not counted.
func (r *AnswerReport) Median() time.Duration { return median(r.times) }
