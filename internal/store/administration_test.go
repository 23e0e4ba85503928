package store_test

import (
	"slices"
	"testing"

	"engram/internal/account"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/upload"
)

func testAdministration(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("of two owners who resign concurrently, one stays", func(t *testing.T) {
		owners := []account.User{f.newUser(t), f.newUser(t)}
		for _, u := range owners {
			noError(t, f.SetRole(ctx, u.ID, account.Owner))
		}
		won, refused := race(t, len(owners), fault.Conflict, func(i int) error {
			if i == 0 {
				return f.Disable(ctx, owners[i].ID, start)
			}
			return f.node.SetRole(ctx, owners[i].ID, account.Member)
		})
		equal(t, []int{won, refused}, []int{1, 1})
		noError(t, f.EnsureOwner(ctx))
	})

	t.Run("a disabled user has no sessions and can't sign in until enabled", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.Disable(ctx, u.ID, start))
		equal(t, len(f.alive(t, u.ID, "first")), 0)
		again := account.Session{ID: newID(), UserID: u.ID, TokenHash: []byte("again"), LastUsed: start}
		isFault(t, f.CreateSession(ctx, again, "hash"), fault.Conflict, "")
		noError(t, f.Enable(ctx, u.ID))
		noError(t, f.CreateSession(ctx, again, "hash"))
		isFault(t, f.Disable(ctx, newID(), start), fault.NotFound, "There is no such account")
	})

	t.Run("a reset password ends every session", func(t *testing.T) {
		u := f.newUser(t)
		noError(t, f.SetPassword(ctx, u.ID, "another", start))
		equal(t, len(f.alive(t, u.ID, "first")), 0)
		hash, err := f.PasswordHash(ctx, u.ID)
		noError(t, err)
		equal(t, hash, "another")
	})

	t.Run("people are listed with their usage, in pages", func(t *testing.T) {
		u := f.newUser(t)
		f.add(t, u.ID, memory.Note, 1)
		named, err := f.PersonNamed(ctx, u.Username)
		noError(t, err)
		equal(t, []any{named.ID, named.Memories, named.LastSeen, named.CreatedAt}, []any{u.ID, 1, start, start})
		var listed []string
		for {
			after := ""
			if len(listed) > 0 {
				after = listed[len(listed)-1]
			}
			page, err := f.People(ctx, after, 2)
			noError(t, err)
			for _, p := range page {
				listed = append(listed, p.ID)
			}
			if len(page) < 2 {
				break
			}
		}
		equal(t, slices.IsSorted(listed) && slices.Contains(listed, u.ID), true)
	})

	t.Run("a deleted user leaves no row and no file, and other users lose nothing", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		document := f.add(t, u.ID, memory.Document, 2)
		f.add(t, other.ID, memory.Note, 2)
		waiting := upload.Upload{ID: newID(), UserID: u.ID, Name: "waiting.pdf", CreatedAt: start}
		noError(t, f.AddUpload(ctx, waiting, 0))
		isFault(t, f.DeleteUser(ctx, u.ID), fault.Conflict, "")
		noError(t, f.Delete(ctx, u.ID, document.ID))
		noError(t, f.DeleteUser(ctx, u.ID))
		for _, table := range f.strings(t, tablesOf[f.db.Dialect()], 1) {
			if apart[table[0]] != "" && table[0] != "login" {
				continue
			}
			equal(t, f.rows(t, u.ID, table[0]), 0)
		}
		equal(t, slices.Contains(f.jobs.Removals(t), waiting.BlobKey()), true)
		equal(t, f.rows(t, other.ID, "memories"), 1)
		equal(t, f.alive(t, other.ID, "first"), []string{"first"})
	})

	t.Run("the database reports its size, and failures with their reasons", func(t *testing.T) {
		size, err := f.Size(ctx)
		noError(t, err)
		equal(t, size > 0, true)
		u := f.newUser(t)
		for range 2 {
			m := newMemory(u.ID, memory.Link)
			m.Status, m.Error = memory.Failed, "The page answered 404."
			noError(t, f.Add(ctx, m, nil, unlimited))
		}
		failures, err := f.Failures(ctx, 9)
		noError(t, err)
		equal(t, failures[0].Reason, "The page answered 404.")
		equal(t, failures[0].Count, 2)
	})
}
