package ask_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"engram/internal/ask"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
)

// saveFrom adds a link with a text.
func (b *brain) saveFrom(address, title, text string) string {
	b.t.Helper()
	m := memory.Memory{
		ID: uuid.NewString(), UserID: b.userID, Kind: memory.Link, URL: address, Title: title, Status: memory.Ready, CreatedAt: now(), ArchivedAt: now(),
	}
	if err := b.rows.Add(b.t.Context(), m, []memory.Passage{{Text: text}}, plan.Table{}); err != nil {
		b.t.Fatal(err)
	}
	return m.ID
}

func TestAFilterConfinesAQuestion(t *testing.T) {
	b := newBrain(t, openStore(t), searches(0))
	b.saveFrom("https://knots.example.org/a", "page", "A bowline ties a loop to a tree. It never slips.")
	for _, text := range []string{"what ties to a tree? from:example.org", "from:EXAMPLE.org what ties to a tree?"} {
		got := b.ask(text, "")
		if titles(got.Memories) != "page" || got.Filters.Filter != "from:example.org" || !got.Answer.Answered() {
			t.Errorf("%s: %s within %q: %s", text, titles(got.Memories), got.Filters.Filter, got.Answer.Markdown())
		}
		if asked := b.writer.asked[len(b.writer.asked)-1].Text; asked != "what ties to a tree?" {
			t.Errorf("%s is asked as %q", text, asked)
		}
		turns := b.turns(got.Conversation)
		if turns[0].Question != text || turns[0].Filters.Filter != "from:example.org" || turns[0].Asked != "" {
			t.Errorf("%s is kept as %+v", text, turns[0])
		}
		again := b.ask("and to a post?", got.Conversation)
		if titles(again.Memories) != "page" || again.Filters.Filter != "from:example.org" || strings.Contains(again.Asked, "example") {
			t.Errorf("a follow-up finds %s within %q as %q", titles(again.Memories), again.Filters.Filter, again.Asked)
		}
		another := b.ask("which knot joins ropes of different thickness?", got.Conversation)
		if another.Filters.Filter != "" || !strings.Contains(titles(another.Memories), "bend") {
			t.Errorf("another question finds %s within %q", titles(another.Memories), another.Filters.Filter)
		}
	}

	t.Run("with a kind, a time or nothing in it", func(t *testing.T) {
		if got := b.ask("what ties to a tree? -kind:link", ""); strings.Contains(titles(got.Memories), "page") || got.Filters.Filter != "-kind:link" {
			t.Errorf("got %s within %q", titles(got.Memories), got.Filters.Filter)
		}
		if got := b.ask("what ties to a tree? tag:none", ""); len(got.Memories) > 0 || got.Answer.Answered() {
			t.Errorf("got %s: %s", titles(got.Memories), got.Answer.Markdown())
		}
		got := b.ask("what did I save today is:archived", "")
		if said := got.Answer.Markdown(); titles(got.Memories) != "page" || !strings.HasPrefix(said, "You saved 1 memory today matching is:archived:") ||
			got.Filters.Filter != "is:archived" || len(got.Filters.Words) == 0 {
			t.Errorf("got %s, %+v: %s", titles(got.Memories), got.Filters, said)
		}
	})

	t.Run("alone it lists what it selects", func(t *testing.T) {
		got := b.ask("  from:example.org ", "")
		if said := got.Answer.Markdown(); titles(got.Memories) != "page" || !strings.HasPrefix(said, "You saved 1 memory matching from:example.org:") {
			t.Errorf("got %s: %s", titles(got.Memories), said)
		}
		if again := b.ask("-kind:link", got.Conversation); titles(again.Memories) != "bend,knot" && titles(again.Memories) != "knot,bend" {
			t.Errorf("another one: %s within %q", titles(again.Memories), again.Filters.Filter)
		}
	})

	t.Run("a question about one memory has none", func(t *testing.T) {
		got, err := b.Ask(t.Context(), ask.Request{UserID: b.userID, Text: "what ties a hammock? from:example.org", Memory: b.knot}, nil)
		if err != nil || titles(got.Memories) != "knot" || got.Filters.Filter != "" {
			t.Errorf("got %s within %q, %v", titles(got.Memories), got.Filters.Filter, err)
		}
	})

	t.Run("too many words are refused", func(t *testing.T) {
		_, err := b.Ask(t.Context(), ask.Request{UserID: b.userID, Text: strings.Repeat("tag:a ", 33)}, nil)
		if fault.KindOf(err) != fault.Invalid || err.Error() != "A filter has at most 32 words" {
			t.Errorf("got %v", err)
		}
	})
}
