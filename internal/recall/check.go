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
			problems, err = compare(state, fresh.state.Load())
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

// compare says what an index has that another one has not, and the other way round.
func compare(have, want *segment.State) ([]string, error) {
	var problems []string
	for _, side := range []struct {
		of    string
		count func(*segment.State) (map[string]uint64, error)
	}{{"passages", (*segment.State).Passages}, {"words", (*segment.State).Terms}} {
		is, err := side.count(have)
		if err != nil {
			return nil, err
		}
		should, err := side.count(want)
		if err != nil {
			return nil, err
		}
		missing, extra, other := 0, 0, 0
		for key, value := range should {
			if found, known := is[key]; !known {
				missing++
			} else if found != value {
				other++
			}
		}
		for key := range is {
			if _, known := should[key]; !known {
				extra++
			}
		}
		if missing+extra+other > 0 {
			problems = append(problems, fmt.Sprintf("%s: %d are missing, %d should not be there, %d are not what was saved",
				side.of, missing, extra, other))
		}
	}
	return problems, nil
}
