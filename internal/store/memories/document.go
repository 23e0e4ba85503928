package memories

import (
	"context"
	"fmt"

	"engram/internal/document"
	"engram/internal/store"
)

// Document implements memory.Store.
func (s *Store) Document(ctx context.Context, userID, id string, part int) (document.Document, error) {
	found, err := store.Collect(ctx, s.db.Reader(), scanBlocks, `SELECT version, blocks FROM documents
		WHERE user_id = $1 AND memory_id = $2 AND part = $3`, userID, id, part)
	if err != nil || len(found) == 0 {
		return nil, store.Explain(err, "read the document of memory", id)
	}
	return found[0], nil
}

func scanBlocks(row store.Scanner) (doc document.Document, err error) {
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

// keepDocument stores a memory's document in place of the present one.
func keepDocument(ctx context.Context, t store.Tx, userID, memoryID string, doc document.Document) error {
	if err := dropDocument(ctx, t, userID, memoryID); err != nil || len(doc) == 0 {
		return err
	}
	return insertDocument(ctx, t, userID, memoryID, 0, doc)
}

// followDocument stores the next part of a document, whose passages begin at first.
func followDocument(ctx context.Context, t store.Tx, userID, memoryID string, doc document.Document, first int) error {
	var part int
	err := t.Row(ctx, `SELECT COALESCE(MAX(part) + 1, 0) FROM documents WHERE user_id = $1 AND memory_id = $2`, userID, memoryID).Scan(&part)
	if err != nil || len(doc) == 0 || part == 0 && first > 0 {
		return err // a capture that began without a document goes on without one
	}
	return insertDocument(ctx, t, userID, memoryID, part, doc.After(first))
}

func insertDocument(ctx context.Context, t store.Tx, userID, memoryID string, part int, doc document.Document) error {
	packed, err := store.Pack(doc)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO documents (user_id, memory_id, part, version, blocks) VALUES ($1, $2, $3, $4, $5)`,
		userID, memoryID, part, document.Version, packed)
	return err
}

func dropDocument(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM documents WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}
