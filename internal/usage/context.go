package usage

import (
	"context"
	"sync"
)

type (
	callKey  struct{}
	meterKey struct{}
)

// For records what a model is called for with ctx.
func For(ctx context.Context, c Call) context.Context { return context.WithValue(ctx, callKey{}, c) }

// CallOf returns the call recorded by For.
func CallOf(ctx context.Context) Call {
	c, _ := ctx.Value(callKey{}).(Call)
	return c
}

// bytesPerToken is about that of English; other scripts have fewer.
const bytesPerToken = 4

// Estimate returns about how many tokens a text of n bytes has.
func Estimate(n int) int { return (n + bytesPerToken - 1) / bytesPerToken }

// Meter adds up the tokens that an endpoint reports. It is safe for concurrent use.
type Meter struct {
	mu                 sync.Mutex
	prompt, completion int
}

// Metered returns a context whose calls are reported to the Meter.
func Metered(ctx context.Context) (context.Context, *Meter) {
	m := &Meter{}
	return context.WithValue(ctx, meterKey{}, m), m
}

// mostTokens bounds what is believed of a report.
const mostTokens = 100_000_000

// Report adds the tokens of a call to the Meter of ctx. What can't be true is left out.
func Report(ctx context.Context, prompt, completion int) {
	m, _ := ctx.Value(meterKey{}).(*Meter)
	if m == nil || min(prompt, completion) < 0 || max(prompt, completion) > mostTokens {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.prompt, m.completion = m.prompt+prompt, m.completion+completion
}

// Tokens returns what was reported, and estimates in place of what was not.
func (m *Meter) Tokens(prompt, completion int) (sent, received int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.prompt > 0 {
		prompt = m.prompt
	}
	if m.completion > 0 {
		completion = m.completion
	}
	return prompt, completion
}
