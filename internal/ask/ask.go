// Package ask answers a person's question from what they saved: it takes one of the day's searches,
// finds memories, lets a model rewrite a follow-up and searches again, has the answer written, and
// stores the turn.
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
	"engram/internal/filter"
	"engram/internal/memory"
)

const (
	maxMemories = 10              // of one search
	keepTime    = 2 * time.Second // to store an answer
)

// Request is a question with its context.
type Request struct {
	UserID       string
	Private      bool // nothing may be sent elsewhere
	Text         string
	Kind         memory.Kind    // chosen by the person; empty: any
	Memory       string         // id of the only memory to ask; empty: all, or the conversation's
	Conversation string         // id of the conversation to continue; empty: a new one
	Zone         *time.Location // time zone of the person; nil: UTC
}

// Event is sent while an answer is written: Related, Piece or Written.
type Event interface{ event() }

// Related holds the memories found. A second one replaces the first.
type Related struct {
	Memories []memory.Memory // best first; of a listing newest first
	Filters  conversation.Filters
	Memory   string // id of the only memory asked; empty: all
}

// Piece is the next part of the answer.
type Piece answer.Piece

// Written is the whole answer, sent before it is stored.
type Written struct{ Answer answer.Answer }

func (Related) event() {}
func (Piece) event()   {}
func (Written) event() {}

// Result is an answer with its memories.
type Result struct {
	Related
	Answer       answer.Answer
	Asked        string // how a follow-up was understood, for display; empty: as asked
	Conversation string // id of its conversation; empty: it could not be stored
}

// Ask answers a question. It sends events, unless send is nil, from when the memories are found. A
// failed question costs nothing; one whose ctx ends, because the person left, does.
func (s *Service) Ask(ctx context.Context, r Request, send func(Event)) (_ Result, err error) {
	q, err := s.open(ctx, r)
	if err != nil {
		return Result{}, err
	}
	giveBack, err := s.begin(ctx, &q)
	if err != nil {
		return Result{}, err
	}
	defer settle(ctx, giveBack, &err)
	return s.answer(ctx, q, send)
}

// begin reads the question and takes one of the day's searches. Meanwhile the question's vector is
// made, which is waited for if the search is refused.
func (s *Service) begin(ctx context.Context, q *inquiry) (giveBack func(), err error) {
	q.reading = q.read()
	if !q.aside.Sure && q.Text != "" {
		q.meaning = s.Searcher.Begin(ctx, q.UserID, Query{Text: q.reading.asked, Private: q.Private})
	}
	if giveBack, err = s.take(ctx, *q); err != nil && q.meaning != nil {
		q.meaning()
	}
	return giveBack, err
}

// take takes one of the day's searches, unless the question is small talk.
func (s *Service) take(ctx context.Context, q inquiry) (giveBack func(), err error) {
	if q.aside.Sure {
		return func() {}, nil
	}
	return s.Quota.Search(ctx, q.UserID, s.Plans)
}

// settle is deferred: it returns the search if the question fails or panics, unless the person
// left.
func settle(ctx context.Context, giveBack func(), err *error) {
	cause := recover()
	if cause != nil || *err != nil && ctx.Err() == nil {
		giveBack()
	}
	if cause != nil {
		panic(cause)
	}
}

// inquiry is a valid request with what it refers to.
type inquiry struct {
	Request
	thread conversation.Thread
	alone  *memory.Memory // the only memory to ask; nil: all
	aside  answer.Aside   // zero unless small talk

	reading reading       // of the question, by the words of the conversation
	meaning func() []int8 // waits for the vector of the reading; nil: none is being made

	typed  string        // the question with the words of its filter
	filter filter.Filter // of its words
}

// open validates a request and loads what it refers to, before anything is counted.
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
	q := inquiry{Request: r, thread: thread, typed: r.Text}
	if q.alone, err = s.alone(ctx, r); err != nil || q.alone != nil {
		return q, err
	}
	if err := q.readFilter(); err != nil {
		return inquiry{}, err
	}
	if q.Text != "" {
		q.aside = answer.AsideTo(q.Text)
	}
	return q, nil
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

// visible reports whether a character shows: not white space, a control, a mark or an invisible
// letter.
func visible(r rune) bool {
	return unicode.In(r, unicode.L, unicode.N, unicode.P, unicode.S) &&
		!unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// alone returns the only memory to ask, nil for all.
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

// answer runs the flow after the search is paid for.
func (s *Service) answer(ctx context.Context, q inquiry, send func(Event)) (Result, error) {
	notify := send
	if send == nil {
		notify = func(Event) {}
	}
	found, err := s.find(ctx, q, q.reading)
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
	written, err := s.write(ctx, q, &found, send)
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

// write has the answer written and sends its pieces, and first the memories again if they have a
// better order once they are read.
func (s *Service) write(ctx context.Context, q inquiry, found *finding, send func(Event)) (answer.Answer, error) {
	var tell func(answer.Piece)
	if send != nil {
		tell = func(p answer.Piece) { send(Piece(p)) }
	}
	question := q.about(found.reading.asked, *found)
	question.Matches, question.Marks = written(found.matches), s.marks(ctx, q.UserID, *found)
	question.Ranked = func(order []int) {
		found.Memories, found.matches = answer.Arrange(found.Memories, order), answer.Arrange(found.matches, order)
		if send != nil {
			send(found.Related)
		}
	}
	a, err := s.Answers.Answer(ctx, question, tell)
	if err == nil {
		err = ctx.Err() // the person left
	}
	if err != nil {
		return answer.Answer{}, err
	}
	if q.alone != nil {
		a.Notice = strings.TrimSpace(unread(q.alone.Status) + " " + a.Notice)
	}
	return a, nil
}

// about returns the question in these words for the answerer.
func (q inquiry) about(text string, found finding) answer.Question {
	return answer.Question{
		UserID: q.UserID, Text: text, Aside: q.aside, Before: q.thread.Before(), Matches: found.matches,
		Private: q.Private, Listing: found.listing, Alone: q.alone != nil,
	}
}

// unread says why an answer about one memory may be incomplete.
func unread(status memory.Status) string {
	switch status {
	case memory.Pending:
		return "This memory is still being read. Only what is known of it by now was asked."
	case memory.Failed:
		return "This memory could not be read. Only what is known of it was asked."
	}
	return ""
}

// keep stores the turn and returns its conversation's id. If that fails the answer still counts,
// and the id is empty.
func (s *Service) keep(ctx context.Context, q inquiry, found finding, r Result) string {
	ctx, cancel := context.WithTimeout(ctx, keepTime)
	defer cancel()
	turn := conversation.Turn{
		Question: q.typed, Asked: r.Asked, Kind: string(q.Kind), Filters: r.Filters, Answer: r.Answer,
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
