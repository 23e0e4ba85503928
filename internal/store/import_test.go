package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	follow "engram/internal/following"
	"engram/internal/highlight"
	"engram/internal/imports"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/recall/minhash"
	"engram/internal/upload"
)

// newImport adds an import that runs.
func (f *fixture) newImport(t *testing.T, userID string) imports.Import {
	t.Helper()
	i := imports.Import{
		ID: newID(), UserID: userID, Name: "bookmarks.html", Status: imports.Receiving, HasFile: true, CreatedAt: start, Runner: "r", BeatAt: start,
	}
	noError(t, f.AddImport(t.Context(), i, 5))
	i, err := f.ChangeImport(t.Context(), userID, i.ID, func(i imports.Import) (imports.Import, error) {
		i.Status, i.Size, i.Format, i.Found, i.Preview = imports.Running, 7, "netscape", 9, &imports.Preview{New: 9, Oldest: start}
		return i, nil
	})
	noError(t, err)
	return i
}

// newDraft returns the draft of a pending link.
func newDraft(userID, address string, entry int, tags ...string) imports.Draft {
	m := newMemory(userID, memory.Link)
	m.URL, m.Title, m.Tags, m.Status, m.ImageKey, m.CapturedAt = address, address, tags, memory.Pending, "", time.Time{}
	return imports.Draft{
		Key: imports.Key{Address: memory.KeyOf(address)}, Subject: imports.Subject{Entry: entry, Item: address, Address: address},
		Result: capture.Result{Memory: m, Passages: capture.Reader{}.Passages(m)},
	}
}

// newTextDraft returns the draft of a note with all that can come with one.
func newTextDraft(userID, text string, entry int) imports.Draft {
	m := newMemory(userID, memory.Note)
	m.URL, m.Title, m.Description, m.ImageKey, m.Tags = "", text, text, "", []string{"notes"}
	return imports.Draft{
		Key: imports.Key{Content: text}, Subject: imports.Subject{Entry: entry, Item: text},
		Result:     capture.Result{Memory: m, Passages: newPassages(2), Document: paragraphs(text), Signature: minhash.Of(strings.Repeat(text+" ", 80))},
		Highlights: []highlight.Highlight{newHighlight(m, 1)},
		Uploads:    []upload.Upload{{ID: newID(), UserID: userID, Name: "a.png", MemoryID: m.ID}},
	}
}

// newPageDraft returns the draft of a link that came with its page, older than others.
func newPageDraft(userID, address string, entry int) imports.Draft {
	d := newDraft(userID, address, entry, "page")
	m := &d.Result.Memory
	at := start.Add(-time.Hour)
	m.Status, m.Title, m.Remark, m.StarredAt, m.ArchivedAt = memory.Ready, "Herons", "Of the page", at, at
	*m = m.SavedAt(at)
	d.Result.Passages, d.Result.Document, d.Result.Signature = newPassages(2), paragraphs("sea"), minhash.Of(strings.Repeat("sea ", 80))
	d.Highlights = []highlight.Highlight{newHighlight(*m, 1)}
	return d
}

func (f *fixture) saveBatch(t *testing.T, i imports.Import, plans plan.Table, drafts ...imports.Draft) imports.Import {
	t.Helper()
	after, err := f.SaveBatch(t.Context(), imports.Batch{Of: i, Position: i.Position, Next: i.Position + len(drafts), Drafts: drafts}, plans, start)
	noError(t, err)
	return after
}

func (f *fixture) messages(t *testing.T, i imports.Import) (all []string) {
	t.Helper()
	notes, err := f.ImportNotes(t.Context(), i.UserID, i.ID, 0, 100)
	noError(t, err)
	for _, n := range notes {
		all = append(all, fmt.Sprintf("%d %s: %s", n.Entry, n.Item, n.Message))
	}
	return all
}

func testImports(t *testing.T, f *fixture) {
	ctx := t.Context()
	t.Run("a batch is saved with all that came with it", func(t *testing.T) {
		u := f.newUser(t)
		f.add(t, u.ID, memory.Note, 1) // with the tags one and two words
		i := f.newImport(t, u.ID)
		link, note := newDraft(u.ID, "https://a.example/1", 0, "One", "new"), newTextDraft(u.ID, "sea", 1)
		note.Result.Memory.ArchivedAt = start
		i = f.saveBatch(t, i, unlimited, link, note)
		equal(t, i.Tally, imports.Tally{Found: 9, Saved: 2, Position: 2})
		want := link.Result.Memory
		want.Tags = []string{"one", "new"}
		got, passages, err := f.Get(ctx, u.ID, want.ID)
		noError(t, err)
		want.Version = got.Version
		equal(t, got, want)
		equal(t, passages, link.Result.Passages)
		doc, err := f.Document(ctx, u.ID, note.Result.Memory.ID, 0)
		noError(t, err)
		equal(t, doc, note.Result.Document)
		marks, err := f.OfMemory(ctx, u.ID, note.Result.Memory.ID)
		noError(t, err)
		equal(t, marks, note.Highlights)
		files, err := f.FilesOf(ctx, u.ID, note.Result.Memory.ID)
		noError(t, err)
		equal(t, len(files), 1)
		f.tallied(t, u.ID)
		f.rowsAgree(t, u.ID)
		equal(t, f.counted(t, u.ID, quota.Memories), 3)
		feed, err := f.ChangedSince(ctx, u.ID, 0, 9)
		noError(t, err)
		equal(t, len(feed), 4) // the memories, and the highlights of one
	})
	t.Run("what is pending is released behind what is saved now", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		i = f.saveBatch(t, i, unlimited, newDraft(u.ID, "https://a.example/1", 0), newDraft(u.ID, "https://a.example/2", 1), newTextDraft(u.ID, "sea", 2))
		waiting := f.listed(t, u.ID, memory.Page{Kind: memory.Link})
		slices.Sort(waiting)
		now := newMemory(u.ID, memory.Link)
		now.Status = memory.Pending
		noError(t, f.Add(ctx, now, nil, unlimited))
		equal(t, f.jobs.Waiting.Load(), int64(1))
		n, err := f.RequeuePending(ctx, start.Add(99*time.Hour))
		noError(t, err)
		equal(t, n, 1)
		equal(t, f.fetching(t, i), 2)
		room := func(n int) error {
			return f.Release(ctx, func(context.Context) (int, error) { return n, nil }, start)
		}
		noError(t, room(0))
		equal(t, f.jobs.Behind(t, u.ID), []string(nil))
		noError(t, room(1))
		equal(t, f.jobs.Behind(t, u.ID), waiting[:1])
		equal(t, f.fetching(t, i), 1)
		noError(t, room(9))
		equal(t, f.jobs.Behind(t, u.ID), waiting)
		noError(t, f.Release(ctx, func(context.Context) (int, error) { t.Error("none waits"); return 1, nil }, start))
		_, err = f.RequeuePending(ctx, start.Add(99*time.Hour))
		noError(t, err)
		equal(t, len(f.jobs.Captures(t, u.ID)), 1+1+3)
	})
	t.Run("pages that could not be fetched are fetched again in their turn", func(t *testing.T) {
		u := f.newUser(t)
		away, sound := newDraft(u.ID, "https://a.example/1", 0), newDraft(u.ID, "https://a.example/2", 1)
		i := f.saveBatch(t, f.newImport(t, u.ID), unlimited, away, sound)
		release := func() {
			t.Helper()
			noError(t, f.Release(ctx, func(context.Context) (int, error) { return 9, nil }, start))
		}
		release()
		failed, read := f.stored(t, away.Result.Memory), f.stored(t, sound.Result.Memory)
		failed.Status, failed.Error, read.Status = memory.Failed, "It is away.", memory.Ready
		for _, m := range []memory.Memory{failed, read} {
			noError(t, f.SaveCapture(ctx, capture.Result{Memory: m, KeepPassages: true}))
		}
		is := func(unfetched, fetching int) {
			t.Helper()
			i, err := f.Import(ctx, u.ID, i.ID)
			noError(t, err)
			equal(t, []int{i.Unfetched, i.Fetching}, []int{unfetched, fetching})
		}
		is(1, 0)
		noError(t, f.FetchAgain(ctx, newID(), i.ID))
		is(1, 0)
		noError(t, f.FetchAgain(ctx, u.ID, i.ID))
		is(0, 1)
		release()
		is(0, 0)
		m := f.stored(t, failed)
		equal(t, []any{m.Status, m.Error, m.Version > failed.Version}, []any{memory.Pending, "", true})
		equal(t, len(f.jobs.Behind(t, u.ID)), 3)
		equal(t, f.stored(t, read).Status, memory.Ready)
	})
	t.Run("what is there stays as it is, and is named where the file has more", func(t *testing.T) {
		u := f.newUser(t)
		before := newMemory(u.ID, memory.Link)
		before.URL = "https://a.example/1"
		noError(t, f.Add(ctx, before, nil, unlimited))
		before = f.stored(t, before)
		i := f.newImport(t, u.ID)
		same, more := newDraft(u.ID, "http://www.a.example/1/", 0, "ONE"), newDraft(u.ID, "https://a.example/1", 1, "three")
		more.Highlights = []highlight.Highlight{newHighlight(more.Result.Memory, 1)}
		i = f.saveBatch(t, i, unlimited, same, more)
		equal(t, i.Tally, imports.Tally{Found: 9, Existing: 2, Position: 2})
		equal(t, f.messages(t, i), []string{
			"1 https://a.example/1: You have this already, and it stays as it is. Not added: highlights: 1; tags: three.",
		})
		equal(t, f.stored(t, before), before)
		known, err := f.Known(ctx, u.ID, []imports.Key{same.Key, {Content: "x"}, {Address: "b"}})
		noError(t, err)
		equal(t, known, map[imports.Key]bool{same.Key: true})
		known, err = f.Known(ctx, f.newUser(t).ID, []imports.Key{same.Key})
		noError(t, err)
		equal(t, len(known), 0)
	})
	t.Run("a note that was written here is not doubled", func(t *testing.T) {
		u := f.newUser(t)
		here := newMemory(u.ID, memory.Note)
		here.URL, here.Title, here.Description, here.ImageKey, here.Tags = "", "Herons", "Herons\n\nat low tide", "", nil
		noError(t, f.Add(ctx, here, newPassages(1), unlimited))
		i := f.newImport(t, u.ID)
		draft := func(entry int, title, text string) imports.Draft {
			d := newTextDraft(u.ID, fmt.Sprint(title, entry, text), entry)
			m := &d.Result.Memory
			m.Title, m.OwnTitle, m.Description, m.Tags = title, title != "Herons", text, nil
			d.Key.Title, d.Key.Text = title, text
			d.Result.Passages, d.Result.Document, d.Highlights, d.Uploads = newPassages(1), nil, nil, nil
			return d
		}
		same, titled, other := draft(0, "Herons", here.Description), draft(1, "Birds", here.Description), draft(2, "Herons", "Herons\n\nat high tide")
		known, err := f.Known(ctx, u.ID, []imports.Key{same.Key, titled.Key, other.Key})
		noError(t, err)
		equal(t, known, map[imports.Key]bool{same.Key: true})
		i = f.saveBatch(t, i, unlimited, same, titled, other)
		equal(t, i.Tally, imports.Tally{Found: 9, Existing: 1, Saved: 2, Position: 3})
		again := draft(0, "Birds", other.Result.Memory.Description) // one that an import saved is known by its key alone
		again.Key.Content = "another"
		known, err = f.Known(ctx, u.ID, []imports.Key{again.Key})
		noError(t, err)
		equal(t, len(known), 0)
	})
	t.Run("of entries for one thing, one is saved with the tags and highlights of all", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		first, second, third := newDraft(u.ID, "https://a.example/1", 0, "a"), newDraft(u.ID, "https://a.example/1", 1, "b"), newDraft(u.ID, "https://a.example/1", 2, "A", "c")
		second.Highlights = []highlight.Highlight{newHighlight(second.Result.Memory, 1)}
		third.Highlights = []highlight.Highlight{newHighlight(third.Result.Memory, 2)}
		i = f.saveBatch(t, i, unlimited, first, second)
		i = f.saveBatch(t, i, unlimited, third)
		equal(t, i.Tally, imports.Tally{Found: 9, Saved: 1, Merged: 2, Position: 3})
		m := f.stored(t, first.Result.Memory)
		equal(t, m.Tags, []string{"a", "b", "c"})
		marks, err := f.OfMemory(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, len(marks), 2)
		f.rowsAgree(t, u.ID)
		after := f.undone(t, i)
		equal(t, []int{after.Undone, after.Kept}, []int{1, 0})
	})
	for _, fullFirst := range []bool{false, true} {
		for _, together := range []bool{false, true} {
			t.Run(fmt.Sprintf("entries for one page are one memory with all that they have, the text first: %v, in one batch: %v", fullFirst, together), func(t *testing.T) {
				u := f.newUser(t)
				i := f.newImport(t, u.ID)
				bare, full := newDraft(u.ID, "https://a.example/1", 0, "a"), newPageDraft(u.ID, "https://a.example/1", 1)
				bare.Result.Memory.Remark = "Mine"
				bare.Highlights = slices.Clone(full.Highlights)
				bare.Highlights[0].ID, bare.Highlights[0].MemoryID = newID(), bare.Result.Memory.ID
				drafts := []imports.Draft{bare, full}
				if fullFirst {
					slices.Reverse(drafts)
				}
				if together {
					i = f.saveBatch(t, i, unlimited, drafts...)
				} else {
					i = f.saveBatch(t, i, unlimited, drafts[0])
					i = f.saveBatch(t, i, unlimited, drafts[1])
				}
				equal(t, i.Tally, imports.Tally{Found: 9, Saved: 1, Merged: 1, Position: 2})
				equal(t, len(f.messages(t, i)), 0)
				id := drafts[0].Result.Memory.ID
				if together {
					id = full.Result.Memory.ID // the one with a text
				}
				equal(t, f.rows(t, u.ID, "memories"), 1)
				m, passages, err := f.Get(ctx, u.ID, id)
				noError(t, err)
				equal(t, m.Status, memory.Ready)
				equal(t, m.Tags, []string{"a", "page"})
				equal(t, []string{m.Remark, m.Title}, []string{drafts[0].Result.Memory.Remark + "\n\n" + drafts[1].Result.Memory.Remark, "Herons"})
				equal(t, []time.Time{m.StarredAt, m.ArchivedAt, m.CreatedAt}, []time.Time{start.Add(-time.Hour), start.Add(-time.Hour), start.Add(-time.Hour)})
				equal(t, passages, full.Result.Passages)
				doc, err := f.Document(ctx, u.ID, m.ID, 0)
				noError(t, err)
				equal(t, doc, full.Result.Document)
				marks, err := f.OfMemory(ctx, u.ID, m.ID)
				noError(t, err)
				equal(t, len(marks), 1)
				equal(t, f.fetching(t, i), 0)
				f.tallied(t, u.ID)
				f.rowsAgree(t, u.ID)
				again := f.newImport(t, u.ID)
				f.saveBatch(t, again, unlimited, drafts...)
				equal(t, len(f.messages(t, again)), 0)
				longer := newPageDraft(u.ID, "https://a.example/1", 2)
				longer.Result.Passages = newPassages(3)
				again = f.saveBatch(t, f.newImport(t, u.ID), unlimited, longer)
				equal(t, f.messages(t, again), []string{"2 https://a.example/1: You have this already, and it stays as it is. Not added: its text, which is another."})
				after := f.undone(t, i)
				equal(t, []int{after.Undone, after.Kept}, []int{1, 0})
			})
		}
	}
	t.Run("what the plan does not hold is a note, and is tried again", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		limited := plan.Table{Free: plan.Limits{Memories: 2, Documents: 1}}
		big := newTextDraft(u.ID, "hill", 2)
		i = f.saveBatch(t, i, limited, newDraft(u.ID, "https://a.example/1", 0), newDraft(u.ID, "https://a.example/2", 1), big)
		equal(t, i.Tally, imports.Tally{Found: 9, Saved: 2, Failed: 1, Position: 3})
		equal(t, f.messages(t, i), []string{"2 hill: Your plan holds no more memories."})
		equal(t, strings.HasPrefix(i.Message, "Your plan holds no more memories."), true)
		equal(t, slices.Contains(f.jobs.Removals(t), big.Uploads[0].BlobKey()), true)
		left, documents, err := f.Room(ctx, u.ID, limited)
		noError(t, err)
		equal(t, []int{left, documents}, []int{0, 1})
		entries, err := f.FailedEntries(ctx, u.ID, i.ID)
		noError(t, err)
		equal(t, entries, []int{2})
		i, err = f.ChangeImport(ctx, u.ID, i.ID, func(i imports.Import) (imports.Import, error) {
			i.Position = 0
			return i, nil
		})
		noError(t, err)
		i, err = f.SaveBatch(ctx, imports.Batch{Of: i, Next: 3, Drafts: []imports.Draft{newTextDraft(u.ID, "hill", 2)}, Retried: []int{2}}, unlimited, start)
		noError(t, err)
		equal(t, i.Tally, imports.Tally{Found: 9, Saved: 3, Position: 3})
		equal(t, []int{i.Notes, len(f.messages(t, i))}, []int{0, 0})
		left, documents, err = f.Room(ctx, u.ID, unlimited)
		noError(t, err)
		equal(t, []int{left, documents}, []int{-1, -1})
	})
	t.Run("a batch is saved once, by the process whose turn it is, while the import runs", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		batch := imports.Batch{Of: i, Next: 1, Drafts: []imports.Draft{newDraft(u.ID, "https://a.example/1", 0)}, Notes: []imports.Note{{Subject: imports.Subject{Item: "x"}, Message: "y"}}}
		won, lost := race(t, 4, fault.Conflict, func(n int) error {
			_, err := f.either(n).SaveBatch(ctx, imports.Batch{
				Of: i, Next: 1, Drafts: []imports.Draft{newDraft(u.ID, "https://a.example/1", 0)}, Notes: slices.Clone(batch.Notes),
			}, unlimited, start)
			return err
		})
		equal(t, []int{won, lost}, []int{1, 3})
		equal(t, f.rows(t, u.ID, "memories"), 1)
		i, err := f.Import(ctx, u.ID, i.ID)
		noError(t, err)
		equal(t, []int{i.Notes, i.Items}, []int{1, 1})
		for title, change := range map[string]func(*imports.Import){
			"cancelled": func(i *imports.Import) { i.Status = imports.Cancelled }, "elsewhere": func(i *imports.Import) { i.Runner = "other" },
		} {
			_, err := f.ChangeImport(ctx, u.ID, i.ID, func(i imports.Import) (imports.Import, error) {
				i.Status, i.Runner = imports.Running, "r"
				change(&i)
				return i, nil
			})
			noError(t, err)
			_, err = f.SaveBatch(ctx, imports.Batch{Of: i, Position: 1, Next: 2, Drafts: []imports.Draft{newDraft(u.ID, "https://a.example/2", 1)}}, unlimited, start)
			if fault.KindOf(err) != fault.Conflict {
				t.Errorf("%s: %v", title, err)
			}
		}
		_, err = f.ChangeImport(ctx, u.ID, i.ID, func(i imports.Import) (imports.Import, error) {
			i.Status, i.Runner = imports.Running, "r"
			return i, nil
		})
		noError(t, err)
		noError(t, f.Disable(ctx, u.ID, start))
		_, err = f.SaveBatch(ctx, imports.Batch{Of: i, Position: 1, Next: 2}, unlimited, start)
		isFault(t, err, fault.Conflict, "")
		under, err := f.UnderWay(ctx)
		noError(t, err)
		equal(t, slices.ContainsFunc(under, func(x imports.Import) bool { return x.ID == i.ID }), false)
	})
	t.Run("an undo removes what was not changed since", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		var drafts []imports.Draft
		for n := range 7 {
			drafts = append(drafts, newDraft(u.ID, fmt.Sprintf("https://a.example/%d", n), n, "a"))
		}
		with := newTextDraft(u.ID, "sea", 7)
		drafts = append(drafts, with)
		i = f.saveBatch(t, i, unlimited, drafts...)
		of := func(n int) memory.Memory { return f.stored(t, drafts[n].Result.Memory) }
		f.edited(t, of(0), start, nil, func(m *memory.Memory) { m.Remark = "mine" })
		_, err := f.SetMark(ctx, u.ID, []string{of(1).ID}, library.Starred, true, start)
		noError(t, err)
		noError(t, f.AddHighlight(ctx, newHighlight(of(2), 1)))
		noError(t, f.Discard(ctx, u.ID, of(3).ID, start))
		noError(t, f.Delete(ctx, u.ID, of(4).ID))
		captured := of(5)
		captured.Status, captured.Title = memory.Ready, "Its title"
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: captured, Passages: newPassages(1)}))
		after := f.undone(t, i)
		equal(t, []int{after.Undone, after.Kept, after.Items}, []int{3, 3, 0})
		equal(t, after.Message, "Undone: 3 memories were removed. 3 stay, since you changed them after the import.")
		equal(t, f.rows(t, u.ID, "memories"), 3)
		equal(t, slices.Contains(f.jobs.Removals(t), with.Uploads[0].BlobKey()), true)
		f.tallied(t, u.ID)
		noError(t, f.Restore(ctx, u.ID, drafts[3].Result.Memory.ID, unlimited))
		f.tallied(t, u.ID)
	})
	t.Run("an undo leaves the feeds that are as the import had them followed", func(t *testing.T) {
		u := f.newUser(t)
		before := newFeed(u.ID, "https://a.example/before")
		_, err := f.AddFeed(ctx, before, 9)
		noError(t, err)
		i := f.newImport(t, u.ID)
		feed := func(entry int, address string) imports.Feed {
			return imports.Feed{Subject: imports.Subject{Entry: entry, Item: address}, Feed: newFeed(u.ID, address)}
		}
		feeds := []imports.Feed{feed(0, before.URL), feed(1, "https://a.example/1"), feed(2, "https://a.example/2"), feed(3, "http://a.example/1")}
		feeds[2].ID = before.ID // which is taken
		i, err = f.SaveBatch(ctx, imports.Batch{Of: i, Next: 4, Feeds: feeds}, unlimited, start)
		noError(t, err)
		equal(t, i.Tally, imports.Tally{Found: 9, Existing: 1, Followed: 2, Merged: 1, Position: 4})
		known, err := f.Known(ctx, u.ID, []imports.Key{{Feed: "a.example/2"}, {Feed: "a.example/3"}})
		noError(t, err)
		equal(t, known, map[imports.Key]bool{{Feed: "a.example/2"}: true})
		from := f.fromFeed(t, feeds[1].Feed)
		all, err := f.Feeds(ctx, u.ID)
		noError(t, err)
		mine := all[slices.IndexFunc(all, func(x follow.Feed) bool { return x.URL == feeds[2].URL })]
		_, err = f.ChangeFeed(ctx, u.ID, mine.ID, func(x follow.Feed) follow.Feed {
			x.Title, x.OwnTitle = "Mine", true
			return x
		})
		noError(t, err)
		i, err = f.Import(ctx, u.ID, i.ID)
		noError(t, err)
		equal(t, i.Items, 2)
		after := f.undone(t, i)
		equal(t, []int{after.Undone, after.Unfollowed, after.Items}, []int{0, 1, 0})
		equal(t, after.Message, "Undone: 1 feeds are not followed any more.")
		all, err = f.Feeds(ctx, u.ID)
		noError(t, err)
		equal(t, []string{all[0].URL, all[1].URL}, []string{before.URL, feeds[2].URL})
		equal(t, f.stored(t, from).Feed, "")
	})
	t.Run("an undo leaves feeds in batches, but none that was left and followed anew, or paused", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		var feeds []imports.Feed
		for n := range 5 {
			address := fmt.Sprintf("https://a.example/%d", n)
			feeds = append(feeds, imports.Feed{Subject: imports.Subject{Entry: n, Item: address}, Feed: newFeed(u.ID, address)})
		}
		i, err := f.SaveBatch(ctx, imports.Batch{Of: i, Next: 5, Feeds: feeds}, unlimited, start)
		noError(t, err)
		noError(t, f.DropFeed(ctx, u.ID, feeds[0].ID))
		_, err = f.AddFeed(ctx, feeds[0].Feed, 9) // as another import of an own archive does, by its id
		noError(t, err)
		_, err = f.ChangeFeed(ctx, u.ID, feeds[1].ID, func(x follow.Feed) follow.Feed {
			x.Status = follow.Paused
			return x
		})
		noError(t, err)
		_, err = f.ChangeFeed(ctx, u.ID, feeds[2].ID, func(x follow.Feed) follow.Feed { // as one that is gone
			x.Status, x.Message = follow.Paused, "Gone"
			return x
		})
		noError(t, err)
		_, err = f.ChangeImport(ctx, u.ID, i.ID, func(i imports.Import) (imports.Import, error) {
			i.Status = imports.Undoing
			return i, nil
		})
		noError(t, err)
		after, end, err := f.UndoBatch(ctx, i, 2, start)
		noError(t, err)
		equal(t, []any{after.Unfollowed, end}, []any{2, false})
		after, end, err = f.UndoBatch(ctx, i, 2, start)
		noError(t, err)
		equal(t, []any{after.Unfollowed, end}, []any{3, true})
		all, err := f.Feeds(ctx, u.ID)
		noError(t, err)
		equal(t, []string{all[0].ID, all[1].ID}, []string{feeds[0].ID, feeds[1].ID})
	})
	t.Run("a book that has grown joins its note, which an undo then leaves", func(t *testing.T) {
		u := f.newUser(t)
		book := func(text string) imports.Draft {
			m := newMemory(u.ID, memory.Note)
			m.URL, m.ImageKey, m.Tags, m.Title, m.Description = "", "", nil, "On Tea", text
			d := imports.Draft{Key: imports.Key{Content: "text:tea"}, Subject: imports.Subject{Item: "On Tea"}, Grows: true}
			d.Result = capture.Result{Memory: m, Passages: capture.Reader{}.Passages(m)}
			for quote := range strings.SplitSeq(text, "\n\n") {
				h := newHighlight(m, 1)
				h.Quote, h.Remark = strings.TrimPrefix(quote, "> "), ""
				d.Highlights = append(d.Highlights, h)
			}
			return d
		}
		first := book("> Tea is old.")
		i := f.saveBatch(t, f.newImport(t, u.ID), unlimited, first)
		more := f.saveBatch(t, f.newImport(t, u.ID), unlimited, book("> Tea is old.\n\n> It is green."), book("> Tea is old."))
		equal(t, more.Tally, imports.Tally{Found: 9, Merged: 1, Existing: 1, Position: 2})
		said := book("> Tea is old.")
		said.Highlights[0].Remark = "Indeed"
		equal(t, f.saveBatch(t, f.newImport(t, u.ID), unlimited, said).Tally, imports.Tally{Found: 9, Merged: 1, Position: 1})
		m, have, has, err := f.Held(ctx, u.ID, first.Key)
		noError(t, err)
		equal(t, []any{has, m.ID, len(have), have[0].Remark, have[1].Remark}, []any{true, first.Result.Memory.ID, 2, "Indeed", ""})
		m = f.stored(t, first.Result.Memory)
		equal(t, []any{m.Description, m.Edition}, []any{"> Tea is old.\n\n> It is green.", 1})
		marks, err := f.OfMemory(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, len(marks), 2)
		equal(t, f.rows(t, u.ID, "memories"), 1)
		f.tallied(t, u.ID)
		equal(t, f.undone(t, i).Kept, 1)
	})
	t.Run("a document that was uploaded is known by its content", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		uploaded := func(userID string) memory.Memory {
			up := upload.Upload{ID: newID(), UserID: userID, Name: "a.pdf", CreatedAt: start}
			noError(t, f.AddUpload(ctx, up, 1))
			m := newMemory(userID, memory.Document)
			m.UploadID = up.ID
			noError(t, f.Add(ctx, m, nil, unlimited))
			return m
		}
		m := uploaded(u.ID)
		uploaded(stranger.ID)
		unknown, err := f.Unsummed(ctx, u.ID)
		noError(t, err)
		equal(t, unknown, []upload.Upload{{ID: m.UploadID, UserID: u.ID}})
		sums := map[string]string{m.UploadID: "file:tea"}
		noError(t, f.SetChecksums(ctx, stranger.ID, sums))
		noError(t, f.SetChecksums(ctx, u.ID, sums))
		unknown, err = f.Unsummed(ctx, u.ID)
		noError(t, err)
		equal(t, len(unknown), 0)

		document := func(userID, id, sum string) imports.Draft {
			m := newMemory(userID, memory.Document)
			m.UploadID, m.URL, m.ImageKey = newID(), "", ""
			return imports.Draft{
				Key: imports.Key{Memory: id, Content: sum}, Subject: imports.Subject{Item: "a.pdf"}, Result: capture.Result{Memory: m, Passages: newPassages(1)},
				Uploads: []upload.Upload{{ID: m.UploadID, UserID: userID, Name: "a.pdf", MemoryID: m.ID, Checksum: sum}},
			}
		}
		i := f.saveBatch(t, f.newImport(t, u.ID), unlimited, document(u.ID, "", "file:tea"), document(u.ID, newID(), "file:tea"), document(u.ID, "", "file:other"))
		equal(t, i.Tally, imports.Tally{Found: 9, Existing: 2, Saved: 1, Position: 3})
		i = f.saveBatch(t, f.newImport(t, stranger.ID), unlimited, document(stranger.ID, newID(), "file:tea"), document(stranger.ID, newID(), "file:tea"))
		equal(t, i.Tally, imports.Tally{Found: 9, Saved: 2, Position: 2}) // two of another Engram may be of one content
		i = f.saveBatch(t, f.newImport(t, stranger.ID), unlimited, document(stranger.ID, "", "file:tea"))
		equal(t, i.Tally, imports.Tally{Found: 9, Existing: 1, Position: 1})
	})
	t.Run("a feed that is being left is not there for a preview", func(t *testing.T) {
		u := f.newUser(t)
		feed := newFeed(u.ID, "https://a.example/feed")
		feed.Status = follow.Leaving
		_, err := f.AddFeed(ctx, feed, 9)
		noError(t, err)
		known, err := f.Known(ctx, u.ID, []imports.Key{{Feed: "a.example/feed"}})
		noError(t, err)
		equal(t, len(known), 0)
	})
	t.Run("files of what is not saved are removed, and the attempt is counted", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		_, err := f.SaveBatch(ctx, imports.Batch{Of: i, Next: 1, Failed: 1, Unused: []string{"documents/" + u.ID + "/x"}}, unlimited, start)
		noError(t, err)
		equal(t, slices.Contains(f.jobs.Removals(t), "documents/"+u.ID+"/x"), true)
		_, err = f.ChangeImport(ctx, u.ID, i.ID, func(i imports.Import) (imports.Import, error) {
			i.Attempt++
			return i, nil
		})
		noError(t, err)
		i, err = f.Import(ctx, u.ID, i.ID)
		noError(t, err)
		equal(t, i.Attempt, 1)
	})
	t.Run("a file is kept until the import has it no more", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		files, err := f.Files(ctx, u.ID)
		noError(t, err)
		equal(t, len(files), 1)
		equal(t, files[0].Key, i.BlobKey())
		isFault(t, f.DropImport(ctx, u.ID, i.ID), fault.Conflict, "")
		old, err := f.Expired(ctx, start.Add(time.Hour))
		noError(t, err)
		equal(t, slices.ContainsFunc(old, func(x imports.Import) bool { return x.ID == i.ID }), true)
		_, err = f.ChangeImport(ctx, u.ID, i.ID, func(i imports.Import) (imports.Import, error) {
			i.Status, i.HasFile = imports.Done, false
			return i, nil
		})
		noError(t, err)
		equal(t, slices.Contains(f.jobs.Removals(t), i.BlobKey()), true)
		noError(t, f.DropImport(ctx, u.ID, i.ID))
		_, err = f.Import(ctx, u.ID, i.ID)
		isFault(t, err, fault.NotFound, "")
	})
	t.Run("few imports are not over at the same time", func(t *testing.T) {
		u := f.newUser(t)
		won, lost := race(t, 6, fault.Limit, func(n int) error {
			return f.either(n).AddImport(ctx, imports.Import{ID: newID(), UserID: u.ID, Status: imports.Receiving, BeatAt: start, CreatedAt: start}, 2)
		})
		equal(t, []int{won, lost}, []int{2, 4})
		all, err := f.Imports(ctx, u.ID, 9)
		noError(t, err)
		equal(t, len(all), 0) // until they have arrived
	})
	t.Run("ROLE-06 a stranger reaches no import", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		i := f.newImport(t, u.ID)
		i = f.saveBatch(t, i, unlimited, newTextDraft(u.ID, "sea", 0))
		_, err := f.Import(ctx, stranger.ID, i.ID)
		isFault(t, err, fault.NotFound, "")
		_, err = f.ChangeImport(ctx, stranger.ID, i.ID, func(i imports.Import) (imports.Import, error) { return i, nil })
		isFault(t, err, fault.NotFound, "")
		isFault(t, f.DropImport(ctx, stranger.ID, i.ID), fault.NotFound, "")
		forged := i
		forged.UserID = stranger.ID
		_, err = f.SaveBatch(ctx, imports.Batch{Of: forged, Position: 1, Next: 2}, unlimited, start)
		isFault(t, err, fault.NotFound, "")
		_, _, err = f.UndoBatch(ctx, forged, 9, start)
		isFault(t, err, fault.NotFound, "")
		notes, err := f.ImportNotes(ctx, stranger.ID, i.ID, 0, 9)
		noError(t, err)
		equal(t, len(notes), 0)
	})
	t.Run("an account goes with its imports", func(t *testing.T) {
		u := f.newUser(t)
		i := f.newImport(t, u.ID)
		i, err := f.SaveBatch(ctx, imports.Batch{Of: i, Next: 1, Notes: []imports.Note{{Subject: imports.Subject{Item: "x"}, Message: "y"}}, Failed: 1}, unlimited, start)
		noError(t, err)
		noError(t, f.DeleteUser(ctx, u.ID))
		equal(t, f.rows(t, u.ID, "imports")+f.rows(t, u.ID, "import_notes"), 0)
		equal(t, slices.Contains(f.jobs.Removals(t), i.BlobKey()), true)
	})
}

func (f *fixture) fetching(t *testing.T, i imports.Import) int {
	t.Helper()
	i, err := f.Import(t.Context(), i.UserID, i.ID)
	noError(t, err)
	return i.Fetching
}

// undone undoes an import in batches.
func (f *fixture) undone(t *testing.T, i imports.Import) imports.Import {
	t.Helper()
	i, err := f.ChangeImport(t.Context(), i.UserID, i.ID, func(i imports.Import) (imports.Import, error) {
		i.Status = imports.Undoing
		return i, nil
	})
	noError(t, err)
	for end := false; !end; {
		_, end, err = f.UndoBatch(t.Context(), i, 2, start)
		noError(t, err)
	}
	i, err = f.Import(t.Context(), i.UserID, i.ID)
	noError(t, err)
	return i
}
