// Package eval measures how well questions find what answers them, over retrieval sets in the layout of BEIR.
package eval

import (
	"context"
	"fmt"
	"time"
)

// Library is what is measured: where people keep memories and ask for them. Each set is one person's.
type Library interface {
	Ranker
	// Save keeps everything of one person, who has saved nothing before, and returns when all of it can be found.
	Save(ctx context.Context, person string, memories []Memory) error
}

// Ranker answers questions about what was saved.
type Ranker interface {
	// Ask returns the ids of at most n memories, best first.
	Ask(ctx context.Context, person, question string, n int) ([]string, error)
	// AskPassages returns at most n passages out of all memories, best first.
	AskPassages(ctx context.Context, person, question string, n int) ([]Place, error)
}

// Place names a passage.
type Place struct {
	MemoryID string
	Ord      int
}

// ID is the id of the document that the passage was in the set.
func (p Place) ID() string { return fmt.Sprintf("%s:%d", p.MemoryID, p.Ord) }

// Report says what a library reaches, and what words alone reach on the same.
type Report struct {
	Name                       string
	People, Memories, Passages int
	Unanswered                 int // questions that nothing in their set answers: they are left out
	Saving                     time.Duration
	Engram, Words              Result
}

// Result is what is reached on a measure's sets.
type Result struct {
	Mean   Mean
	Kinds  map[string]*Mean // by kind of question; empty where the sets tell none
	Asking time.Duration    // all questions together
}

// Run saves the sets in the library and asks it, and words, which finds what the library keeps, every question that has
// an answer.
func Run(ctx context.Context, sets Sets, library Library, words Ranker) (*Report, error) {
	report := &Report{Name: sets.Name}
	for _, set := range sets.Sets {
		if err := report.add(ctx, set, library, words); err != nil {
			return nil, fmt.Errorf("%s: %w", set.Name, err)
		}
	}
	return report, nil
}

func (r *Report) add(ctx context.Context, set Set, library Library, words Ranker) error {
	memories := set.Memories()
	r.People++
	r.Memories += len(memories)
	for _, m := range memories {
		r.Passages += len(m.Passages)
	}
	questions := set.Answerable()
	r.Unanswered += len(set.Queries) - len(questions)
	start := time.Now()
	err := library.Save(ctx, set.Name, memories)
	r.Saving += time.Since(start)
	if err != nil {
		return err
	}
	if err := r.Engram.Add(ctx, set, library); err != nil {
		return err
	}
	return r.Words.Add(ctx, set, words)
}

// Add asks every question of the set that has an answer in it.
func (r *Result) Add(ctx context.Context, set Set, ranker Ranker) error {
	ask := ranker.Ask
	if set.Conversation() {
		ask = passageIDs(ranker)
	}
	for i, q := range set.Answerable() {
		if i == 0 { // asked once more than the others: the first search of a person reads their index
			if _, err := ask(ctx, set.Name, q.Text, depth); err != nil {
				return err
			}
		}
		start := time.Now()
		ranking, err := ask(ctx, set.Name, q.Text, depth)
		r.Asking += time.Since(start)
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		r.count(q.Kind, Score(ranking, set.Relevant[q.ID]))
	}
	return nil
}

// passageIDs asks for passages by the ids that they have in the set.
func passageIDs(ranker Ranker) func(context.Context, string, string, int) ([]string, error) {
	return func(ctx context.Context, person, question string, n int) ([]string, error) {
		places, err := ranker.AskPassages(ctx, person, question, n)
		ids := make([]string, len(places))
		for i, p := range places {
			ids[i] = p.ID()
		}
		return ids, err
	}
}

func (r *Result) count(kind string, s Scores) {
	r.Mean.Add(s)
	if kind == "" {
		return
	}
	if r.Kinds == nil {
		r.Kinds = make(map[string]*Mean)
	}
	if r.Kinds[kind] == nil {
		r.Kinds[kind] = new(Mean)
	}
	r.Kinds[kind].Add(s)
}

// PerQuestion is how long a question took.
func (r Result) PerQuestion() time.Duration {
	return r.Asking / time.Duration(max(r.Mean.Questions, 1))
}
