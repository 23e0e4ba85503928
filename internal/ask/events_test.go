package ask_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/ask"
	"engram/internal/conversation"
	"engram/internal/fault"
	"engram/internal/memory"
)

// inWords prints the events of an answer.
func inWords(events []ask.Event) string {
	var names []string
	for _, e := range events {
		switch e := e.(type) {
		case ask.Related:
			names = append(names, "related:"+titles(e.Memories))
		case ask.Piece:
			names = append(names, "piece")
		case ask.Written:
			names = append(names, "written")
		}
	}
	return strings.Join(names, " ")
}

// events asks and returns the events.
func (b *brain) events(text, conversation string) (events []ask.Event, got ask.Result) {
	b.t.Helper()
	r := ask.Request{UserID: b.userID, Text: text, Conversation: conversation}
	got, err := b.Ask(b.t.Context(), r, func(e ask.Event) { events = append(events, e) })
	if err != nil {
		b.t.Fatalf("%s: %v", text, err)
	}
	return events, got
}

func TestEvents(t *testing.T) {
	rows := openStore(t)
	t.Run("memories, text and the whole answer are sent in this order, before the answer is kept", func(t *testing.T) {
		b := newBrain(t, rows)
		var before []conversation.Listed
		r := ask.Request{UserID: b.userID, Text: "Which knot ties a hammock?"}
		var events []ask.Event
		got, err := b.Ask(t.Context(), r, func(e ask.Event) {
			events = append(events, e)
			before, _, _ = b.talks.List(t.Context(), b.userID, "", "", 0)
		})
		if err != nil || inWords(events) != "related:knot piece written" || len(before) > 0 || got.Conversation == "" {
			t.Fatalf("sent %s, kept before %v: %v", inWords(events), before, err)
		}
		if text := events[1].(ask.Piece).Text; text != got.Answer.Markdown() || !cmp.Equal(events[2].(ask.Written).Answer, got.Answer) {
			t.Errorf("sent %+v of %+v", events, got.Answer)
		}
	})

	t.Run("memories are sent again, and kept, in the order that reading leaves", func(t *testing.T) {
		b := newBrain(t, rows)
		b.writer.ranks = []int{1, 0}
		events, got := b.events("How do I tie ropes to a tree?", "")
		if inWords(events) != "related:knot,bend related:bend,knot piece written" || titles(got.Memories) != "bend,knot" {
			t.Fatalf("sent %s, returned %s", inWords(events), titles(got.Memories))
		}
		for _, cited := range got.Answer.Citations {
			if got.Memories[cited.N-1].ID != cited.MemoryID {
				t.Errorf("number %d is not %s", cited.N, cited.MemoryID)
			}
		}
		if kept := b.turns(got.Conversation); len(kept) != 1 || kept[0].Answer.Citations[0].MemoryID != got.Memories[kept[0].Answer.Citations[0].N-1].ID {
			t.Errorf("kept %+v", kept)
		}
	})

	says := func(text string) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { return text, nil }
	}
	const byWords = "Why that? (knot ties hammock)"
	for title, test := range map[string]struct {
		says   func(context.Context) (string, error)
		events string
		asked  string
	}{
		"finds others, which replace the first": {says(" Why does a sheet bend\njoin? "), "related:knot related:bend piece written", "Why does a sheet bend join?"},
		"finds the same":                        {says("Why do half hitches hold a hammock?"), "related:knot piece written", "Why do half hitches hold a hammock?"},
		"leaves it as it is":                    {says("Why that?"), "related:knot related: piece written", ""},
		"fails":                                 {func(context.Context) (string, error) { return "", errors.New("busy") }, "related:knot piece written", byWords},
		"says nothing":                          {nil, "related:knot piece written", byWords},
		"says too much":                         {says(strings.Repeat("why ", 501)), "related:knot piece written", byWords},
		"is too slow": {func(ctx context.Context) (string, error) {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			<-ctx.Done()
			return "too late", ctx.Err()
		}, "related:knot piece written", byWords},
	} {
		t.Run("API-36 a model that rewrites the question and "+title, func(t *testing.T) {
			b := newBrain(t, rows)
			first := b.ask("Which knot ties a hammock?", "")
			if len(b.rewriter.asked) != 0 {
				t.Error("it was asked about the first question")
			}
			b.rewriter.says = test.says
			events, got := b.events("Why that?", first.Conversation)
			if sent := inWords(events); sent != test.events {
				t.Errorf("sent %s, want %s", sent, test.events)
			}
			if got.Asked != test.asked {
				t.Errorf("read as %q, want %q", got.Asked, test.asked)
			}
			if q := b.rewriter.asked[0]; q.Text != "Why that?" || len(q.Before) != 1 || q.UserID != b.userID {
				t.Errorf("the model was asked %+v", q)
			}
		})
	}
	t.Run("API-36 a rewritten follow-up whose search fails changes nothing", func(t *testing.T) {
		b := newBrain(t, rows)
		first := b.ask("Which knot ties a hammock?", "")
		b.rewriter.says = func(context.Context) (string, error) {
			b.index.fails = func() error { b.index.fails = nil; return errors.New("disk on fire") }
			return "Why does a sheet bend join?", nil
		}
		events, got := b.events("Why that?", first.Conversation)
		if inWords(events) != "related:knot piece written" || got.Asked != byWords || got.Memories[0].ID != b.knot {
			t.Errorf("sent %s; %+v", inWords(events), got)
		}
	})
	t.Run("private questions are not sent to a model", func(t *testing.T) {
		b := newBrain(t, rows)
		first := b.ask("Which knot ties a hammock?", "")
		r := ask.Request{UserID: b.userID, Private: true, Text: "Why that?", Conversation: first.Conversation}
		if _, err := b.Ask(t.Context(), r, nil); err != nil || len(b.rewriter.asked) != 0 || !b.writer.asked[1].Private {
			t.Errorf("%v, the model was asked %+v", err, b.rewriter.asked)
		}
	})
}

// keeper is a scripted store of turns.
type keeper struct {
	conversation.Store
	keeps func(context.Context) error
}

func (k keeper) KeepTurn(ctx context.Context, _ conversation.Draft) error { return k.keeps(ctx) }

func TestKeep(t *testing.T) {
	rows := openStore(t)
	t.Run("an answer that can't be kept is returned all the same", func(t *testing.T) {
		b := newBrain(t, rows)
		id := b.ask("Which knot ties a hammock?", "").Conversation
		b.writer.fails = func(ctx context.Context) error { return b.talks.Delete(ctx, b.userID, id) }
		if got := b.ask("Which knot holds a hammock?", id); got.Conversation != "" || !got.Answer.Answered() {
			t.Errorf("got %+v", got)
		}
	})
	for name, test := range map[string]struct {
		fails error
		warns bool
	}{
		"was deleted meanwhile": {conversation.NotFound(), false},
		"was filled meanwhile":  {conversation.LongEnough(), false},
		"can't be written to":   {errors.New("disk on fire"), true},
		"is kept":               {nil, false},
	} {
		t.Run("keeping has two seconds, and only internal failures are logged: a conversation that "+name, func(t *testing.T) {
			var log strings.Builder
			b := newBrain(t, rows, func(p *ask.Parts) {
				p.Log = slog.New(slog.NewTextHandler(&log, nil))
				p.Conversations = conversation.New(keeper{keeps: func(ctx context.Context) error {
					if end, ok := ctx.Deadline(); !ok || time.Until(end) > 2*time.Second {
						t.Errorf("until %v, %t", end, ok)
					}
					return test.fails
				}}, now)
			})
			if got := b.ask("Which knot?", ""); (got.Conversation == "") != (test.fails != nil) {
				t.Errorf("kept in %q", got.Conversation)
			}
			if warned := strings.Contains(log.String(), "level=WARN"); warned != test.warns {
				t.Errorf("logged %s", &log)
			}
		})
	}
}

// standing gives every memory a status.
type standing struct {
	memory.Store
	status memory.Status
}

func (s standing) ByIDs(ctx context.Context, userID string, ids []string) ([]memory.Memory, error) {
	found, err := s.Store.ByIDs(ctx, userID, ids)
	for i := range found {
		found[i].Status = s.status
	}
	return found, err
}

func TestAskOneMemory(t *testing.T) {
	rows := openStore(t)
	about := func(b *brain, id, conversation string) (ask.Result, error) {
		return b.Ask(t.Context(), ask.Request{UserID: b.userID, Text: "Which knot?", Memory: id, Conversation: conversation}, nil)
	}
	t.Run("a conversation about one memory searches that memory only", func(t *testing.T) {
		b := newBrain(t, rows)
		first, err := about(b, b.bend, "")
		if err != nil || first.Memory != b.bend || titles(first.Memories) != "bend" || !b.writer.asked[0].Alone {
			t.Fatalf("%+v, %v", first, err)
		}
		for _, again := range []string{"", b.bend} {
			if got, err := about(b, again, first.Conversation); err != nil || got.Memory != b.bend || len(got.Memories) != 1 {
				t.Errorf("%q: %+v, %v", again, got, err)
			}
		}
		if _, err := about(b, b.knot, first.Conversation); fault.KindOf(err) != fault.Invalid {
			t.Errorf("another: %v", err)
		}
		if _, err := about(b, b.knot, b.ask("Which knot?", "").Conversation); fault.KindOf(err) != fault.Invalid {
			t.Errorf("one in a conversation about all: %v", err)
		}
	})
	t.Run("a conversation about a deleted memory takes no question, and does not search others", func(t *testing.T) {
		b := newBrain(t, rows)
		first, err := about(b, b.bend, "")
		if err == nil {
			err = b.rows.Delete(t.Context(), b.userID, b.bend)
		}
		if err != nil {
			t.Fatal(err)
		}
		_, err = about(b, "", first.Conversation)
		if err == nil || !strings.Contains(err.Error(), "The memory that this conversation is about is not there any more") {
			t.Errorf("%v", err)
		}
	})
	t.Run("an answer about a memory that was not read says so", func(t *testing.T) {
		for status, want := range map[memory.Status]string{
			memory.Pending: "This memory is still being read. Only what is known of it by now was asked.",
			memory.Failed:  "This memory could not be read. Only what is known of it was asked.",
			memory.Ready:   "",
		} {
			b := newBrain(t, rows, func(p *ask.Parts) {
				p.Memories = memory.New(standing{rows, status}, nil, nil, nil, now)
			})
			if got, err := about(b, b.knot, ""); err != nil || got.Answer.Notice != want {
				t.Errorf("%s: %q, %v", status, got.Answer.Notice, err)
			}
		}
	})
}
