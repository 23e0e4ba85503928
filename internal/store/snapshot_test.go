package store_test

import (
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/snapshot"
	"engram/internal/store/snapshots"
)

func testSnapshots(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	copies := snapshots.New(f.db)
	at := time.UnixMilli(1e12).UTC()
	var ids []string
	for range 3 {
		ids = append(ids, f.add(t, u.ID, memory.Note, 2).ID)
	}
	one := snapshot.Snapshot{
		UserID: u.ID, ID: "a", Format: "5 some model", Seq: 6, Passages: 6, CreatedAt: at,
		Files: []snapshot.File{{Name: "00000001.segment", Size: 4<<20 + 1}, {Name: "index.list", Size: 9}},
	}
	newer := one
	newer.ID, newer.CreatedAt = "b", at.Add(time.Second)
	of := func(userID string, want ...snapshot.Snapshot) {
		t.Helper()
		got, err := copies.SnapshotsOf(ctx, userID)
		noError(t, err)
		equal(t, got, want)
	}
	stale := func(before time.Time, want ...snapshot.Snapshot) {
		t.Helper()
		got, err := copies.StaleSnapshots(ctx, before, 10)
		noError(t, err)
		equal(t, got, want)
	}
	later := at.Add(time.Hour)

	noError(t, copies.AddSnapshot(ctx, one))
	noError(t, copies.AddSnapshot(ctx, newer))
	of(u.ID, newer, one)
	of(other.ID)
	keys, err := snapshots.Keys(ctx, f.db.Reader(), u.ID)
	noError(t, err)
	equal(t, keys, []string{
		blob.IndexKey(u.ID, "b", "00000001.segment-0"), blob.IndexKey(u.ID, "b", "00000001.segment-1"), blob.IndexKey(u.ID, "b", "index.list-0"),
		blob.IndexKey(u.ID, "a", "00000001.segment-0"), blob.IndexKey(u.ID, "a", "00000001.segment-1"), blob.IndexKey(u.ID, "a", "index.list-0"),
	})
	isFault(t, copies.CompleteSnapshot(ctx, other.ID, "a"), fault.NotFound, "")

	// Those that are not complete.
	stale(later, one, newer)
	stale(newer.CreatedAt, one)
	stale(one.CreatedAt)
	noError(t, copies.RemoveSnapshot(ctx, other.ID, "b"))
	noError(t, copies.RemoveSnapshot(ctx, u.ID, "b"))
	noError(t, copies.CompleteSnapshot(ctx, u.ID, "a"))
	one.Complete = true
	of(u.ID, one)

	// Those that hold what has changed.
	unchanged := func(want int) {
		t.Helper()
		got, err := copies.Unchanged(ctx, u.ID, one.Seq)
		noError(t, err)
		equal(t, got, want)
	}
	unchanged(6)
	stale(later)
	f.add(t, u.ID, memory.Note, 1)
	unchanged(6)
	stale(later)
	noError(t, f.Delete(ctx, u.ID, ids[0]))
	unchanged(4)
	stale(later, one)
	stale(one.CreatedAt)

	noError(t, copies.DiscardSnapshots(ctx, other.ID))
	of(u.ID, one)
	noError(t, copies.DiscardSnapshots(ctx, u.ID))
	one.Complete = false
	of(u.ID, one)

	// One of a user who is not there any more.
	gone := one
	gone.UserID, gone.Complete = "gone", true
	noError(t, copies.AddSnapshot(ctx, gone))
	noError(t, copies.RemoveSnapshot(ctx, u.ID, one.ID))
	stale(later, gone)
}
