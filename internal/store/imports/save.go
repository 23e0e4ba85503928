package imports

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/imports"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/counters"
	"engram/internal/store/highlights"
	"engram/internal/store/memories"
)

// saving is a batch in its transaction.
type saving struct {
	*Store
	store.Tx
	imports.Batch
	userID string
	after  imports.Import
	held   map[imports.Key]held // memories by the keys of the batch
	first  map[imports.Key]int  // of the new ones, the place in drafts
	drafts []imports.Draft      // to insert
	files  []string             // keys of blobs that nothing needs
	left   map[quota.Counter]int
}

// held is a memory that the user has.
type held struct {
	id      string
	tags    []string
	own     bool // this import saved it
	trashed bool // it lies in the trash
}

// SaveBatch implements imports.Store.
func (s *Store) SaveBatch(ctx context.Context, b imports.Batch, plans plan.Table, at time.Time) (after imports.Import, err error) {
	inserted := false
	err = s.db.Write(ctx, func(t store.Tx) error {
		w := &saving{Store: s, Tx: t, Batch: b, userID: b.Of.UserID, first: map[imports.Key]int{}, left: map[quota.Counter]int{}, files: slices.Clone(b.Unused)}
		w.Notes = slices.Clone(b.Notes) // the transaction may be tried again
		if err := w.begin(ctx, plans); err != nil {
			return err
		}
		if err := w.sort(ctx); err != nil {
			return err
		}
		if err := w.insert(ctx, at); err != nil {
			return err
		}
		if err := w.others(ctx); err != nil {
			return err
		}
		if err := w.end(ctx, at); err != nil {
			return err
		}
		after, inserted = w.after, len(w.drafts) > 0
		return nil
	})
	if err == nil && inserted {
		s.memories.Announce(b.Of.UserID)
	}
	return after, store.Explain(err, "save a batch of import", b.Of.ID)
}

// begin locks the import, which must be as the batch expects it, and the user's allowances.
func (w *saving) begin(ctx context.Context, plans plan.Table) (err error) {
	var disabled bool
	if err := w.Row(ctx, `SELECT disabled_at <> 0 FROM users WHERE user_id = $1`, w.userID).Scan(&disabled); err != nil {
		return orNotFound(err)
	}
	if w.after, err = lock(ctx, w.Tx, w.userID, w.Of.ID); err != nil {
		return err
	}
	if i := w.after; disabled || i.Status != imports.Running || i.Position != w.Position || i.Runner != w.Of.Runner {
		return imports.ErrOvertaken
	}
	limits, err := counters.Limits(ctx, w.Tx, w.userID, plans)
	if err != nil {
		return err
	}
	for _, c := range []quota.Counter{quota.Memories, quota.Documents} {
		if err := counters.Add(ctx, w.Tx, w.userID, c, 0); err != nil { // which locks it
			return err
		}
		if w.left[c], err = leftOf(ctx, w.Tx, w.userID, c, limits); err != nil {
			return err
		}
	}
	keys := make([]imports.Key, len(w.Drafts))
	for i, d := range w.Drafts {
		keys[i] = d.Key
	}
	w.held, err = known(ctx, w.Querier, w.userID, w.Of.ID, keys)
	return err
}

// sort decides what becomes of each draft.
func (w *saving) sort(ctx context.Context) error {
	w.after.Failed += w.Failed
	w.after.Saved += w.Followed
	if err := w.dropRetried(ctx); err != nil {
		return err
	}
	for _, d := range w.Drafts {
		before, has := w.held[d.Key]
		n, twice := w.first[d.Key.Same()]
		switch {
		case d.Key != imports.Key{} && twice:
			w.merge(n, d)
		case d.Key != imports.Key{} && has && before.own:
			if err := w.mergeHeld(ctx, before, d); err != nil {
				return err
			}
		case d.Key != imports.Key{} && has:
			w.exists(before, d)
		default:
			w.admit(d)
		}
	}
	return nil
}

// dropRetried forgets that entries failed which are tried again.
func (w *saving) dropRetried(ctx context.Context) error {
	for chunk := range slices.Chunk(w.Retried, keysInOneQuery) {
		args := []any{w.userID, w.Of.ID}
		for _, entry := range chunk {
			args = append(args, entry)
		}
		n, err := w.Exec(ctx, `DELETE FROM import_notes WHERE user_id = $1 AND import_id = $2 AND again = 1 AND entry IN (`+
			store.Placeholders(3, len(chunk))+`)`, args...)
		if err != nil {
			return err
		}
		w.after.Notes -= int(n)
		w.after.Failed -= len(chunk)
	}
	return nil
}

// admit adds a draft to those that are inserted, if the plan holds one more.
func (w *saving) admit(d imports.Draft) {
	kind := d.Result.Memory.Kind
	for _, c := range []quota.Counter{quota.Memories, quota.Documents} {
		if c == quota.Documents && kind != memory.Document || w.left[c] != 0 {
			continue
		}
		w.after.Failed++
		w.after.Message = "Your plan holds no more " + string(c) + ". The notes say which are left out: they can be tried again for three days."
		w.Notes = append(w.Notes, imports.Note{Entry: d.Entry, Item: d.Item, Message: "Your plan holds no more " + string(c) + ".", Again: true})
		w.discard(d)
		return
	}
	w.left[quota.Memories]--
	if kind == memory.Document {
		w.left[quota.Documents]--
	}
	w.after.Saved++
	w.first[d.Key.Same()] = len(w.drafts)
	w.drafts = append(w.drafts, d)
}

// discard has the files of a draft removed that is not saved.
func (w *saving) discard(d imports.Draft) { w.files = append(w.files, d.Files()...) }

// exists counts a draft of what the user has, which stays as it is.
func (w *saving) exists(before held, d imports.Draft) {
	w.after.Existing++
	w.discard(d)
	switch {
	case before.trashed:
		w.Notes = append(w.Notes, imports.Note{Entry: d.Entry, Item: d.Item, Message: "It lies in your trash. Restore it there."})
		return
	case before.id == d.Key.Memory:
		return // it is the same
	}
	var lacks []string
	if n := len(d.Highlights); n > 0 {
		lacks = append(lacks, fmt.Sprintf("highlights: %d", n))
	}
	var tags []string
	for _, tag := range d.Result.Memory.Tags {
		if !slices.ContainsFunc(before.tags, func(has string) bool { return library.TagKey(has) == library.TagKey(tag) }) {
			tags = append(tags, tag)
		}
	}
	if len(tags) > 0 {
		lacks = append(lacks, "tags: "+strings.Join(tags, ", "))
	}
	if len(lacks) > 0 {
		w.Notes = append(w.Notes, imports.Note{
			Entry: d.Entry, Item: d.Item, Message: "You have this already, and it stays as it is. Not added: " + strings.Join(lacks, "; ") + ".",
		})
	}
}

// merge adds what a draft has to an earlier one for the same thing.
func (w *saving) merge(n int, d imports.Draft) {
	w.after.Merged++
	w.discard(d)
	into := &w.drafts[n]
	m := &into.Result.Memory
	for _, tag := range tagsOf(d) {
		if more, err := library.Tagged(m.Tags, []library.Tag{tag}, nil); err == nil {
			m.Tags = more
		} else {
			w.tooManyTags(d, tag)
		}
	}
	m.StarredAt = cmp.Or(m.StarredAt, d.Result.Memory.StarredAt)
	if m.Remark == "" {
		m.Remark = d.Result.Memory.Remark
	}
	for _, h := range d.Highlights {
		h.MemoryID = m.ID
		into.Highlights = append(into.Highlights, h)
	}
}

// mergeHeld adds what a draft has to a memory that this import saved.
func (w *saving) mergeHeld(ctx context.Context, before held, d imports.Draft) error {
	w.after.Merged++
	w.discard(d)
	m, err := memories.Lock(ctx, w.Tx, w.userID, before.id)
	if err != nil {
		return err
	}
	mark, err := w.markOf(ctx, m)
	if err != nil {
		return err
	}
	for _, tag := range tagsOf(d) {
		if _, err := library.Tagged(m.Tags, []library.Tag{tag}, nil); err != nil {
			w.tooManyTags(d, tag)
		}
	}
	if err := memories.AddTags(ctx, w.Tx, w.userID, m.ID, tagsOf(d)); err != nil {
		return err
	}
	for i := range d.Highlights {
		d.Highlights[i].MemoryID = m.ID
	}
	if _, err := highlights.AddTo(ctx, w.Tx, w.userID, m.ID, d.Highlights); err != nil {
		return err
	}
	// A memory that its owner changed meanwhile keeps the mark by which that is seen.
	if m, err = memories.Lock(ctx, w.Tx, w.userID, m.ID); err != nil {
		return err
	}
	now, err := w.markOf(ctx, m)
	if err != nil {
		return err
	}
	_, err = w.Exec(ctx, `UPDATE import_items SET mark = $4 WHERE user_id = $1 AND memory_id = $2 AND mark = $3`, w.userID, m.ID, mark, now)
	return err
}

func (w *saving) tooManyTags(d imports.Draft, tag library.Tag) {
	w.Notes = append(w.Notes, imports.Note{Entry: d.Entry, Item: d.Item, Message: "A memory has at most 50 tags. Not added: " + tag.Name + "."})
}

// tagsOf returns the tags of a draft.
func tagsOf(d imports.Draft) (tags []library.Tag) {
	for _, name := range d.Result.Memory.Tags {
		tags = append(tags, library.Tag{Key: library.TagKey(name), Name: name})
	}
	return tags
}

// insert saves the drafts that are new.
func (w *saving) insert(ctx context.Context, at time.Time) error {
	if len(w.drafts) == 0 {
		return nil
	}
	if err := w.fromFeeds(ctx); err != nil {
		return err
	}
	results, counted := make([]capture.Result, len(w.drafts)), map[quota.Counter]int{}
	for i, d := range w.drafts {
		m := d.Result.Memory
		results[i] = d.Result
		counted[quota.Memories]++
		counted[counters.OfKind(m.Kind)]++
		if !m.ArchivedAt.IsZero() {
			counted[counters.Archived(m.Kind)]++
		}
	}
	for _, c := range sorted(counted) {
		if err := counters.Add(ctx, w.Tx, w.userID, c, counted[c]); err != nil {
			return err
		}
	}
	if err := w.uploads(ctx, at); err != nil {
		return err
	}
	if err := w.memories.Insert(ctx, w.Tx, w.userID, results); err != nil {
		return err
	}
	for i, d := range w.drafts {
		w.drafts[i].Result = results[i]
		if d.Own != nil {
			if err := w.restore(ctx, d); err != nil {
				return err
			}
		}
		if _, err := highlights.AddTo(ctx, w.Tx, w.userID, results[i].Memory.ID, d.Highlights); err != nil {
			return err
		}
	}
	return w.items(ctx)
}

// sorted returns counters in the order in which they are locked.
func sorted(counted map[quota.Counter]int) (all []quota.Counter) {
	for c := range counted {
		all = append(all, c)
	}
	slices.Sort(all)
	return all
}

// uploads inserts the rows of files.
func (w *saving) uploads(ctx context.Context, at time.Time) error {
	for _, d := range w.drafts {
		for _, u := range d.Uploads {
			saved := at
			if d.Own != nil {
				saved = u.CreatedAt
			}
			_, err := w.Exec(ctx, `INSERT INTO uploads (user_id, id, name, memory_id, created_at) VALUES ($1, $2, $3, $4, $5)`,
				u.UserID, u.ID, u.Name, u.MemoryID, saved.UnixMilli())
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// rowsInOneInsert keeps statements below the engines' limits on arguments.
const rowsInOneInsert = 500

// items notes which memories the import saved.
func (w *saving) items(ctx context.Context) error {
	for chunk := range slices.Chunk(w.drafts, rowsInOneInsert) {
		args, rows := []any{w.userID, w.Of.ID}, make([]string, len(chunk))
		for i, d := range chunk {
			m := d.Result.Memory
			mark := markOf(m, lastChange(d.Highlights), len(d.Highlights), len(d.Uploads))
			rows[i] = "($1, $2, " + store.Placeholders(len(args)+1, 4) + ")"
			args = append(args, m.ID, d.Key.Content, mark, store.FromBool(m.Status == memory.Pending))
		}
		_, err := w.Exec(ctx, `INSERT INTO import_items (user_id, import_id, memory_id, item_key, mark, to_fetch) VALUES `+strings.Join(rows, ", "), args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// end stores the notes and the position.
func (w *saving) end(ctx context.Context, at time.Time) error {
	if err := w.note(ctx); err != nil {
		return err
	}
	before := w.after
	w.after.Position, w.after.Notes, w.after.BeatAt = w.Next, w.after.Notes+len(w.Notes), at
	if err := w.put(ctx, w.Tx, before, w.after); err != nil || len(w.files) == 0 {
		return err
	}
	return w.jobs.RemoveBlobs(ctx, w.Raw, w.files)
}

// note inserts the notes behind those that there are.
func (w *saving) note(ctx context.Context) error {
	if len(w.Notes) == 0 {
		return nil
	}
	slices.SortStableFunc(w.Notes, func(a, b imports.Note) int { return a.Entry - b.Entry })
	var last int64
	err := w.Row(ctx, `UPDATE imports SET last_note = last_note + $3 WHERE user_id = $1 AND id = $2 RETURNING last_note`,
		w.userID, w.Of.ID, len(w.Notes)).Scan(&last)
	if err != nil {
		return err
	}
	n := last - int64(len(w.Notes))
	for chunk := range slices.Chunk(w.Notes, rowsInOneInsert) {
		args, rows := []any{w.userID, w.Of.ID}, make([]string, len(chunk))
		for i, note := range chunk {
			n++
			rows[i] = "($1, $2, " + store.Placeholders(len(args)+1, 5) + ")"
			args = append(args, n, note.Entry, note.Item, note.Message, store.FromBool(note.Again))
		}
		_, err := w.Exec(ctx, `INSERT INTO import_notes (user_id, import_id, n, entry, item, message, again) VALUES `+strings.Join(rows, ", "), args...)
		if err != nil {
			return err
		}
	}
	return nil
}
