package conversations

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strings"

	"engram/internal/answer"
	"engram/internal/conversation"
	"engram/internal/recall/text"
	"engram/internal/store"
)

// KeepTurn implements conversation.Store. Like a deletion or an edit it locks the sources before the
// conversation, so that one sees the other's changes.
func (s *Store) KeepTurn(ctx context.Context, d conversation.Draft) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		userID, turn := d.Conversation.UserID, d.Turn
		says, err := stillSays(ctx, t, userID, turn.Answer.Citations)
		if err != nil {
			return err
		}
		present, err := holdSources(ctx, t, userID, turn.Sources)
		if err != nil {
			return err
		}
		if present < len(turn.Sources) || !says {
			turn = withdrawn(turn)
		}
		n, err := nextTurn(ctx, t, d)
		if err != nil {
			return err
		}
		if err := insertTurn(ctx, t, d.Conversation, n, turn); err != nil {
			return err
		}
		return insertSources(ctx, t, d.Conversation, n, turn.Sources)
	})
	return store.Explain(err, "keep a turn of conversation", d.Conversation.ID)
}

// withdrawn returns a turn without its answer.
func withdrawn(turn conversation.Turn) conversation.Turn {
	turn.Answer, turn.Asked, turn.Filters, turn.Sources, turn.Withdrawn = answer.Answer{}, "",
		conversation.Filters{}, nil, true
	return turn
}

// holdSources counts the memories that exist, and keeps them until the transaction ends.
func holdSources(ctx context.Context, t store.Tx, userID string, ids []string) (int, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	args := []any{userID}
	for _, id := range ids {
		args = append(args, id)
	}
	held, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT id FROM memories WHERE user_id = $1 AND id IN (`+
		store.Placeholders(2, len(ids))+`) ORDER BY id`+t.ForKeyShare(), args...)
	return len(held), err
}

// nextTurn returns the next turn's number in a new or locked conversation.
func nextTurn(ctx context.Context, t store.Tx, d conversation.Draft) (n int, err error) {
	c := d.Conversation
	if d.New {
		_, err = t.Exec(ctx, `INSERT INTO conversations (user_id, id, title, memory_id, turns, created_at, updated_at) VALUES ($1, $2, $3, $4, 1, $5, $6)`,
			c.UserID, c.ID, c.Title, c.Memory, c.CreatedAt.UnixMilli(), c.UpdatedAt.UnixMilli())
		if err != nil {
			return 0, err
		}
		return 1, dropOldest(ctx, t, c)
	}
	err = t.Row(ctx, `UPDATE conversations SET turns = turns + 1,
		updated_at = CASE WHEN updated_at > $3 THEN updated_at ELSE $3 END WHERE user_id = $1 AND id = $2 RETURNING turns`,
		c.UserID, c.ID, c.UpdatedAt.UnixMilli()).Scan(&n)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, conversation.NotFound()
	case err == nil && n > conversation.MostTurns:
		return 0, conversation.LongEnough()
	}
	return n, err
}

// dropOldest deletes conversations beyond the user's limit, except the new one. Concurrent new ones
// may exceed it until the next.
func dropOldest(ctx context.Context, t store.Tx, begun conversation.Conversation) error {
	_, err := t.Exec(ctx, `DELETE FROM conversations WHERE user_id = $1 AND id <> $2 AND id IN
		(SELECT id FROM conversations WHERE user_id = $1 ORDER BY updated_at DESC, id DESC LIMIT 100 OFFSET $3)`,
		begun.UserID, begun.ID, conversation.MostKept)
	return err
}

func insertTurn(ctx context.Context, t store.Tx, c conversation.Conversation, n int, turn conversation.Turn) error {
	turn, err := forgetReading(ctx, t, c, turn)
	if err != nil {
		return err
	}
	citations, err := encodeCitations(turn.Answer.Citations)
	if err != nil {
		return err
	}
	filters, err := encodeFilters(turn.Filters)
	if err != nil {
		return err
	}
	markdown := turn.Answer.Markdown()
	_, err = t.Exec(ctx, `INSERT INTO turns (user_id, conversation_id, n, question, asked, kind, filters, answer, answered, citations, model, notice,
		asked_at, withdrawn, question_words, answer_words)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
		c.UserID, c.ID, n, turn.Question, turn.Asked, turn.Kind, filters, markdown,
		int(turn.Answer.Kind), citations,
		turn.Answer.Model, turn.Answer.Notice, turn.At.UnixMilli(), store.FromBool(turn.Withdrawn),
		searchable(turn.Question), searchable(markdown))
	return err
}

// forgetReading clears how a follow-up was understood if an answer of the locked conversation is
// withdrawn: its words may be in it.
func forgetReading(ctx context.Context, t store.Tx, c conversation.Conversation, turn conversation.Turn) (conversation.Turn, error) {
	if turn.Asked == "" {
		return turn, nil
	}
	var n int
	err := t.Row(ctx, `SELECT COUNT(*) FROM turns WHERE user_id = $1 AND conversation_id = $2 AND withdrawn = 1`, c.UserID, c.ID).Scan(&n)
	if n > 0 {
		turn.Asked, turn.Filters = "", conversation.Filters{}
	}
	return turn, err
}

func insertSources(ctx context.Context, t store.Tx, c conversation.Conversation, n int, ids []string) error {
	for _, id := range ids {
		_, err := t.Exec(ctx, `INSERT INTO turn_sources (user_id, memory_id, conversation_id, n) VALUES ($1, $2, $3, $4)`, c.UserID, id, c.ID, n)
		if err != nil {
			return err
		}
	}
	return nil
}

// DropConversation implements conversation.Store.
func (s *Store) DropConversation(ctx context.Context, userID, id string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `DELETE FROM conversations WHERE user_id = $1 AND id = $2`, userID, id)
		if err == nil && n == 0 {
			err = conversation.NotFound()
		}
		return err
	})
	return store.Explain(err, "delete conversation", id)
}

// DropConversations implements conversation.Store.
func (s *Store) DropConversations(ctx context.Context, userID string) error {
	err := s.db.WriteAnyway(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM conversations WHERE user_id = $1`, userID)
		return err
	})
	return store.Explain(err, "delete the conversations of", userID)
}

// searchable returns a text's folded words for searching.
func searchable(s string) string {
	words := text.Words(s)
	if len(words) == 0 {
		return ""
	}
	return " " + strings.Join(words, " ")
}

// filters are stored filters.
type filters struct {
	Kind  string   `json:"kind,omitempty"`
	Since int64    `json:"since,omitempty"` // unix ms
	Until int64    `json:"until,omitempty"`
	Words []string `json:"words"`

	Filter string `json:"filter,omitempty"`
}

// encodeFilters encodes filters as JSON, empty if there are none.
func encodeFilters(f conversation.Filters) (string, error) {
	if f.Empty() {
		return "", nil
	}
	kept := filters{Kind: f.Kind, Since: store.MillisOrZero(f.Since), Until: store.MillisOrZero(f.Until), Filter: store.Storable(f.Filter)}
	for _, words := range f.Words {
		kept.Words = append(kept.Words, store.Storable(words))
	}
	encoded, err := json.Marshal(kept)
	return string(encoded), err
}

func decodeFilters(encoded string) (conversation.Filters, error) {
	if encoded == "" {
		return conversation.Filters{}, nil
	}
	var kept filters
	err := json.Unmarshal([]byte(encoded), &kept)
	return conversation.Filters{Kind: kept.Kind, Since: store.TimeOrZero(kept.Since), Until: store.TimeOrZero(kept.Until), Words: kept.Words, Filter: kept.Filter}, err
}
