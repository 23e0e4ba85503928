package conversation

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/plaintext"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

const (
	// MaxQuestion is the limit of characters in a question.
	MaxQuestion = 2000

	maxTitle = 200 // characters

	defaultPage = 20 // conversations
	maxPage     = 100
	maxQuery    = 1000 // bytes
	maxWords    = 16   // of a query; others are ignored
)

// Service stores conversations. It is safe for concurrent use.
type Service struct {
	store Store
	now   func() time.Time
}

// New returns a Service.
func New(store Store, now func() time.Time) *Service { return &Service{store: store, now: now} }

// Thread returns the thread to continue, or a new one if id is empty. A conversation about one
// memory stays so. fault.NotFound if it is not the user's, fault.Invalid if it is full or about
// another memory.
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

// LongEnough is the error for asking on in a full conversation.
func LongEnough() error {
	return fault.New(fault.Invalid, "This conversation is long enough. Please begin a new one.")
}

// Keep appends a turn and returns the conversation's id. The matches are the answer's.
// fault.NotFound if the conversation was deleted meanwhile, fault.Invalid if it was filled.
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
		turn.Answer.Citations = numbered(turn.Answer.Blocks, matches) // later the numbers can't be resolved
	}
	d := Draft{Conversation: c, New: t.ID == "", Turn: turn}
	if err := s.store.KeepTurn(ctx, d); err != nil {
		return "", err
	}
	return c.ID, nil
}

// title returns a question as one line, shortened.
func title(question string) string {
	return plaintext.Truncate(strings.Join(strings.Fields(question), " "), maxTitle)
}

// Get returns a conversation with its turns in order; fault.NotFound if it is not the user's.
func (s *Service) Get(ctx context.Context, userID, id string) (Conversation, []Turn, error) {
	if uuid.Validate(id) != nil {
		return Conversation{}, nil, NotFound()
	}
	return s.store.Conversation(ctx, userID, id)
}

// NotFound is the error for a conversation that is not the user's.
func NotFound() error { return fault.New(fault.NotFound, "Conversation not found") }

// Delete deletes a conversation; fault.NotFound if it is not the user's.
func (s *Service) Delete(ctx context.Context, userID, id string) error {
	if uuid.Validate(id) != nil {
		return NotFound()
	}
	return s.store.DropConversation(ctx, userID, id)
}

// DeleteAll deletes all of the user's conversations.
func (s *Service) DeleteAll(ctx context.Context, userID string) error {
	return s.store.DropConversations(ctx, userID)
}

// Listed is a conversation in a list.
type Listed struct {
	Conversation
	Excerpt string // plain text: the last answer's beginning, or the hit
}

// List returns a page of conversations, latest change first, and the cursor of the next page, empty
// after the last. A query selects those with each of its words as a prefix, ignoring case and
// accents. Limit 0 is 20. With term Never the list is empty. fault.Invalid for a bad cursor or
// limit.
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
		return nil, "", nil // only punctuation
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
