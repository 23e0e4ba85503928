// Package usage tells people what was counted of theirs, what is stored, and what was sent to AI
// providers.
package usage

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/hashicorp/golang-lru/v2/expirable"
	"golang.org/x/sync/singleflight"

	"engram/internal/fault"
)

// Day counts the searches and saves of a UTC day.
type Day struct {
	Day      string // as in 2026-11-25
	Searches int
	Saves    int // memories saved with this day, whether or not they are still there
}

// Store keeps what was counted, and the log of calls.
type Store interface {
	// Days returns the days since from on which something was counted, oldest first.
	Days(ctx context.Context, userID, from string) ([]Day, error)
	// Contents returns the memories of each kind and of the trash, with the bytes that their rows take.
	Contents(ctx context.Context, userID string) ([]Kind, error)
	// Owners returns the kinds of the memories that files belong to, by the files' keys.
	Owners(ctx context.Context, userID string) (map[string]string, error)
	// AddCall adds a call and deletes the oldest beyond the limit of its purpose. A user that is
	// not there any more has none.
	AddCall(ctx context.Context, c Call) error
	// Calls returns calls since a time and before the one with an ID (empty: all), newest first.
	Calls(ctx context.Context, userID, before string, since time.Time, limit int) ([]Call, error)
	// ForgetCalls removes all users' calls before a time.
	ForgetCalls(ctx context.Context, then time.Time) error
}

// Service reads what was counted and keeps the log of calls. It is safe for concurrent use.
type Service struct {
	store   Store
	files   Files
	storage *expirable.LRU[string, Storage]
	once    singleflight.Group // of counts, by user
	log     *slog.Logger
	now     func() time.Time
}

const (
	mostStorages = 1000
	storageAge   = time.Minute // for which what is stored is not counted anew
)

// New returns a Service.
func New(store Store, files Files, log *slog.Logger, now func() time.Time) *Service {
	return &Service{store: store, files: files, storage: expirable.NewLRU[string, Storage](mostStorages, nil, storageAge), log: log, now: now}
}

// Spans are the numbers of days that are shown; the first is the default.
var Spans = []int{30, 90, 365}

// Days returns the last n days, oldest first, each of them.
func (s *Service) Days(ctx context.Context, userID string, n int) ([]Day, error) {
	if n < 1 || n > Spans[len(Spans)-1] {
		return nil, fault.New(fault.Invalid, "Please choose 1 to 365 days")
	}
	first := s.now().UTC().AddDate(0, 0, 1-n)
	found, err := s.store.Days(ctx, userID, first.Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	counted := map[string]Day{}
	for _, d := range found {
		counted[d.Day] = d
	}
	days := make([]Day, n)
	for i := range days {
		day := first.AddDate(0, 0, i).Format(time.DateOnly)
		days[i] = counted[day]
		days[i].Day = day
	}
	return days, nil
}

// AllDays returns every day on which something was counted, oldest first.
func (s *Service) AllDays(ctx context.Context, userID string) ([]Day, error) {
	return s.store.Days(ctx, userID, "")
}

// Purpose is a reason to call a model.
type Purpose string

// The purposes of calls.
const (
	Answer    Purpose = "answer"
	FollowUp  Purpose = "followup"
	Embedding Purpose = "embedding"
)

// Purposes are all purposes.
var Purposes = []Purpose{Answer, FollowUp, Embedding}

// Call is a call of an AI provider's model for one user.
type Call struct {
	ID         string // UUIDv7: ordered by time
	UserID     string
	At         time.Time
	Model      string
	Purpose    Purpose
	Prompt     int // tokens sent, as reported or else estimated
	Completion int // tokens received, likewise
	Memories   []Memory
	Count      int // memories that texts were sent of, whether or not they are still there
}

// AddMemory adds a memory of which text is sent, once.
func (c *Call) AddMemory(id string) {
	if m := (Memory{ID: id}); !slices.Contains(c.Memories, m) {
		c.Memories = append(c.Memories, m)
	}
}

// Memory is a memory of which text was sent. Its title is read when the log is.
type Memory struct{ ID, Title string }

const (
	// MostOfPurpose is the number of calls of a purpose that are kept, the latest.
	MostOfPurpose = 2000
	keptFor       = 365 * 24 * time.Hour
	pageSize      = 50
	recordTime    = 2 * time.Second
)

// Recorder keeps calls.
type Recorder interface {
	// Record adds a call, of which it sets the ID and the time, after the caller has left too.
	Record(ctx context.Context, c Call)
}

// Record implements Recorder. An answer does not fail because the log does.
func (s *Service) Record(ctx context.Context, c Call) {
	if c.UserID == "" {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), recordTime)
	defer cancel()
	id, err := uuid.NewV7()
	if err == nil {
		c.ID, c.At, c.Count = id.String(), s.now(), len(c.Memories)
		err = s.store.AddCall(ctx, c)
	}
	if err != nil {
		s.log.Warn("a call of a model was not logged", "error", err)
	}
}

// Calls returns a page of the log, newest first, and the cursor of the next page, empty after the
// last. It returns fault.Invalid for an invalid cursor.
func (s *Service) Calls(ctx context.Context, userID, cursor string) (calls []Call, next string, err error) {
	if cursor != "" && uuid.Validate(cursor) != nil {
		return nil, "", fault.New(fault.Invalid, "Unknown cursor")
	}
	calls, err = s.store.Calls(ctx, userID, cursor, s.now().Add(-keptFor), pageSize+1)
	if len(calls) > pageSize {
		calls = calls[:pageSize]
		next = calls[pageSize-1].ID
	}
	return calls, next, err
}

// Forget removes all users' calls older than a year.
func (s *Service) Forget(ctx context.Context) error {
	return s.store.ForgetCalls(ctx, s.now().Add(-keptFor))
}
