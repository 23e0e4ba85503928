package imports

import (
	"context"
	"slices"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/highlight"
	"engram/internal/imports"
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
		if err := w.sort(ctx, at); err != nil {
			return err
		}
		if err := w.feeds(ctx); err != nil {
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
	account := `SELECT disabled_at <> 0 FROM users WHERE user_id = $1`
	if len(w.Feeds) > 0 {
		account += w.ForUpdate() // as AddFeed of package following does
	}
	if err := w.Row(ctx, account, w.userID).Scan(&disabled); err != nil {
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
func (w *saving) sort(ctx context.Context, at time.Time) error {
	w.after.Failed += w.Failed
	if err := w.dropRetried(ctx); err != nil {
		return err
	}
	for _, d := range w.Drafts {
		before, has := w.held[d.Key]
		n, twice := w.first[d.Key.Same()]
		switch {
		case d.Key != imports.Key{} && twice:
			w.merge(n, d)
		case d.Key != imports.Key{} && has && d.Grows && !before.trashed:
			if err := w.join(ctx, before, d, at); err != nil {
				return err
			}
		case d.Key != imports.Key{} && has && before.own:
			if err := w.mergeHeld(ctx, before, d, at); err != nil {
				return err
			}
		case d.Key != imports.Key{} && has:
			if err := w.exists(ctx, before, d); err != nil {
				return err
			}
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
		w.Notes = append(w.Notes, imports.Note{Subject: d.Subject, Message: "Your plan holds no more " + string(c) + ".", Again: true})
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

// exists counts a draft of what the user has, which stays as it is. A note says what the draft has
// besides.
func (w *saving) exists(ctx context.Context, before held, d imports.Draft) error {
	w.after.Existing++
	w.discard(d)
	switch {
	case before.trashed:
		w.Notes = append(w.Notes, imports.Note{Subject: d.Subject, Message: "It lies in your trash. Restore it there."})
		return nil
	case before.id == d.Key.Memory:
		return nil // it is the same
	}
	m, err := memories.Lock(ctx, w.Tx, w.userID, before.id)
	if err != nil {
		return err
	}
	further, err := w.further(ctx, m, d)
	if err != nil {
		return err
	}
	var lacks []string
	if n := len(further); n > 0 {
		lacks = append(lacks, imports.CountHighlights(n))
	}
	if m.Kind == memory.Note && d.Result.Memory.OwnTitle && d.Result.Memory.Title != m.Title {
		lacks = append(lacks, "its title")
	}
	_, more, left := imports.Combine(m, d.Result.Memory)
	lacks = append(append(lacks, more...), left...)
	if differs, err := w.differs(ctx, m, d); err != nil {
		return err
	} else if differs {
		lacks = append(lacks, "its text, which is another")
	}
	w.notAdded(d, "You have this already, and it stays as it is. ", lacks)
	return nil
}

// join adds the highlights and remarks of a draft that a note of them lacks. An undo then leaves the note, as one that was changed.
func (w *saving) join(ctx context.Context, before held, d imports.Draft, at time.Time) error {
	m, err := memories.Lock(ctx, w.Tx, w.userID, before.id)
	if err != nil {
		return err
	}
	have, err := highlights.Of(ctx, w.Querier, w.userID, m.ID)
	if err != nil {
		return err
	}
	w.discard(d)
	j := d.Join(m, have)
	if before.own || j.Adds() {
		w.after.Merged++
	} else {
		w.after.Existing++
	}
	if !j.Adds() {
		w.notAdded(d, "You have this already, and it stays as it is. ", j.Left)
		return nil
	}
	if _, err := memories.Change(ctx, w.Tx, m, j.Memory, at, j.Passages); err != nil {
		return err
	}
	for _, h := range j.Remarked {
		h.UpdatedAt = at
		if err := highlights.Set(ctx, w.Tx, h); err != nil {
			return err
		}
	}
	added, err := highlights.AddTo(ctx, w.Tx, w.userID, m.ID, j.Highlights)
	if n := len(j.Highlights) - added; n > 0 {
		j.Left = append(j.Left, imports.CountHighlights(n))
	}
	w.notAdded(d, "You have this already, and what is new joined it. ", j.Left)
	return err
}

// notAdded notes what of a draft is left out.
func (w *saving) notAdded(d imports.Draft, why string, lacks []string) {
	if len(lacks) > 0 {
		w.Notes = append(w.Notes, imports.Note{Subject: d.Subject, Message: why + "Not added: " + strings.Join(lacks, "; ") + "."})
	}
}

// further returns the highlights of a draft that a memory lacks.
func (w *saving) further(ctx context.Context, m memory.Memory, d imports.Draft) ([]highlight.Highlight, error) {
	if len(d.Highlights) == 0 {
		return nil, nil
	}
	have, err := highlights.Of(ctx, w.Querier, w.userID, m.ID)
	return imports.Further(m, have, d.Highlights), err
}

// differs reports whether a draft came with another text than a memory has or waits for.
func (w *saving) differs(ctx context.Context, m memory.Memory, d imports.Draft) (bool, error) {
	if !d.HasText() {
		return false, nil
	}
	var text strings.Builder
	err := w.Each(ctx, func(row store.Scanner) error {
		var body string
		err := row.Scan(&body)
		text.WriteString(body + "\n")
		return err
	}, `SELECT body FROM passages WHERE user_id = $1 AND memory_id = $2 ORDER BY ord`, w.userID, m.ID)
	return text.String() != d.Text(), err
}

// manyLeft begins the note for what of a merged entry is left out.
const manyLeft = "It stands in the file more than once, and is one memory. "

// merge adds what a draft has to an earlier one for the same thing.
func (w *saving) merge(n int, d imports.Draft) {
	w.after.Merged++
	merged, left, unused := w.drafts[n].Merge(d)
	w.drafts[n], w.files = merged, append(w.files, unused...)
	w.notAdded(d, manyLeft, left)
}

// mergeHeld adds what a draft has to a memory that this import saved.
func (w *saving) mergeHeld(ctx context.Context, before held, d imports.Draft, at time.Time) error {
	w.after.Merged++
	m, err := memories.Lock(ctx, w.Tx, w.userID, before.id)
	if err != nil {
		return err
	}
	fingerprint, err := w.fingerprintOf(ctx, m)
	if err != nil {
		return err
	}
	filled, err := w.fill(ctx, m, d)
	if err != nil {
		return err
	}
	var left []string
	if !filled {
		w.discard(d)
		differs, err := w.differs(ctx, m, d)
		if err != nil {
			return err
		}
		if differs {
			left = append(left, "its text, which is another")
		}
	}
	if m, err = memories.Lock(ctx, w.Tx, w.userID, m.ID); err != nil {
		return err
	}
	with, _, over := imports.Combine(m, d.Result.Memory)
	if m, err = memories.Change(ctx, w.Tx, m, with, at, nil); err != nil {
		return err
	}
	further, err := w.further(ctx, m, d)
	if err != nil {
		return err
	}
	added, err := highlights.AddTo(ctx, w.Tx, w.userID, m.ID, further)
	if err != nil {
		return err
	}
	if n := len(further) - added; n > 0 {
		left = append(left, imports.CountHighlights(n))
	}
	w.notAdded(d, manyLeft, append(left, over...))
	// A memory that its owner changed meanwhile keeps the fingerprint by which that is seen.
	if m, err = memories.Lock(ctx, w.Tx, w.userID, m.ID); err != nil {
		return err
	}
	now, err := w.fingerprintOf(ctx, m)
	if err != nil {
		return err
	}
	_, err = w.Exec(ctx, `UPDATE import_items SET mark = $4 WHERE user_id = $1 AND memory_id = $2 AND mark = $3`, w.userID, m.ID, fingerprint, now)
	return err
}

// fill gives a memory whose page is not asked for yet the text of a draft. It reports false for any
// other.
func (w *saving) fill(ctx context.Context, m memory.Memory, d imports.Draft) (bool, error) {
	if !d.HasText() || m.Status != memory.Pending {
		return false, nil
	}
	n, err := w.Exec(ctx, `UPDATE import_items SET to_fetch = 0 WHERE user_id = $1 AND memory_id = $2 AND to_fetch = 1`, w.userID, m.ID)
	if err != nil || n == 0 {
		return false, err
	}
	r := d.Result
	if r.Memory.ID = m.ID; r.Memory.Title == r.Memory.URL {
		r.Memory.Title = m.Title
	}
	return true, w.memories.Fill(ctx, w.Tx, m, r)
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
			_, err := w.Exec(ctx, `INSERT INTO uploads (user_id, id, name, memory_id, created_at, checksum) VALUES ($1, $2, $3, $4, $5, $6)`,
				u.UserID, u.ID, u.Name, u.MemoryID, saved.UnixMilli(), u.Checksum)
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
			fingerprint := fingerprintOf(m, lastChange(d.Highlights), len(d.Highlights), len(d.Uploads))
			rows[i] = "($1, $2, " + store.Placeholders(len(args)+1, 4) + ")"
			args = append(args, m.ID, d.Key.Content, fingerprint, store.FromBool(m.Status == memory.Pending))
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
			rows[i] = "($1, $2, " + store.Placeholders(len(args)+1, 7) + ")"
			args = append(args, n, note.Entry, note.Item, note.Address, note.Place, note.Message, store.FromBool(note.Again))
		}
		_, err := w.Exec(ctx, `INSERT INTO import_notes (user_id, import_id, n, entry, item, address, place, message, again) VALUES `+strings.Join(rows, ", "), args...)
		if err != nil {
			return err
		}
	}
	return nil
}
