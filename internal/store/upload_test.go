package store_test

import (
	"slices"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/upload"
)

func testUploads(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("an upload is read as added", func(t *testing.T) {
		u := f.newUser(t)
		want := upload.Upload{ID: newID(), UserID: u.ID, Name: "Überblick 2026.pdf", CreatedAt: start}
		noError(t, f.AddUpload(ctx, want, 1))
		got, err := f.Upload(ctx, u.ID, want.ID)
		noError(t, err)
		equal(t, got, want)
		_, err = f.Upload(ctx, u.ID, newID())
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("a bounded number of uploads wait for a claim; a claim and a removal make room", func(t *testing.T) {
		u := f.newUser(t)
		add := func(at time.Time) (upload.Upload, error) {
			up := upload.Upload{ID: newID(), UserID: u.ID, Name: "a.pdf", CreatedAt: at}
			return up, f.AddUpload(ctx, up, 2)
		}
		old, err := add(start.Add(-time.Hour))
		noError(t, err)
		up, err := add(start)
		noError(t, err)
		_, err = add(start)
		isFault(t, err, fault.Limit, "")

		m := newMemory(u.ID, memory.Document)
		m.UploadID = up.ID
		noError(t, f.Add(ctx, m, nil, unlimited))
		_, err = add(start)
		noError(t, err)
		_, err = add(start)
		isFault(t, err, fault.Limit, "")

		_, err = f.RemoveUnclaimed(ctx, start)
		noError(t, err)
		_, err = f.Upload(ctx, u.ID, old.ID)
		isFault(t, err, fault.NotFound, "")
		_, err = add(start)
		noError(t, err)
		_, err = add(start)
		isFault(t, err, fault.Limit, "")
	})

	t.Run("an abandoned upload makes room, and a claimed one stays", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		up := upload.Upload{ID: newID(), UserID: u.ID, Name: "a.pdf", CreatedAt: start}
		noError(t, f.AddUpload(ctx, up, 1))
		noError(t, f.RemoveUpload(ctx, stranger.ID, up.ID))
		_, err := f.Upload(ctx, u.ID, up.ID)
		noError(t, err)
		noError(t, f.RemoveUpload(ctx, u.ID, up.ID))
		noError(t, f.RemoveUpload(ctx, u.ID, up.ID))
		_, err = f.Upload(ctx, u.ID, up.ID)
		isFault(t, err, fault.NotFound, "")

		noError(t, f.AddUpload(ctx, up, 1))
		m := newMemory(u.ID, memory.Document)
		m.UploadID = up.ID
		noError(t, f.Add(ctx, m, nil, unlimited))
		noError(t, f.RemoveUpload(ctx, u.ID, up.ID))
		_, err = f.Upload(ctx, u.ID, up.ID)
		noError(t, err)
	})

	t.Run("API-47 an upload being claimed when it expires stays", func(t *testing.T) {
		u := f.newUser(t)
		m := f.newDocument(t, u.ID)
		m.Status = memory.Pending
		removal := make(chan error, 1)
		f.jobs.During = func() { // the upload is claimed, but not committed
			go func() {
				_, err := f.node.RemoveUnclaimed(ctx, start.Add(time.Hour))
				removal <- err
			}()
			time.Sleep(200 * time.Millisecond) // until the deletion meets the locked row
		}
		err := f.Add(ctx, m, nil, unlimited)
		f.jobs.During = nil
		noError(t, err)
		noError(t, <-removal)
		up, err := f.Upload(ctx, u.ID, m.UploadID)
		noError(t, err)
		equal(t, up.MemoryID, m.ID)
		equal(t, f.counted(t, u.ID, "unclaimed"), 0)
	})

	t.Run("API-47 unclaimed uploads of every user are deleted, with their blobs", func(t *testing.T) {
		_, err := f.RemoveUnclaimed(ctx, start.Add(time.Hour)) // of other tests
		noError(t, err)
		before := f.jobs.Removals(t)

		var stale []upload.Upload
		users := []string{f.newUser(t).ID, f.newUser(t).ID}
		for i := range 450 { // more than one transaction
			up := upload.Upload{ID: newID(), UserID: users[i%2], Name: "a.pdf", CreatedAt: start.Add(-time.Millisecond)}
			noError(t, f.AddUpload(ctx, up, 0))
			stale = append(stale, up)
		}
		claimed := f.newDocument(t, users[0])
		noError(t, f.Add(ctx, claimed, nil, unlimited))
		fresh := f.newDocument(t, users[0])

		n, err := f.RemoveUnclaimed(ctx, start)
		noError(t, err)
		equal(t, n, len(stale))
		want := slices.Clone(before)
		for _, up := range stale {
			want = append(want, up.BlobKey())
			_, err := f.Upload(ctx, up.UserID, up.ID)
			isFault(t, err, fault.NotFound, "")
		}
		slices.Sort(want)
		equal(t, f.jobs.Removals(t), want)
		for _, kept := range []string{claimed.UploadID, fresh.UploadID} {
			_, err := f.Upload(ctx, users[0], kept)
			noError(t, err)
		}
		n, err = f.RemoveUnclaimed(ctx, start)
		noError(t, err)
		equal(t, n, 0)
	})
}
