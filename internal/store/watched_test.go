package store_test

import (
	"testing"

	"engram/internal/fault"
	"engram/internal/store/watched"
	"engram/internal/watch"
)

func testWatched(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	files := watched.New(f.db)

	owner, err := files.Owner(ctx, u.Username)
	noError(t, err)
	equal(t, owner, watch.Owner{UserID: u.ID, Plan: u.Plan, CreatedAt: u.CreatedAt})
	_, err = files.Owner(ctx, "nobody-of-that-name")
	isFault(t, err, fault.NotFound, "There is no account of that name")

	file := watch.File{UserID: u.ID, Hash: "h", Path: "a/b.md", Size: 3, Modified: 1 << 60, UploadID: "x"}
	for _, want := range []bool{true, false} {
		added, err := files.AddFile(ctx, file)
		noError(t, err)
		equal(t, added, want)
	}
	seen := func(userID string) bool {
		seen, err := files.Seen(ctx, userID, file.Path, file.Size, file.Modified)
		noError(t, err)
		return seen
	}
	equal(t, seen(u.ID), false)
	noError(t, files.FileSaved(ctx, u.ID, "h"))
	equal(t, seen(u.ID), true)
	equal(t, seen(other.ID), false)

	file.Path, file.Modified, file.Saved = "c.md", 7, true
	noError(t, files.MoveFile(ctx, file))
	got, err := files.File(ctx, u.ID, "h")
	noError(t, err)
	equal(t, got, file)
	_, err = files.File(ctx, other.ID, "h")
	isFault(t, err, fault.NotFound, "The file was not taken in")

	noError(t, files.DropFile(ctx, other.ID, "h"))
	equal(t, seen(u.ID), true)
	noError(t, files.DropFile(ctx, u.ID, "h"))
	equal(t, seen(u.ID), false)
}
