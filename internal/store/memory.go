package store

import (
	"context"
	"errors"
	"net/url"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
)

// Admits implements memory.Store.
func (s *Store) Admits(ctx context.Context, userID string, plans plan.Table) error {
	var name plan.Name
	var n int
	err := s.reader().row(ctx, `SELECT plan, COALESCE((SELECT n FROM counters WHERE user_id = $1 AND name = $2 AND period = $3), 0)
		FROM users WHERE user_id = $1`, userID, string(quota.Memories), always).Scan(&name, &n)
	if err == nil && !plan.Allow(n, plans.For(name).Memories).Allowed {
		return usedUp()
	}
	return explain(orNotFound(err, "Account not found"), "count the memories of", userID)
}

// Add implements memory.Store.
func (s *Store) Add(ctx context.Context, m memory.Memory, passages []memory.Passage, plans plan.Table) error {
	return s.add(ctx, m, passages, plans, func(tx) error { return nil })
}

// errKnown rolls back what AddNew need not add.
var errKnown = errors.New("the address is saved already")

// AddNew implements memory.Store. It looks once the user's counter is locked, so those that come at once look in turn.
func (s *Store) AddNew(ctx context.Context, m memory.Memory, passages []memory.Passage, plans plan.Table) (before memory.Memory, err error) {
	query, args := listQuery(memoryColumns, m.UserID, memory.Page{Key: addressKey(m.URL), Limit: 1})
	err = s.add(ctx, m, passages, plans, func(t tx) error {
		if m.URL == "" {
			return nil
		}
		found, err := collect(ctx, t.session, scanMemory, query, args...)
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

// add adds a memory unless look, which runs under the user's locks, has something against it.
func (s *Store) add(ctx context.Context, m memory.Memory, passages []memory.Passage, plans plan.Table, look func(tx) error) error {
	err := s.write(ctx, func(t tx) error {
		if err := t.admit(ctx, m, plans); err != nil {
			return err
		}
		if err := look(t); err != nil {
			return err
		}
		if err := t.insertMemory(ctx, m); err != nil {
			return err
		}
		if err := t.appendPassages(ctx, m.UserID, m.ID, passages); err != nil {
			return err
		}
		if err := t.markChange(ctx, m.UserID, m.ID); err != nil || m.Status != memory.Pending {
			return err
		}
		waiting, err := t.waiting(ctx, m.UserID)
		if err != nil {
			return err
		}
		return s.jobs.Capture(ctx, t.raw, m.UserID, m.ID, waiting)
	})
	if err == nil {
		s.saved()
		s.changed(m.UserID)
	}
	return explain(err, "add memory", m.ID)
}

// admit takes the allowances that a memory uses and claims its upload.
func (t tx) admit(ctx context.Context, m memory.Memory, plans plan.Table) error {
	limits, err := t.limits(ctx, m.UserID, plans)
	if err != nil {
		return err
	}
	if err := t.takeAllowance(ctx, m.UserID, quota.Memories, limits); err != nil {
		return err
	}
	if m.Kind != memory.Document {
		_, _, err := t.take(ctx, m.UserID, ofKind(m.Kind), always, 0)
		return err
	}
	if err := t.takeAllowance(ctx, m.UserID, quota.Documents, limits); err != nil {
		return err
	}
	return t.claim(ctx, m.UserID, m.UploadID, m.ID)
}

func (t tx) takeAllowance(ctx context.Context, userID string, c quota.Counter, limits plan.Limits) error {
	_, ok, err := t.take(ctx, userID, c, always, c.Limit(limits))
	if err == nil && !ok {
		return usedUp()
	}
	return err
}

// usedUp is what a user is told who has no allowance left.
func usedUp() error { return fault.New(fault.Limit, "Limit reached, Upgrade to Pro") }

func (t tx) insertMemory(ctx context.Context, m memory.Memory) error {
	tags, err := encodeTags(m.Tags)
	if err != nil {
		return err
	}
	bookmark, err := encodeBookmark(m.Bookmark)
	if err != nil {
		return err
	}
	_, err = t.exec(ctx, `INSERT INTO memories (`+memoryColumns+`, address_key, pending_since) VALUES (`+placeholders(1, 26)+`)`,
		m.ID, m.UserID, string(m.Kind), m.Title, m.Description, m.URL, m.UploadID, m.ImageKey, m.ImageWidth,
		m.ImageHeight, m.Site, m.Author, m.Canonical, m.Language,
		millisOrZero(m.PublishedAt), int64(m.Duration.Seconds()), m.Pages, millisOrZero(m.CapturedAt), string(m.Status), m.Error, tags,
		m.CreatedAt.UnixMilli(), toInt(m.OwnWords), bookmark, addressKey(m.URL), m.CreatedAt.UnixMilli())
	return err
}

// addressKey is what memories of the same address share.
func addressKey(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	return memory.Key(u)
}

// Delete implements memory.Store.
func (s *Store) Delete(ctx context.Context, userID, id string) error {
	err := s.writeAnyway(ctx, func(t tx) error {
		m, err := t.lockMemory(ctx, userID, id)
		if err != nil {
			return err
		}
		if err := t.returnAllowances(ctx, m); err != nil {
			return err
		}
		uploads, err := t.removeClaimed(ctx, userID, id)
		if err != nil {
			return err
		}
		if err := t.erase(ctx, userID, id); err != nil {
			return err
		}
		return s.removeBlobs(ctx, t, append(blobKeys(uploads), m.ImageKey)...)
	})
	if err == nil {
		s.changed(userID)
	}
	return explain(err, "delete memory", id)
}

// lockMemory reads a memory that this transaction changes; others that would change it wait.
func (t tx) lockMemory(ctx context.Context, userID, id string) (memory.Memory, error) {
	m, err := scanMemory(t.row(ctx, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 AND id = $2`+
		t.dialect.forUpdate(), userID, id))
	return m, orMemoryNotFound(err)
}

func (t tx) returnAllowances(ctx context.Context, m memory.Memory) error {
	if err := t.giveBack(ctx, m.UserID, quota.Memories, always); err != nil {
		return err
	}
	return t.giveBack(ctx, m.UserID, ofKind(m.Kind), always)
}

// erase removes a memory with its passages and the answers that hold its words, and logs that it is gone.
func (t tx) erase(ctx context.Context, userID, id string) error {
	if err := t.withdraw(ctx, userID, id); err != nil {
		return err
	}
	if _, err := t.removePassages(ctx, userID, id); err != nil {
		return err
	}
	if err := t.dropTweet(ctx, userID, id); err != nil {
		return err
	}
	if _, err := t.exec(ctx, `DELETE FROM memories WHERE user_id = $1 AND id = $2`, userID, id); err != nil {
		return err
	}
	if err := t.logDeletion(ctx, userID, id); err != nil {
		return err
	}
	return t.markDeletion(ctx, userID, id)
}

// removeBlobs enqueues the removal of those keys that are not empty.
func (s *Store) removeBlobs(ctx context.Context, t tx, keys ...string) error {
	named := make([]string, 0, len(keys))
	for _, key := range keys {
		if key != "" {
			named = append(named, key)
		}
	}
	if len(named) == 0 {
		return nil
	}
	return s.jobs.RemoveBlobs(ctx, t.raw, named)
}
