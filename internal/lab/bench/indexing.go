package bench

import (
	"context"
	"errors"
	"time"
)

// indexing counts the passages that are read, taken into words and added in a CPU second. The first search of an engine
// builds the index.
func (s *suite) indexing(ctx context.Context) ([]Result, error) {
	const bar = 10_000
	log, err := source{corpus: s.corpus, passages: s.indexed, mute: true}.kept(ctx, theUser)
	if err != nil {
		return nil, err
	}
	s.note("measuring indexing")
	once := s.pace
	once.operations = 1
	took, err := once.race(ctx, contender{"indexing", func(ctx context.Context, _ int) error {
		e := open(log, "")
		_, err := e.words(ctx, theUser, s.questions[0])
		return errors.Join(err, e.close())
	}})
	if err != nil {
		return nil, err
	}
	rate := float64(s.indexed) / max(took[0], 1).Seconds()
	return []Result{atLeast(bar, rate, "passages/s", "indexing by words, by CPU second",
		Figure{Name: "a passage", Value: took[0].Seconds() / float64(s.indexed) * float64(time.Second/time.Microsecond), Unit: "µs"})}, nil
}
