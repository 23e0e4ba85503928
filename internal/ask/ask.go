// Package ask answers a person's question from what they saved. Asking is one flow: take one of the day's searches, find the
// memories, let a model put a follow-up in full and search again, write the answer, and keep it in its conversation.
package ask

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/recall"
)

const (
	maxMemories = 10              // that one search returns
	keepTime    = 2 * time.Second // for an answer to be kept
)

// Request is a question as a person asks it.
type Request struct {
	UserID       string
	Private      bool // nothing of it may leave this machine
	Text         string
	Kind         memory.Kind    // that the person chose; empty: every kind
	Memory       string         // id of the only memory that is asked; empty: all are, or the one that the conversation is about
	Conversation string         // id of the one that is continued; empty: a new one begins
	Zone         *time.Location // whose days the question means; nil: UTC
}

// Event is a step of an answer, sent while it is written: Related, Piece or Written.
type Event interface{ event() }

// Related are the memories found for a question. A second one replaces the first.
type Related struct {
	Memories []memory.Memory // best first; of a listing newest first
	Filters  recall.Filters
	Memory   string // id of the only memory that was asked; empty: all were
}

// Piece is a part of the answer's text.
type Piece answer.Piece

// Written is the whole answer, sent before it is kept.
type Written struct{ Answer answer.Answer }

func (Related) event() {}
func (Piece) event()   {}
func (Written) event() {}

// Result is an answer with the memories that it was made from.
type Result struct {
	Related
	Answer       answer.Answer
	Asked        string // what a follow-up was read as, as a person is shown it; empty: it was taken as it is
	Conversation string // id of the one that holds it now; empty: it could not be kept
}

// Ask answers a question. Where send is not nil it gets the events of the answer as they happen, none before the memories are
// found. A question that fails costs nothing of the day's allowance; one whose ctx ends, because the person left, does.
func (s *Service) Ask(ctx context.Context, r Request, send func(Event)) (_ Result, err error) {
	q, err := s.open(ctx, r)
	if err != nil {
		return Result{}, err
	}
	giveBack, err := s.take(ctx, q)
	if err != nil {
		return Result{}, err
	}
	defer settle(ctx, giveBack, &err)
	return s.answer(ctx, q, send)
}

// take takes one of the day's searches, none for what asks nothing of memories.
func (s *Service) take(ctx context.Context, q inquiry) (giveBack func(), err error) {
	if q.aside.Sure {
		return func() {}, nil
	}
	return s.Quota.Search(ctx, q.UserID, s.Plans)
}

// settle is deferred: it gives the search back when the question fails or panics, unless its asker left.
func settle(ctx context.Context, giveBack func(), err *error) {
	cause := recover()
	if cause != nil || *err != nil && ctx.Err() == nil {
		giveBack()
	}
	if cause != nil {
		panic(cause)
	}
}

// inquiry is a request that may be asked.
type inquiry struct {
	Request
	thread conversation.Thread
	alone  *memory.Memory // the only one that is asked; nil: all are
	aside  answer.Aside   // evaluated once, here; zero for what asks something of memories
}

// open checks a request and loads what it refers to. It refuses what can't be asked before anything is counted.
func (s *Service) open(ctx context.Context, r Request) (inquiry, error) {
	r.Text = strings.TrimSpace(r.Text)
	if err := r.check(); err != nil {
		return inquiry{}, err
	}
	thread, err := s.Conversations.Thread(ctx, r.UserID, r.Conversation, r.Memory)
	if err != nil {
		return inquiry{}, err
	}
	r.Memory = thread.Memory
	q := inquiry{Request: r, thread: thread}
	if q.alone, err = s.alone(ctx, r); err == nil && q.alone == nil {
		q.aside = answer.AsideTo(r.Text)
	}
	return q, err
}

func (r Request) check() error {
	switch {
	case !strings.ContainsFunc(r.Text, visible):
		return fault.New(fault.Invalid, "Please enter a search query")
	case utf8.RuneCountInString(r.Text) > conversation.MaxQuestion:
		return fault.New(fault.Invalid, "Please ask in at most 2,000 characters")
	case r.Kind != "" && !r.Kind.Known():
		return fault.New(fault.Invalid, "Unknown type of memory")
	}
	return nil
}

// visible reports whether a person sees the character by itself: blanks, controls, marks and the letters that are drawn as
// nothing do not count.
func visible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) &&
		!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// alone returns the only memory that is asked, nil when all are.
func (s *Service) alone(ctx context.Context, r Request) (*memory.Memory, error) {
	if r.Memory == "" {
		return nil, nil
	}
	found, err := s.Memories.ByIDs(ctx, r.UserID, []string{r.Memory})
	switch {
	case err != nil:
		return nil, err
	case len(found) == 0 && r.Conversation != "":
		return nil, fault.New(fault.NotFound, "The memory that this conversation is about is not there any more")
	case len(found) == 0:
		return nil, fault.New(fault.NotFound, "Memory not found")
	case r.Kind != "" && r.Kind != found[0].Kind:
		return nil, fault.New(fault.Invalid, "The memory is of another type")
	}
	return &found[0], nil
}

// answer runs the flow once the search is paid for.
func (s *Service) answer(ctx context.Context, q inquiry, send func(Event)) (Result, error) {
	notify := send
	if send == nil {
		notify = func(Event) {}
	}
	found, err := s.find(ctx, q, q.read())
	if err != nil {
		return Result{}, err
	}
	notify(found.Related)
	if again, ok := s.findRewritten(ctx, q, found); ok {
		if !again.same(found) {
			notify(again.Related)
		}
		found = again
	}
	written, err := s.write(ctx, q, found, send)
	if err != nil {
		return Result{}, err
	}
	notify(Written{written})
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	result := Result{Related: found.Related, Answer: written}
	if found.reading.shown != q.Text {
		result.Asked = found.reading.shown
	}
	result.Conversation = s.keep(ctx, q, found, result)
	return result, nil
}

// write returns the answer to what was found, and sends its pieces as they come.
func (s *Service) write(ctx context.Context, q inquiry, found finding, send func(Event)) (answer.Answer, error) {
	var tell func(answer.Piece)
	if send != nil {
		tell = func(p answer.Piece) { send(Piece(p)) }
	}
	a, err := s.Answers.Answer(ctx, q.about(found.reading.asked, found), tell)
	if err == nil {
		err = ctx.Err() // the person left meanwhile
	}
	if err != nil {
		return answer.Answer{}, err
	}
	if q.alone != nil {
		a.Notice = strings.TrimSpace(unread(q.alone.Status) + " " + a.Notice)
	}
	return a, nil
}

// about returns the question in these words, as answerers take it.
func (q inquiry) about(text string, found finding) answer.Question {
	return answer.Question{
		UserID: q.UserID, Text: text, Aside: q.aside, Before: q.thread.Before(), Matches: found.matches,
		Private: q.Private, Listing: found.listing, Alone: q.alone != nil,
	}
}

// unread says why an answer from one memory may lack what its source says.
func unread(status memory.Status) string {
	switch status {
	case memory.Pending:
		return "This memory is still being read. Only what is known of it by now was asked."
	case memory.Failed:
		return "This memory could not be read. Only what is known of it was asked."
	}
	return ""
}

// keep returns the id of the conversation that now holds the answer. An answer that can't be kept is still an answer: then
// the id is empty.
func (s *Service) keep(ctx context.Context, q inquiry, found finding, r Result) string {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	turn := conversation.Turn{
		Question: q.Text, Asked: r.Asked, Kind: string(q.Kind), Filters: r.Filters, Answer: r.Answer,
	}
	id, err := s.Conversations.Keep(ctx, q.thread, turn, found.matches)
	switch {
	case err == nil, ctx.Err() == context.Canceled:
	case fault.KindOf(err) == fault.Internal:
		s.Log.Warn("an answer was not kept", "error", err)
	default: // the conversation was deleted or filled meanwhile
		s.Log.Debug("an answer was not kept", "error", err)
	}
	return id
}
