package store_test

import (
	"strings"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/highlight"
	"engram/internal/memory"
)

// newHighlight returns a highlight with every field set.
func newHighlight(m memory.Memory, passage int) highlight.Highlight {
	return highlight.Highlight{
		ID: newID(), UserID: m.UserID, MemoryID: m.ID, Color: highlight.Sky, Remark: "remark " + letters(int64(passage)), Quote: "the Käse 🧀\nand jars",
		Place: highlight.Place{
			Range:  highlight.Range{Start: highlight.Position{Leaf: 3, Offset: 4}, End: highlight.Position{Leaf: 5, Offset: 6}},
			Prefix: "before ", Suffix: " after", Passage: passage, Page: 7, Second: 8,
		},
		Review:    highlight.Review{Kept: 2, DueAt: start.Add(time.Hour), At: start.Add(-time.Hour)},
		CreatedAt: start, UpdatedAt: start.Add(time.Second),
	}
}

// remarks lists the remarks on highlights in the user's log, by passage.
func (f *fixture) remarks(t *testing.T, userID string) map[int]string {
	t.Helper()
	all := map[int]string{}
	for _, c := range f.changes(t, userID) {
		if remarks := strings.TrimPrefix(c.Passage.Remarks, "one two words"); remarks != "" {
			all[c.Passage.Ord] = strings.TrimSpace(remarks)
		}
	}
	return all
}

func testHighlights(t *testing.T, f *fixture) {
	ctx := t.Context()
	u := f.newUser(t)
	m := f.add(t, u.ID, memory.Note, 3)
	h := newHighlight(m, 1)
	noError(t, f.AddHighlight(ctx, h))

	t.Run("a highlight is kept with all that is known of it", func(t *testing.T) {
		got, err := f.Highlight(ctx, u.ID, h.ID)
		noError(t, err)
		equal(t, got, h)
		all, err := f.OfMemory(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, all, []highlight.Highlight{h})
		found, err := f.Highlights(ctx, u.ID, highlight.Page{Color: highlight.Sky, Kind: memory.Note, Words: []string{"kas", "rema"}, Limit: 9})
		noError(t, err)
		equal(t, len(found), 1)
		equal(t, found[0].Highlight, h)
		equal(t, found[0].Memory.Title, m.Title)
		for _, none := range []highlight.Page{{Color: highlight.Rose}, {Kind: memory.Link}, {Words: []string{"aese"}}, {Words: []string{"%"}}, {Before: h.ID}} {
			none.Limit = 9
			found, err := f.Highlights(ctx, u.ID, none)
			noError(t, err)
			equal(t, len(found), 0)
		}
	})

	t.Run("its remark is in the log with its passage, wherever that goes", func(t *testing.T) {
		seq, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, seq, int64(4)) // three passages, one of them again
		equal(t, f.remarks(t, u.ID), map[int]string{1: h.Remark})

		second := newHighlight(m, 1)
		second.Remark = "and more"
		noError(t, f.AddHighlight(ctx, second))
		equal(t, f.remarks(t, u.ID), map[int]string{1: h.Remark + " and more"})

		h.Remark, h.Color, h.UpdatedAt = "changed", highlight.Rose, start.Add(time.Minute)
		noError(t, f.SetHighlight(ctx, h))
		moved := h
		moved.Place.Passage, moved.Place.Orphaned, moved.Place.Prefix = 2, true, "else"
		noError(t, f.MoveHighlights(ctx, u.ID, m.ID, []highlight.Highlight{moved}))
		got, err := f.Highlight(ctx, u.ID, h.ID)
		noError(t, err)
		equal(t, got, moved)
		equal(t, f.remarks(t, u.ID), map[int]string{1: "and more", 2: "changed"})

		noError(t, f.DropHighlight(ctx, u.ID, second.ID))
		equal(t, f.remarks(t, u.ID), map[int]string{2: "changed"})
		last, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		changes := f.changes(t, u.ID)
		equal(t, changes[len(changes)-1].Seq, last) // an index that has replayed the log is up to date
	})

	t.Run("a remark on a passage that is not there waits for one", func(t *testing.T) {
		before, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		noError(t, f.AddHighlight(ctx, newHighlight(m, 99)))
		after, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, after, before)
	})

	t.Run("its quotes are read by memory, without orphaned ones", func(t *testing.T) {
		other := newHighlight(f.add(t, u.ID, memory.Note, 1), 0)
		other.Quote = "elsewhere"
		noError(t, f.AddHighlight(ctx, other))
		got, err := f.Quotes(ctx, u.ID, []string{m.ID, other.MemoryID})
		noError(t, err)
		equal(t, got, map[string][]string{m.ID: {"the Käse 🧀\nand jars"}, other.MemoryID: {"elsewhere"}})
		got, err = f.Quotes(ctx, f.newUser(t).ID, []string{m.ID})
		noError(t, err)
		equal(t, len(got), 0)
	})

	t.Run("what changes is found by its new words", func(t *testing.T) {
		found, err := f.Highlights(ctx, u.ID, highlight.Page{Words: []string{"changed"}, Limit: 9})
		noError(t, err)
		equal(t, len(found), 1)
	})

	t.Run("a memory has 2,000 at most, however many come at once", func(t *testing.T) {
		m := f.add(t, u.ID, memory.Note, 1)
		_, err := f.db.Writer().Exec(`INSERT INTO highlights SELECT h.user_id, h.id || n.n, '` + m.ID + `', h.color, h.remark, h.quote, h.prefix, h.suffix,
			h.start_leaf, h.start_offset, h.end_leaf, h.end_offset, h.passage, h.page, h.at_second, h.orphaned, h.words, h.kept, h.due_at, h.answered_at,
			h.created_at, h.updated_at FROM highlights h, (WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1998) SELECT n FROM n) n
			WHERE h.id = '` + h.ID + `'`)
		noError(t, err)
		won, refused := race(t, 5, fault.Invalid, func(i int) error { return f.either(i).AddHighlight(ctx, newHighlight(m, 0)) })
		equal(t, []int{won, refused}, []int{2, 3})
	})

	t.Run("ROLE-06 a highlight is nobody else's, and gone with its memory", func(t *testing.T) {
		stranger := f.newUser(t)
		_, err := f.Highlight(ctx, stranger.ID, h.ID)
		isFault(t, err, fault.NotFound, "")
		forged := h
		forged.UserID = stranger.ID
		isFault(t, f.SetHighlight(ctx, forged), fault.NotFound, "")
		isFault(t, f.DropHighlight(ctx, stranger.ID, h.ID), fault.NotFound, "")
		isFault(t, f.SetReview(ctx, stranger.ID, h.ID, highlight.Review{}), fault.NotFound, "")
		isFault(t, f.AddHighlight(ctx, forged), fault.NotFound, "")
		isFault(t, f.MoveHighlights(ctx, stranger.ID, m.ID, []highlight.Highlight{forged}), fault.NotFound, "")
		none, err := f.OfMemory(ctx, stranger.ID, m.ID)
		noError(t, err)
		equal(t, len(none), 0)
		listed, err := f.Highlights(ctx, stranger.ID, highlight.Page{Limit: 9})
		noError(t, err)
		equal(t, len(listed), 0)

		noError(t, f.Delete(ctx, u.ID, m.ID))
		_, err = f.Highlight(ctx, u.ID, h.ID)
		isFault(t, err, fault.NotFound, "")
	})
}

func testReviews(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, stranger := f.newUser(t), f.newUser(t)
	m := f.add(t, u.ID, memory.Note, 1)
	add := func(due time.Time, answered time.Time) highlight.Highlight {
		h := newHighlight(m, 0)
		h.Review = highlight.Review{DueAt: due, At: answered}
		noError(t, f.AddHighlight(ctx, h))
		return h
	}
	midnight := start.Truncate(24 * time.Hour)
	later := add(start.Add(time.Hour), time.Time{})
	sooner := add(start.Add(-time.Hour), midnight.Add(-time.Hour))
	add(midnight.Add(24*time.Hour), time.Time{})
	add(time.Time{}, midnight.Add(-time.Hour)) // never again
	add(start.Add(time.Hour), midnight)        // answered today

	t.Run("those due on a day come back, longest due first, beside those answered", func(t *testing.T) {
		due, answered, err := f.Due(ctx, u.ID, midnight, midnight.Add(24*time.Hour), 9)
		noError(t, err)
		var ids []string
		for _, d := range due {
			ids = append(ids, d.ID)
		}
		equal(t, ids, []string{sooner.ID, later.ID})
		equal(t, answered, []string{m.ID})
		due, answered, err = f.Due(ctx, stranger.ID, midnight, midnight.Add(24*time.Hour), 9)
		noError(t, err)
		equal(t, len(due)+len(answered), 0)
	})
	t.Run("a review is kept", func(t *testing.T) {
		want := highlight.Review{Kept: 3, DueAt: start.Add(99 * time.Hour), At: start}
		noError(t, f.SetReview(ctx, u.ID, later.ID, want))
		got, err := f.Highlight(ctx, u.ID, later.ID)
		noError(t, err)
		equal(t, got.Review, want)
	})
	t.Run("each user chooses whether highlights come back", func(t *testing.T) {
		for _, want := range []highlight.Showing{{Enabled: true}, {Enabled: true, HiddenUntil: start}, {}, {Enabled: true}} {
			noError(t, f.SetShowing(ctx, u.ID, want))
			got, err := f.Showing(ctx, u.ID)
			noError(t, err)
			equal(t, got, want)
		}
		noError(t, f.SetShowing(ctx, u.ID, highlight.Showing{}))
		others, err := f.Showing(ctx, stranger.ID)
		noError(t, err)
		equal(t, others, highlight.Showing{Enabled: true})
	})
}
