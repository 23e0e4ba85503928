package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer"
	"engram/internal/ask"
	"engram/internal/conversation"
	"engram/internal/fault"
	"engram/internal/memory"
)

func TestAsk(t *testing.T) {
	rows := openStore(t)
	const hammock = "Which knot ties a hammock?"
	t.Run("a question is answered from memories, with citations, and kept", func(t *testing.T) {
		b := newBrain(t, rows)
		got := b.ask("  "+hammock+"\n", "")
		if !got.Answer.Answered() || !strings.Contains(got.Answer.Markdown(), "Two half hitches tie a hammock to a tree") {
			t.Errorf("answered %+v", got.Answer)
		}
		cited := got.Answer.Citations[0]
		if cited.MemoryID != b.knot || got.Memories[cited.N-1].ID != b.knot || got.Asked != "" {
			t.Errorf("cited %+v of %v, read as %q", cited, titles(got.Memories), got.Asked)
		}
		turns := b.turns(got.Conversation)
		if len(turns) != 1 || turns[0].Question != hammock || turns[0].Answer.Markdown() != got.Answer.Markdown() {
			t.Errorf("kept %+v", turns)
		}
	})
	t.Run("a follow-up is searched and answered with the question before it", func(t *testing.T) {
		b := newBrain(t, rows)
		first := b.ask(hammock, "")
		got := b.ask(" Why that? ", first.Conversation)
		const asked = "Why that? (knot ties hammock)"
		if got.Asked != asked || got.Conversation != first.Conversation || got.Memories[0].ID != b.knot {
			t.Errorf("got %+v", got)
		}
		if q := b.writer.asked[1]; q.Text != asked || b.index.asked[1].Text != asked ||
			!cmp.Equal(q.Before, []answer.Turn{{Question: hammock, Answer: first.Answer.Markdown()}}) {
			t.Errorf("answered %+v, searched %+v", q, b.index.asked[1])
		}
	})
	t.Run("words that a follow-up repeats count in the search, and are shown once", func(t *testing.T) {
		b := newBrain(t, rows)
		got := b.ask("And a boat?", b.ask(hammock, "").Conversation)
		const shown, asked = "And a boat? (knot ties hammock)", "And a boat? (boat knot ties hammock)"
		if got.Asked != shown || b.index.asked[1].Text != asked {
			t.Errorf("shown %q, searched %q", got.Asked, b.index.asked[1].Text)
		}
	})
	t.Run("a listing names the newest memories and needs no model", func(t *testing.T) {
		b := newBrain(t, rows)
		b.rewriter.says = func(context.Context) (string, error) { return "Which knot?", nil }
		first := b.ask("What did I save last week?", "")
		got := b.ask("And today?", first.Conversation)
		if !got.Answer.Answered() || len(got.Memories) != 2 || got.Filters.Words == nil || first.Answer.Answered() {
			t.Errorf("listed %+v after %+v", got, first.Answer)
		}
		if got.Asked != "And today? (What did I save last week?)" || len(b.rewriter.asked) != 0 || len(b.index.asked) != 0 {
			t.Errorf("read as %q; the model was asked %+v", got.Asked, b.rewriter.asked)
		}
		if l := b.writer.asked[1].Listing; l == nil || *l != (answer.Listing{When: "today", Total: 2}) {
			t.Errorf("the listing is %+v", l)
		}
	})
	t.Run("a question without matches is refused", func(t *testing.T) {
		got := newBrain(t, rows).ask("Who won the chess final in Reykjavik?", "")
		if got.Answer.Answered() || got.Answer.Kind != answer.Refused || !strings.HasPrefix(got.Answer.Markdown(), answer.NoAnswer) {
			t.Errorf("answered %+v", got.Answer)
		}
	})
	t.Run("a greeting is answered without a search, and kept", func(t *testing.T) {
		b := newBrain(t, rows)
		got := b.ask("Hello!", "")
		if got.Answer.Kind != answer.Spoken || got.Memories != nil || len(b.index.asked) != 0 || len(b.turns(got.Conversation)) != 1 {
			t.Errorf("got %+v, searched %v", got, b.index.asked)
		}
	})
	t.Run("a kept turn has the filters of its answer", func(t *testing.T) {
		b := newBrain(t, rows)
		for text, filtered := range map[string]bool{"Which note did I save since February about a hammock?": true, hammock: false} {
			got := b.ask(text, "")
			if kept := b.turns(got.Conversation)[0].Filters; kept.Empty() == filtered || !cmp.Equal(kept, got.Filters) {
				t.Errorf("%s: kept %+v of %+v", text, kept, got.Filters)
			}
		}
	})
}

func TestRefused(t *testing.T) {
	rows := openStore(t)
	b, stranger := newBrain(t, rows, searches(1)), newBrain(t, rows)
	theirs := stranger.ask("Which knot?", "").Conversation
	about := func(id string) ask.Request { return ask.Request{Text: "Which knot?", Memory: id} }
	for _, test := range []struct {
		request ask.Request
		kind    fault.Kind
		message string
	}{
		{ask.Request{Text: "Why?", Conversation: theirs}, fault.NotFound, "Conversation not found"},
		{ask.Request{Text: "Why?", Conversation: "no id"}, fault.NotFound, "Conversation not found"},
		{ask.Request{Text: strings.Repeat("é", 2001)}, fault.Invalid, "Please ask in at most 2,000 characters"},
		{ask.Request{Text: "  "}, fault.Invalid, "Please enter a search query"},
		{ask.Request{Text: "\x00 \x07"}, fault.Invalid, "Please enter a search query"},
		{ask.Request{Text: "\u200b\u200d\ufeff\u2060\u00ad"}, fault.Invalid, "Please enter a search query"},
		{ask.Request{Text: "\u3164\u115f\u034f\ufe0f"}, fault.Invalid, "Please enter a search query"},
		{ask.Request{Text: "Why?", Kind: "song"}, fault.Invalid, "Unknown type of memory"},
		{about("nothing"), fault.NotFound, "Memory not found"},
		{about("kn\x00ot"), fault.NotFound, "Memory not found"},
		{ask.Request{Text: "Why?", Memory: b.knot, Kind: memory.Video}, fault.Invalid, "The memory is of another type"},
	} {
		test.request.UserID = b.userID
		_, err := b.Ask(t.Context(), test.request, func(e ask.Event) { t.Errorf("sent %+v", e) })
		var says *fault.Error
		if !errors.As(err, &says) || says.Kind != test.kind || says.Message != test.message {
			t.Errorf("%.30q: %v", test.request.Text, err)
		}
	}
	t.Run("LIMIT-05 an invalid question is not counted", func(t *testing.T) {
		b.ask(strings.Repeat("é", 2000), "")
		if _, err := b.Ask(t.Context(), ask.Request{UserID: b.userID, Text: "Which knot?"}, nil); fault.KindOf(err) != fault.Limit {
			t.Errorf("the second: %v", err)
		}
	})
	t.Run("a conversation takes fifty questions", func(t *testing.T) {
		id := stranger.ask("Hello!", theirs).Conversation
		for range conversation.MostTurns - 2 {
			stranger.ask("Hello!", id)
		}
		_, err := stranger.Ask(t.Context(), ask.Request{UserID: stranger.userID, Text: "Hello!", Conversation: id}, nil)
		if !errors.Is(err, conversation.LongEnough()) && (err == nil || err.Error() != conversation.LongEnough().Error()) {
			t.Errorf("the next: %v", err)
		}
	})
}

func TestAllowance(t *testing.T) {
	rows := openStore(t)
	disk := errors.New("disk on fire")
	for name, fails := range map[string]func(b *brain, leave func()){
		"the search fails":         func(b *brain, _ func()) { b.index.fails = func() error { return disk } },
		"the search breaks down":   func(b *brain, _ func()) { b.index.fails = func() error { panic(disk) } },
		"the answer fails":         func(b *brain, _ func()) { b.writer.fails = func(context.Context) error { return disk } },
		"the answer breaks down":   func(b *brain, _ func()) { b.writer.fails = func(context.Context) error { panic(disk) } },
		"left while it is found":   func(b *brain, leave func()) { b.index.fails = func() error { leave(); return disk } },
		"left while it is written": func(b *brain, leave func()) { b.writer.fails = func(context.Context) error { leave(); return nil } },
	} {
		left := strings.HasPrefix(name, "left")
		title := "LIMIT-06 a question costs nothing of the day's allowance when " + name
		if left {
			title = "LIMIT-04 a question counts when its asker " + name
		}
		t.Run(title, func(t *testing.T) {
			b := newBrain(t, rows, searches(1))
			ctx, leave := context.WithCancel(t.Context())
			defer leave()
			fails(b, leave)
			func() {
				defer func() { _ = recover() }()
				got, err := b.Ask(ctx, ask.Request{UserID: b.userID, Text: "Which knot?"}, nil)
				if err == nil || !cmp.Equal(got, ask.Result{}) {
					t.Errorf("got %+v, %v", got, err)
				}
			}()
			b.index.fails, b.writer.fails = nil, nil
			_, err := b.Ask(t.Context(), ask.Request{UserID: b.userID, Text: "Which knot?"}, nil)
			if counted := fault.KindOf(err) == fault.Limit; counted != left || !counted && err != nil {
				t.Errorf("the next: %v", err)
			}
			if kept, _, _ := b.talks.List(t.Context(), b.userID, "", "", 0); left && len(kept) > 0 {
				t.Errorf("kept %+v", kept)
			}
		})
	}
}
