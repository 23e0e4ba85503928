package store_test

import (
	"sync"
	"testing"
	"time"

	"engram/internal/entry"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/store/entries"
)

func testEntries(t *testing.T, f *fixture) {
	ctx := t.Context()
	numbers := entries.New(f.db)
	first := func() entry.Query { return entry.Query{Sort: entry.Created, Page: 1, PerPage: 9} }
	list := func(t *testing.T, userID string, q entry.Query) (ids []string, total int) {
		t.Helper()
		noError(t, numbers.Number(ctx, userID, start.Add(time.Hour)))
		found, total, err := numbers.Entries(ctx, userID, q)
		noError(t, err)
		for _, e := range found {
			ids = append(ids, e.MemoryID)
		}
		return ids, total
	}
	yes, no := true, false

	t.Run("memories have numbers from 1 on, by which their user finds them", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		one, two := f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Link, 1)
		f.add(t, other.ID, memory.Link, 1)
		ids, total := list(t, u.ID, first())
		equal(t, ids, []string{two.ID, one.ID})
		equal(t, total, 2)
		of, err := numbers.EntriesOf(ctx, u.ID, ids)
		noError(t, err)
		equal(t, of[one.ID], entry.Entry{Number: 1, MemoryID: one.ID, ChangedAt: start})
		id, err := numbers.MemoryOf(ctx, u.ID, 2)
		noError(t, err)
		equal(t, id, two.ID)
		for _, user := range []string{other.ID, u.ID} {
			_, err = numbers.MemoryOf(ctx, user, map[bool]int{true: 3, false: 2}[user == u.ID])
			isFault(t, err, fault.NotFound, "There is no such entry")
		}
		of, err = numbers.EntriesOf(ctx, other.ID, ids)
		noError(t, err)
		equal(t, len(of), 0)
	})
	t.Run("a change is noted when it is seen, and lists are chosen, sorted and paged", func(t *testing.T) {
		u := f.newUser(t)
		one, two := f.add(t, u.ID, memory.Link, 1), f.add(t, u.ID, memory.Link, 1)
		list(t, u.ID, first())
		later := start.Add(2 * time.Hour)
		_, err := f.Edit(ctx, u.ID, one.ID, later, nil, func(m memory.Memory) (memory.Memory, error) {
			m.StarredAt, m.ArchivedAt, m.Tags = later, later, []string{"Only"}
			return m, nil
		})
		noError(t, err)
		for title, test := range map[string]struct {
			q    entry.Query
			want []string
		}{
			"updated":            {entry.Query{Sort: entry.Updated}, []string{one.ID, two.ID}},
			"updated, ascending": {entry.Query{Sort: entry.Updated, Ascending: true}, []string{two.ID, one.ID}},
			"since":              {entry.Query{Since: start.Add(time.Minute)}, []string{one.ID}},
			"archived":           {entry.Query{Archived: &yes, Sort: entry.Archived}, []string{one.ID}},
			"not archived":       {entry.Query{Archived: &no}, []string{two.ID}},
			"starred":            {entry.Query{Starred: &yes}, []string{one.ID}},
			"tagged":             {entry.Query{Tags: []string{"one", "two words"}}, []string{two.ID}},
			"tagged otherwise":   {entry.Query{Tags: []string{"one", "only"}}, nil},
		} {
			if test.q.Sort == "" {
				test.q.Sort = entry.Created
			}
			test.q.Page, test.q.PerPage = 1, 9
			ids, total := list(t, u.ID, test.q)
			if len(ids) != len(test.want) || total != len(test.want) || len(ids) > 0 && ids[0] != test.want[0] {
				t.Errorf("%s: %v, want %v", title, ids, test.want)
			}
		}
		ids, total := list(t, u.ID, entry.Query{Sort: entry.Created, Page: 2, PerPage: 1})
		equal(t, ids, []string{one.ID})
		equal(t, total, 2)
	})
	t.Run("numbers that are given at once are given once", func(t *testing.T) {
		u := f.newUser(t)
		for range 5 {
			f.add(t, u.ID, memory.Note, 1)
		}
		node := entries.New(f.db)
		var wait sync.WaitGroup
		for i := range 6 {
			wait.Go(func() {
				if err := []*entries.Store{numbers, node}[i%2].Number(ctx, u.ID, start); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		ids, _ := list(t, u.ID, first())
		of, err := numbers.EntriesOf(ctx, u.ID, ids)
		noError(t, err)
		seen := map[int]bool{}
		for _, e := range of {
			seen[e.Number] = true
		}
		equal(t, len(seen), 5)
	})
	t.Run("tags have numbers, and what is gone has none any more and leaves it to nothing", func(t *testing.T) {
		u := f.newUser(t)
		one := f.add(t, u.ID, memory.Link, 1)
		resting := f.add(t, u.ID, memory.Link, 1)
		list(t, u.ID, first())
		tags, err := numbers.TagNumbers(ctx, u.ID, []string{"one", "two words", "no longer"})
		noError(t, err)
		equal(t, len(tags), 3)
		key, err := numbers.TagOf(ctx, u.ID, tags["two words"])
		noError(t, err)
		equal(t, key, "two words")
		noError(t, f.Delete(ctx, u.ID, one.ID))
		noError(t, f.Discard(ctx, u.ID, resting.ID, start))
		third := f.add(t, u.ID, memory.Link, 1)
		noError(t, numbers.ForgetNumbers(ctx))
		list(t, u.ID, first())
		_, err = numbers.MemoryOf(ctx, u.ID, 1)
		isFault(t, err, fault.NotFound, "")
		id, err := numbers.MemoryOf(ctx, u.ID, 2)
		noError(t, err)
		equal(t, id, resting.ID)
		id, err = numbers.MemoryOf(ctx, u.ID, 3)
		noError(t, err)
		equal(t, id, third.ID)
		_, err = numbers.TagOf(ctx, u.ID, tags["no longer"])
		isFault(t, err, fault.NotFound, "There is no such tag")
	})
}
