package memories

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/conversations"
	"engram/internal/store/counters"
	"engram/internal/store/documents"
	"engram/internal/store/highlights"
	"engram/internal/store/mails"
	"engram/internal/store/passages"
	"engram/internal/store/signatures"
	"engram/internal/store/versions"
	"engram/internal/store/webhooks"
	"engram/internal/webhook"
)

// Admits implements memory.Store.
func (s *Store) Admits(ctx context.Context, userID string, plans plan.Table) error {
	var name plan.Name
	var n int
	err := s.db.Reader().Row(ctx, `SELECT plan, COALESCE((SELECT n FROM counters WHERE user_id = $1 AND name = $2 AND period = $3), 0)
		FROM users WHERE user_id = $1`, userID, string(quota.Memories), counters.Always).Scan(&name, &n)
	if err == nil && !plan.Allow(n, plans.For(name).Memories).Allowed {
		return usedUp()
	}
	return store.Explain(store.OrNotFound(err, "Account not found"), "count the memories of", userID)
}

// Add implements memory.Store.
func (s *Store) Add(ctx context.Context, m memory.Memory, texts []memory.Passage, plans plan.Table) error {
	return s.add(ctx, m, texts, plans, func(store.Tx) error { return nil })
}

// errKnown rolls back AddNew if the address is known.
var errKnown = errors.New("the address is saved already")

// AddNew implements memory.Store. It looks after locking the user's counter, to serialise
// concurrent calls.
func (s *Store) AddNew(ctx context.Context, m memory.Memory, texts []memory.Passage, plans plan.Table) (before memory.Memory, err error) {
	query, args := listQuery(memoryColumns, m.UserID, memory.Page{Key: memory.KeyOf(m.URL), Limit: 1})
	err = s.add(ctx, m, texts, plans, func(t store.Tx) error {
		if m.URL == "" {
			return nil
		}
		found, err := store.Collect(ctx, t.Querier, scanMemory, query, args...)
		if err != nil || len(found) == 0 {
			return err
		}
		before = found[0]
		return errKnown
	})
	if errors.Is(err, errKnown) {
		return before, nil
	}
	return memory.Memory{}, err
}

// add adds a memory unless look fails, which runs under the user's locks.
func (s *Store) add(ctx context.Context, m memory.Memory, texts []memory.Passage, plans plan.Table, look func(store.Tx) error) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		if err := admit(ctx, t, m, plans); err != nil {
			return err
		}
		if err := look(t); err != nil {
			return err
		}
		if err := follow(ctx, t, m); err != nil {
			return err
		}
		if err := insertMemory(ctx, t, m); err != nil {
			return err
		}
		if err := mails.Keep(ctx, t, m); err != nil {
			return err
		}
		if err := insertTags(ctx, t, m.UserID, map[string][]string{m.ID: m.Tags}); err != nil {
			return err
		}
		if err := passages.Append(ctx, t, m.UserID, m.ID, texts); err != nil {
			return err
		}
		if err := webhooks.Emit(ctx, t, m.UserID, webhook.Saved(m)...); err != nil {
			return err
		}
		if err := markChange(ctx, t, m.UserID, m.ID); err != nil || m.Status != memory.Pending {
			return err
		}
		waiting, err := waiting(ctx, t, m.UserID)
		if err != nil {
			return err
		}
		return s.jobs.Capture(ctx, t.Raw, m.UserID, m.ID, waiting)
	})
	if err == nil {
		s.saved()
		s.changed(m.UserID)
	}
	return store.Explain(err, "add memory", m.ID)
}

// follow locks the feed that a memory is from; fault.NotFound if it was left meanwhile.
func follow(ctx context.Context, t store.Tx, m memory.Memory) error {
	if m.Feed == "" {
		return nil
	}
	err := t.Row(ctx, `SELECT id FROM feeds WHERE user_id = $1 AND id = $2 AND status <> 'leaving'`+t.ForUpdate(), m.UserID, m.Feed).Scan(&m.Feed)
	return store.OrNotFound(err, "Feed not found")
}

// admit takes the allowances of a memory and claims its upload.
func admit(ctx context.Context, t store.Tx, m memory.Memory, plans plan.Table) error {
	err := takeAllowances(ctx, t, m.UserID, m.Kind, plans, func(quota.Counter) error { return usedUp() })
	if err != nil || m.Kind != memory.Document && m.UploadID == "" {
		return err
	}
	return claim(ctx, t, m.UserID, m.UploadID, m.ID)
}

// takeAllowances counts a memory of a kind; the error of refused if an allowance is used up.
func takeAllowances(
	ctx context.Context, t store.Tx, userID string, kind memory.Kind, plans plan.Table, refused func(quota.Counter) error,
) error {
	limits, err := counters.Limits(ctx, t, userID, plans)
	if err != nil {
		return err
	}
	for _, c := range []quota.Counter{quota.Memories, counters.OfKind(kind)} {
		_, ok, err := counters.Take(ctx, t, userID, c, counters.Always, c.Limit(limits))
		if err != nil {
			return err
		}
		if !ok {
			return refused(c)
		}
	}
	return nil
}

// usedUp is the error for a used up allowance.
func usedUp() error { return fault.New(fault.Limit, "Limit reached, Upgrade to Pro") }

// insertMemory inserts the row of a memory that is saved, and counts it on its day.
func insertMemory(ctx context.Context, t store.Tx, m memory.Memory) error {
	tags, err := encodeTags(m.Tags)
	if err != nil {
		return err
	}
	bookmark, err := encodeBookmark(m.Bookmark)
	if err != nil {
		return err
	}
	keys := filter.KeysOf(m)
	_, err = t.Exec(ctx, `INSERT INTO memories (`+memoryColumns+`, address_key, pending_since, host_key, site_key, author_key, language_key, title_key)
		VALUES (`+store.Placeholders(1, 44)+`)`,
		m.ID, m.UserID, string(m.Kind), m.Title, m.Description, m.URL, m.UploadID, m.ImageKey, m.ImageWidth,
		m.ImageHeight, m.Site, m.Author, m.Canonical, m.Language,
		store.MillisOrZero(m.PublishedAt), int64(m.Duration.Seconds()), m.Pages,
		store.MillisOrZero(m.CapturedAt), string(m.Status), m.Error, tags,
		m.CreatedAt.UnixMilli(), store.FromBool(m.OwnWords), bookmark, m.Progress.Leaf, shareOf(m.Progress),
		cmp.Or(m.Place, m.ID), store.FromBool(m.OwnTitle), m.SourceTitle, m.Remark, store.MillisOrZero(m.StarredAt),
		store.MillisOrZero(m.ArchivedAt), store.MillisOrZero(m.OpenedAt), m.Edition, m.Version, m.Feed, m.FeedTags, memory.KeyOf(m.URL),
		m.CreatedAt.UnixMilli(), keys.Host, keys.Site, keys.Author, keys.Language, keys.Title)
	if err == nil {
		_, _, err = counters.Take(ctx, t, m.UserID, quota.Saves, quota.DayOf(m.CreatedAt), 0)
	}
	return err
}

// setKeys sets what a memory is filtered and sorted by; call it after a change of its title.
func setKeys(ctx context.Context, t store.Tx, m memory.Memory) error {
	keys := filter.KeysOf(m)
	_, err := t.Exec(ctx, `UPDATE memories SET host_key = $3, site_key = $4, author_key = $5, language_key = $6, title_key = $7
		WHERE user_id = $1 AND id = $2`, m.UserID, m.ID, keys.Host, keys.Site, keys.Author, keys.Language, keys.Title)
	return err
}

// Delete removes a memory without the trash; fault.NotFound if it is not the user's.
func (s *Store) Delete(ctx context.Context, userID, id string) error {
	return store.Explain(s.remove(ctx, s.db.WriteAnyway, userID, id, s.forGood(ctx)), "delete memory", id)
}

// forGood disposes of files by removing them.
func (s *Store) forGood(ctx context.Context) dispose {
	return func(t store.Tx, _ memory.Memory, files []string) error { return s.removeBlobs(ctx, t, files...) }
}

// dispose does something about the files of a memory that is removed.
type dispose func(t store.Tx, m memory.Memory, files []string) error

// remove erases a memory in one transaction with what dispose does about its files.
func (s *Store) remove(ctx context.Context, write func(context.Context, func(store.Tx) error) error, userID, id string, dispose dispose) error {
	err := write(ctx, func(t store.Tx) error { return removeIn(ctx, t, userID, id, dispose) })
	if err == nil {
		s.changed(userID)
	}
	return err
}

// removeIn is remove within a transaction.
func removeIn(ctx context.Context, t store.Tx, userID, id string, dispose dispose) error {
	m, err := lockMemory(ctx, t, userID, id)
	if err != nil {
		return err
	}
	files, err := filesOf(ctx, t, m)
	if err != nil {
		return err
	}
	if err := dispose(t, m, named(files)); err != nil {
		return err
	}
	return erase(ctx, t, m)
}

// lockMemory reads a memory for change.
func lockMemory(ctx context.Context, t store.Tx, userID, id string) (memory.Memory, error) {
	m, err := scanMemory(t.Row(ctx, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 AND id = $2`+
		t.ForUpdate(), userID, id))
	return m, orMemoryNotFound(err)
}

func returnAllowances(ctx context.Context, t store.Tx, m memory.Memory) error {
	if err := counters.GiveBack(ctx, t, m.UserID, quota.Memories, counters.Always); err != nil {
		return err
	}
	if err := counters.GiveBack(ctx, t, m.UserID, counters.OfKind(m.Kind), counters.Always); err != nil || m.ArchivedAt.IsZero() {
		return err
	}
	return counters.GiveBack(ctx, t, m.UserID, counters.Archived(m.Kind), counters.Always)
}

// erase deletes a memory with all of its rows, returns its allowances, withdraws answers that quote
// it, and logs the deletion.
func erase(ctx context.Context, t store.Tx, m memory.Memory) error {
	if err := returnAllowances(ctx, t, m); err != nil {
		return err
	}
	for _, drop := range []func(context.Context, store.Tx, string, string) error{
		dropUploads, conversations.Withdraw, dropPassages, dropTweet, documents.Drop, dropFigures, documents.DropWords, versions.Drop, dropTags, signatures.Drop, highlights.Drop, dropImported, mails.Drop,
	} {
		if err := drop(ctx, t, m.UserID, m.ID); err != nil {
			return err
		}
	}
	if _, err := t.Exec(ctx, `DELETE FROM memories WHERE user_id = $1 AND id = $2`, m.UserID, m.ID); err != nil {
		return err
	}
	if err := passages.LogDeletion(ctx, t, m.UserID, m.ID); err != nil {
		return err
	}
	if err := webhooks.Emit(ctx, t, m.UserID, webhook.Happening{Event: webhook.Deleted, Memory: m}); err != nil {
		return err
	}
	return markDeletion(ctx, t, m.UserID, m.ID)
}

func dropTags(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := t.Exec(ctx, `DELETE FROM memory_tags WHERE user_id = $1 AND memory_id = $2`, userID, memoryID)
	return err
}

func dropPassages(ctx context.Context, t store.Tx, userID, memoryID string) error {
	_, err := passages.Remove(ctx, t, userID, memoryID)
	return err
}

// filesOf returns the keys of a memory's blobs, some of which may be empty.
func filesOf(ctx context.Context, t store.Tx, m memory.Memory) ([]string, error) {
	uploads, err := claimed(ctx, t, m.UserID, m.ID)
	if err != nil {
		return nil, err
	}
	keys := append(blobKeys(uploads), m.ImageKey)
	found, err := figures(ctx, t.Querier, m.UserID, m.ID)
	for _, f := range found {
		keys = append(keys, f.Key)
	}
	return keys, err
}

// removeBlobs enqueues the deletion of the non-empty keys.
func (s *Store) removeBlobs(ctx context.Context, t store.Tx, keys ...string) error {
	if keys = named(keys); len(keys) == 0 {
		return nil
	}
	return s.jobs.RemoveBlobs(ctx, t.Raw, keys)
}

// named returns the non-empty keys.
func named(keys []string) []string {
	return slices.DeleteFunc(keys, func(key string) bool { return key == "" })
}
