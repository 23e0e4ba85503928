package memories

import (
	"context"
	"database/sql"
	"reflect"
	"slices"
	"time"

	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/conversations"
	"engram/internal/store/counters"
	"engram/internal/store/passages"
	"engram/internal/store/versions"
)

// Edit implements library.Store.
func (s *Store) Edit(
	ctx context.Context, userID, id string, at time.Time, texts []memory.Passage, change func(memory.Memory) (memory.Memory, error),
) (after memory.Memory, err error) {
	var before memory.Memory
	err = s.db.Write(ctx, func(t store.Tx) error {
		if before, err = lockMemory(ctx, t, userID, id); err != nil {
			return err
		}
		if after, err = change(before); err != nil {
			return err
		}
		after, err = edit(ctx, t, before, after, at, texts)
		return err
	})
	if err == nil && !reflect.DeepEqual(before, after) {
		s.saved()
		s.changed(userID)
	}
	return after, store.Explain(err, "edit memory", id)
}

// edit stores the differences of a locked memory, and returns it as it is then.
func edit(ctx context.Context, t store.Tx, before, after memory.Memory, at time.Time, texts []memory.Passage) (_ memory.Memory, err error) {
	if is, was := archived(after), archived(before); is != was {
		if err := counters.Add(ctx, t, after.UserID, counters.Archived(after.Kind), is-was); err != nil {
			return after, err
		}
	}
	rewritten := after.Edition != before.Edition
	if rewritten {
		if err := rewrite(ctx, t, before, after, at, texts); err != nil {
			return after, err
		}
	}
	if !rewritten && after.Title != before.Title {
		err = passages.Retitled(ctx, t, after.UserID, after.ID)
	} else if !rewritten && isFoundAnew(before, after) {
		err = passages.TouchFirst(ctx, t, after.UserID, after.ID)
	}
	if err != nil {
		return after, err
	}
	if after.Tags, err = retag(ctx, t, before, after.Tags); err != nil || reflect.DeepEqual(before, after) {
		return after, err
	}
	if err := updateEdited(ctx, t, after); err != nil {
		return after, err
	}
	after.Version, err = nextVersion(ctx, t, after.UserID, after.ID)
	return after, err
}

func archived(m memory.Memory) int { return store.FromBool(!m.ArchivedAt.IsZero()) }

// isFoundAnew reports whether what is found with the first passage has changed.
func isFoundAnew(before, after memory.Memory) bool {
	return after.Remark != before.Remark || !after.CreatedAt.Equal(before.CreatedAt) || !slices.EqualFunc(before.Tags, after.Tags, sameTag)
}

func updateEdited(ctx context.Context, t store.Tx, m memory.Memory) error {
	tags, err := encodeTags(m.Tags)
	if err != nil {
		return err
	}
	_, err = t.Exec(ctx, `UPDATE memories SET title = $3, own_title = $4, captured_title = $5, description = $6, edition = $7, remark = $8,
		starred_at = $9, archived_at = $10, created_at = $11, place = $12, read_leaf = $13, read_share = $14, tags = $15
		WHERE user_id = $1 AND id = $2`,
		m.UserID, m.ID, m.Title, store.FromBool(m.OwnTitle), m.SourceTitle, m.Description, m.Edition, m.Remark,
		store.MillisOrZero(m.StarredAt), store.MillisOrZero(m.ArchivedAt), m.CreatedAt.UnixMilli(), m.Place, m.Progress.Leaf,
		shareOf(m.Progress), tags)
	if err != nil {
		return err
	}
	return setKeys(ctx, t, m)
}

// rewrite replaces the text of a note by another, and keeps the one before.
func rewrite(ctx context.Context, t store.Tx, before, after memory.Memory, at time.Time, texts []memory.Passage) error {
	if err := versions.Keep(ctx, t, before, after, at); err != nil {
		return err
	}
	if err := conversations.WithdrawGone(ctx, t, after.UserID, after.ID, after.Says()); err != nil {
		return err
	}
	return passages.Replace(ctx, t, after.UserID, after.ID, texts)
}

// SaveOpened implements library.Store.
func (s *Store) SaveOpened(ctx context.Context, userID, id string, at time.Time) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		n, err := t.Exec(ctx, `UPDATE memories SET opened_at = $3 WHERE user_id = $1 AND id = $2`, userID, id, at.UnixMilli())
		if err == nil && n == 0 {
			return orMemoryNotFound(sql.ErrNoRows)
		}
		if err != nil {
			return err
		}
		return markRead(ctx, t, userID, id)
	})
	return store.Explain(err, "save the opening of memory", id)
}
