package memories

import (
	"context"
	"database/sql"
	"errors"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/store"
)

// KeptTweet returns the stored data of a tweet that the user saved; fault.NotFound if there is
// none.
func (s *Store) KeptTweet(ctx context.Context, userID, tweetID string) ([]byte, error) {
	var data string
	err := s.db.Reader().Row(ctx, `SELECT data FROM tweets WHERE user_id = $1 AND tweet_id = $2 ORDER BY memory_id DESC LIMIT 1`,
		userID, tweetID).Scan(&data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fault.New(fault.NotFound, "Tweet not found")
	}
	return []byte(data), store.Explain(err, "read tweet", tweetID)
}

// HasTweet implements tweet.Store.
func (s *Store) HasTweet(ctx context.Context, userID, tweetID string) (saved bool, err error) {
	err = s.db.Reader().Row(ctx, `SELECT EXISTS (SELECT 1 FROM memories WHERE user_id = $1 AND address_key <> '' AND address_key = $2)`,
		userID, memory.TweetKey(tweetID)).Scan(&saved) // for the partial index
	return saved, store.Explain(err, "look for tweet", tweetID)
}

// keepTweet replaces the stored data of a memory's tweet.
func keepTweet(ctx context.Context, t store.Tx, userID, memoryID string, tweet *capture.Tweet) error {
	if tweet == nil {
		return nil
	}
	_, err := t.Exec(ctx, `INSERT INTO tweets (user_id, memory_id, tweet_id, data) VALUES ($1, $2, $3, $4)
		ON CONFLICT (user_id, memory_id) DO UPDATE SET tweet_id = excluded.tweet_id, data = excluded.data`,
		userID, memoryID, tweet.ID, string(tweet.Data))
	return err
}

func dropTweet(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM tweets WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}
