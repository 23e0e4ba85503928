package memories

import (
	"context"
	"math"
	"slices"
	"time"

	"engram/internal/capture"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/documents"
	"engram/internal/store/passages"
	"engram/internal/store/signatures"
	"engram/internal/store/webhooks"
	"engram/internal/webhook"
)

// untilReleased is the time since when a memory is pending that waits to be released.
const untilReleased = math.MaxInt64 / 2

// Insert adds a user's memories with their text, within a transaction that has counted them. Their
// tags are set to the spelling that the user's tags have. Those that are pending wait for CaptureBehind.
func (s *Store) Insert(ctx context.Context, t store.Tx, userID string, all []capture.Result) error {
	if err := spellAll(ctx, t, userID, all); err != nil {
		return err
	}
	var ids, pending []string
	var happened []webhook.Happening
	tags, texts := map[string][]string{}, make([]passages.Of, len(all))
	for i, r := range all {
		m := r.Memory
		if err := insertMemory(ctx, t, m); err != nil {
			return err
		}
		happened = append(happened, webhook.Saved(m)...)
		ids, tags[m.ID], texts[i] = append(ids, m.ID), m.Tags, passages.Of{MemoryID: m.ID, Passages: r.Passages}
		if m.Status == memory.Pending {
			pending = append(pending, m.ID)
		}
		if err := s.insertText(ctx, t, r); err != nil {
			return err
		}
	}
	if err := insertTags(ctx, t, userID, tags); err != nil {
		return err
	}
	if err := passages.AppendAll(ctx, t, userID, texts); err != nil {
		return err
	}
	if err := setPending(ctx, t, userID, pending, untilReleased); err != nil {
		return err
	}
	if err := webhooks.Emit(ctx, t, userID, happened...); err != nil {
		return err
	}
	return markChanges(ctx, t, userID, ids)
}

// insertText stores what came with a memory besides its passages.
func (s *Store) insertText(ctx context.Context, t store.Tx, r capture.Result) error {
	m := r.Memory
	if len(r.Document) > 0 {
		if err := documents.Insert(ctx, t, m.UserID, m.ID, 0, r.Document); err != nil {
			return err
		}
	}
	if r.Signature != nil {
		if err := signatures.Keep(ctx, t, m.UserID, m.ID, r.Signature); err != nil {
			return err
		}
	}
	if err := documents.KeepWords(ctx, t, m.UserID, m.ID, r.Words); err != nil || len(r.Figures) == 0 {
		return err
	}
	return s.keepFigures(ctx, t, m, r)
}

// spellAll gives tags the spelling that the user's have, or that the first of them has.
func spellAll(ctx context.Context, t store.Tx, userID string, all []capture.Result) error {
	as, names := map[string]string{}, []string(nil)
	for _, r := range all {
		for _, name := range r.Memory.Tags {
			if key := library.TagKey(name); as[key] == "" {
				as[key] = name
				names = append(names, name)
			}
		}
	}
	for chunk := range slices.Chunk(names, idsInOneQuery) {
		known, err := spelled(ctx, t, userID, "", chunk)
		if err != nil {
			return err
		}
		for i, name := range chunk {
			as[library.TagKey(name)] = known[i]
		}
	}
	for i := range all {
		for n, name := range all[i].Memory.Tags {
			all[i].Memory.Tags[n] = as[library.TagKey(name)]
		}
	}
	return nil
}

func setPending(ctx context.Context, t store.Tx, userID string, ids []string, since int64) error {
	for chunk := range slices.Chunk(ids, idsInOneQuery) {
		_, err := t.Exec(ctx, `UPDATE memories SET pending_since = $2 WHERE user_id = $1 AND status = 'pending' AND id IN (`+
			store.Placeholders(3, len(chunk))+`)`, append([]any{userID, since}, anys(chunk)...)...)
		if err != nil {
			return err
		}
	}
	return nil
}

// CaptureBehind enqueues the capture of inserted memories, behind what users save now. Those that failed are pending
// again; those that were read stay as they are.
func (s *Store) CaptureBehind(ctx context.Context, t store.Tx, userID string, ids []string, at time.Time) error {
	for _, id := range ids {
		m, err := lockMemory(ctx, t, userID, id)
		if err == nil && m.Status == memory.Failed {
			err = reopen(ctx, t, &m, at)
		}
		if err == nil && m.Status == memory.Pending {
			err = s.jobs.CaptureBehind(ctx, t.Raw, userID, id)
		}
		if err != nil {
			return err
		}
	}
	return setPending(ctx, t, userID, ids, at.UnixMilli())
}

// Lock reads a memory for change within a transaction; fault.NotFound if it is not the user's.
func Lock(ctx context.Context, t store.Tx, userID, id string) (memory.Memory, error) {
	return lockMemory(ctx, t, userID, id)
}

// Change stores the differences of a locked memory within a transaction, and returns it as it is then. The passages
// are those of a note whose text differs.
func Change(ctx context.Context, t store.Tx, before, after memory.Memory, at time.Time, passages []memory.Passage) (memory.Memory, error) {
	return edit(ctx, t, before, after, at, passages)
}

// Erase is Delete within a transaction.
func (s *Store) Erase(ctx context.Context, t store.Tx, userID, id string) error {
	return removeIn(ctx, t, userID, id, s.forGood(ctx))
}

// Announce calls the hooks after a transaction that inserted or erased memories of a user.
func (s *Store) Announce(userID string) {
	s.saved()
	s.changed(userID)
}

func dropImported(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM import_items WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}
