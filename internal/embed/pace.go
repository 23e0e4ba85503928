package embed

import "context"

// Pace is called between the steps of a long reckoning, each at most about a millisecond of work where there is a fast way
// to do it. It may wait, so that others go first; an error ends the reckoning.
type Pace func(ctx context.Context) error

type paceKey struct{}

// WithPace returns a context whose reckonings call pace between their steps.
func WithPace(ctx context.Context, pace Pace) context.Context {
	return context.WithValue(ctx, paceKey{}, pace)
}

// PaceOf returns what a reckoning calls between its steps. It is never nil: without a pace, it tells only whether ctx has
// ended.
func PaceOf(ctx context.Context) func() error {
	pace, ok := ctx.Value(paceKey{}).(Pace)
	if !ok {
		return ctx.Err
	}
	return func() error { return pace(ctx) }
}
