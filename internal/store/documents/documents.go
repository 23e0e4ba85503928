// Package documents stores the text of memories as it was made, and the places of words that were
// recognised in it.
package documents

import (
	"context"
	"fmt"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/store"
)

// Part returns a part of a memory's document, from 0; none behind the last.
func Part(ctx context.Context, q store.Querier, userID, memoryID string, part int) (document.Document, error) {
	found, err := store.Collect(ctx, q, scan, `SELECT version, blocks FROM documents
		WHERE user_id = $1 AND memory_id = $2 AND part = $3`, userID, memoryID, part)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return found[0], nil
}

func scan(row store.Scanner) (doc document.Document, err error) {
	var version int
	var packed []byte
	if err := row.Scan(&version, &packed); err != nil {
		return nil, err
	}
	if version != document.Version {
		return nil, fmt.Errorf("a document of version %d", version)
	}
	return doc, store.Unpack(packed, &doc)
}

// Keep stores a memory's document in place of the present one.
func Keep(ctx context.Context, t store.Tx, userID, memoryID string, doc document.Document) error {
	if err := Drop(ctx, t, userID, memoryID); err != nil || len(doc) == 0 {
		return err
	}
	return Insert(ctx, t, userID, memoryID, 0, doc)
}

// Follow stores the next part of a document, whose passages begin at first.
func Follow(ctx context.Context, t store.Tx, userID, memoryID string, doc document.Document, first int) error {
	var part int
	err := t.Row(ctx, `SELECT COALESCE(MAX(part) + 1, 0) FROM documents WHERE user_id = $1 AND memory_id = $2`, userID, memoryID).Scan(&part)
	if err != nil || len(doc) == 0 || part == 0 && first > 0 {
		return err // a capture that began without a document goes on without one
	}
	return Insert(ctx, t, userID, memoryID, part, doc.After(first))
}

// Insert stores a part of a document.
func Insert(ctx context.Context, t store.Tx, userID, memoryID string, part int, doc document.Document) error {
	packed, err := store.Pack(doc)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO documents (user_id, memory_id, part, version, blocks) VALUES ($1, $2, $3, $4, $5)`,
		userID, memoryID, part, document.Version, packed)
	return err
}

// Drop deletes a memory's document.
func Drop(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM documents WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}

// ScanWords reads a row of the words of a page.
func ScanWords(row store.Scanner) (words []capture.PlacedWord, err error) {
	var packed []byte
	if err := row.Scan(&packed); err != nil {
		return nil, err
	}
	return words, store.Unpack(packed, &words)
}

// KeepWords stores the words of recognised pages; those of other pages stay.
func KeepWords(ctx context.Context, t store.Tx, userID, memoryID string, pages []capture.PageWords) error {
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

// DropWords deletes the words of a memory's pages.
func DropWords(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM page_words WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}
