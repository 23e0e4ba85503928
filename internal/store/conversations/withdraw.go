package conversations

import (
	"context"
	"slices"

	"engram/internal/answer"
	"engram/internal/memory"
	"engram/internal/store"
)

// emptied are the columns of a turn whose answer is withdrawn.
const emptied = `filters = '', answer = '', answered = 0, citations = '[]', model = '', notice = '', answer_words = '', withdrawn = 1`

// Withdraw empties the answers that quote a memory, and how later questions of their conversations
// were understood.
func Withdraw(ctx context.Context, t store.Tx, userID, memoryID string) error {
	if _, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT id FROM conversations WHERE user_id = $1 AND id IN
		(SELECT conversation_id FROM turn_sources WHERE user_id = $1 AND memory_id = $2) ORDER BY id`+t.ForUpdate(), userID, memoryID); err != nil {
		return err
	}
	for _, statement := range []string{
		`UPDATE turns SET asked = '', filters = '' WHERE user_id = $1 AND asked <> '' AND conversation_id IN
			(SELECT conversation_id FROM turn_sources WHERE user_id = $1 AND memory_id = $2)`,
		`UPDATE turns SET ` + emptied + `
			WHERE user_id = $1 AND (conversation_id, n) IN (SELECT conversation_id, n FROM turn_sources WHERE user_id = $1 AND memory_id = $2)`,
		`DELETE FROM turn_sources WHERE user_id = $1 AND (conversation_id, n) IN (SELECT conversation_id, n FROM turn_sources WHERE user_id = $1 AND memory_id = $2)`,
	} {
		if _, err := t.Exec(ctx, statement, userID, memoryID); err != nil {
			return err
		}
	}
	return nil
}

// turnKey names a turn of a user's.
type turnKey struct {
	conversation string
	n            int
}

// WithdrawGone is Withdraw for the answers that quote what a memory does not say any more.
func WithdrawGone(ctx context.Context, t store.Tx, userID, memoryID string, says func(quote string) bool) error {
	_, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT id FROM conversations WHERE user_id = $1 AND id IN
		(SELECT conversation_id FROM turn_sources WHERE user_id = $1 AND memory_id = $2) ORDER BY id`+t.ForUpdate(), userID, memoryID)
	if err != nil {
		return err
	}
	gone, err := quoting(ctx, t, userID, memoryID, says)
	if err != nil {
		return err
	}
	for _, turn := range gone {
		if _, err := t.Exec(ctx, `UPDATE turns SET asked = '', filters = '' WHERE user_id = $1 AND conversation_id = $2 AND asked <> ''`,
			userID, turn.conversation); err != nil {
			return err
		}
		for _, statement := range []string{
			`UPDATE turns SET ` + emptied + ` WHERE user_id = $1 AND conversation_id = $2 AND n = $3`,
			`DELETE FROM turn_sources WHERE user_id = $1 AND conversation_id = $2 AND n = $3`,
		} {
			if _, err := t.Exec(ctx, statement, userID, turn.conversation, turn.n); err != nil {
				return err
			}
		}
	}
	return nil
}

// quoting returns the turns with a quote that the memory does not say.
func quoting(ctx context.Context, t store.Tx, userID, memoryID string, says func(quote string) bool) (gone []turnKey, err error) {
	err = t.Each(ctx, func(row store.Scanner) error {
		var turn turnKey
		var encoded string
		if err := row.Scan(&turn.conversation, &turn.n, &encoded); err != nil {
			return err
		}
		citations, err := decodeCitations(encoded)
		for _, c := range citations {
			if c.MemoryID == memoryID && !says(c.Quote) {
				gone = append(gone, turn)
				break
			}
		}
		return err
	}, `SELECT t.conversation_id, t.n, t.citations FROM turn_sources s
		JOIN turns t ON t.user_id = s.user_id AND t.conversation_id = s.conversation_id AND t.n = s.n
		WHERE s.user_id = $1 AND s.memory_id = $2`, userID, memoryID)
	return gone, err
}

// stillSays reports whether the notes that were changed still say what is quoted of them, and keeps
// them so until the transaction ends.
func stillSays(ctx context.Context, t store.Tx, userID string, citations []answer.Citation) (bool, error) {
	if len(citations) == 0 {
		return true, nil
	}
	args := []any{userID}
	for _, c := range citations {
		args = append(args, c.MemoryID)
	}
	notes, err := store.Collect(ctx, t.Querier, func(row store.Scanner) (m memory.Memory, err error) {
		err = row.Scan(&m.ID, &m.Description)
		return m, err
	}, `SELECT id, description FROM memories WHERE user_id = $1 AND edition > 0 AND id IN (`+store.Placeholders(2, len(citations))+`)
		ORDER BY id`+t.ForShare(), args...)
	for _, m := range notes {
		says := m.Says()
		if slices.ContainsFunc(citations, func(c answer.Citation) bool { return c.MemoryID == m.ID && !says(c.Quote) }) {
			return false, err
		}
	}
	return true, err
}
