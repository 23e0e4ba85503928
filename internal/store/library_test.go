package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"engram/internal/answer"
	"engram/internal/capture"
	"engram/internal/conversation"
	"engram/internal/fault"
	"engram/internal/library"
	"engram/internal/memory"
)

// edited changes a memory at a time of the suite and returns it.
func (f *fixture) edited(t *testing.T, m memory.Memory, at time.Time, passages []memory.Passage, change func(*memory.Memory)) memory.Memory {
	t.Helper()
	after, err := f.Edit(t.Context(), m.UserID, m.ID, at, passages, func(m memory.Memory) (memory.Memory, error) {
		change(&m)
		return m, nil
	})
	noError(t, err)
	return after
}

// stored returns a memory as it is stored.
func (f *fixture) stored(t *testing.T, m memory.Memory) memory.Memory {
	t.Helper()
	got, _, err := f.Get(t.Context(), m.UserID, m.ID)
	noError(t, err)
	return got
}

func (f *fixture) tagNames(t *testing.T, userID, prefix string) (all []string) {
	t.Helper()
	found, err := f.Tags(t.Context(), userID, prefix, 99)
	noError(t, err)
	for _, tag := range found {
		all = append(all, fmt.Sprint(tag.Name, " ", tag.Count))
	}
	return all
}

// rowsAgree fails if rows of tags differ from the tags of the memories.
func (f *fixture) rowsAgree(t *testing.T, userID string) {
	t.Helper()
	var rows, listed []string
	for _, row := range f.strings(t, `SELECT memory_id, name FROM memory_tags WHERE user_id = '`+userID+`'`, 2) {
		rows = append(rows, row[0]+row[1])
	}
	for _, row := range f.strings(t, `SELECT id FROM memories WHERE user_id = '`+userID+`'`, 1) {
		for _, name := range f.stored(t, memory.Memory{UserID: userID, ID: row[0]}).Tags {
			listed = append(listed, row[0]+name)
		}
	}
	slices.Sort(rows)
	slices.Sort(listed)
	equal(t, rows, listed)
}

func testEditing(t *testing.T, f *fixture) {
	ctx := t.Context()
	later := start.Add(time.Hour)

	t.Run("what a user set is kept, and is one change of the feed", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 3)
		want := m.WithTitle("My own").SavedAt(start.AddDate(-5, 0, 0))
		want.Remark, want.StarredAt, want.ArchivedAt, want.Tags = "ask Hanna", later, later, []string{"Other", "two words"}
		want.Progress.Begun, want.Progress.Share = true, 1
		heard := 0
		f.changed = func(string) { heard++ }
		defer func() { f.changed = nil }()
		got := f.edited(t, m, later, nil, func(m *memory.Memory) { *m = want })
		equal(t, got, want)
		equal(t, f.stored(t, m), want)
		last, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		equal(t, []int64{last, int64(heard)}, []int64{2, 1})
		f.edited(t, m, later, nil, func(*memory.Memory) {}) // nothing changes
		again, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		equal(t, []int64{again, int64(heard)}, []int64{2, 1})
		f.tallied(t, u.ID)
		f.rowsAgree(t, u.ID)
		changes := f.changes(t, u.ID)
		equal(t, changes[0].Passage.Remarks, "Other two words ask Hanna")
		equal(t, []any{changes[2].Passage.Title, changes[2].Passage.CreatedAt}, []any{"My own", want.CreatedAt})
	})

	t.Run("a capture that runs meanwhile keeps what the user set, and so do later ones", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 2)
		captured, run, err := f.Open(ctx, u.ID, m.ID)
		noError(t, err)
		own := f.edited(t, m, later, nil, func(m *memory.Memory) {
			*m = m.WithTitle("My own").SavedAt(start.AddDate(-5, 0, 0))
			m.Remark, m.StarredAt, m.Tags = "ask Hanna", later, []string{"mine"}
		})
		captured.Title, captured.Site = "What the page says", "A site"
		noError(t, f.Stores.SaveCapture(ctx, capture.Result{Memory: captured, Run: run, Passages: newPassages(4)}))
		want := own
		want.SourceTitle, want.Site = "What the page says", "A site"
		equal(t, f.stored(t, m), want)
		for _, change := range f.changes(t, u.ID) {
			equal(t, change.Deleted != "" || change.Passage.Title == "My own", true)
		}
		opened, _, err := f.Open(ctx, u.ID, m.ID)
		noError(t, err)
		equal(t, opened.Title, "What the page says")
		back := f.edited(t, m, later, nil, func(m *memory.Memory) { *m = m.WithTitle("").SavedAt(time.Time{}) })
		equal(t, []string{back.Title, back.Place, back.SourceTitle}, []string{"What the page says", m.ID, ""})
		equal(t, back.CreatedAt.UnixMilli(), m.FirstSaved().UnixMilli())
	})

	t.Run("edits and captures at once lose nothing", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 2)
		race(t, racers, fault.NotFound, func(i int) error {
			if i%2 == 0 {
				return saveUnlessOvertaken(ctx, f.either(i/2), capture.Result{Memory: m, Passages: newPassages(1 + i%5)})
			}
			_, err := f.either(i/2).Edit(ctx, u.ID, m.ID, later, nil, func(m memory.Memory) (memory.Memory, error) {
				m = m.WithTitle("My own")
				m.Remark += "x"
				m.ArchivedAt = map[bool]time.Time{true: later}[m.ArchivedAt.IsZero()]
				return m, nil
			})
			return err
		})
		got := f.stored(t, m)
		equal(t, []any{got.Title, len(got.Remark)}, []any{"My own", racers / 2})
		f.tallied(t, u.ID)
		replica := newReplica()
		replica.catchUp(t, f, u.ID)
		equal(t, replica.passages[m.ID][0].Title, "My own")
	})

	t.Run("another title has the passages of a short memory encoded anew, and leaves the vectors of a long one", func(t *testing.T) {
		u := f.newUser(t)
		for n, want := range map[int]int{3: 0, 65: 65} {
			m := newMemory(u.ID, memory.Link)
			passages := newPassages(n)
			for i := range passages {
				passages[i].Model, passages[i].Vector = "m", []int8{1}
			}
			noError(t, f.Add(ctx, m, passages, unlimited))
			f.edited(t, m, later, nil, func(m *memory.Memory) { m.Remark, m.Tags = "a remark", []string{"tag"} })
			equal(t, f.encoded(t, m), n)
			f.edited(t, m, later, nil, func(m *memory.Memory) { *m = m.WithTitle("Another") })
			equal(t, f.encoded(t, m), want)
		}
		replica := newReplica()
		replica.catchUp(t, f, u.ID)
	})

	t.Run("a memory without passages, a stranger's and one that is gone", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		m := f.add(t, u.ID, memory.Link, 0)
		f.edited(t, m, later, nil, func(m *memory.Memory) { *m = m.WithTitle("Another"); m.Remark = "x"; m.Tags = nil })
		replica := newReplica()
		replica.catchUp(t, f, u.ID)
		same := func(m memory.Memory) (memory.Memory, error) { return m.WithTitle("forged"), nil }
		_, err := f.Edit(ctx, stranger.ID, m.ID, later, nil, same)
		isFault(t, err, fault.NotFound, "")
		_, err = f.Edit(ctx, u.ID, newID(), later, nil, same)
		isFault(t, err, fault.NotFound, "")
		isFault(t, f.SaveOpened(ctx, stranger.ID, m.ID, later), fault.NotFound, "")
		noError(t, f.SaveOpened(ctx, u.ID, m.ID, later))
		got := f.stored(t, m)
		equal(t, []any{got.Title, got.OpenedAt}, []any{"Another", later})
	})
}

// encoded counts the passages of a memory that have a vector.
func (f *fixture) encoded(t *testing.T, m memory.Memory) int {
	t.Helper()
	return len(f.strings(t, `SELECT memory_id FROM passages WHERE model = 'm' AND vector IS NOT NULL AND memory_id = '`+m.ID+`'`, 1))
}

func testRewriting(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, stranger := f.newUser(t), f.newUser(t)
	note := newMemory(u.ID, memory.Note)
	note.Description = "The key hangs *behind* the boiler.\n\nIts number is 12."
	noError(t, f.Add(ctx, note, newPassages(3), unlimited))
	rewrite := func(t *testing.T, text string, at time.Time) memory.Memory {
		t.Helper()
		return f.edited(t, note, at, newPassages(2), func(m *memory.Memory) {
			after, err := m.WithText(text)
			noError(t, err)
			*m = after
		})
	}
	texts := func(t *testing.T) (all []string) {
		t.Helper()
		versions, err := f.Versions(ctx, u.ID, note.ID)
		noError(t, err)
		for _, v := range versions {
			text, err := f.Version(ctx, u.ID, note.ID, v.Edition)
			noError(t, err)
			equal(t, []any{v.Beginning, v.Characters}, []any{text, len([]rune(text))})
			all = append(all, text)
		}
		return all
	}

	t.Run("another text replaces the passages and keeps the earlier one", func(t *testing.T) {
		got := rewrite(t, "Another text", start)
		equal(t, []any{got.Title, got.Description, got.Edition}, []any{"Another text", "Another text", 1})
		_, passages, err := f.Get(ctx, u.ID, note.ID)
		noError(t, err)
		equal(t, passages, newPassages(2))
		equal(t, texts(t), []string{note.Description})
		replica := newReplica()
		replica.catchUp(t, f, u.ID)
		replica.equals(t, f, u.ID)
	})

	t.Run("edits within minutes share a version, and the first text and the last ones stay", func(t *testing.T) {
		rewrite(t, "Another text, longer", start.Add(time.Minute))
		rewrite(t, "Third", start.Add(6*time.Minute))
		equal(t, texts(t), []string{"Another text, longer", note.Description})
		for i := range 30 {
			rewrite(t, fmt.Sprint("text ", i), start.Add(time.Duration(i+2)*10*time.Minute))
		}
		all := texts(t)
		equal(t, []any{len(all), all[0], all[18], all[19]}, []any{20, "text 28", "text 10", note.Description})
		none, err := f.Versions(ctx, stranger.ID, note.ID)
		noError(t, err)
		equal(t, len(none), 0)
		_, err = f.Version(ctx, stranger.ID, note.ID, 0)
		isFault(t, err, fault.NotFound, "")
	})

	t.Run("a text of which most goes at once keeps a version, however young it is", func(t *testing.T) {
		day := start.AddDate(0, 0, 1)
		rewrite(t, "A long text that took its hour to write", day)
		rewrite(t, "A long text that took an hour to write, and more", day.Add(time.Minute))
		rewrite(t, "x", day.Add(2*time.Minute))
		equal(t, texts(t)[0], "A long text that took an hour to write, and more")
		rewrite(t, "xy", day.Add(3*time.Minute))
		equal(t, texts(t)[0], "A long text that took an hour to write, and more")
	})

	t.Run("answers that quote what is gone are withdrawn, and others stay", func(t *testing.T) {
		rewrite(t, "The key hangs *behind* the boiler.\n\nIts number is 12.", start.AddDate(0, 0, 2))
		conversation := f.answered(t, note, "The key hangs behind the boiler.", "Its number is 12.", "The key hangs … the boiler.")
		rewrite(t, "New.\n\nThe key  hangs behind the boiler.\n\nIts number is 13.", start.AddDate(0, 0, 3))
		_, turns, err := f.Conversation(ctx, u.ID, conversation)
		noError(t, err)
		var withdrawn []bool
		for _, turn := range turns {
			equal(t, turn.Withdrawn, len(turn.Answer.Citations) == 0)
			withdrawn = append(withdrawn, turn.Withdrawn)
		}
		equal(t, withdrawn, []bool{false, true, false})

		late := f.answered(t, note, "Its number is 12.", "Its number is 13.") // written while the note was changed
		_, turns, err = f.Conversation(ctx, u.ID, late)
		noError(t, err)
		equal(t, []bool{turns[0].Withdrawn, turns[1].Withdrawn}, []bool{true, false})
	})

	t.Run("versions and tags rest in the trash, and come back with the spelling of then", func(t *testing.T) {
		f.edited(t, note, start, nil, func(m *memory.Memory) { m.Tags = []string{"House"} })
		before := texts(t)
		noError(t, f.Discard(ctx, u.ID, note.ID, start))
		equal(t, f.rows(t, u.ID, "note_versions")+f.rows(t, u.ID, "memory_tags"), 0)
		other := f.add(t, u.ID, memory.Note, 1)
		f.edited(t, other, start, nil, func(m *memory.Memory) { m.Tags = []string{"HOUSE"} })
		noError(t, f.Restore(ctx, u.ID, note.ID, unlimited))
		equal(t, texts(t), before)
		equal(t, f.tagNames(t, u.ID, ""), []string{"HOUSE 2"})
		f.rowsAgree(t, u.ID)
	})
}

// answered keeps a conversation with a turn for each quote of a memory, and returns its id.
func (f *fixture) answered(t *testing.T, m memory.Memory, quotes ...string) string {
	t.Helper()
	c := conversation.Conversation{ID: newID(), UserID: m.UserID, Title: "Keys", CreatedAt: start, UpdatedAt: start}
	for i, quote := range quotes {
		turn := conversation.Turn{Question: "Where?", Sources: []string{m.ID}, At: start}
		turn.Answer = answer.Answer{Citations: []answer.Citation{{N: 1, MemoryID: m.ID, Quote: quote}}}
		noError(t, f.KeepTurn(t.Context(), conversation.Draft{Conversation: c, Turn: turn, New: i == 0}))
	}
	return c.ID
}

func testTags(t *testing.T, f *fixture) {
	ctx := t.Context()
	tag := func(name string) library.Tag { return library.Tag{Key: library.TagKey(name), Name: name} }
	bare := func(t *testing.T, userID string, n int) (ids []string) {
		t.Helper()
		for range n {
			m := newMemory(userID, memory.Link)
			m.Tags = nil
			noError(t, f.Add(ctx, m, newPassages(1), unlimited))
			ids = append(ids, m.ID)
		}
		return ids
	}

	t.Run("many are tagged at once, with the spelling that was first, and each is in the feed", func(t *testing.T) {
		u, stranger := f.newUser(t), f.newUser(t)
		ids := bare(t, u.ID, 600) // more than one transaction
		changed, err := f.Tag(ctx, u.ID, ids[:1], []library.Tag{tag("Café")}, nil)
		noError(t, err)
		equal(t, changed, ids[:1])
		changed, err = f.Tag(ctx, u.ID, append(slices.Clone(ids), newID()), []library.Tag{tag("cafe"), tag("new")}, nil)
		noError(t, err)
		equal(t, changed, ids)
		changed, err = f.Tag(ctx, u.ID, ids, []library.Tag{tag("CAFÉ")}, nil)
		noError(t, err)
		equal(t, len(changed), 0)
		equal(t, f.tagNames(t, u.ID, ""), []string{"Café 600", "new 600"})
		equal(t, f.tagNames(t, u.ID, "ca"), []string{"Café 600"})
		last, err := f.LastChange(ctx, u.ID)
		noError(t, err)
		equal(t, last, int64(600+1+600))
		feed, err := f.ChangedSince(ctx, u.ID, 601, 2000)
		noError(t, err)
		equal(t, len(feed), 600)
		replica := newReplica()
		replica.catchUp(t, f, u.ID)
		equal(t, replica.passages[ids[0]][0].Remarks, "Café new")

		changed, err = f.Tag(ctx, stranger.ID, ids, []library.Tag{tag("theirs")}, nil)
		noError(t, err)
		equal(t, len(changed), 0)
		isFault(t, f.RenameTag(ctx, stranger.ID, "cafe", tag("x")), fault.NotFound, "")
		isFault(t, f.DropTag(ctx, stranger.ID, "cafe"), fault.NotFound, "")
		equal(t, len(f.tagNames(t, stranger.ID, "")), 0)

		noError(t, f.RenameTag(ctx, u.ID, "cafe", tag("Coffee")))
		equal(t, f.tagNames(t, u.ID, ""), []string{"Coffee 600", "new 600"})
		noError(t, f.DropTag(ctx, u.ID, "new"))
		equal(t, f.tagNames(t, u.ID, ""), []string{"Coffee 600"})
		f.rowsAgree(t, u.ID)
	})

	t.Run("a tag that gets another's name becomes that one, with the new spelling", func(t *testing.T) {
		u := f.newUser(t)
		ids := bare(t, u.ID, 3)
		for i, names := range [][]string{{"a"}, {"a", "B"}, {"B"}} {
			var tags []library.Tag
			for _, name := range names {
				tags = append(tags, tag(name))
			}
			_, err := f.Tag(ctx, u.ID, ids[i:i+1], tags, nil)
			noError(t, err)
		}
		noError(t, f.RenameTag(ctx, u.ID, "a", tag("b")))
		equal(t, f.tagNames(t, u.ID, ""), []string{"b 3"})
		noError(t, f.RenameTag(ctx, u.ID, "b", tag("B!")))
		noError(t, f.RenameTag(ctx, u.ID, "b!", tag("b!"))) // only spelled otherwise
		equal(t, f.tagNames(t, u.ID, ""), []string{"b! 3"})
		isFault(t, f.RenameTag(ctx, u.ID, "b", tag("c")), fault.NotFound, "")
		f.rowsAgree(t, u.ID)
	})

	t.Run("too many tags change nothing", func(t *testing.T) {
		u := f.newUser(t)
		ids := bare(t, u.ID, 2)
		var many []library.Tag
		for i := range 50 {
			many = append(many, tag(fmt.Sprint("tag ", i)))
		}
		_, err := f.Tag(ctx, u.ID, ids, many, nil)
		noError(t, err)
		_, err = f.Tag(ctx, u.ID, ids, []library.Tag{tag("one more")}, nil)
		isFault(t, err, fault.Invalid, "")
		equal(t, len(f.tagNames(t, u.ID, "")), 50)
		equal(t, len(f.tagNames(t, u.ID, "one")), 0)
		equal(t, len(f.tagNames(t, u.ID, "%")), 0)
	})

	t.Run("two spellings at once are one tag", func(t *testing.T) {
		u := f.newUser(t)
		ids := bare(t, u.ID, racers)
		race(t, racers, fault.NotFound, func(i int) error {
			_, err := f.either(i).Tag(ctx, u.ID, ids[i:i+1], []library.Tag{tag([]string{"Home", "HOME", "home"}[i%3])}, nil)
			return err
		})
		names := f.tagNames(t, u.ID, "")
		equal(t, len(names), 1)
		equal(t, strings.HasSuffix(names[0], fmt.Sprint(" ", racers)), true)
		equal(t, len(f.strings(t, `SELECT DISTINCT name FROM memory_tags WHERE user_id = '`+u.ID+`'`, 1)), 1)
	})
}

func testBulk(t *testing.T, f *fixture) {
	ctx := t.Context()
	u, stranger := f.newUser(t), f.newUser(t)
	var ids []string
	for i := range 30 {
		ids = append(ids, f.add(t, u.ID, []memory.Kind{memory.Link, memory.Note}[i%2], 2).ID)
	}
	asked := append(slices.Clone(ids), newID())

	t.Run("marks are set and taken, and only what differs changes", func(t *testing.T) {
		for mark, n := range map[library.Mark]int{library.Starred: 30, library.Archived: 30, library.Read: 15} {
			for _, is := range []bool{true, false} {
				changed, err := f.SetMark(ctx, u.ID, asked, mark, is, start)
				noError(t, err)
				equal(t, len(changed), n)
				again, err := f.SetMark(ctx, u.ID, asked, mark, is, start)
				noError(t, err)
				equal(t, len(again), 0)
				f.tallied(t, u.ID)
				m := f.stored(t, memory.Memory{UserID: u.ID, ID: changed[0]})
				equal(t, map[library.Mark]bool{
					library.Starred: !m.StarredAt.IsZero(), library.Archived: !m.ArchivedAt.IsZero(), library.Read: m.Progress.Begun && m.Progress.Share == 1,
				}[mark], is)
			}
			none, err := f.SetMark(ctx, stranger.ID, asked, mark, true, start)
			noError(t, err)
			equal(t, len(none), 0)
		}
	})

	t.Run("archived ones at once are counted right", func(t *testing.T) {
		race(t, racers, fault.NotFound, func(i int) error {
			_, err := f.either(i).SetMark(ctx, u.ID, ids[i%3*10:i%3*10+10], library.Archived, i%2 == 0, start)
			return err
		})
		f.tallied(t, u.ID)
	})

	t.Run("many go to the trash, and are counted no more", func(t *testing.T) {
		none, err := f.DiscardAll(ctx, stranger.ID, asked, start)
		noError(t, err)
		equal(t, len(none), 0)
		gone, err := f.DiscardAll(ctx, u.ID, asked, start)
		noError(t, err)
		slices.Sort(gone)
		equal(t, gone, ids)
		equal(t, len(f.trashed(t, u.ID)), 30)
		f.tallied(t, u.ID)
		equal(t, uuid.Validate(gone[0]), nil)
	})
}
