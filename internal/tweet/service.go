// Package tweet reads tweets from the service that embeds them, and keeps them readable when they are gone.
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

// Store keeps what was said of tweets.
type Store interface {
	// KeptTweet returns what is kept of a tweet that one of the user's memories was saved from; fault.NotFound when none
	// was.
	KeptTweet(ctx context.Context, userID, tweetID string) ([]byte, error)
	// HasTweet reports whether one of the user's memories is of that tweet.
	HasTweet(ctx context.Context, userID, tweetID string) (bool, error)
}

// Service reads tweets.
type Service struct {
	upstream upstream
	kept     Store
	turn     chan struct{} // held by the one card whose question is under way
}

var _ capture.Source = (*Service)(nil)

// New returns a Service that asks address, such as https://cdn.syndication.twimg.com, through fetcher. An address without a
// path is that of a host; one with a path is asked as it is.
func New(fetcher capture.Fetcher, address string, kept Store) *Service {
	return &Service{upstream: upstream{fetcher, endpointOf(address)}, kept: kept, turn: make(chan struct{}, 1)}
}

const (
	threadTimeout = 5 * time.Second // for what stands around a tweet: the tweet itself is what was asked for
	maxAsked      = 5               // tweets of a thread that are asked for beside the one that was saved
	maxThread     = 20              // tweets of a thread that are read, those that come unasked included
)

// Read implements capture.Source: the tweet, what it quotes, and what it follows in its thread. What of these can't be had
// makes the Document partial.
func (s *Service) Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (capture.Document, error) {
	u, err := url.Parse(m.URL)
	if err != nil || memory.TweetID(u) == "" {
		return capture.Document{}, fault.New(fault.Invalid, "This is not the address of a tweet.")
	}
	t, err := s.upstream.ask(ctx, memory.TweetID(u), capture.Request{UserID: m.UserID, OnStart: func() { tell(memory.Fetching) }})
	if err != nil {
		return capture.Document{}, err
	}
	unquoted, err := s.unquoted(ctx, m.UserID, t)
	if err != nil {
		return capture.Document{}, err
	}
	before, lost := s.before(ctx, m.UserID, t)
	tell(memory.Reading)
	doc := document(t, before)
	switch {
	case unquoted:
		doc.Partial = fault.New(fault.Invalid, msgUnquoted)
	case lost != nil:
		doc.Partial = partial(lost)
	}
	return doc, nil
}

// unquoted reports whether a tweet quotes another that is not to be had any more. Where that was deleted, an answer may say
// nothing of it: then what is kept for the user tells.
func (s *Service) unquoted(ctx context.Context, userID string, t tweet) (bool, error) {
	if t.Quoted.value.shows() || t.quotesOne() {
		return !t.Quoted.value.shows(), nil
	}
	data, err := s.kept.KeptTweet(ctx, userID, t.ID)
	if fault.KindOf(err) == fault.NotFound {
		return false, nil
	}
	kept, _ := parse(data, t.ID) // what can't be read quotes nothing
	return kept.Quoted.value.shows(), err
}

// before returns what a tweet replies to, what that replies to and so on, the nearest first: as far as the answers tell by
// themselves and, while the author goes on with a thread of their own, as far as asking tells. A tweet that can't be had
// ends it; lost is why.
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

// Get returns a tweet that one of the user's memories is of, as JSON in the embed's own shape: what is kept for the user,
// else what the service says now, which is not kept. fault.NotFound when the user has no such memory, when there is no such
// tweet and when its data can't be read; fault.Unavailable when the service does not answer or too many wait for it.
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
	return s.inTurn(ctx, userID, id)
}

// retryAfter is how long no card's question follows one that failed: who asks on and on must not stand in the way of
// captures, which ask the same service.
const retryAfter = time.Second

// inTurn asks for a tweet that a user waits for, once nobody else's question is under way. The errors are Get's.
func (s *Service) inTurn(ctx context.Context, userID, id string) ([]byte, error) {
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
