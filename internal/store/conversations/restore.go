package conversations

import (
	"context"
	"fmt"

	"engram/internal/conversation"
	"engram/internal/store"
)

// Admits returns why a conversation from another Engram can't be added in this transaction; empty if
// it can, or is there. It locks the user's row.
func Admits(ctx context.Context, t store.Tx, userID, id string) (refused string, err error) {
	var term conversation.Term
	var n int
	err = t.Row(ctx, `SELECT conversation_term FROM users WHERE user_id = $1`+t.ForNoKeyUpdate(), userID).Scan(&term)
	if err == nil {
		err = t.Row(ctx, `SELECT COUNT(*) FROM conversations WHERE user_id = $1 AND id <> $2`, userID, id).Scan(&n)
	}
	switch {
	case term == conversation.Never:
		return "You have chosen that conversations are not kept.", err
	case n >= conversation.MostKept:
		return fmt.Sprintf("You have %d conversations, which is the most.", n), err
	}
	return "", err
}

// Restore adds a conversation from another Engram with its turns in order, and returns the number of
// those whose answers are withdrawn, since a note does not say any more what they quote.
func Restore(ctx context.Context, t store.Tx, c conversation.Conversation, turns []conversation.Turn) (gone int, err error) {
	_, err = t.Exec(ctx, `INSERT INTO conversations (user_id, id, title, memory_id, turns, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		c.UserID, c.ID, c.Title, c.Memory, len(turns), c.CreatedAt.UnixMilli(), c.UpdatedAt.UnixMilli())
	if err != nil {
		return 0, err
	}
	for i, turn := range turns {
		says, err := stillSays(ctx, t, c.UserID, turn.Answer.Citations)
		if err != nil {
			return gone, err
		}
		present, err := holdSources(ctx, t, c.UserID, turn.Sources)
		if err != nil {
			return gone, err
		}
		if !says || present < len(turn.Sources) {
			turn = withdrawn(turn)
			gone++
		}
		if err := insertTurn(ctx, t, c, i+1, turn); err != nil {
			return gone, err
		}
		if err := insertSources(ctx, t, c, i+1, turn.Sources); err != nil {
			return gone, err
		}
	}
	return gone, nil
}

// FingerprintOfRow is Fingerprint of a row of conversations in SQL.
const FingerprintOfRow = `(CAST(conversations.turns AS TEXT) || ' ' || CAST(conversations.updated_at AS TEXT))`

// Fingerprint returns what changes with each question of a conversation.
func Fingerprint(c conversation.Conversation) string {
	return fmt.Sprintf("%d %d", c.Turns, c.UpdatedAt.UnixMilli())
}
