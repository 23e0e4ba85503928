package bench

import (
	"context"
	"fmt"
)

// related takes the time to find what is related to a memory.
func (s *suite) related(ctx context.Context) ([]Result, error) {
	const bar = 10
	e, err := s.engine(ctx, s.near)
	if err != nil {
		return nil, err
	}
	memories := s.near / passagesInOne
	s.note("measuring what is related to a memory")
	took, err := s.race(ctx, contender{"related", func(ctx context.Context, i int) error {
		of := fmt.Sprintf("%s-%06d", theUser, i*memories/len(s.questions))
		found, err := e.recall.Related(ctx, theUser, of, 5, 0)
		if err == nil && len(found) == 0 {
			err = errNothing
		}
		return err
	}})
	if err != nil {
		return nil, err
	}
	return []Result{atMost(bar, took[0].Seconds()*1000, "ms", "what is related to a memory of five passages, of "+short(memories)+" memories",
		inMillis("related", took[0]))}, nil
}
