package passages

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// passagesInOneInsert keeps statements short; longer ones gain nothing.
const passagesInOneInsert = 64

// Of are passages of a memory.
type Of struct {
	MemoryID string
	Passages []memory.Passage
}

// Append appends a memory's passages to the user's log.
func Append(ctx context.Context, t store.Tx, userID, memoryID string, passages []memory.Passage) error {
	return AppendAll(ctx, t, userID, []Of{{memoryID, passages}})
}

// AppendAll appends passages of several memories to the user's log.
func AppendAll(ctx context.Context, t store.Tx, userID string, all []Of) error {
	var rows []row
	for _, of := range all {
		for _, p := range of.Passages {
			rows = append(rows, row{of.MemoryID, p})
		}
	}
	if len(rows) == 0 {
		return nil
	}
	seq, err := Reserve(ctx, t, userID, len(rows))
	if err != nil {
		return err
	}
	for chunk := range slices.Chunk(rows, passagesInOneInsert) {
		if err := insertPassages(ctx, t, userID, seq, chunk); err != nil {
			return err
		}
		seq += int64(len(chunk))
	}
	return nil
}

// row is a passage of a memory.
type row struct {
	memoryID string
	memory.Passage
}

// Reserve counts n passages that are about to be inserted, and returns the number of the first in
// the user's log.
func Reserve(ctx context.Context, t store.Tx, userID string, n int) (first int64, err error) {
	if err := countPassages(ctx, t, userID, int64(n)); err != nil {
		return 0, err
	}
	return counters.Advance(ctx, t, userID, n)
}

func insertPassages(ctx context.Context, t store.Tx, userID string, seq int64, passages []row) error {
	args := []any{userID}
	rows := make([]string, len(passages))
	for i, p := range passages {
		rows[i] = fmt.Sprintf("($1, %s)", store.Placeholders(len(args)+1, 9))
		args = append(args, p.memoryID, seq+int64(i), p.Ord, p.Text, p.Page, p.Second, p.Offset, p.Model, toBytes(p.Vector))
	}
	_, err := t.Exec(ctx, `INSERT INTO passages (user_id, memory_id, seq, ord, body, page, at_second, byte_offset, model, vector)
		VALUES `+strings.Join(rows, ", "), args...)
	return err
}

// Follow appends passages after those that the memory has, and returns the number of the first.
func Follow(ctx context.Context, t store.Tx, userID, memoryID string, passages []memory.Passage) (next int, err error) {
	err = t.Row(ctx, `SELECT COALESCE(MAX(ord) + 1, 0) FROM passages WHERE user_id = $1 AND memory_id = $2`, userID, memoryID).Scan(&next)
	if err != nil {
		return 0, err
	}
	following := slices.Clone(passages)
	for i := range following {
		following[i].Ord += next
	}
	return next, Append(ctx, t, userID, memoryID, following)
}

// Replace logs a deletion only if there was something to delete, so that first captures leave no
// extra row.
func Replace(ctx context.Context, t store.Tx, userID, memoryID string, passages []memory.Passage) error {
	removed, err := Remove(ctx, t, userID, memoryID)
	if err != nil {
		return err
	}
	if removed > 0 {
		if err := LogDeletion(ctx, t, userID, memoryID); err != nil {
			return err
		}
	}
	return Append(ctx, t, userID, memoryID, passages)
}

// Remove returns the number of passages.
func Remove(ctx context.Context, t store.Tx, userID, memoryID string) (int64, error) {
	n, err := t.Exec(ctx, `DELETE FROM passages WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	if err != nil || n == 0 {
		return n, err
	}
	return n, countPassages(ctx, t, userID, -n)
}

// LogDeletion logs that all passages of the memory so far are deleted.
func LogDeletion(ctx context.Context, t store.Tx, userID, memoryID string) error {
	seq, err := counters.Advance(ctx, t, userID, 1)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `INSERT INTO deletions (user_id, memory_id, seq) VALUES ($1, $2, $3)
		ON CONFLICT (user_id, memory_id) DO UPDATE SET seq = excluded.seq`, userID, memoryID, seq)
	return err
}

// Touch moves a passage of a locked memory to the end of the log, since what is found with it has
// changed. A passage that is not there is skipped.
func Touch(ctx context.Context, t store.Tx, userID, memoryID string, ord int) error {
	found, err := store.Collect(ctx, t.Querier, scanSeq, `SELECT seq FROM passages WHERE user_id = $1 AND memory_id = $2 AND ord = $3`,
		userID, memoryID, ord)
	if err != nil || len(found) == 0 {
		return err
	}
	seq, err := counters.Advance(ctx, t, userID, 1)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `UPDATE passages SET seq = $3 WHERE user_id = $1 AND seq = $2`, userID, found[0], seq)
	return err
}

// TouchFirst is Touch for the first passages of locked memories, in one statement.
func TouchFirst(ctx context.Context, t store.Tx, userID string, memoryIDs ...string) error {
	if len(memoryIDs) == 0 {
		return nil
	}
	args := []any{userID}
	for _, id := range memoryIDs {
		args = append(args, id)
	}
	first := `FROM passages WHERE user_id = $1 AND ord = 0 AND memory_id IN (` + store.Placeholders(2, len(memoryIDs)) + `)`
	var n int
	err := t.Row(ctx, `SELECT COUNT(*) `+first, args...).Scan(&n)
	if err != nil || n == 0 {
		return err
	}
	seq, err := counters.Advance(ctx, t, userID, n) // no more: an index waits for the last number
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, fmt.Sprintf(`UPDATE passages SET seq = %d + moved.n
		FROM (SELECT seq, ROW_NUMBER() OVER (ORDER BY seq) - 1 AS n %s) AS moved
		WHERE passages.user_id = $1 AND passages.seq = moved.seq`, seq, first), args...)
	return err
}

// encodedAnew is the most passages of a memory that are encoded anew with another title: it says
// little about each of many.
const encodedAnew = 64

// Retitled moves the passages of a locked memory to the end of the log, since its title has changed,
// and has their vectors, of which it is part, made anew. Of a long memory one moves, and the vectors
// stay: what is known of a memory comes with any passage.
func Retitled(ctx context.Context, t store.Tx, userID, memoryID string) error {
	var n int
	err := t.Row(ctx, `SELECT COALESCE(MAX(ord) + 1, 0) FROM passages WHERE user_id = $1 AND memory_id = $2`, userID, memoryID).Scan(&n)
	switch {
	case err != nil:
		return err
	case n == 0:
		return nil
	case n > encodedAnew:
		return TouchFirst(ctx, t, userID, memoryID)
	}
	seq, err := counters.Advance(ctx, t, userID, n)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `UPDATE passages SET seq = $3 + ord, model = '', vector = NULL WHERE user_id = $1 AND memory_id = $2`,
		userID, memoryID, seq)
	return err
}
