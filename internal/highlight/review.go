package highlight

import (
	"context"
	"time"

	"engram/internal/fault"
)

const (
	daily     = 3   // highlights that come back in a day
	lookAhead = 200 // due ones among which other memories are looked for
	day       = 24 * time.Hour
)

// intervals are the days until a highlight comes back that was kept once, twice and so on.
var intervals = []int{1, 3, 7, 16, 35, 80, 180, 365}

// Review says when a highlight comes back.
type Review struct {
	Kept  int       // how often it was kept
	DueAt time.Time // it comes back on the day of this time; zero: never
	At    time.Time // when it was last answered; zero: never
}

// Answer is a person's decision on a highlight that came back.
type Answer string

// The answers.
const (
	Kept  Answer = "kept"  // it comes back less often
	Later Answer = "later" // it comes back tomorrow
	Never Answer = "never" // it does not come back
)

// fresh returns the review of a new highlight.
func fresh(now time.Time) Review { return Review{DueAt: now.Add(day)} }

// answered returns the review after an answer; fault.Invalid for an unknown one.
func (r Review) answered(a Answer, now time.Time) (Review, error) {
	r.At = now
	switch a {
	case Kept:
		days := intervals[min(max(r.Kept, 0), len(intervals)-1)]
		r.Kept++
		r.DueAt = now.Add(time.Duration(days) * day)
	case Later:
		r.DueAt = now.Add(day)
	case Never:
		r.DueAt = time.Time{}
	default:
		return r, fault.New(fault.Invalid, "Please answer kept, later or never")
	}
	return r, nil
}

// Showing says whether highlights come back.
type Showing struct {
	Enabled     bool
	HiddenUntil time.Time // zero: they are shown
}

// ReviewStore keeps reviews. Every method is confined to the user's rows.
type ReviewStore interface {
	// Due returns the highlights due before a time, longest due first, and the memories of those
	// answered at or after from.
	Due(ctx context.Context, userID string, from, before time.Time, limit int) (due []Found, answered []string, err error)
	// SetReview stores the review of a highlight; fault.NotFound if it is not the user's.
	SetReview(ctx context.Context, userID, id string, r Review) error
	// Showing returns the user's setting.
	Showing(ctx context.Context, userID string) (Showing, error)
	// SetShowing stores it.
	SetShowing(ctx context.Context, userID string, s Showing) error
}

// Today returns the highlights that come back on the person's present day in a zone, nil for UTC:
// three at most, less those answered already.
func (s *Service) Today(ctx context.Context, userID string, zone *time.Location) (Showing, []Found, error) {
	showing, err := s.store.Showing(ctx, userID)
	now := s.now()
	if err != nil || !showing.Enabled || now.Before(showing.HiddenUntil) {
		return showing, nil, err
	}
	if zone == nil {
		zone = time.UTC
	}
	y, m, d := now.In(zone).Date()
	from, end := time.Date(y, m, d, 0, 0, 0, 0, zone), time.Date(y, m, d+1, 0, 0, 0, 0, zone)
	due, answered, err := s.store.Due(ctx, userID, from, end, lookAhead)
	return showing, mixed(due, answered), err
}

// mixed returns the first of the due highlights, as far as possible from several memories. The
// answered ones of the day have taken their share.
func mixed(due []Found, answered []string) (today []Found) {
	left := daily - len(answered)
	seen := map[string]bool{}
	for _, id := range answered {
		seen[id] = true
	}
	var rest []Found
	for _, f := range due {
		switch {
		case len(today) >= left:
			return today
		case seen[f.MemoryID]:
			rest = append(rest, f)
		default:
			seen[f.MemoryID] = true
			today = append(today, f)
		}
	}
	return append(today, rest[:max(0, min(left-len(today), len(rest)))]...)
}

// Answer records what the person does with a highlight; fault.NotFound if it is not the user's.
func (s *Service) Answer(ctx context.Context, userID, id string, a Answer) (Highlight, error) {
	h, err := s.get(ctx, userID, id)
	if err != nil {
		return h, err
	}
	if h.Review, err = h.Review.answered(a, s.now()); err != nil {
		return h, err
	}
	return h, s.store.SetReview(ctx, userID, id, h.Review)
}

// longestHidden bounds for how long the highlights of the day can be hidden.
const longestHidden = 366 * day

// Show turns reviews on or off, or hides them until a time; nil values stay.
func (s *Service) Show(ctx context.Context, userID string, enabled *bool, until *time.Time) (Showing, error) {
	showing, err := s.store.Showing(ctx, userID)
	switch {
	case err != nil:
		return showing, err
	case enabled == nil && until == nil:
		return showing, fault.New(fault.Invalid, "Please say whether highlights come back, or until when they are hidden")
	case until != nil && until.After(s.now().Add(longestHidden)):
		return showing, fault.New(fault.Invalid, "Highlights can be hidden for a year at most")
	}
	if enabled != nil {
		showing = Showing{Enabled: *enabled}
	}
	if until != nil {
		showing.HiddenUntil = *until
	}
	return showing, s.store.SetShowing(ctx, userID, showing)
}
