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
}

// Service reads tweets.
type Service struct {
	upstream upstream
	kept     Store
	recent   recent
}

var _ capture.Source = (*Service)(nil)

// New returns a Service that asks address, such as https://cdn.syndication.twimg.com, through fetcher. An address without a
// path is that of a host; one with a path is asked as it is.
func New(fetcher capture.Fetcher, address string, kept Store) *Service {
	return &Service{upstream: upstream{fetcher, endpointOf(address)}, kept: kept}
}

const (
	threadTimeout = 5 * time.Second // for what stands around a tweet: the tweet itself is what was asked for
	maxAsked      = 5               // tweets of a thread that are asked for beside the one that was saved
	maxThread     = 20              // tweets of a thread that are read, those that come unasked included
)

// Read implements capture.Source: the tweet, what it quotes, and what it follows in its thread.
func (s *Service) Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (capture.Document, error) {
	u, err := url.Parse(m.URL)
	if err != nil || memory.TweetID(u) == "" {
		return capture.Document{}, fault.New(fault.Invalid, "This is not the address of a tweet.")
	}
	t, err := s.upstream.ask(ctx, memory.TweetID(u), false)
	if err != nil {
		return capture.Document{}, err
	}
	before := s.before(ctx, t)
	tell(memory.Reading)
	return document(t, before), nil
}

// before returns what a tweet replies to, what that replies to and so on, the nearest first: as far as the answers tell by
// themselves and, while the author goes on with a thread of their own, as far as asking tells. A failure ends it.
func (s *Service) before(ctx context.Context, t tweet) []tweet {
	ctx, cancel := context.WithTimeout(ctx, threadTimeout)
	defer cancel()
	chain := append([]tweet{t}, t.ancestors()...)
	for range maxAsked {
		next := chain[len(chain)-1].continues(t.User)
		if next == "" || len(chain) > maxThread || contains(chain, next) {
			break
		}
		parent, err := s.upstream.ask(ctx, next, true)
		if err != nil {
			break
		}
		chain = append(append(chain, parent), parent.ancestors()...)
	}
	return chain[1:min(len(chain), maxThread+1)]
}

var number = regexp.MustCompile(`^[0-9]{1,20}$`)

// Get returns a tweet as JSON in the embed's own shape: what is kept for the user, else what the service says now, which is
// not kept. fault.NotFound when there is no such tweet or its data can't be read, fault.Unavailable when the service does
// not answer.
func (s *Service) Get(ctx context.Context, userID, tweetID string) ([]byte, error) {
	id := strings.TrimLeft(tweetID, "0") // as in memory.TweetID
	if id == "" || !number.MatchString(tweetID) {
		return nil, fault.New(fault.NotFound, msgNotFound)
	}
	kept, err := s.kept.KeptTweet(ctx, userID, id)
	if fault.KindOf(err) == fault.NotFound {
		return s.recent.get(ctx, id, s.upstream.now)
	}
	return kept, err
}
