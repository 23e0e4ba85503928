package store_test

import (
	"testing"

	"engram/internal/capture"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/quota"
)

// testStrangers tries every call with the ids of another user's rows.
func testStrangers(t *testing.T, f *fixture) {
	ctx := t.Context()
	owner, stranger := f.newUser(t), f.newUser(t)
	note := f.add(t, owner.ID, memory.Note, 2)
	document := f.add(t, owner.ID, memory.Document, 2)
	waiting := f.newDocument(t, owner.ID)

	calls := []struct {
		title string
		call  func() error
		want  fault.Kind
	}{
		{"read a memory", func() error { _, _, err := f.Get(ctx, stranger.ID, note.ID); return err }, fault.NotFound},
		{"delete a memory", func() error { return f.Delete(ctx, stranger.ID, note.ID) }, fault.NotFound},
		{"delete a document", func() error { return f.Delete(ctx, stranger.ID, document.ID) }, fault.NotFound},
		{"overwrite a memory", func() error {
			forged := note
			forged.UserID, forged.Title = stranger.ID, "forged"
			return f.SaveCapture(ctx, capture.Result{Memory: forged, Passages: newPassages(5)})
		}, fault.NotFound},
		{"have a memory captured anew", func() error { _, err := f.Reopen(ctx, stranger.ID, note.ID, start); return err }, fault.NotFound},
		{"read an upload", func() error { _, err := f.Upload(ctx, stranger.ID, waiting.UploadID); return err }, fault.NotFound},
		{"claim an upload", func() error {
			m := newMemory(stranger.ID, memory.Document)
			m.UploadID = waiting.UploadID
			return f.Add(ctx, m, nil, unlimited)
		}, fault.Invalid},
		{"use a session", func() error {
			noError(t, f.EndSession(ctx, stranger.ID, []byte("first"), start))
			_, _, err := f.UserBySession(ctx, stranger.ID, []byte("first"), start, start)
			return err
		}, fault.NotFound},
	}
	for _, c := range calls {
		t.Run("ROLE-06 a stranger can't "+c.title, func(t *testing.T) { isFault(t, c.call(), c.want, "") })
	}

	t.Run("ROLE-06 a stranger's lists and log hold nothing of another's", func(t *testing.T) {
		equal(t, len(f.listed(t, stranger.ID, memory.Page{})), 0)
		equal(t, len(f.listed(t, stranger.ID, memory.Page{Before: newID()})), 0)
		byID, err := f.ByIDs(ctx, stranger.ID, []string{note.ID, document.ID})
		noError(t, err)
		equal(t, len(byID), 0)
		equal(t, len(f.changes(t, stranger.ID)), 0)
		feed, err := f.ChangedSince(ctx, stranger.ID, 0, 9)
		noError(t, err)
		equal(t, len(feed), 0)
		seq, err := f.LastSeq(ctx, stranger.ID)
		noError(t, err)
		equal(t, seq, int64(0))
		equal(t, f.counted(t, stranger.ID, quota.Memories), 0)
	})

	t.Run("ROLE-06 a stranger may use the same ids for rows of their own", func(t *testing.T) {
		m := newMemory(stranger.ID, memory.Note)
		m.ID = note.ID
		noError(t, f.Add(ctx, m, newPassages(7), unlimited))
		noError(t, f.Delete(ctx, stranger.ID, m.ID))
	})

	t.Run("ROLE-06 after a stranger's attempts, the owner has everything as it was", func(t *testing.T) {
		for _, want := range []memory.Memory{note, document} {
			got, passages, err := f.Get(ctx, owner.ID, want.ID)
			noError(t, err)
			equal(t, got, want)
			equal(t, passages, newPassages(2))
		}
		_, err := f.Upload(ctx, owner.ID, waiting.UploadID)
		noError(t, err)
		equal(t, f.alive(t, owner.ID, "first"), []string{"first"})
		equal(t, []int{f.counted(t, owner.ID, quota.Memories), f.counted(t, owner.ID, quota.Documents)}, []int{2, 1})
		equal(t, len(f.changes(t, owner.ID)), 4)
	})
}
