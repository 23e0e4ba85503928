package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/recall"
	rows "engram/internal/store/trash"
	"engram/internal/trash"
)

// addWhole adds a document with rows in every table that a memory can have rows in.
func (f *fixture) addWhole(t *testing.T, userID string) memory.Memory {
	t.Helper()
	ctx := t.Context()
	m := f.add(t, userID, memory.Document, 1)
	passages := newPassages(250) // more than are packed at once
	passages[3].Model, passages[3].Vector = "m", []int8{1, -2, 0}
	passages[4].Model = "m"
	noError(t, f.SaveCapture(ctx, capture.Result{
		Memory: m, Passages: passages, Document: paragraphs("one", "two\x00 \u2028 <b>"), Tweet: &capture.Tweet{ID: "7", Data: []byte(`{"a":1}`)},
		Signature: wordy("sea"),
		Words:     []capture.PageWords{{Page: 2, Words: []capture.PlacedWord{{Text: "word"}}}},
		Figures:   []memory.Figure{{Name: "a", Key: "f/a", Width: 3, Height: 4}, {Name: "b", Key: "f/b", Width: 3, Height: 4}},
	}))
	noError(t, f.AddHighlight(ctx, newHighlight(m, 1)))
	noError(t, f.AddHighlight(ctx, newHighlight(m, 2)))
	_, err := f.db.Writer().Exec(`INSERT INTO import_items (user_id, memory_id, import_id, item_key, mark, to_fetch) VALUES ($1, $2, 'i', 'k', 'm', 0)`, m.UserID, m.ID)
	noError(t, err)
	_, err = f.db.Writer().Exec(`INSERT INTO mail_origins (user_id, memory_id, sender, spf, server, dkim, signer) VALUES ($1, $2, 'a@b.org', 'pass', 'b.org', 'none', '')`, m.UserID, m.ID)
	noError(t, err)
	_, err = f.db.Writer().Exec(`INSERT INTO note_versions (user_id, memory_id, edition, description, written_at) VALUES ($1, $2, 1, 'as it was', 1)`, m.UserID, m.ID)
	noError(t, err)
	return m
}

// rowsOf lists what the tables hold of a memory, but for the numbers of logs.
func (f *fixture) rowsOf(t *testing.T, userID, memoryID string) (all []string) {
	t.Helper()
	for _, table := range rows.Tables {
		column := "memory_id"
		if table.Name == "memories" {
			column = "id"
		}
		all = append(all, f.rowsIn(t, table.Name, column, userID, memoryID)...)
	}
	slices.Sort(all)
	return all
}

func (f *fixture) rowsIn(t *testing.T, table, column, userID, memoryID string) (all []string) {
	t.Helper()
	found, err := f.db.Writer().Query(`SELECT * FROM `+table+` WHERE user_id = $1 AND `+column+` = $2`, userID, memoryID)
	noError(t, err)
	defer found.Close()
	columns, err := found.Columns()
	noError(t, err)
	for found.Next() {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		noError(t, found.Scan(into...))
		for i, name := range columns {
			if name == "seq" || name == "change" || name == "highlights_change" {
				values[i] = nil
			}
		}
		all = append(all, fmt.Sprintf("%s %q", table, values))
	}
	noError(t, found.Err())
	return all
}

func (f *fixture) trashed(t *testing.T, userID string) (ids []string) {
	t.Helper()
	found, total, err := f.Trash(t.Context(), userID, trash.Page{Limit: 99})
	noError(t, err)
	equal(t, total, len(found))
	for _, d := range found {
		ids = append(ids, d.ID)
	}
	return ids
}

// tallied fails if a counter differs from the rows it counts.
func (f *fixture) tallied(t *testing.T, userID string) {
	t.Helper()
	tally, err := f.Tally(t.Context(), userID)
	noError(t, err)
	for _, c := range tally.Counters {
		if !c.Right() {
			t.Errorf("%s counts %d, and there are %d", c.Name, c.Kept, c.Rows)
		}
	}
}

func byOrd(a, b recall.Change) int { return a.Passage.Ord - b.Passage.Ord }

func testTrash(t *testing.T, f *fixture) {
	ctx := t.Context()
	later := start.Add(time.Hour)

	t.Run("a discarded memory is in the trash alone, and restored with all that it had", func(t *testing.T) {
		u := f.newUser(t)
		m := f.addWhole(t, u.ID)
		before, log, removed := f.rowsOf(t, u.ID, m.ID), f.changes(t, u.ID), f.jobs.Removals(t)
		for _, table := range rows.Tables {
			if !slices.ContainsFunc(before, func(row string) bool { return strings.HasPrefix(row, table.Name+" ") }) {
				t.Errorf("nothing of %s is tried", table.Name)
			}
		}
		noError(t, f.Discard(ctx, u.ID, m.ID, later))
		equal(t, f.rowsOf(t, u.ID, m.ID), []string(nil))
		equal(t, f.counted(t, u.ID, quota.Memories)+f.counted(t, u.ID, quota.Documents), 0)
		f.tallied(t, u.ID)
		equal(t, f.jobs.Removals(t), removed) // its files stay
		files, err := f.Files(ctx, u.ID)
		noError(t, err)
		equal(t, len(files), 4) // the PDF, the picture and two figures
		found, _, err := f.Trash(ctx, u.ID, trash.Page{Limit: 9})
		noError(t, err)
		equal(t, found, []trash.Memory{{ID: m.ID, Kind: memory.Document, Title: m.Title, DeletedAt: later}})
		feed, err := f.ChangedSince(ctx, u.ID, 0, 9)
		noError(t, err)
		equal(t, feed[len(feed)-1].Deleted, m.ID)

		noError(t, f.Restore(ctx, u.ID, m.ID, unlimited))
		equal(t, f.rowsOf(t, u.ID, m.ID), before)
		equal(t, f.trashed(t, u.ID), []string(nil))
		equal(t, f.rows(t, u.ID, "trash_rows"), 0)
		f.tallied(t, u.ID)
		again := f.changes(t, u.ID)
		last := again[len(again)-len(log):]
		for i := range last {
			equal(t, last[i].Seq > log[len(log)-1].Seq, true)
			last[i].Seq = log[i].Seq
		}
		slices.SortFunc(last, byOrd)
		slices.SortFunc(log, byOrd)
		for i := range last {
			equal(t, last[i].Passage, log[i].Passage)
		}
		feed, err = f.ChangedSince(ctx, u.ID, 0, 9)
		noError(t, err)
		equal(t, feed[len(feed)-2].Memory.ID, m.ID)
		equal(t, feed[len(feed)-1].Highlighted, m.ID)
		for _, change := range feed {
			equal(t, change.Deleted, "")
		}
	})

	t.Run("every table with rows of memories is packed, or has another reason to be left", func(t *testing.T) {
		left := []string{"turn_sources", "deletions", "conversations", "trash", "trash_rows", "signature_buckets", "webhook_deliveries"} // buckets are made anew, deliveries tell of the deletion
		for _, table := range f.strings(t, tablesOf[f.db.Dialect()], 1) {
			_, err := f.db.Writer().Exec(`SELECT memory_id FROM ` + table[0] + ` LIMIT 0`)
			packed := slices.ContainsFunc(rows.Tables, func(p rows.Table) bool { return p.Name == table[0] })
			if err == nil && !packed && !slices.Contains(left, table[0]) {
				t.Errorf("%s is lost in the trash", table[0])
			}
		}
	})

	t.Run("restoring asks the limits of now, and loses nothing where there is no room", func(t *testing.T) {
		u := f.newUser(t)
		note, document := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Document, 1)
		noError(t, f.Discard(ctx, u.ID, note.ID, start))
		noError(t, f.Discard(ctx, u.ID, document.ID, later))
		f.add(t, u.ID, memory.Document, 1)
		one := plan.Table{Free: plan.Limits{Memories: 1}}
		isFault(t, f.Restore(ctx, u.ID, note.ID, one), fault.Limit, "")
		isFault(t, f.Restore(ctx, u.ID, document.ID, plan.Table{Free: plan.Limits{Documents: 1}}), fault.Limit, "")
		equal(t, f.trashed(t, u.ID), []string{document.ID, note.ID})
		f.tallied(t, u.ID)
		noError(t, f.Restore(ctx, u.ID, note.ID, plan.Table{Free: plan.Limits{Memories: 2}}))
		f.tallied(t, u.ID)
		var resting []string
		for range racers {
			m := f.add(t, u.ID, memory.Link, 1)
			noError(t, f.Discard(ctx, u.ID, m.ID, start))
			resting = append(resting, m.ID)
		}
		won, refused := race(t, racers, fault.Limit, func(i int) error {
			return f.either(i).Restore(ctx, u.ID, resting[i], plan.Table{Free: plan.Limits{Memories: 5}})
		})
		equal(t, []int{won, refused}, []int{3, racers - 3})
		f.tallied(t, u.ID)
	})

	t.Run("what is purged is gone with its files, and what is not there is not found", func(t *testing.T) {
		u := f.newUser(t)
		m := f.addWhole(t, u.ID)
		up, err := f.Upload(ctx, u.ID, m.UploadID)
		noError(t, err)
		isFault(t, f.Purge(ctx, u.ID, m.ID), fault.NotFound, "")
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		isFault(t, f.Discard(ctx, u.ID, m.ID, start), fault.NotFound, "")
		noError(t, f.Purge(ctx, u.ID, m.ID))
		for _, key := range []string{up.BlobKey(), m.ImageKey, "f/a", "f/b"} {
			equal(t, slices.Contains(f.jobs.Removals(t), key), true)
		}
		equal(t, f.rows(t, u.ID, "trash")+f.rows(t, u.ID, "trash_rows"), 0)
		isFault(t, f.Purge(ctx, u.ID, m.ID), fault.NotFound, "")
		isFault(t, f.Restore(ctx, u.ID, m.ID, unlimited), fault.NotFound, "")
	})

	t.Run("a memory has its files in the trash too, and others have none of them", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 1)
		has := func(userID, key string) bool {
			has, err := f.HasFile(ctx, userID, m.ID, key)
			noError(t, err)
			return has
		}
		equal(t, []bool{has(u.ID, m.ImageKey), has(u.ID, "other"), has(other.ID, m.ImageKey)}, []bool{true, false, false})
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		equal(t, []bool{has(u.ID, m.ImageKey), has(u.ID, "other"), has(other.ID, m.ImageKey)}, []bool{true, false, false})
		noError(t, f.Purge(ctx, u.ID, m.ID))
		equal(t, has(u.ID, m.ImageKey), false)
	})

	t.Run("the trash is emptied of what was in it by then, and ages by itself", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		var ids []string
		for i := range 60 { // more than one batch
			m := f.add(t, u.ID, memory.Note, 1)
			noError(t, f.Discard(ctx, u.ID, m.ID, start.Add(time.Duration(i)*time.Minute)))
			ids = append(ids, m.ID)
		}
		theirs := f.add(t, other.ID, memory.Note, 1)
		noError(t, f.Discard(ctx, other.ID, theirs.ID, start))
		slices.Reverse(ids)
		equal(t, f.trashed(t, u.ID), ids)
		page, total, err := f.Trash(ctx, u.ID, trash.Page{Limit: 2, Before: trash.Memory{ID: ids[4], DeletedAt: start.Add(55 * time.Minute)}})
		noError(t, err)
		equal(t, []string{page[0].ID, page[1].ID}, ids[5:7])
		equal(t, total, 60)

		noError(t, f.EmptyTrash(ctx, u.ID, start.Add(55*time.Minute)))
		equal(t, f.trashed(t, u.ID), ids[:4])
		equal(t, f.trashed(t, other.ID), []string{theirs.ID})
		n, err := f.PurgeTrash(ctx, start.Add(58*time.Minute))
		noError(t, err)
		equal(t, n >= 3, true) // those of other tests are as old
		equal(t, f.trashed(t, u.ID), ids[:2])
		equal(t, f.trashed(t, other.ID), []string(nil))
	})

	t.Run("what was still to be captured or fetched goes on", func(t *testing.T) {
		u := f.newUser(t)
		m := newMemory(u.ID, memory.Link)
		m.Status = memory.Pending
		noError(t, f.Add(ctx, m, nil, unlimited))
		figures := f.add(t, u.ID, memory.Link, 1)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: figures, Figures: []memory.Figure{{Name: "a", Address: "https://a", Key: "f/c"}}}))
		for _, id := range []string{m.ID, figures.ID} {
			noError(t, f.Discard(ctx, u.ID, id, start))
			noError(t, f.Restore(ctx, u.ID, id, unlimited))
		}
		equal(t, f.jobs.Captures(t, u.ID), []string{m.ID})
		equal(t, f.jobs.Recaptures(t, u.ID), []string{m.ID})
		equal(t, f.jobs.Illustrations(t, u.ID), []string{figures.ID, figures.ID})
	})

	t.Run("a failed capture is tried again when it is restored, and a finished one is not", func(t *testing.T) {
		u := f.newUser(t)
		failed, ready := f.add(t, u.ID, memory.Link, 1), f.add(t, u.ID, memory.Link, 1)
		failed.Status, failed.Error = memory.Failed, "The site does not answer"
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: failed, KeepPassages: true}))
		for _, id := range []string{failed.ID, ready.ID} {
			noError(t, f.Discard(ctx, u.ID, id, start))
			noError(t, f.Restore(ctx, u.ID, id, unlimited))
		}
		equal(t, f.jobs.Recaptures(t, u.ID), []string{failed.ID})
	})

	t.Run("the highlights of a restored memory are in the feed again", func(t *testing.T) {
		u := f.newUser(t)
		m, plain := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Note, 1)
		noError(t, f.AddHighlight(ctx, newHighlight(m, 1)))
		for _, id := range []string{m.ID, plain.ID} {
			noError(t, f.Discard(ctx, u.ID, id, start))
		}
		last, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		for _, id := range []string{m.ID, plain.ID} {
			noError(t, f.Restore(ctx, u.ID, id, unlimited))
		}
		changes, err := f.ChangedSince(ctx, u.ID, last, 9)
		noError(t, err)
		var marked []string
		for _, c := range changes {
			if c.Highlighted != "" {
				marked = append(marked, c.Highlighted)
			}
		}
		equal(t, marked, []string{m.ID})
	})

	t.Run("what was deleted first leaves a full trash for the next, with its files", func(t *testing.T) {
		for _, c := range []struct {
			kind memory.Kind
			most int
			file string
		}{{memory.Note, trash.MaxMemories, "images/"}, {memory.Document, trash.MaxWithFiles, "documents/"}} {
			u := f.newUser(t)
			_, err := f.db.Writer().Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
				INSERT INTO trash (user_id, memory_id, kind, title, url, files, deleted_at)
				SELECT $2, 'old ' || i, 'link', '', '', '["' || $3 || i || ' of ' || $4 || '"]', i FROM n`, c.most, u.ID, c.file, u.ID)
			noError(t, err)
			m := f.add(t, u.ID, c.kind, 1)
			noError(t, f.Discard(ctx, u.ID, m.ID, start))
			equal(t, f.rows(t, u.ID, "trash"), c.most)
			has := func(id string) bool {
				return len(f.strings(t, `SELECT memory_id FROM trash WHERE user_id = '`+u.ID+`' AND memory_id = '`+id+`'`, 1)) > 0
			}
			equal(t, []bool{has(m.ID), has("old 1"), has("old 2")}, []bool{true, false, true})
			equal(t, slices.Contains(f.jobs.Removals(t), c.file+"1 of "+u.ID), true)
			another := f.add(t, u.ID, memory.Link, 1)
			noError(t, f.Discard(ctx, u.ID, another.ID, start))
			equal(t, has("old 2"), c.kind == memory.Document) // there is room for what has no file
		}
	})

	t.Run("what was deleted just now leaves a full trash for nothing: it is told, and both are kept", func(t *testing.T) {
		u := f.newUser(t)
		_, err := f.db.Writer().Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
			INSERT INTO trash (user_id, memory_id, kind, title, url, files, deleted_at)
			SELECT $2, 'new ' || i, 'document', '', '', '["documents/' || i || '"]', $3 FROM n`, trash.MaxWithFiles, u.ID, start.Add(-time.Minute).UnixMilli())
		noError(t, err)
		note, m := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Document, 1)
		changed, err := f.DiscardAll(ctx, u.ID, []string{note.ID}, start)
		noError(t, err)
		equal(t, len(changed), 1)
		isFault(t, f.Discard(ctx, u.ID, m.ID, start), fault.Limit, "")
		equal(t, f.rows(t, u.ID, "trash"), trash.MaxWithFiles+1)
		equal(t, f.stored(t, m).ID, m.ID)
		noError(t, f.Discard(ctx, u.ID, m.ID, start.Add(trash.Undoable)))
		equal(t, f.rows(t, u.ID, "trash"), trash.MaxWithFiles+1)
	})

	t.Run("of those who restore and purge at once, one does", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Note, 3)
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		won, refused := race(t, racers, fault.NotFound, func(i int) error {
			if i%3 == 0 {
				return f.either(i).Purge(ctx, u.ID, m.ID)
			}
			return f.either(i).Restore(ctx, u.ID, m.ID, unlimited)
		})
		equal(t, []int{won, refused}, []int{1, racers - 1})
		f.tallied(t, u.ID)
	})

	t.Run("ROLE-06 a stranger sees, restores and purges nothing of another's", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		m, kept := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Note, 1)
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		isFault(t, f.Discard(ctx, stranger.ID, kept.ID, start), fault.NotFound, "")
		isFault(t, f.Restore(ctx, stranger.ID, m.ID, unlimited), fault.NotFound, "")
		isFault(t, f.Purge(ctx, stranger.ID, m.ID), fault.NotFound, "")
		noError(t, f.EmptyTrash(ctx, stranger.ID, later))
		equal(t, f.trashed(t, stranger.ID), []string(nil))
		equal(t, f.trashed(t, u.ID), []string{m.ID})
		isFault(t, f.DeleteUser(ctx, u.ID), fault.Conflict, "")
	})
}
