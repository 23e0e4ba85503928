package memories

import (
	"context"

	"engram/internal/document"
	"engram/internal/facsimile"
	"engram/internal/store"
	"engram/internal/store/documents"
)

// Document implements memory.Store.
func (s *Store) Document(ctx context.Context, userID, id string, part int) (document.Document, error) {
	doc, err := documents.Part(ctx, s.db.Reader(), userID, id, part)
	return doc, store.Explain(err, "read the document of memory", id)
}

// RecognisedWords implements facsimile.Recognised.
func (s *Store) RecognisedWords(ctx context.Context, userID, uploadID string, page int) ([]facsimile.Word, error) {
	found, err := store.Collect(ctx, s.db.Reader(), documents.ScanWords, `SELECT w.words FROM memories m
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
