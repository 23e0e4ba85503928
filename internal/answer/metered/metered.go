// Package metered records the calls of a model, with how much was sent and received.
package metered

import (
	"context"

	"engram/internal/answer"
	"engram/internal/usage"
)

// Model is an answer.Model whose calls are recorded, whatever comes of them.
type Model struct {
	answer.Model
	calls usage.Recorder
}

// New returns a Model.
func New(model answer.Model, calls usage.Recorder) Model { return Model{model, calls} }

// Write implements answer.Model. The call is that of ctx.
func (m Model) Write(ctx context.Context, messages []answer.Message, send func(string)) (whole bool, err error) {
	call := usage.CallOf(ctx)
	call.Model = m.Name()
	metered, meter := usage.Metered(ctx)
	sent, received := 0, 0
	for _, message := range messages {
		sent += len(message.Text)
	}
	defer func() {
		call.Prompt, call.Completion = meter.Tokens(usage.Estimate(sent), usage.Estimate(received))
		m.calls.Record(ctx, call)
	}()
	return m.Model.Write(metered, messages, func(text string) {
		received += len(text)
		send(text)
	})
}
