package embed

import "context"

// Yield is called between the steps of a long computation, about every millisecond on a fast
// kernel. It may wait, so that other work goes first; an error cancels the computation.
type Yield func(ctx context.Context) error

type yieldKey struct{}

// WithYield returns a context whose computations call yield between their steps.
func WithYield(ctx context.Context, yield Yield) context.Context {
	return context.WithValue(ctx, yieldKey{}, yield)
}

// YieldOf returns the function that a computation calls between its steps, never nil. Without a
// Yield it only returns ctx's error.
func YieldOf(ctx context.Context) func() error {
	yield, ok := ctx.Value(yieldKey{}).(Yield)
	if !ok {
		return ctx.Err
	}
	return func() error { return yield(ctx) }
}
