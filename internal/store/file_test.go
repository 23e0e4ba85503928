package store_test

import (
	"slices"
	"testing"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

func testFiles(t *testing.T, f *fixture) {
	ctx := t.Context()
	uploaded := func(t *testing.T, userID string) string {
		t.Helper()
		u := upload.Upload{ID: newID(), UserID: userID, Name: "a.html", CreatedAt: start}
		noError(t, f.AddUpload(ctx, u, 0))
		return u.ID
	}
	files := func(t *testing.T, m memory.Memory) (ids []string) {
		t.Helper()
		found, err := f.FilesOf(ctx, m.UserID, m.ID)
		noError(t, err)
		for _, u := range found {
			ids = append(ids, u.ID)
		}
		return ids
	}
	saved := func(t *testing.T, userID string) memory.Memory {
		t.Helper()
		m := newMemory(userID, memory.Link)
		m.UploadID = uploaded(t, userID)
		noError(t, f.Add(ctx, m, newPassages(1), unlimited))
		return m
	}

	t.Run("a link is added with the page that its browser saved", func(t *testing.T) {
		u := f.newUser(t)
		m := saved(t, u.ID)
		got, _, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got.UploadID, m.UploadID)
		equal(t, files(t, m), []string{m.UploadID})
		f.tallied(t, u.ID)
	})
	t.Run("files are attached and detached, as many as there may be", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Note, 1)
		one, two := uploaded(t, u.ID), uploaded(t, u.ID)
		noError(t, f.Attach(ctx, u.ID, m.ID, one, 1))
		isFault(t, f.Attach(ctx, u.ID, m.ID, two, 1), fault.Limit, "")
		isFault(t, f.Attach(ctx, u.ID, m.ID, one, 2), fault.Invalid, "")
		noError(t, f.Attach(ctx, u.ID, m.ID, two, 2))
		noError(t, f.Detach(ctx, u.ID, m.ID, one))
		equal(t, slices.Contains(f.jobs.Removals(t), upload.Upload{UserID: u.ID, ID: one}.BlobKey()), true)
		isFault(t, f.Detach(ctx, u.ID, m.ID, one), fault.NotFound, "")
		equal(t, files(t, m), []string{two})
		f.tallied(t, u.ID)
	})
	t.Run("a stranger attaches and detaches nothing, nor a page of theirs", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		m, theirs := saved(t, u.ID), uploaded(t, stranger.ID)
		isFault(t, f.Attach(ctx, stranger.ID, m.ID, theirs, 9), fault.NotFound, "")
		isFault(t, f.Attach(ctx, u.ID, m.ID, theirs, 9), fault.Invalid, "")
		isFault(t, f.Detach(ctx, stranger.ID, m.ID, m.UploadID), fault.NotFound, "")
		isFault(t, f.SavePage(ctx, stranger.ID, m.ID, theirs, false, 9, start), fault.NotFound, "")
		equal(t, files(t, memory.Memory{UserID: stranger.ID, ID: m.ID}) == nil, true)
	})
	t.Run("a page takes the place of the earlier one, or stands beside it, and is captured", func(t *testing.T) {
		u := f.newUser(t)
		m := saved(t, u.ID)
		next, third := uploaded(t, u.ID), uploaded(t, u.ID)
		noError(t, f.SavePage(ctx, u.ID, m.ID, next, false, 2, start))
		equal(t, files(t, m), []string{next})
		equal(t, slices.Contains(f.jobs.Removals(t), upload.Upload{UserID: u.ID, ID: m.UploadID}.BlobKey()), true)
		noError(t, f.SavePage(ctx, u.ID, m.ID, third, true, 2, start))
		equal(t, files(t, m), []string{next, third})
		got, _, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, []string{got.UploadID, string(got.Status)}, []string{third, string(memory.Pending)})
		noError(t, f.Detach(ctx, u.ID, m.ID, third))
		got, _, err = f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, got.UploadID, "")
		isFault(t, f.SavePage(ctx, u.ID, m.ID, next, false, 9, start), fault.Invalid, "")
	})
	t.Run("a document keeps the file that it is, and rests in the trash with all", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 1)
		isFault(t, f.Detach(ctx, u.ID, m.ID, m.UploadID), fault.Invalid, "")
		noError(t, f.Attach(ctx, u.ID, m.ID, uploaded(t, u.ID), 9))
		before := files(t, m)
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		equal(t, files(t, m) == nil, true)
		noError(t, f.Restore(ctx, u.ID, m.ID, plan.Table{}))
		equal(t, files(t, m), before)
		noError(t, f.Delete(ctx, u.ID, m.ID))
		for _, id := range before {
			equal(t, slices.Contains(f.jobs.Removals(t), upload.Upload{UserID: u.ID, ID: id}.BlobKey()), true)
		}
	})
}
