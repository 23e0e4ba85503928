package memories

import (
	"context"

	"engram/internal/capture"
	"engram/internal/facsimile"
	"engram/internal/store"
)

// RecognisedWords implements facsimile.Recognised.
func (s *Store) RecognisedWords(ctx context.Context, userID, uploadID string, page int) ([]facsimile.Word, error) {
	found, err := store.Collect(ctx, s.db.Reader(), scanWords, `SELECT w.words FROM memories m
		JOIN page_words w ON w.user_id = m.user_id AND w.memory_id = m.id
		WHERE m.user_id = $1 AND m.upload_id = $2 AND w.page = $3`, userID, uploadID, page)
	if err != nil || len(found) == 0 {
		return nil, store.Explain(err, "read the words of a page of upload", uploadID)
	}
	words := make([]facsimile.Word, len(found[0]))
	for i, w := range found[0] {
		box := facsimile.Box{X: w.Box[0], Y: w.Box[1], Width: w.Box[2], Height: w.Box[3]}
		words[i] = facsimile.Word{Text: w.Text, Box: box, Ends: w.Ends}
	}
	return words, nil
}

func scanWords(row store.Scanner) (words []capture.PlacedWord, err error) {
	var packed []byte
	if err := row.Scan(&packed); err != nil {
		return nil, err
	}
	return words, store.Unpack(packed, &words)
}

// keepWords stores the words of recognised pages; those of other pages stay.
func keepWords(ctx context.Context, t store.Tx, userID, memoryID string, pages []capture.PageWords) error {
	for _, p := range pages {
		packed, err := store.Pack(p.Words)
		if err != nil {
			return err
		}
		_, err = t.Exec(ctx, `INSERT INTO page_words (user_id, memory_id, page, words) VALUES ($1, $2, $3, $4)
			ON CONFLICT (user_id, memory_id, page) DO UPDATE SET words = excluded.words`, userID, memoryID, p.Page, packed)
		if err != nil {
			return err
		}
	}
	return nil
}

func dropWords(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM page_words WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}
