package store_test

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
)

func testAdding(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("a memory is read as added, with its passages in order", func(t *testing.T) {
		u := f.newUser(t)
		want, passages := newMemory(u.ID, memory.Link), newPassages(200)
		shuffled := slices.Clone(passages)
		slices.Reverse(shuffled)
		noError(t, f.Add(ctx, want, shuffled, unlimited))
		got, gotPassages, err := f.Get(ctx, u.ID, want.ID)
		noError(t, err)
		equal(t, got, want)
		equal(t, gotPassages, passages)
	})

	t.Run("a memory without tags or passages is read without", func(t *testing.T) {
		u := f.newUser(t)
		want := newMemory(u.ID, memory.Note)
		want.Tags = nil
		noError(t, f.Add(ctx, want, nil, unlimited))
		got, passages, err := f.Get(ctx, u.ID, want.ID)
		noError(t, err)
		equal(t, got, want)
		equal(t, len(passages), 0)
	})

	t.Run("a pending memory has a job, a ready one has none", func(t *testing.T) {
		u := f.newUser(t)
		f.add(t, u.ID, memory.Note, 1)
		pending := newMemory(u.ID, memory.Link)
		pending.Status = memory.Pending
		noError(t, f.Add(ctx, pending, nil, unlimited))
		equal(t, f.jobs.Captures(t, u.ID), []string{pending.ID})
	})

	t.Run("API-23 a document claims an unclaimed upload of its user", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		mine, theirs := f.newDocument(t, u.ID), f.newDocument(t, other.ID)
		noError(t, f.Add(ctx, mine, nil, unlimited))
		claimed, err := f.Upload(ctx, u.ID, mine.UploadID)
		noError(t, err)
		equal(t, claimed.MemoryID, mine.ID)

		for title, uploadID := range map[string]string{
			"claimed": mine.UploadID, "another's": theirs.UploadID, "unknown": newID(), "missing": "",
		} {
			m := newMemory(u.ID, memory.Document)
			m.UploadID = uploadID
			err := f.Add(ctx, m, newPassages(1), unlimited)
			isFault(t, err, fault.Invalid, "That upload is not yours or is already saved.")
			_, _, err = f.Get(ctx, u.ID, m.ID)
			isFault(t, err, fault.NotFound, "")
			if n := f.counted(t, u.ID, quota.Documents); n != 1 {
				t.Fatalf("after a claim of one that is %s, %d documents are counted", title, n)
			}
		}
		equal(t, f.counted(t, u.ID, quota.Memories), 1)
	})

	t.Run("a memory whose job can't be enqueued is not stored", func(t *testing.T) {
		u := f.newUser(t)
		m := f.newDocument(t, u.ID)
		m.Status = memory.Pending
		f.jobs.Broken.Store(true)
		err := f.Add(ctx, m, newPassages(2), unlimited)
		f.jobs.Broken.Store(false)
		if fault.KindOf(err) != fault.Internal {
			t.Fatalf("got error %v, want an internal one", err)
		}
		_, _, err = f.Get(ctx, u.ID, m.ID)
		isFault(t, err, fault.NotFound, "")
		equal(t, []int{f.counted(t, u.ID, quota.Memories), f.counted(t, u.ID, quota.Documents)}, []int{0, 0})
		seq, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, seq, int64(0))
		noError(t, f.Add(ctx, m, nil, unlimited))
	})

	t.Run("LIMIT-01 at the limit nothing is added until a memory is deleted", func(t *testing.T) {
		u := f.newUser(t)
		plans := plan.Table{Free: plan.Limits{Memories: 2}}
		first, second, third := newMemory(u.ID, memory.Note), newMemory(u.ID, memory.Link), newMemory(u.ID, memory.Note)
		noError(t, f.Add(ctx, first, nil, plans))
		noError(t, f.Admits(ctx, u.ID, plans))
		noError(t, f.Add(ctx, second, nil, plans))
		isFault(t, f.Admits(ctx, u.ID, plans), fault.Limit, "Limit reached, Upgrade to Pro")
		isFault(t, f.Add(ctx, third, nil, plans), fault.Limit, "Limit reached, Upgrade to Pro")
		noError(t, f.Delete(ctx, u.ID, first.ID))
		noError(t, f.Admits(ctx, u.ID, plans))
		noError(t, f.Add(ctx, third, nil, plans))
		isFault(t, f.Add(ctx, first, nil, plans), fault.Limit, "Limit reached, Upgrade to Pro")
	})

	t.Run("LIMIT-02 at the limit of documents other kinds are added, and a refused document keeps its upload", func(t *testing.T) {
		u := f.newUser(t)
		plans := plan.Table{Free: plan.Limits{Memories: 100, Documents: 2}}
		for range 2 {
			noError(t, f.Add(ctx, f.newDocument(t, u.ID), nil, plans))
		}
		refused := f.newDocument(t, u.ID)
		isFault(t, f.Add(ctx, refused, nil, plans), fault.Limit, "Limit reached, Upgrade to Pro")
		equal(t, f.counted(t, u.ID, quota.Memories), 2)
		noError(t, f.Add(ctx, newMemory(u.ID, memory.Note), nil, plans))
		noError(t, f.Add(ctx, refused, nil, plan.Table{Free: plan.Limits{Documents: 10}}))
	})

	t.Run("LIMIT-09 a limit of 0 is unlimited", func(t *testing.T) {
		u := f.newUser(t)
		for range 25 {
			noError(t, f.Add(ctx, f.newDocument(t, u.ID), nil, unlimited))
		}
		noError(t, f.Admits(ctx, u.ID, unlimited))
		equal(t, []int{f.counted(t, u.ID, quota.Memories), f.counted(t, u.ID, quota.Documents)}, []int{25, 25})
	})

	t.Run("of several concurrent memories with one address, one is added", func(t *testing.T) {
		u := f.newUser(t)
		plans := plan.Table{Free: plan.Limits{Memories: 3}}
		var known atomic.Int64
		race(t, racers, fault.Limit, func(i int) error {
			m := newMemory(u.ID, memory.Link)
			before, err := f.either(i).AddNew(ctx, m, newPassages(1), plans)
			if before.ID != "" {
				known.Add(1)
			}
			return err
		})
		equal(t, known.Load(), int64(racers-1))
		equal(t, f.counted(t, u.ID, quota.Memories), 1)
		equal(t, f.rows(t, u.ID, "passages"), 1)

		note := newMemory(u.ID, memory.Note)
		note.URL = ""
		for range 2 { // has no address
			note.ID = newID()
			before, err := f.AddNew(ctx, note, nil, plans)
			noError(t, err)
			equal(t, before.ID, "")
		}
		f.checkCounters(t, u.ID)
	})
}

func testListing(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, other := f.newUser(t), f.newUser(t)
	kinds := []memory.Kind{memory.Note, memory.Link, memory.Video, memory.Tweet, memory.Document}
	var newestFirst, notes []string
	for i := range 23 {
		m := f.add(t, u.ID, kinds[i%len(kinds)], 1)
		newestFirst = append([]string{m.ID}, newestFirst...)
		if m.Kind == memory.Note {
			notes = append([]string{m.ID}, notes...)
		}
		f.add(t, other.ID, memory.Note, 1)
	}

	t.Run("memories are found by the resource that their address leads to", func(t *testing.T) {
		u := f.newUser(t)
		same := func(address string) memory.Memory {
			m := newMemory(u.ID, memory.Link)
			m.URL = address
			noError(t, f.Add(ctx, m, nil, unlimited))
			return m
		}
		first, second := same("https://www.example.com/k?utm_source=x"), same("http://example.com/k/")
		same("https://example.com/k/b")
		f.add(t, u.ID, memory.Note, 0)
		equal(t, f.listed(t, u.ID, memory.Page{Key: "example.com/k"}), []string{second.ID, first.ID})
		equal(t, f.listed(t, u.ID, memory.Page{Key: "example.com/k", Limit: 1}), []string{second.ID})
	})

	t.Run("HOME-22 the list is newest first, though all were saved in one millisecond", func(t *testing.T) {
		equal(t, f.listed(t, u.ID, memory.Page{}), newestFirst)
	})

	t.Run("API-27 pages of every size list all memories once, of one kind or of every", func(t *testing.T) {
		for kind, want := range map[memory.Kind][]string{"": newestFirst, memory.Note: notes} {
			for _, size := range []int{1, 4, len(want), 100} {
				equal(t, f.paged(t, u.ID, memory.Page{Kind: kind, Limit: size}), want)
			}
		}
	})

	t.Run("API-27 the front has the counts of each kind, and the number of the last change", func(t *testing.T) {
		v := f.newUser(t)
		empty, err := f.Front(ctx, v.ID, memory.Page{Limit: 3})
		noError(t, err)
		equal(t, empty, memory.Front{Memories: empty.Memories, Counts: map[memory.Kind]int{}})
		equal(t, len(empty.Memories), 0)
		f.add(t, v.ID, memory.Note, 1)
		gone, link := f.add(t, v.ID, memory.Note, 1), f.add(t, v.ID, memory.Link, 1)
		noError(t, f.Delete(ctx, v.ID, gone.ID))
		front, err := f.Front(ctx, v.ID, memory.Page{Limit: 1})
		noError(t, err)
		equal(t, idsOf(front.Memories), []string{link.ID})
		equal(t, front.Counts, map[memory.Kind]int{memory.Note: 1, memory.Link: 1})
		last, err := f.LastChange(ctx, v.ID)
		noError(t, err)
		equal(t, front.Change, last)
		all, err := f.Front(ctx, u.ID, memory.Page{})
		noError(t, err)
		equal(t, idsOf(all.Memories), newestFirst)
	})

	t.Run("API-27 a page continues after a memory that was deleted meanwhile", func(t *testing.T) {
		v := f.newUser(t)
		var ids []string
		for range 5 {
			ids = append(ids, f.add(t, v.ID, memory.Note, 0).ID)
		}
		slices.Reverse(ids)
		noError(t, f.Delete(ctx, v.ID, ids[1]))
		equal(t, f.listed(t, v.ID, memory.Page{Limit: 2, Before: ids[1]}), ids[2:4])
	})

	t.Run("a part ends at its limit of bytes, and has at least one memory", func(t *testing.T) {
		v := f.newUser(t)
		var ids []string
		for range 4 {
			m := newMemory(v.ID, memory.Note)
			m.Description = strings.Repeat("é", 50)
			noError(t, f.Add(ctx, m, nil, unlimited))
			ids = append([]string{m.ID}, ids...)
		}
		for bytes, n := range map[int]int{1: 1, 100: 1, 101: 2, 300: 3, 301: 4, 9000: 4} {
			equal(t, f.listed(t, v.ID, memory.Page{Bytes: bytes}), ids[:n])
			equal(t, f.listed(t, v.ID, memory.Page{Bytes: bytes, Limit: 3}), ids[:min(n, 3)])
			front, err := f.Front(ctx, v.ID, memory.Page{Bytes: bytes})
			noError(t, err)
			equal(t, idsOf(front.Memories), ids[:n])
		}
		cards, err := f.Cards(ctx, v.ID, ids[1:3], 7)
		noError(t, err)
		equal(t, idsOf(cards), ids[1:3])
		equal(t, cards[1].Description, strings.Repeat("é", 7))
	})

	t.Run("passages are read from a position on", func(t *testing.T) {
		m := f.add(t, u.ID, memory.Note, 5)
		got, err := f.Passages(ctx, u.ID, m.ID, 2, 2)
		noError(t, err)
		equal(t, got, newPassages(5)[2:4])
		none, err := f.Passages(ctx, f.newUser(t).ID, m.ID, 0, 9)
		noError(t, err)
		equal(t, len(none), 0)
		noError(t, f.Delete(ctx, u.ID, m.ID))
	})

	t.Run("memories by id come in the order requested, all at once", func(t *testing.T) {
		ids := slices.Clone(newestFirst)
		ids[3], ids[17] = ids[17], ids[3]
		asked := append([]string{newID()}, ids...)
		got, err := f.ByIDs(ctx, u.ID, asked)
		noError(t, err)
		equal(t, idsOf(got), ids)
		for range 600 { // more than one statement
			asked = append(asked, newID())
		}
		asked = append(asked, ids[0])
		got, err = f.ByIDs(ctx, u.ID, asked[1:])
		noError(t, err)
		equal(t, idsOf(got), append(slices.Clone(ids), ids[0]))
		got, err = f.ByIDs(ctx, u.ID, nil)
		noError(t, err)
		equal(t, len(got), 0)
	})
}

func testDeleting(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("API-30 a deleted memory is gone with its passages, upload, allowances and blobs", func(t *testing.T) {
		u := f.newUser(t)
		kept, gone := f.add(t, u.ID, memory.Note, 2), f.add(t, u.ID, memory.Document, 3)
		up, err := f.Upload(ctx, u.ID, gone.UploadID)
		noError(t, err)
		noError(t, f.Delete(ctx, u.ID, gone.ID))

		_, _, err = f.Get(ctx, u.ID, gone.ID)
		isFault(t, err, fault.NotFound, "")
		_, err = f.Upload(ctx, u.ID, gone.UploadID)
		isFault(t, err, fault.NotFound, "")
		equal(t, f.listed(t, u.ID, memory.Page{}), []string{kept.ID})
		equal(t, []int{f.counted(t, u.ID, quota.Memories), f.counted(t, u.ID, quota.Documents)}, []int{1, 0})
		equal(t, f.jobs.Removals(t), []string{up.BlobKey(), gone.ImageKey})
		equal(t, f.rows(t, u.ID, "passages"), 2)
	})

	t.Run("API-30 a missing or already deleted memory is not found", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Note, 1)
		isFault(t, f.Delete(ctx, u.ID, newID()), fault.NotFound, "")
		noError(t, f.Delete(ctx, u.ID, m.ID))
		isFault(t, f.Delete(ctx, u.ID, m.ID), fault.NotFound, "")
		equal(t, f.counted(t, u.ID, quota.Memories), 0)
	})

	t.Run("a memory without blobs enqueues nothing", func(t *testing.T) {
		u := f.newUser(t)
		before := f.jobs.Removals(t)
		m := newMemory(u.ID, memory.Note)
		m.ImageKey = ""
		noError(t, f.Add(ctx, m, nil, unlimited))
		noError(t, f.Delete(ctx, u.ID, m.ID))
		equal(t, f.jobs.Removals(t), before)
	})

	t.Run("a deletion whose job can't be enqueued is rolled back", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Document, 1)
		f.jobs.Broken.Store(true)
		err := f.Delete(ctx, u.ID, m.ID)
		f.jobs.Broken.Store(false)
		if fault.KindOf(err) != fault.Internal || err == nil {
			t.Fatalf("got error %v, want an internal one", err)
		}
		_, passages, err := f.Get(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, len(passages), 1)
		equal(t, f.counted(t, u.ID, quota.Documents), 1)
	})
}

func (f *fixture) listed(t *testing.T, userID string, page memory.Page) []string {
	t.Helper()
	memories, err := f.List(t.Context(), userID, page)
	noError(t, err)
	return idsOf(memories)
}

// paged lists pages until one is empty.
func (f *fixture) paged(t *testing.T, userID string, page memory.Page) (all []string) {
	t.Helper()
	for {
		ids := f.listed(t, userID, page)
		if len(ids) == 0 {
			return all
		}
		if len(ids) > page.Limit {
			t.Fatalf("a page of %d has %d", page.Limit, len(ids))
		}
		all = append(all, ids...)
		page.Before = ids[len(ids)-1]
	}
}

func idsOf(memories []memory.Memory) []string {
	ids := make([]string, len(memories))
	for i, m := range memories {
		ids[i] = m.ID
	}
	return ids
}

// counted reads a counter without a period.
func (f *fixture) counted(t testing.TB, userID string, c quota.Counter) int {
	t.Helper()
	n, err := f.Count(t.Context(), userID, c, "")
	noError(t, err)
	return n
}

// rows counts a user's rows in a table.
func (f *fixture) rows(t testing.TB, userID, table string) (n int) {
	t.Helper()
	noError(t, f.db.Writer().QueryRow(`SELECT COUNT(*) FROM `+table+` WHERE user_id = $1`, userID).Scan(&n))
	return n
}

// Get returns a memory with all passages; fault.NotFound if it is not the user's.
func (f *fixture) Get(ctx context.Context, userID, id string) (memory.Memory, []memory.Passage, error) {
	found, err := f.ByIDs(ctx, userID, []string{id})
	if err != nil || len(found) == 0 {
		return memory.Memory{}, nil, cmp.Or(err, error(fault.New(fault.NotFound, "Memory not found")))
	}
	passages, err := f.Passages(ctx, userID, id, 0, 10_000)
	return found[0], passages, err
}
