package recall

import (
	"context"
	"errors"
	"fmt"

	"engram/internal/recall/segment"
)

// Check rebuilds the user's index in memory and returns how the stored one differs, as messages for
// an operator. It takes as long as indexing does; Forget repairs any difference.
func (e *Engine) Check(ctx context.Context, userID string) ([]string, error) {
	x := e.acquire(userID)
	defer e.indexes.Release(userID)
	fresh := newReplica(userID, "", e.options)
	for {
		if _, err := fresh.catchUp(ctx, e.source); err != nil {
			return nil, fmt.Errorf("index of user %s: %w", userID, err)
		}
		last, err := x.catchUp(ctx, e.source)
		if err != nil {
			return damage(err)
		}
		var problems []string
		err = x.read(last, func(state *segment.State) (err error) {
			if fresh.state.Load().Seq != state.Seq {
				return errBehind // another node wrote in between
			}
			if err := state.Verify(ctx); err != nil {
				return err
			}
			problems, err = segment.Compare(state, fresh.state.Load())
			return err
		})
		switch {
		case errors.Is(err, errBehind):
			continue
		case err != nil:
			return damage(err)
		}
		return problems, nil
	}
}

// damage turns an error about a damaged index into a problem to report.
func damage(err error) ([]string, error) {
	if isDamage(err) {
		return []string{err.Error()}, nil
	}
	return nil, err
}
