package conversations

import (
	"context"
	"time"

	"engram/internal/audit"
	"engram/internal/conversation"
	"engram/internal/store"
	"engram/internal/store/accounts"
)

// Term implements conversation.TermStore.
func (s *Store) Term(ctx context.Context, userID string) (term conversation.Term, err error) {
	err = s.db.Reader().Row(ctx, `SELECT conversation_term FROM users WHERE user_id = $1`, userID).Scan(&term)
	return term, store.Explain(store.OrNotFound(err, "Account not found"), "read how long conversations stay of", userID)
}

// SetTerm implements conversation.TermStore.
func (s *Store) SetTerm(ctx context.Context, userID string, term conversation.Term, then, now time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		changed, err := t.Exec(ctx, `UPDATE users SET conversation_term = $2 WHERE user_id = $1 AND conversation_term <> $2`, userID, string(term))
		if err != nil || changed == 0 {
			return err
		}
		if _, err := t.Exec(ctx, `DELETE FROM conversations WHERE user_id = $1 AND updated_at <= $2`, userID, then.UnixMilli()); err != nil {
			return err
		}
		return accounts.Note(ctx, t, userID, audit.ConversationTerm, string(term), now)
	})
	return store.Explain(err, "set how long conversations stay of", userID)
}

// ForgetConversations implements conversation.TermStore, for all users.
func (s *Store) ForgetConversations(ctx context.Context, term conversation.Term, then time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		_, err := t.Exec(ctx, `DELETE FROM conversations WHERE updated_at <= $2 AND user_id IN
			(SELECT user_id FROM users WHERE conversation_term = $1 AND conversation_term <> 'always')`, string(term), then.UnixMilli())
		return err
	})
	return store.Explain(err, "forget conversations of the term", string(term))
}
