package conversation

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

const (
	// MaxQuestion is the most characters of a question.
	MaxQuestion = 2000

	maxTitle = 200 // characters

	defaultPage = 20 // conversations
	maxPage     = 100
	maxQuery    = 1000 // bytes
	maxWords    = 16   // of a query; further ones are left out
)

// Service keeps conversations. It is safe for concurrent use.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service.
func New(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Thread returns the turns that the next question follows; an empty id begins a conversation, about one memory where that is
// not empty. A conversation stays about what it began with. fault.NotFound for one that is not the user's, fault.Invalid for
// one that has no room left or is about something else.
func (s *Service) Thread(ctx context.Context, userID, id, memoryID string) (Thread, error) {
	if id == "" {
		return Thread{UserID: userID, Memory: memoryID}, nil
	}
	c, turns, err := s.Get(ctx, userID, id)
	switch {
	case err != nil:
	case len(turns) >= MostTurns:
		err = LongEnough()
	case memoryID != "" && memoryID != c.Memory:
		err = fault.New(fault.Invalid, "This conversation is about something else. Please begin a new one.")
	}
	return Thread{UserID: userID, ID: id, Memory: c.Memory, Turns: turns}, err
}

// LongEnough is what a person is told who asks on in a conversation of MostTurns.
func LongEnough() error {
	return fault.New(fault.Invalid, "This conversation is long enough. Please begin a new one.")
}

// Keep puts a turn into the thread and returns the id of the conversation. The matches are those that the answer was made
// from. Its errors are fault.NotFound when the conversation was deleted meanwhile, fault.Invalid when others filled it, and
// the store's.
func (s *Service) Keep(ctx context.Context, t Thread, turn Turn, matches []recall.Match) (id string, err error) {
	now := s.now()
	c := Conversation{ID: t.ID, UserID: t.UserID, UpdatedAt: now}
	if t.ID == "" {
		made, err := uuid.NewV7()
		if err != nil {
			return "", err
		}
		c.ID, c.Title, c.Memory, c.CreatedAt = made.String(), title(turn.Question), t.Memory, now
	}
	turn.At, turn.Sources = now, sources(turn.Answer, matches, t.Turns)
	if len(turn.Answer.Citations) == 0 {
		turn.Answer.Citations = numbered(turn.Answer.Blocks, matches) // later nobody knows what the numbers stood for
	}
	d := Draft{Conversation: c, New: t.ID == "", Turn: turn}
	if err := s.store.KeepTurn(ctx, d); err != nil {
		return "", err
	}
	return c.ID, nil
}

// title is a question in one line, as far as a list shows it.
func title(question string) string {
	line := []rune(strings.Join(strings.Fields(question), " "))
	if len(line) <= maxTitle {
		return string(line)
	}
	return strings.TrimSpace(string(line[:maxTitle-1])) + "…"
}

// Get returns a conversation with its turns in order; fault.NotFound when it is not the user's.
func (s *Service) Get(ctx context.Context, userID, id string) (Conversation, []Turn, error) {
	if uuid.Validate(id) != nil {
		return Conversation{}, nil, NotFound()
	}
	return s.store.Conversation(ctx, userID, id)
}

// NotFound is what a person is told of a conversation that is not theirs.
func NotFound() error { return fault.New(fault.NotFound, "Conversation not found") }

// Delete forgets a conversation; fault.NotFound when it is not the user's.
func (s *Service) Delete(ctx context.Context, userID, id string) error {
	if uuid.Validate(id) != nil {
		return NotFound()
	}
	return s.store.DropConversation(ctx, userID, id)
}

// DeleteAll forgets every conversation of the user's.
func (s *Service) DeleteAll(ctx context.Context, userID string) error {
	return s.store.DropConversations(ctx, userID)
}

// Listed is a conversation of a list.
type Listed struct {
	Conversation
	Excerpt string // plain text: the beginning of the last answer, or what the query hit
}

// List returns a page of conversations, what changed last first, and the cursor of the next one, empty after the last. With
// a query, those that hold each of its words in a question or an answer, case and accents aside; a word is found by its
// beginning. A limit of zero is 20. Where they never stay, none is listed. fault.Invalid for what makes no sense.
func (s *Service) List(ctx context.Context, userID, query, cursor string, limit int) (page []Listed, next string, err error) {
	ask := Page{Limit: limit + 1}
	if limit == 0 {
		ask.Limit = defaultPage + 1
	}
	switch {
	case limit < 0 || limit > maxPage:
		return nil, "", fault.New(fault.Invalid, "A page has between 1 and 100 conversations")
	case len(query) > maxQuery:
		return nil, "", fault.New(fault.Invalid, "The search is longer than 1000 bytes")
	}
	if ask.Before, err = readCursor(cursor); err != nil {
		return nil, "", err
	}
	ask.Words = text.Words(query)
	if len(ask.Words) == 0 && strings.TrimSpace(query) != "" {
		return nil, "", nil // signs alone
	}
	ask.Words = ask.Words[:min(len(ask.Words), maxWords)]
	if term, err := s.store.Term(ctx, userID); err != nil || term == Never {
		return nil, "", err
	}
	found, err := s.store.Conversations(ctx, userID, ask)
	if len(found) == ask.Limit {
		found = found[:ask.Limit-1]
		next = writeCursor(found[len(found)-1].Conversation)
	}
	page = make([]Listed, len(found))
	for i, f := range found {
		page[i] = Listed{f.Conversation, excerptOf(f.Turn, ask.Words)}
	}
	return page, next, err
}

func writeCursor(c Conversation) string {
	return strconv.FormatInt(c.UpdatedAt.UnixMilli(), 10) + "." + c.ID
}

func readCursor(cursor string) (Position, error) {
	if cursor == "" {
		return Position{}, nil
	}
	ms, id, _ := strings.Cut(cursor, ".")
	at, err := strconv.ParseInt(ms, 10, 64)
	if err != nil || uuid.Validate(id) != nil {
		return Position{}, fault.New(fault.Invalid, "Unknown cursor")
	}
	return Position{UpdatedAt: time.UnixMilli(at).UTC(), ID: id}, nil
}
