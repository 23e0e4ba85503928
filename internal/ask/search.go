package ask

import (
	"context"

	"engram/internal/recall"
)

// Found are the memories that a search finds, with the passages that match.
type Found struct {
	Related
	Matches []recall.Match // parallel to Memories
}

// Search finds memories as Ask does, and has no answer written. It takes one of the day's searches;
// one that fails costs nothing.
func (s *Service) Search(ctx context.Context, r Request) (_ Found, err error) {
	q, err := s.open(ctx, r)
	if err != nil {
		return Found{}, err
	}
	q.aside.Sure = false // a greeting may be searched for
	giveBack, err := s.begin(ctx, &q)
	if err != nil {
		return Found{}, err
	}
	defer settle(ctx, giveBack, &err)
	found, err := s.find(ctx, q, q.reading)
	return Found{Related: found.Related, Matches: found.matches}, err
}
