// Package tweet reads tweets from the embed service and keeps them readable when they are gone.
package tweet

import (
	"context"
	"net/url"
	"regexp"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

// Store keeps tweets' data.
type Store interface {
	// KeptTweet returns the stored data of a tweet of one of the user's memories; fault.NotFound if
	// there is none.
	KeptTweet(ctx context.Context, userID, tweetID string) ([]byte, error)
	// HasTweet reports whether one of the user's memories is of that tweet.
	HasTweet(ctx context.Context, userID, tweetID string) (bool, error)
}

// Service reads tweets.
type Service struct {
	upstream upstream
	kept     Store
	turn     chan struct{} // mutex of the requests for cards
}

var _ capture.Source = (*Service)(nil)

// New returns a Service that calls the service at address, such as
// https://cdn.syndication.twimg.com, with its standard path unless the address has one.
func New(fetcher capture.Fetcher, address string, kept Store) *Service {
	return &Service{upstream: upstream{fetcher, endpointOf(address)}, kept: kept, turn: make(chan struct{}, 1)}
}

const (
	threadTimeout = 5 * time.Second // for the thread and quotes: the tweet itself matters most
	maxAsked      = 5               // tweets of a thread that are requested, besides the saved one
	maxThread     = 20              // tweets of a thread, with those that other responses contain
)

// Read implements capture.Source: the tweet, the quoted one, and the thread before it. The Document
// is partial if some of these are missing.
func (s *Service) Read(ctx context.Context, m memory.Memory, report func(memory.Step)) (capture.Document, error) {
	u, err := url.Parse(m.URL)
	if err != nil || memory.TweetID(u) == "" {
		return capture.Document{}, fault.New(fault.Invalid, "This is not the address of a tweet.")
	}
	t, err := s.upstream.ask(ctx, memory.TweetID(u), capture.Request{UserID: m.UserID, OnStart: func() { report(memory.Fetching) }})
	if err != nil {
		return capture.Document{}, err
	}
	unquoted, err := s.unquoted(ctx, m.UserID, t)
	if err != nil {
		return capture.Document{}, err
	}
	before, lost := s.before(ctx, m.UserID, t)
	report(memory.Reading)
	doc := captured(t, before)
	switch {
	case unquoted:
		doc.Partial = fault.New(fault.Invalid, msgUnquoted)
	case lost != nil:
		doc.Partial = partial(lost)
	}
	return doc, nil
}

// unquoted reports whether the quoted tweet is gone. The response may not mention a deleted quote,
// so the stored data is checked too.
func (s *Service) unquoted(ctx context.Context, userID string, t tweet) (bool, error) {
	if t.Quoted.value.shows() || t.quotesOne() {
		return !t.Quoted.value.shows(), nil
	}
	data, err := s.kept.KeptTweet(ctx, userID, t.ID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	kept, _ := parse(data, t.ID) // unreadable data quotes nothing
	return kept.Quoted.value.shows(), err
}

// before returns the tweets that t replies to, nearest first: those contained in responses and,
// within the author's own thread, those that can be requested. lost is the error that ended it.
func (s *Service) before(ctx context.Context, userID string, t tweet) (found []tweet, lost error) {
	ctx, cancel := context.WithTimeout(ctx, threadTimeout)
	defer cancel()
	chain := append([]tweet{t}, t.ancestors()...)
	for range maxAsked {
		next := chain[len(chain)-1].continues(t.User)
		if next == "" || len(chain) > maxThread || contains(chain, next) {
			break
		}
		var parent tweet
		if parent, lost = s.upstream.ask(ctx, next, capture.Request{UserID: userID, Priority: true}); lost != nil {
			break
		}
		chain = append(append(chain, parent), parent.ancestors()...)
	}
	if lost == nil && chain[len(chain)-1].orphan(t.User) {
		lost = fault.New(fault.Invalid, msgGone)
	}
	return chain[1:min(len(chain), maxThread+1)], lost
}

var number = regexp.MustCompile(`^[0-9]{1,20}$`)

// Get returns the JSON of a tweet of one of the user's memories: the stored data, or else a fresh
// response, which is not stored. It returns fault.NotFound if the user has no such memory, or the
// tweet is gone or unreadable; fault.Unavailable if the service does not answer or is too busy.
func (s *Service) Get(ctx context.Context, userID, tweetID string) ([]byte, error) {
	id := strings.TrimLeft(tweetID, "0") // as in memory.TweetID
	if id == "" || !number.MatchString(tweetID) {
		return nil, fault.New(fault.NotFound, msgNotFound)
	}
	kept, err := s.kept.KeptTweet(ctx, userID, id)
	if fault.KindOf(err) != fault.NotFound {
		return kept, err
	}
	saved, err := s.kept.HasTweet(ctx, userID, id)
	if err == nil && !saved {
		err = fault.New(fault.NotFound, msgNotFound)
	}
	if err != nil {
		return nil, err
	}
	return s.exclusively(ctx, userID, id)
}

// retryAfter is the pause for cards after a failed request, so that repeated views don't delay
// captures, which use the same service.
const retryAfter = time.Second

// exclusively requests a tweet for a card, one at a time. Its errors are Get's.
func (s *Service) exclusively(ctx context.Context, userID, id string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, nowTimeout)
	defer cancel()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, fault.Wrap(fault.Unavailable, msgSilent, ctx.Err())
	}
	leave := func() { <-s.turn }
	data, err := s.upstream.now(ctx, userID, id)
	if err != nil {
		time.AfterFunc(retryAfter, leave)
		return nil, err
	}
	leave()
	return data, nil
}
