package imports

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/following"
	"engram/internal/imports"
	"engram/internal/imports/own"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/conversations"
	"engram/internal/store/documents"
	"engram/internal/store/filters"
	followingstore "engram/internal/store/following"
	"engram/internal/store/versions"
)

// restore inserts what a memory of another Engram has besides what is inserted of all.
func (w *saving) restore(ctx context.Context, d imports.Draft) error {
	m := d.Result.Memory
	for i, part := range d.Own.Parts {
		if err := documents.Insert(ctx, w.Tx, w.userID, m.ID, i+1, part); err != nil {
			return err
		}
	}
	for _, v := range d.Own.Versions {
		if err := versions.Put(ctx, w.Tx, w.userID, m.ID, v.Edition, v.Text, v.WrittenAt); err != nil {
			return err
		}
	}
	if tweet := d.Own.Tweet; tweet != nil {
		_, err := w.Exec(ctx, `INSERT INTO tweets (user_id, memory_id, tweet_id, data) VALUES ($1, $2, $3, $4)`, w.userID, m.ID, tweet.ID, string(tweet.Data))
		if err != nil {
			return err
		}
	}
	// One of this id that was deleted before leaves the feed, as if it came back from the trash.
	if _, err := w.Exec(ctx, `UPDATE deletions SET change = 0 WHERE user_id = $1 AND memory_id = $2`, w.userID, m.ID); err != nil {
		return err
	}
	if err := w.figures(ctx, m, d.Own.Figures); err != nil {
		return err
	}
	return w.rename(ctx, d)
}

// fromFeeds names the feeds of this Engram that memories are from, by their addresses. What is from
// none of them was chosen by its owner.
func (w *saving) fromFeeds(ctx context.Context) error {
	var ids map[string]string
	for i := range w.drafts {
		m, from := &w.drafts[i].Result.Memory, w.drafts[i].Own
		if from == nil {
			continue
		}
		if from.Feed != "" && ids == nil {
			ids = map[string]string{}
			err := w.Each(ctx, func(row store.Scanner) error {
				var id, address string
				err := row.Scan(&id, &address)
				ids[following.Key(address)] = id
				return err
			}, `SELECT id, url FROM feeds WHERE user_id = $1 AND status <> 'leaving'`, w.userID)
			if err != nil {
				return err
			}
		}
		if m.Feed = ids[following.Key(from.Feed)]; m.Feed == "" {
			m.FeedTags = 0
		}
	}
	return nil
}

func (w *saving) figures(ctx context.Context, m memory.Memory, figures []own.Figure) error {
	wanted := false
	for _, f := range figures {
		wanted = wanted || f.Width == 0
		_, err := w.Exec(ctx, `INSERT INTO figures (user_id, memory_id, name, ord, address, blob_key, width, height) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			w.userID, m.ID, f.Name, f.Order, f.Address, f.Key, f.Width, f.Height)
		if err != nil {
			return err
		}
	}
	if !wanted {
		return nil
	}
	return w.jobs.Illustrate(ctx, w.Raw, w.userID, m.ID)
}

// rename gives highlights whose ids are taken others.
func (w *saving) rename(ctx context.Context, d imports.Draft) error {
	taken := map[string]bool{}
	for i := range d.Highlights {
		h := &d.Highlights[i]
		var n int
		if err := w.Row(ctx, `SELECT COUNT(*) FROM highlights WHERE user_id = $1 AND id = $2`, w.userID, h.ID).Scan(&n); err != nil {
			return err
		}
		if n > 0 || taken[h.ID] {
			id, err := uuid.NewV7()
			if err != nil {
				return err
			}
			h.ID = id.String()
		}
		taken[h.ID] = true
	}
	return nil
}

// feeds has the user follow the feeds of a batch, before the memories that are from them.
func (w *saving) feeds(ctx context.Context) error {
	for _, f := range w.Feeds {
		if err := w.follow(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// others saves the conversations and filters of a batch.
func (w *saving) others(ctx context.Context) error {
	for _, talk := range w.Talks {
		if err := w.talk(ctx, talk); err != nil {
			return err
		}
	}
	for _, f := range w.Filters {
		if err := w.keep(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// follow has the user follow a feed, unless they do.
func (w *saving) follow(ctx context.Context, f imports.Feed) error {
	feed, added, err := followingstore.Follow(ctx, w.Tx, f.Feed, following.MaxFeeds)
	if err == nil && feed.Status == following.Leaving {
		err = following.StillLeaving()
	}
	if refused, ok := errors.AsType[*fault.Error](err); ok {
		w.refuse(f.Subject, refused.Message)
		return nil
	}
	if err != nil {
		return err
	}
	if added {
		w.after.Followed++
		return w.noteOther(ctx, "feed", feed.ID, followingstore.Fingerprint(feed))
	}
	var ours bool
	err = w.Row(ctx, `SELECT EXISTS (SELECT 1 FROM import_others WHERE user_id = $1 AND import_id = $2 AND kind = 'feed' AND id = $3)`,
		w.userID, w.Of.ID, feed.ID).Scan(&ours)
	if ours {
		w.after.Merged++
	} else {
		w.after.Existing++
	}
	return err
}

// talk saves a conversation, which cites the memories as they are here.
func (w *saving) talk(ctx context.Context, talk imports.Talk) error {
	refused, err := conversations.Admits(ctx, w.Tx, w.userID, talk.Conversation.ID)
	switch {
	case err != nil:
		return err
	case refused != "":
		w.refuse(talk.Subject, refused)
		return nil
	}
	found, err := known(ctx, w.Querier, w.userID, "", []imports.Key{{Conversation: talk.Conversation.ID}})
	if err != nil {
		return err
	}
	if len(found) > 0 {
		w.after.Existing++
		return nil
	}
	here, err := w.here(ctx, talk)
	if err != nil {
		return err
	}
	turns, withdrawn := own.Remapped(talk.Turns, here)
	if id := here[talk.Conversation.Memory]; id != "" {
		talk.Conversation.Memory = id
	}
	more, err := conversations.Restore(ctx, w.Tx, talk.Conversation, turns)
	if err != nil {
		return err
	}
	if withdrawn += more; withdrawn > 0 {
		w.Notes = append(w.Notes, imports.Note{Subject: talk.Subject, Message: fmt.Sprintf("Answers that quote what is not here are left out: %d.", withdrawn)})
	}
	w.after.Saved++
	return w.noteOther(ctx, "conversation", talk.Conversation.ID, conversations.Fingerprint(talk.Conversation))
}

// here returns which memories of this Engram those are that a conversation cites.
func (w *saving) here(ctx context.Context, talk imports.Talk) (map[string]string, error) {
	var keys []imports.Key
	add := func(id string) {
		if id != "" {
			keys = append(keys, imports.Key{Memory: id, Address: memory.KeyOf(talk.Addresses[id])})
		}
	}
	add(talk.Conversation.Memory)
	for _, turn := range talk.Turns {
		for _, id := range turn.Sources {
			add(id)
		}
	}
	found, err := known(ctx, w.Querier, w.userID, "", keys)
	here := make(map[string]string, len(found))
	for key, h := range found {
		if !h.trashed {
			here[key.Memory] = h.id
		}
	}
	return here, err
}

// keep keeps a filter, unless it is kept.
func (w *saving) keep(ctx context.Context, f imports.Filter) error {
	k, known, refused, err := filters.Restore(ctx, w.Tx, w.userID, f.Kept)
	switch {
	case err != nil:
		return err
	case refused != "":
		w.refuse(f.Subject, refused+".")
		return nil
	case known:
		w.after.Existing++
		return nil
	}
	w.after.Saved++
	return w.noteOther(ctx, "filter", k.ID, fingerprintOfFilter(k))
}

func fingerprintOfFilter(k filter.Kept) string {
	return k.Name + "\n" + k.Filter + "\n" + string(k.Sort)
}

// refuse notes that an entry is not saved.
func (w *saving) refuse(about imports.Subject, message string) {
	w.after.Failed++
	w.Notes = append(w.Notes, imports.Note{Subject: about, Message: message, Again: true})
}

// noteOther notes what the import saved besides memories.
func (w *saving) noteOther(ctx context.Context, kind, id, fingerprint string) error {
	_, err := w.Exec(ctx, `INSERT INTO import_others (user_id, import_id, kind, id, mark) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (user_id, import_id, kind, id) DO UPDATE SET mark = excluded.mark`, w.userID, w.Of.ID, kind, id, fingerprint)
	return err
}

// undoOthers removes the conversations, filters and feeds that an import saved and that are as they were
// then, of the feeds some. It returns their number, and whether none is left.
func undoOthers(ctx context.Context, t store.Tx, userID, importID string, limit int) (unfollowed int, end bool, err error) {
	feeds, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT id FROM feeds WHERE user_id = $1 AND status <> 'leaving' AND EXISTS (SELECT 1 FROM import_others o
		WHERE o.user_id = $1 AND o.import_id = $2 AND o.kind = 'feed' AND o.id = feeds.id AND o.mark = `+followingstore.FingerprintOfRow+`) ORDER BY id LIMIT $3`,
		userID, importID, limit)
	if err != nil {
		return 0, false, err
	}
	for _, id := range feeds {
		if err := followingstore.Unfollow(ctx, t, userID, id); err != nil {
			return 0, false, err
		}
	}
	if len(feeds) == limit {
		return len(feeds), false, nil
	}
	for _, statement := range []string{
		`DELETE FROM conversations WHERE user_id = $1 AND EXISTS (SELECT 1 FROM import_others o WHERE o.user_id = $1 AND o.import_id = $2
			AND o.kind = 'conversation' AND o.id = conversations.id AND o.mark = ` + conversations.FingerprintOfRow + `)`,
		`DELETE FROM kept_filters WHERE user_id = $1 AND EXISTS (SELECT 1 FROM import_others o WHERE o.user_id = $1 AND o.import_id = $2
			AND o.kind = 'filter' AND o.id = kept_filters.id AND o.mark = kept_filters.name || '
' || kept_filters.filter || '
' || kept_filters.sort)`,
		`DELETE FROM import_others WHERE user_id = $1 AND import_id = $2`,
	} {
		if _, err := t.Exec(ctx, statement, userID, importID); err != nil {
			return 0, false, err
		}
	}
	return len(feeds), true, nil
}
