package store

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"engram/internal/memory"
)

// passagesInOneInsert keeps a statement short enough to be prepared at once; beyond it, longer ones gain nothing.
const passagesInOneInsert = 64

// appendPassages adds a memory's passages at the end of the user's log.
func (t tx) appendPassages(ctx context.Context, userID, memoryID string, passages []memory.Passage) error {
	if len(passages) == 0 {
		return nil
	}
	if err := t.countPassages(ctx, userID, int64(len(passages))); err != nil {
		return err
	}
	seq, err := t.advance(ctx, userID, len(passages))
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(passages, passagesInOneInsert) {
		if err := t.insertPassages(ctx, userID, memoryID, seq, chunk); err != nil {
			return err
		}
		seq += int64(len(chunk))
	}
	return nil
}

func (t tx) insertPassages(ctx context.Context, userID, memoryID string, seq int64, passages []memory.Passage) error {
	args := []any{userID, memoryID}
	rows := make([]string, len(passages))
	for i, p := range passages {
		rows[i] = fmt.Sprintf("($1, $2, %s)", placeholders(len(args)+1, 8))
		args = append(args, seq+int64(i), p.Ord, p.Text, p.Page, p.Second, p.Offset, p.Model, toBytes(p.Vector))
	}
	_, err := t.exec(ctx, `INSERT INTO passages (user_id, memory_id, seq, ord, body, page, at_second, byte_offset, model, vector)
		VALUES `+strings.Join(rows, ", "), args...)
	return err
}

// removePassages returns how many there were.
func (t tx) removePassages(ctx context.Context, userID, memoryID string) (int64, error) {
	n, err := t.exec(ctx, `DELETE FROM passages WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	if err != nil || n == 0 {
		return n, err
	}
	return n, t.countPassages(ctx, userID, -n)
}

// logDeletion tells the indexes that every passage of the memory so far is gone.
func (t tx) logDeletion(ctx context.Context, userID, memoryID string) error {
	seq, err := t.advance(ctx, userID, 1)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, `INSERT INTO deletions (user_id, memory_id, seq) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, memory_id) DO UPDATE SET seq = excluded.seq`, userID, memoryID, seq)
	return err
}

func scanPassage(row scanner) (p memory.Passage, err error) {
	err = row.Scan(&p.Ord, &p.Text, &p.Page, &p.Second, &p.Offset)
	return p, err
}
