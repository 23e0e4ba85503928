// Package following follows feeds: what is new in one is saved as a link for each of its followers.
package following

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/plan"
)

// Status is the state of a feed.
type Status string

// The states of feeds.
const (
	OK      Status = "ok"
	Failing Status = "failing" // Message says why; it is tried again
	Paused  Status = "paused"  // by its follower, or because it is gone
	Leaving Status = "leaving" // it is not read any more; what is from it is being deleted, then it goes
)

// Feed is a feed that a user follows.
type Feed struct {
	ID        string // UUIDv7
	UserID    string
	URL       string
	Title     string
	OwnTitle  bool
	Site      string // the address of what it is a feed of; empty: unknown
	Tags      []string
	Status    Status
	Message   string // for the user; empty: nothing to say
	ETag      string
	Modified  string    // as the server said it
	Failures  int       // in a row
	CheckedAt time.Time // when it was read last; zero: never
	NextAt    time.Time
	CreatedAt time.Time

	Items, Unread int // memories that are from it, and of these never opened; set by List
}

// Store keeps feeds. Every method but DueFeed is confined to the user's rows.
type Store interface {
	// AddFeed adds a feed; fault.Limit beyond most. It returns the user's feed of this address if
	// there is one.
	AddFeed(ctx context.Context, f Feed, most int) (Feed, error)
	// Feeds returns the user's feeds with their counts, by title.
	Feeds(ctx context.Context, userID string) ([]Feed, error)
	// Feed returns a feed; fault.NotFound if it is not the user's.
	Feed(ctx context.Context, userID, id string) (Feed, error)
	// ChangeFeed replaces a feed by what change makes of it; fault.NotFound if it is not there.
	ChangeFeed(ctx context.Context, userID, id string, change func(Feed) Feed) (Feed, error)
	// DropFeed removes a feed, and leaves its memories without one.
	DropFeed(ctx context.Context, userID, id string) error
	// FeedMemories returns the ids of some memories that are from a feed.
	FeedMemories(ctx context.Context, userID, id string, limit int) ([]string, error)
	// DueFeed returns the feed that is due the longest, of any user but some, and makes it due again at a
	// later time; found is false if there is none.
	DueFeed(ctx context.Context, now, again time.Time, but []string) (f Feed, found bool, err error)
	// Unseen returns the keys of items that were not seen before.
	Unseen(ctx context.Context, userID, id string, items []string) ([]string, error)
	// See notes items as seen, and forgets those that were not seen for long.
	See(ctx context.Context, userID, id string, items []string, at, forget time.Time) error

	// AnswersUseFeeds reports whether answers use what is from feeds; SetAnswersUseFeeds says so.
	AnswersUseFeeds(ctx context.Context, userID string) (bool, error)
	SetAnswersUseFeeds(ctx context.Context, userID string, use bool) error
	// LeavesOut reports whether a user's answers leave out what is from feeds and there may be some.
	LeavesOut(ctx context.Context, userID string) (bool, error)
}

// Saver saves memories.
type Saver interface {
	Add(ctx context.Context, userID string, plans plan.Table, d memory.Draft) (memory.Saved, error)
	// DiscardFrom moves a memory to the trash that is from a feed; fault.NotFound if it is not, fault.Limit if
	// the trash is full, fault.NoRoom if the disk is.
	DiscardFrom(ctx context.Context, userID, feed, id string) error
}

// Parts are the dependencies of a Service.
type Parts struct {
	Store   Store
	Fetcher capture.Fetcher
	Saver   Saver
	Plans   plan.Table
	Log     *slog.Logger
	Now     func() time.Time
}

// Service follows feeds. It is safe for concurrent use.
type Service struct {
	Parts
	wake    chan struct{}
	parsing chan struct{} // holds one for each feed that is being parsed
}

// New returns a Service.
func New(p Parts) *Service {
	return &Service{p, make(chan struct{}, 1), make(chan struct{}, parsedAtOnce)}
}

// MaxFeeds is the number of feeds that a user follows at most.
const MaxFeeds = 1000

const maxTitle = 200 // characters

// Key returns the text by which the feed of an address is followed once. Unlike pages, feeds may differ
// in any part of it but its scheme.
func Key(address string) string {
	_, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	return rest
}

// Draft returns a feed to be followed, which is fetched later. fault.Invalid for an address that is
// none.
func (s *Service) Draft(userID, address, title string, tags []string) (Feed, error) {
	f, err := s.draft(userID, address)
	if err != nil {
		return Feed{}, err
	}
	f.Title, f.Tags = titled(title), tags
	f.OwnTitle = f.Title != ""
	if !f.OwnTitle {
		f.Title = f.URL
	}
	return f, nil
}

// DraftOf returns a feed to be followed as it was in another Engram. fault.Invalid for an address that is
// none.
func (s *Service) DraftOf(userID string, was Feed, paused bool) (Feed, error) {
	f, err := s.draft(userID, was.URL)
	if err != nil {
		return Feed{}, err
	}
	if u, err := uuid.Parse(was.ID); err == nil && u.String() == was.ID {
		f.ID = was.ID
	}
	if u, err := memory.ParseURL(was.Site); err == nil {
		f.Site = u.String()
	}
	f.Title, f.OwnTitle, f.Tags = titled(was.Title), was.OwnTitle, was.Tags
	if f.Title == "" {
		f.Title, f.OwnTitle = f.URL, false
	}
	if paused {
		f.Status = Paused
	}
	if at := was.CreatedAt; at.Unix() > 0 && at.Before(f.CreatedAt) {
		f.CreatedAt = at.Truncate(time.Millisecond)
	}
	return f, nil
}

// Add has a user follow the feed at an address, or the one that the page there names, once it could
// be read.
func (s *Service) Add(ctx context.Context, userID, address string) (Feed, error) {
	f, err := s.draft(userID, address)
	if err != nil {
		return Feed{}, err
	}
	read, err := s.discover(ctx, &f)
	if err != nil {
		return Feed{}, err
	}
	f.apply(read)
	f.NextAt = s.Now().Add(claimed) // by this call
	added, err := s.add(ctx, f)
	if err != nil || added.ID != f.ID {
		return s.counted(ctx, added, err)
	}
	added, err = s.settle(ctx, added, read, nil)
	return s.counted(ctx, added, err)
}

// add adds a feed, or returns the one of its address; fault.Conflict while that is Leaving.
func (s *Service) add(ctx context.Context, f Feed) (Feed, error) {
	added, err := s.Store.AddFeed(ctx, f, MaxFeeds)
	if err == nil && added.Status == Leaving {
		err = StillLeaving()
	}
	return added, err
}

func (s *Service) draft(userID, address string) (Feed, error) {
	address = strings.TrimSpace(address)
	if rest, ok := strings.CutPrefix(address, "feed://"); ok {
		address = "https://" + rest
	}
	u, err := memory.ParseURL(strings.TrimPrefix(address, "feed:"))
	if err != nil {
		return Feed{}, err
	}
	id, err := uuid.NewV7()
	now := s.Now()
	return Feed{ID: id.String(), UserID: userID, URL: u.String(), Status: OK, NextAt: now, CreatedAt: now}, err
}

func titled(title string) string {
	return plaintext.OneLine(strings.ToValidUTF8(title, ""), maxTitle)
}

// counted returns a feed with its counts.
func (s *Service) counted(ctx context.Context, f Feed, err error) (Feed, error) {
	if err != nil {
		return Feed{}, err
	}
	all, err := s.Store.Feeds(ctx, f.UserID)
	if i := slices.IndexFunc(all, func(o Feed) bool { return o.ID == f.ID }); i >= 0 {
		return all[i], err
	}
	return f, err
}

// List returns the user's feeds.
func (s *Service) List(ctx context.Context, userID string) ([]Feed, error) {
	return s.Store.Feeds(ctx, userID)
}

// Change gives a feed another title, or pauses or resumes it.
func (s *Service) Change(ctx context.Context, userID, id string, title *string, paused *bool) (Feed, error) {
	if title != nil && titled(*title) == "" {
		return Feed{}, fault.New(fault.Invalid, "Please write a title")
	}
	left := false
	f, err := s.Store.ChangeFeed(ctx, userID, id, func(f Feed) Feed {
		if left = f.Status == Leaving; left {
			return f
		}
		if title != nil {
			f.Title, f.OwnTitle = titled(*title), true
		}
		switch {
		case paused == nil || *paused == (f.Status == Paused):
		case *paused:
			f.Status, f.Message = Paused, ""
		default:
			f.Status, f.Message, f.Failures, f.NextAt = OK, "", 0, s.Now()
		}
		return f
	})
	if err == nil && left {
		err = StillLeaving()
	}
	if err == nil {
		s.Wake()
	}
	return s.counted(ctx, f, err)
}

// Titles returns the titles of the user's feeds by their ids.
func (s *Service) Titles(ctx context.Context, userID string) (map[string]string, error) {
	all, err := s.Store.Feeds(ctx, userID)
	titles := make(map[string]string, len(all))
	for _, f := range all {
		titles[f.ID] = f.Title
	}
	return titles, err
}
