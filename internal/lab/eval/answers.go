package eval

import (
	"context"
	"fmt"
	"slices"
	"time"

	"engram/internal/answer"
	"engram/internal/recall"
)

// Finder finds memories as the product does.
type Finder interface {
	// Find returns at most n of a person's memories with their passages, best first.
	Find(ctx context.Context, person, question string, n int) ([]recall.Match, error)
}

// shown is the number of memories that a question is answered from, as in the product.
const shown = 10

// Unanswerable is the kind of questions that nothing in their set answers.
const Unanswerable = "unanswerable"

// AnswerWay is a way to answer.
type AnswerWay struct {
	Name     string // empty: as the product does when nothing keeps it from it
	By       answer.Answerer
	Floors   Floors
	Everyday Floors // instead, of sets that tell near misses
}

// AnswerReport says how questions are answered from the sets of one name, in one way.
type AnswerReport struct {
	Name  string
	Way   string
	Kinds map[string]*Tally // of questions that have an answer, by kind, "" where the set tells none
	// Nothing counts questions that have no answer: those that the set calls so or, where it has none of these, all
	// questions once more without the memories that answer them.
	Nothing Tally
	Misses  Tally           // those of Nothing that a memory nearly answers
	times   []time.Duration // of each answer, without the search
	floors  Floors
}

// RunAnswers saves the sets in the library and has every question answered from what the finder finds, in each way.
func RunAnswers(ctx context.Context, sets Sets, library Library, finder Finder, ways ...AnswerWay) ([]*AnswerReport, error) {
	reports := make([]*AnswerReport, len(ways))
	for i, way := range ways {
		reports[i] = &AnswerReport{Name: sets.Name, Way: way.Name, Kinds: make(map[string]*Tally), floors: way.Floors}
		if sets.tellNearMisses() {
			reports[i].floors = way.Everyday
		}
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

// tellNearMisses reports whether a question of the sets names what nearly answers it.
func (s Sets) tellNearMisses() bool {
	near := func(q Query) bool { return q.Near != "" }
	return slices.ContainsFunc(s.Sets, func(set Set) bool { return slices.ContainsFunc(set.Queries, near) })
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
	start, ranked := time.Now(), matches
	asked := answer.Question{UserID: q.person, Text: q.Text, Matches: matches, Aside: answer.AsideTo(q.Text)}
	asked.Ranked = func(order []int) { ranked = answer.Arrange(matches, order) }
	a, err := by.Answer(ctx, asked, nil)
	if err != nil {
		return err
	}
	r.times = append(r.times, time.Since(start))
	in.add(q, matches, ranked, a)
	if q.Near != "" {
		r.Misses.add(q, matches, ranked, a)
	}
	return nil
}

// All counts every question.
func (r *AnswerReport) All() Tally {
	all := r.Answerable()
	all.merge(&r.Nothing)
	return all
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

// Median returns the median time of an answer, without the search.
func (r *AnswerReport) Median() time.Duration { return median(r.times) }
