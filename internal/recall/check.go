package recall

import (
	"context"
	"errors"
	"fmt"

	"engram/internal/recall/segment"
)

// Check compares the user's index with one that is made anew from the source, in ordinary memory, and returns what is
// wrong with it, in plain words: nothing when they are equal. Forget repairs whatever it is. It reads everything there is,
// and takes as long as indexing does.
func (e *Engine) Check(ctx context.Context, userID string) ([]string, error) {
	x := e.take(userID)
	defer e.cache.give(x)
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
				return errBehind // other nodes write meanwhile
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

// damage makes a problem of an error that says that the index is damaged.
func damage(err error) ([]string, error) {
	if isDamage(err) {
		return []string{err.Error()}, nil
	}
	return nil, err
}
