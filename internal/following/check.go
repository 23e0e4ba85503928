package following

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
)

const (
	every      = time.Hour
	jitter     = 10 * time.Minute // so that feeds of a host don't come together
	longest    = 24 * time.Hour   // between tries of a feed that fails
	claimed    = 10 * time.Minute // after which another node checks a feed whose node died
	pollEvery  = time.Minute
	atOnce     = 4  // feeds that are checked
	mostOfUser = 2  // of these
	firstItems = 20 // saved when a feed is read for the first time
	checkTime  = 30 * time.Second
	seenFor    = 90 * 24 * time.Hour // after an item was last in its feed
)

// The statuses of a feed that has not changed, and of one that will not come back.
const notModified, gone = 304, 410

// Wake makes Run look for feeds that are due. It never blocks.
func (s *Service) Wake() {
	select {
	case s.wake <- struct{}{}:
	default: // a wake-up is pending
	}
}

// Run checks feeds that are due, some at once, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	timer := time.NewTicker(pollEvery)
	defer timer.Stop()
	var all sync.WaitGroup
	defer all.Wait()
	ended := make(chan string, atOnce) // the users of feeds
	underWay := map[string]int{}       // feeds, by user
	for running := 0; ; {
		for running < atOnce {
			f, found := s.due(ctx, underWay)
			if !found {
				break
			}
			running++
			underWay[f.UserID]++
			all.Go(func() {
				defer func() { ended <- f.UserID }()
				s.tend(ctx, f)
			})
		}
		select {
		case <-ctx.Done():
			return
		case userID := <-ended:
			running--
			if underWay[userID]--; underWay[userID] == 0 {
				delete(underWay, userID)
			}
		case <-timer.C:
		case <-s.wake:
		}
	}
}

// due claims a feed of a user who does not have mostOfUser under way.
func (s *Service) due(ctx context.Context, underWay map[string]int) (f Feed, found bool) {
	var but []string
	for userID, n := range underWay {
		if n >= mostOfUser {
			but = append(but, userID)
		}
	}
	now := s.Now()
	f, found, err := s.Store.DueFeed(ctx, now, now.Add(claimed), but)
	if err != nil && ctx.Err() == nil {
		s.Log.Warn("feeds are not checked for now", "error", err)
	}
	return f, found && err == nil
}

// tend does what is due for a feed.
func (s *Service) tend(ctx context.Context, f Feed) {
	var err error
	if f.Status == Leaving {
		_, err = s.leave(ctx, f)
	} else {
		_, err = s.check(ctx, f)
	}
	if err != nil && ctx.Err() == nil && fault.KindOf(err) != fault.NotFound {
		s.Log.Warn("a feed was not checked", "feed", f.ID, "error", err)
	}
}

// Check checks a feed now; fault.NotFound if it is not the user's, fault.Conflict if it is Leaving.
func (s *Service) Check(ctx context.Context, userID, id string) (Feed, error) {
	f, err := s.Store.Feed(ctx, userID, id)
	if err != nil {
		return Feed{}, err
	}
	if f.Status == Leaving {
		return Feed{}, StillLeaving()
	}
	f, err = s.check(ctx, f)
	return s.counted(ctx, f, err)
}

// check fetches a feed, saves what is new, and notes how it went.
func (s *Service) check(ctx context.Context, f Feed) (Feed, error) {
	within, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	page, err := s.get(within, f)
	if err != nil {
		return s.settle(ctx, f, contents{}, err)
	}
	read, err := s.parse(within, page)
	page.Release()
	return s.settle(ctx, f, read, err)
}

// settle saves what is new in a feed that was read, or else notes why it was not.
func (s *Service) settle(ctx context.Context, f Feed, read contents, failed error) (Feed, error) {
	if ctx.Err() != nil {
		return f, ctx.Err()
	}
	message := ""
	unchanged := capture.StatusOf(failed) == notModified
	if failed == nil {
		var err error
		if message, err = s.saveNew(ctx, f, read); err != nil {
			return f, err
		}
	}
	now := s.Now()
	return s.Store.ChangeFeed(ctx, f.UserID, f.ID, func(f Feed) Feed {
		if f.Status == Leaving {
			return f
		}
		if failed != nil && !unchanged {
			return f.failed(failed, now)
		}
		if f.CheckedAt = now; !unchanged {
			if f.apply(read); message != "" {
				f.ETag, f.Modified = "", "" // what was not saved is asked for again
			}
			f.Message = message
		}
		if f.Failures = 0; f.Status == Failing {
			f.Status = OK
		}
		f.NextAt = now.Add(every + rand.N(jitter))
		return f
	})
}

// failed returns a feed that could not be read. It is tried ever less often; one that is gone for
// good is not.
func (f Feed) failed(err error, now time.Time) Feed {
	var busy *capture.Busy
	if errors.As(err, &busy) { // its site has much to answer for us
		f.NextAt = now.Add(max(busy.After, time.Minute) + rand.N(time.Minute))
		return f
	}
	f.Message = "The feed could not be read."
	wait := time.Duration(0)
	if cause, ok := errors.AsType[*fault.Error](err); ok {
		f.Message, wait = cause.Message, cause.RetryAfter
	}
	f.Failures++
	f.NextAt = now.Add(max(wait, min(every<<min(f.Failures-1, 5), longest)) + rand.N(jitter))
	switch {
	case capture.StatusOf(err) == gone:
		f.Status, f.Message = Paused, "The feed is gone: its site says that it will not come back."
	case f.Status != Paused:
		f.Status = Failing
	}
	return f
}

// noRoom is the message where a plan admits no more of a feed.
const noRoom = "Your plan has no room for more from feeds: they take half of it at most. What is new waits."

// saveNew saves what was not seen before, oldest first, and returns a message if some has to wait.
func (s *Service) saveNew(ctx context.Context, f Feed, read contents) (message string, err error) {
	keys := make([]string, len(read.items))
	for i, one := range read.items {
		keys[i] = one.key
	}
	unseen, err := s.Store.Unseen(ctx, f.UserID, f.ID, keys)
	if err != nil {
		return "", err
	}
	fresh := map[string]bool{}
	for _, key := range unseen {
		fresh[key] = true
	}
	first := len(unseen) == len(keys) && f.CheckedAt.IsZero()
	var seen []string
	for i := len(read.items) - 1; i >= 0; i-- { // the newest last, so that it stands first in lists
		one := read.items[i]
		if fresh[one.key] && (!first || i < firstItems) {
			switch err = s.save(ctx, f, one); fault.KindOf(err) {
			case fault.Limit:
				message = noRoom
			case fault.Invalid: // an address that can't be saved
				err = nil
			}
		}
		if message != "" {
			break
		}
		if err != nil {
			break
		}
		seen = append(seen, one.key)
	}
	if message != "" {
		err = nil
	}
	now := s.Now()
	return message, errors.Join(err, s.Store.See(ctx, f.UserID, f.ID, seen, now, now.Add(-seenFor)))
}

func (s *Service) save(ctx context.Context, f Feed, one item) error {
	_, err := s.Saver.Add(ctx, f.UserID, halved(s.Plans), memory.Draft{
		Kind: memory.Link, Link: one.link, IfNew: true,
		Feed: f.ID, Title: one.title, PublishedAt: one.published, Tags: f.Tags,
	})
	return err
}

// halved returns plans of which feeds may use half, so that there is room for what is chosen.
func halved(plans plan.Table) plan.Table {
	for _, limits := range []*plan.Limits{&plans.Free, &plans.Pro} {
		if limits.Memories > 0 {
			limits.Memories = max(1, limits.Memories/2)
		}
	}
	return plans
}
