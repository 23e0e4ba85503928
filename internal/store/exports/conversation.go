package exports

import (
	"context"

	"engram/internal/portable"
	"engram/internal/store"
)

// Conversation implements export.Store.
func (s *Store) Conversation(ctx context.Context, userID, id string) (c portable.Conversation, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		err := t.Row(ctx, `SELECT id, title, memory_id, created_at, updated_at FROM conversations WHERE user_id = $1 AND id = $2`, userID, id).
			Scan(&c.ID, &c.Title, &c.Memory, timeOf(&c.CreatedAt), timeOf(&c.UpdatedAt))
		if err != nil {
			return store.OrNotFound(err, "Conversation not found")
		}
		c.Turns, err = store.Collect(ctx, t.Querier, scanTurn, `SELECT n, question, asked, kind, filters, answer, answered, citations, model, notice, asked_at, withdrawn
			FROM turns WHERE user_id = $1 AND conversation_id = $2 ORDER BY n`, userID, id)
		if err != nil {
			return err
		}
		at := make(map[int]*portable.Turn, len(c.Turns))
		for i := range c.Turns {
			at[c.Turns[i].Number] = &c.Turns[i]
		}
		return t.Each(ctx, func(row store.Scanner) error {
			var n int
			var memoryID string
			err := row.Scan(&n, &memoryID)
			if turn := at[n]; turn != nil {
				turn.Sources = append(turn.Sources, memoryID)
			}
			return err
		}, `SELECT n, memory_id FROM turn_sources WHERE user_id = $1 AND conversation_id = $2 ORDER BY n, memory_id`, userID, id)
	})
	return c, store.Explain(err, "read conversation", id)
}

func scanTurn(row store.Scanner) (turn portable.Turn, err error) {
	return turn, row.Scan(&turn.Number, &turn.Question, &turn.Asked, &turn.Kind, jsonOf(&turn.Filters), &turn.Answer, &turn.Result,
		jsonOf(&turn.Citations), &turn.Model, &turn.Notice, timeOf(&turn.AskedAt), flag(&turn.Withdrawn))
}
