// Package tweet reads tweets from the service that embeds them, and keeps them readable when they are gone.
package tweet

import (
	"context"

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
	upstream capture.Fetcher
	address  string
	kept     Store
}

var _ capture.Source = (*Service)(nil)

// New returns a Service that asks address, such as https://cdn.syndication.twimg.com, through upstream.
func New(upstream capture.Fetcher, address string, kept Store) *Service {
	return &Service{upstream, address, kept}
}

// Read implements capture.Source.
func (s *Service) Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (capture.Document, error) {
	return capture.Document{}, fault.New(fault.Invalid, "This tweet can't be read yet.")
}

// Get returns a tweet in the embed's own shape; fault.NotFound when there is none.
func (s *Service) Get(ctx context.Context, userID, tweetID string) ([]byte, error) {
	return s.kept.KeptTweet(ctx, userID, tweetID)
}
