package metered

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/usage"
)

// model says a text and reports tokens, or not.
type model struct {
	text     string
	reported int
	fails    error
}

func (model) Name() string { return "m" }

func (m model) Write(ctx context.Context, _ []answer.Message, send func(string)) (bool, error) {
	send(m.text)
	usage.Report(ctx, m.reported, m.reported)
	return true, m.fails
}

// log keeps calls.
type log []usage.Call

func (l *log) Record(_ context.Context, c usage.Call) { *l = append(*l, c) }

func TestCallsAreRecorded(t *testing.T) {
	call := usage.Call{UserID: "ann", Purpose: usage.FollowUp, Memories: []usage.Memory{{ID: "a"}}}
	for _, c := range []struct {
		model          model
		sent, received int
	}{
		{model{text: "Thirty days."}, 3, 3},
		{model{text: "Thirty days.", reported: 50}, 50, 50},
		{model{text: "Thirty", fails: errors.New("away")}, 3, 2},
	} {
		var calls log
		said := ""
		_, err := New(c.model, &calls).Write(usage.For(t.Context(), call), []answer.Message{{Text: "How"}, {Text: "long is"}}, func(text string) { said += text })
		want := call
		want.Model, want.Prompt, want.Completion = "m", c.sent, c.received
		if diff := cmp.Diff(log{want}, calls); diff != "" || !errors.Is(err, c.model.fails) || said != c.model.text {
			t.Errorf("%q, %v (-want +got):\n%s", said, err, diff)
		}
	}
}
