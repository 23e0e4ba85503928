package store_test

import (
	"slices"
	"testing"

	"engram/internal/blob"
	"engram/internal/check"
	"engram/internal/memory"
	"engram/internal/quota"
)

func testAgreement(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	note, document := f.add(t, u.ID, memory.Note, 3), f.add(t, u.ID, memory.Document, 2)
	waiting := f.newDocument(t, u.ID)
	f.add(t, other.ID, memory.Note, 1)
	right := []check.Counter{
		{Name: "memories", Kept: 2, Rows: 2}, {Name: "unclaimed", Kept: 1, Rows: 1},
		{Name: "passages", Kept: 5, Rows: 5}, {Name: "sequence", Kept: 5, Rows: 5, AtLeast: true},
		{Name: "kind link"}, {Name: "kind video"}, {Name: "kind tweet"}, {Name: "kind note", Kept: 1, Rows: 1},
		{Name: "documents", Kept: 1, Rows: 1},
		{Name: "archived link"}, {Name: "archived video"}, {Name: "archived tweet"}, {Name: "archived note"}, {Name: "archived document"},
	}
	counters := func(t *testing.T, userID string) []check.Counter {
		t.Helper()
		tally, err := f.Tally(ctx, userID)
		noError(t, err)
		return tally.Counters
	}
	set := func(t *testing.T, counter string, n int) {
		t.Helper()
		_, err := f.db.Writer().Exec(`INSERT INTO counters (user_id, name, period, n) VALUES ($1, $2, '', $3)
			ON CONFLICT (user_id, name, period) DO UPDATE SET n = $3`, u.ID, counter, n)
		noError(t, err)
	}

	t.Run("users are listed in pages, each once", func(t *testing.T) {
		var all []string
		for last := ""; ; last = all[len(all)-1] {
			page, err := f.Users(ctx, last, 1)
			noError(t, err)
			if len(page) == 0 {
				break
			}
			all = append(all, page...)
		}
		equal(t, all, []string{u.ID, other.ID})
	})

	t.Run("a user's rows are counted beside the counters", func(t *testing.T) {
		tally, err := f.Tally(ctx, u.ID)
		noError(t, err)
		equal(t, tally, check.Tally{Memories: 2, Passages: 5, Counters: right})
		equal(t, counters(t, f.newUser(t).ID)[3], check.Counter{Name: "sequence", AtLeast: true})
	})

	for i, counter := range right {
		for title, broken := range map[string]int{"high": 9, "low": 0} {
			if counter.AtLeast && title == "high" || counter.Rows == int64(broken) {
				continue
			}
			t.Run("the counter "+counter.Name+" is seen to be too "+title+", and is right once it is counted anew", func(t *testing.T) {
				set(t, counter.Name, broken)
				seen := counters(t, u.ID)[i]
				equal(t, seen.Kept, int64(broken))
				equal(t, seen.Right(), false)
				theirs := counters(t, other.ID)
				noError(t, f.Recount(ctx, u.ID, counter.Name))
				equal(t, counters(t, u.ID), right)
				equal(t, counters(t, other.ID), theirs)
			})
		}
	}

	t.Run("a missing counter row is created again", func(t *testing.T) {
		_, err := f.db.Writer().Exec(`DELETE FROM counters WHERE user_id = $1 AND name = 'memories'`, u.ID)
		noError(t, err)
		noError(t, f.Recount(ctx, u.ID, string(quota.Memories)))
		equal(t, counters(t, u.ID), right)
	})

	t.Run("a sequence ahead of its log is valid, and stays", func(t *testing.T) {
		set(t, "sequence", 70)
		equal(t, counters(t, u.ID)[3].Right(), true)
		noError(t, f.Recount(ctx, u.ID, "sequence"))
		equal(t, counters(t, u.ID)[3].Kept, int64(70))
		set(t, "sequence", 5)
	})

	t.Run("a sequence covers deletions, and numbers continue after it", func(t *testing.T) {
		v := f.newUser(t)
		noError(t, f.Delete(ctx, v.ID, f.add(t, v.ID, memory.Note, 2).ID))
		_, err := f.db.Writer().Exec(`UPDATE counters SET n = 1 WHERE user_id = $1 AND name = 'sequence'`, v.ID)
		noError(t, err)
		noError(t, f.Recount(ctx, v.ID, "sequence"))
		f.add(t, v.ID, memory.Note, 1)
		equal(t, f.changes(t, v.ID)[1].Seq, int64(4))
	})

	t.Run("an unknown counter is an error", func(t *testing.T) {
		if f.Recount(ctx, u.ID, "searches") == nil {
			t.Error("it was counted")
		}
	})

	t.Run("uploads, waiting or claimed, and pictures name files", func(t *testing.T) {
		got, err := f.Files(ctx, u.ID)
		noError(t, err)
		want := []check.File{
			{Key: blob.DocumentKey(u.ID, waiting.UploadID)},
			{Key: note.ImageKey, MemoryID: note.ID, Picture: true},
			{Key: document.ImageKey, MemoryID: document.ID, Picture: true},
			{Key: blob.DocumentKey(u.ID, document.UploadID), MemoryID: document.ID},
		}
		equal(t, got, want)
		none, err := f.Files(ctx, newID())
		noError(t, err)
		equal(t, len(none), 0)
	})

	t.Run("a file that a row names is not removed", func(t *testing.T) {
		picture, figure := blob.PictureKey(u.ID, document.ID), blob.FigureKey(u.ID, note.ID, "a1")
		for _, change := range []string{
			`UPDATE memories SET image_key = '` + picture + `' WHERE id = '` + document.ID + `'`,
			`INSERT INTO figures (user_id, memory_id, name, ord, address, blob_key, width, height) VALUES ('` + u.ID + `', '` + note.ID + `', 'a1', 1, '', '` + figure + `', 1, 1)`,
		} {
			_, err := f.db.Writer().Exec(change)
			noError(t, err)
		}
		for key, want := range map[string]bool{
			picture: true, figure: true, blob.DocumentKey(u.ID, waiting.UploadID): true, blob.DocumentKey(u.ID, document.UploadID): true,
			blob.FigureKey(u.ID, note.ID, "a2"): false, blob.PictureKey(u.ID, note.ID): false, blob.PictureKey(other.ID, document.ID): false,
			blob.DocumentKey(other.ID, waiting.UploadID): false, blob.ImportKey(u.ID, newID()): false, "strange": false, "": false,
		} {
			got, err := f.Named(ctx, key)
			noError(t, err)
			if got != want {
				t.Errorf("%q is named: %v", key, got)
			}
		}
		_, err := f.db.Writer().Exec(`UPDATE memories SET image_key = '` + document.ImageKey + `' WHERE id = '` + document.ID + `'`)
		noError(t, err)
		_, err = f.db.Writer().Exec(`DELETE FROM figures WHERE blob_key = '` + figure + `'`)
		noError(t, err)
	})

	t.Run("only the named picture is removed from a memory", func(t *testing.T) {
		noError(t, f.DropPicture(ctx, u.ID, note.ID, "images/another.jpg"))
		noError(t, f.DropPicture(ctx, other.ID, note.ID, note.ImageKey))
		got, _, err := f.Get(ctx, u.ID, note.ID)
		noError(t, err)
		equal(t, got, note)
		noError(t, f.DropPicture(ctx, u.ID, note.ID, note.ImageKey))
		got, passages, err := f.Get(ctx, u.ID, note.ID)
		noError(t, err)
		note.ImageKey = ""
		equal(t, got, note)
		equal(t, len(passages), 3)
		files, err := f.Files(ctx, u.ID)
		noError(t, err)
		equal(t, slices.ContainsFunc(files, func(file check.File) bool { return file.MemoryID == note.ID }), false)
	})
}
