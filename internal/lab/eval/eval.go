// Package eval measures how well questions find what answers them, over retrieval sets in the layout of BEIR.
package eval

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// Library keeps people's memories. Each set is one person's.
type Library interface {
	// Save keeps everything of one person, who has saved nothing before, and returns when all of it can be found.
	Save(ctx context.Context, person string, memories []Memory) error
}

// Ranker answers questions about what a library keeps.
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

// Way is a way to rank, by its name.
type Way string

// The ways. A library without a model has the first two alone.
const (
	Plain   Way = "BM25 alone"
	Words   Way = "words"         // with what stands around them, as the product goes without a model
	Meaning Way = "meaning alone" // by the cosine of the question and a passage
	Both    Way = "both"          // words and meaning, as the product goes with a model
)

// Ways are all of them, in the order in which they are shown.
var Ways = []Way{Plain, Words, Meaning, Both}

// Report says what each way reaches on the same library.
type Report struct {
	Name                       string
	People, Memories, Passages int
	Unanswered                 int           // questions that nothing in their set answers: they are left out
	Saving                     time.Duration // until all could be found, by its meaning too where there is a model
	Results                    map[Way]*Result
}

// Result holds the measures of a set's questions.
type Result struct {
	Mean  Mean
	Kinds map[string]*Mean // by kind of question; empty where the sets tell none
	times []time.Duration  // of each question
}

// Run saves the sets in the library and asks every question that has an answer in each of the
// rankers' ways. Both comes first, so that its times are those of questions never asked before.
func Run(ctx context.Context, sets Sets, library Library, rankers map[Way]Ranker) (*Report, error) {
	report := &Report{Name: sets.Name, Results: make(map[Way]*Result)}
	for way := range rankers {
		report.Results[way] = new(Result)
	}
	for _, set := range sets.Sets {
		if err := report.add(ctx, set, library, rankers); err != nil {
			return nil, fmt.Errorf("%s: %w", set.Name, err)
		}
	}
	return report, nil
}

func (r *Report) add(ctx context.Context, set Set, library Library, rankers map[Way]Ranker) error {
	memories := set.Memories()
	r.People++
	r.Memories += len(memories)
	for _, m := range memories {
		r.Passages += len(m.Passages)
	}
	r.Unanswered += len(set.Queries) - len(set.Answerable())
	start := time.Now()
	err := library.Save(ctx, set.Name, memories)
	r.Saving += time.Since(start)
	if err != nil {
		return err
	}
	for _, way := range slices.Backward(Ways) {
		if ranker := rankers[way]; ranker != nil {
			if err := r.Results[way].Add(ctx, set, ranker); err != nil {
				return fmt.Errorf("%s: %w", way, err)
			}
		}
	}
	return nil
}

// Ways are those that were measured, in the order of Ways.
func (r *Report) Ways() []Way {
	return slices.DeleteFunc(slices.Clone(Ways), func(w Way) bool { return r.Results[w] == nil })
}

// Product returns the result of the product: with meaning where it was measured.
func (r *Report) Product() *Result {
	if both := r.Results[Both]; both != nil {
		return both
	}
	return r.Results[Words]
}

// PerSecond returns the passages saved per second, reading by the model included.
func (r *Report) PerSecond() float64 {
	if r.Saving == 0 {
		return 0
	}
	return float64(r.Passages) / r.Saving.Seconds()
}

// Add asks every question of the set that has an answer in it.
func (r *Result) Add(ctx context.Context, set Set, ranker Ranker) error {
	ask := ranker.Ask
	if set.Conversation() {
		ask = passageIDs(ranker)
	}
	for i, q := range set.Answerable() {
		if i == 0 { // the first search of a person reads their index
			if _, err := ask(ctx, set.Name, unasked, depth); err != nil {
				return err
			}
		}
		start := time.Now()
		ranking, err := ask(ctx, set.Name, q.Text, depth)
		r.times = append(r.times, time.Since(start))
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		r.count(q.Kind, Score(ranking, set.Relevant[q.ID]))
	}
	return nil
}

// unasked is a question that no set asks: what is remembered of it makes no other faster.
const unasked = "which way to the museum of umbrellas"

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

// Median returns the median time of a question.
func (r *Result) Median() time.Duration { return median(r.times) }

func median(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	return slices.Sorted(slices.Values(times))[(len(times)-1)/2]
}
