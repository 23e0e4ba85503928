package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"

	"engram/internal/embed"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/recall"
)

func testEmbedding(t *testing.T, f *fixture) {
	ctx := t.Context()
	const model = "model-m"

	t.Run("a passage waits with its title until it has its vector, which the log then has", func(t *testing.T) {
		defer f.embedAll(t, model)
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Note, 2)
		waiting := f.unembedded(t, model, "", 10)
		first, second := newPassages(2)[0].Text, newPassages(2)[1].Text
		equal(t, waiting, []embed.Text{
			{UserID: u.ID, MemoryID: m.ID, Seq: 2, Title: m.Title, Body: second, Before: []string{first}},
			{UserID: u.ID, MemoryID: m.ID, Seq: 1, Title: m.Title, Body: first, After: []string{second}},
		})
		noError(t, f.SaveVectors(ctx, model, []embed.Vector{{UserID: u.ID, Seq: 1, Numbers: []int8{-128, -1, 0, 127}}}))
		changes := f.changes(t, u.ID)
		equal(t, []int64{changes[0].Seq, changes[1].Seq}, []int64{2, 3})
		equal(t, [][]int8{changes[0].Passage.Vector, changes[1].Passage.Vector}, [][]int8{nil, {-128, -1, 0, 127}})
		equal(t, []string{changes[0].Passage.Model, changes[1].Passage.Model}, []string{"", model})
		equal(t, changes[1].Passage.Ord, 0)
		seq, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, seq, int64(3))
		equal(t, f.unembedded(t, model, "", 10), waiting[:1])
	})

	t.Run("a short passage comes with its neighbours, nearest first, and a long one alone", func(t *testing.T) {
		defer f.embedAll(t, model)
		u := f.newUser(t)
		f.add(t, u.ID, memory.Note, 3)
		passages := newPassages(2*embed.Neighbours + 2)
		long := len(passages) - 1
		passages[long].Text = strings.Repeat("so long ", 100)
		noError(t, f.Add(ctx, newMemory(u.ID, memory.Note), passages, unlimited))
		waiting := f.unembedded(t, model, "", len(passages)) // newest first
		equal(t, [][]string{waiting[0].Before, waiting[0].After}, [][]string{nil, nil})
		var before, after []string
		for apart := 1; apart <= embed.Neighbours; apart++ {
			before, after = append(before, passages[embed.Neighbours-apart].Text), append(after, passages[embed.Neighbours+apart].Text)
		}
		got := waiting[long-embed.Neighbours]
		equal(t, got.Body, passages[embed.Neighbours].Text)
		equal(t, [][]string{got.Before, got.After}, [][]string{before, after})
	})

	t.Run("a passage for which the model has no vector stops waiting", func(t *testing.T) {
		u := f.newUser(t)
		f.add(t, u.ID, memory.Note, 1)
		noError(t, f.SaveVectors(ctx, model, []embed.Vector{{UserID: u.ID, Seq: 1}}))
		equal(t, f.unembedded(t, model, "", 10), []embed.Text{})
		got := f.changes(t, u.ID)[0].Passage
		equal(t, got.Vector == nil && got.Model == "", true)
		equal(t, len(f.vectors(t, u.ID)), 0)
	})

	t.Run("a passage saved with its vector does not wait, and its first change has it", func(t *testing.T) {
		defer f.embedAll(t, model)
		u := f.newUser(t)
		m, passages := newMemory(u.ID, memory.Note), newPassages(70) // more than one statement
		for i := range 68 {
			passages[i].Model, passages[i].Vector = model, meaning(passages[i].Text)
		}
		passages[68].Model = model // without a vector
		noError(t, f.Add(ctx, m, passages, unlimited))
		equal(t, f.unembedded(t, model, "", 10), []embed.Text{{UserID: u.ID, MemoryID: m.ID, Seq: 70, Title: m.Title, Body: passages[69].Text, Before: []string{
			passages[68].Text, passages[67].Text, passages[66].Text, passages[65].Text,
		}}})
		for i, c := range f.changes(t, u.ID) {
			want := recall.Passage{}
			if i < 68 {
				want.Model, want.Vector = model, meaning(passages[i].Text)
			}
			equal(t, []any{c.Seq, c.Passage.Text, c.Passage.Model, c.Passage.Vector}, []any{int64(i + 1), passages[i].Text, want.Model, want.Vector})
		}
		length, err := f.Length(ctx, model)
		noError(t, err)
		equal(t, length, 3)
	})

	t.Run("another model makes every passage wait, after new ones, and the old vectors stay", func(t *testing.T) {
		u := f.newUser(t)
		f.add(t, u.ID, memory.Note, 2)
		f.embedAll(t, model)
		fresh := f.newUser(t)
		f.add(t, fresh.ID, memory.Note, 1)
		for _, next := range []string{"model-a", "model-z"} { // before and after the others in the index
			waiting := f.unembedded(t, next, "", 100)
			all := 0
			noError(t, f.db.Writer().QueryRow(`SELECT COUNT(*) FROM passages`).Scan(&all))
			equal(t, len(waiting), all)
			equal(t, waiting[0].UserID == fresh.ID, next == "model-a")
			equal(t, len(f.changes(t, u.ID)[0].Passage.Vector) > 0, true)
			f.embedAll(t, next)
			equal(t, f.changes(t, u.ID)[0].Passage.Model, next)
		}
		f.embedAll(t, model)
	})

	t.Run("users come in rotation, newest passages first, up to the limit", func(t *testing.T) {
		one, two := f.newUser(t), f.newUser(t)
		if one.ID > two.ID {
			one, two = two, one
		}
		f.add(t, one.ID, memory.Note, 3)
		f.add(t, two.ID, memory.Note, 3)
		turn := func(after string, limit int) (got []string) {
			for _, text := range f.unembedded(t, model, after, limit) {
				got = append(got, map[string]string{one.ID: "one", two.ID: "two"}[text.UserID]+" "+text.Body)
			}
			return got
		}
		ones, twos := []string{"one passage Uc", "one passage Ub", "one passage U"}, []string{"two passage Uc", "two passage Ub", "two passage U"}
		equal(t, turn("", 4), slices.Concat(ones, twos[:1]))
		equal(t, turn(one.ID, 4), slices.Concat(twos, ones[:1]))
		equal(t, turn(two.ID, 2), ones[:2])
		equal(t, turn(one.ID, 100), slices.Concat(twos, ones))
		f.embedAll(t, model)
	})

	t.Run("a passage replaced or deleted since it was read gets no vector, and others are unchanged", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		replaced, deleted, kept := f.add(t, u.ID, memory.Link, 1), f.add(t, u.ID, memory.Note, 1), f.add(t, u.ID, memory.Note, 1)
		f.add(t, other.ID, memory.Note, 3)
		before := f.changes(t, other.ID)
		var vectors []embed.Vector
		for _, text := range f.unembedded(t, model, "", 10) {
			if text.UserID == u.ID {
				vectors = append(vectors, embed.Vector{UserID: u.ID, Seq: text.Seq, Numbers: []int8{1}})
			}
		}
		equal(t, len(vectors), 3)
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: replaced, Passages: newPassages(2)}))
		noError(t, f.Delete(ctx, u.ID, deleted.ID))
		noError(t, f.SaveVectors(ctx, model, vectors))
		noError(t, f.SaveVectors(ctx, model, vectors)) // from a late node
		for _, c := range f.changes(t, u.ID) {
			equal(t, len(c.Passage.Vector) > 0, c.Passage.MemoryID == kept.ID)
		}
		seq, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, seq, f.changes(t, u.ID)[4].Seq)
		equal(t, f.changes(t, other.ID), before)
		f.embedAll(t, model)
	})

	t.Run("the stored vectors of a model tell their length", func(t *testing.T) {
		f.add(t, f.newUser(t).ID, memory.Note, 1)
		f.embedAll(t, "model-of-3")
		for name, want := range map[string]int{"model-of-3": 3, "unknown": 0, "": 0} {
			got, err := f.Length(ctx, name)
			noError(t, err)
			equal(t, got, want)
		}
	})

	t.Run("saving vectors while passages are replaced and deleted loses nothing", func(t *testing.T) {
		u := f.newUser(t)
		shared := f.add(t, u.ID, memory.Link, 3)
		race(t, racers, fault.Forbidden, func(i int) error {
			switch i % 4 {
			case 0:
				return saveUnlessOvertaken(ctx, f.either(i/4), capture.Result{Memory: shared, Passages: newPassages(1 + i%5)})
			case 1:
				m := newMemory(u.ID, memory.Note)
				if err := f.Add(ctx, m, newPassages(2), unlimited); err != nil || i%8 == 1 {
					return err
				}
				return f.Delete(ctx, u.ID, m.ID)
			default:
				texts, err := f.either(i).Unembedded(ctx, model, "", false, 32)
				if err != nil {
					return err
				}
				return f.either(i).SaveVectors(ctx, model, vectorsOf(texts))
			}
		})
		f.embedAll(t, model)
		replica := newReplica()
		replica.catchUp(t, f, u.ID)
		replica.equals(t, f, u.ID)
	})

	t.Run("passages of private users are not read for a remote model", func(t *testing.T) {
		f.embedAll(t, "another")
		var users []string // sorted
		for range 5 {
			u := f.newUser(t)
			f.add(t, u.ID, memory.Note, 2)
			users = append(users, u.ID)
		}
		slices.Sort(users)
		for _, private := range []int{0, 2, 4} {
			noError(t, f.SetUseAI(ctx, users[private], false, start))
		}
		seen := func(after string, leaves bool) (in []string) {
			t.Helper()
			texts, err := f.Unembedded(ctx, "another", after, leaves, 100)
			noError(t, err)
			for _, text := range texts {
				if len(in) == 0 || in[len(in)-1] != text.UserID {
					in = append(in, text.UserID)
				}
			}
			equal(t, len(texts), 2*len(in))
			return in
		}
		for _, after := range []string{"", users[0], users[1], users[2], users[4]} {
			want := []string{users[1], users[3]}
			if after == users[1] || after == users[2] {
				want = []string{users[3], users[1]}
			}
			equal(t, seen(after, true), want)
		}
		equal(t, seen("", false), users)
		noError(t, f.SetUseAI(ctx, users[2], true, start))
		equal(t, seen(users[1], true), []string{users[2], users[3], users[1]})
		f.embedAll(t, "another")
	})

	t.Run("a lease has one holder, until it ends or is released", func(t *testing.T) {
		lease := func(node embed.Store, holder string, at time.Duration, want bool) {
			t.Helper()
			held, err := node.Lease(ctx, "embed", holder, start.Add(at), start.Add(at+time.Minute))
			noError(t, err)
			equal(t, held, want)
		}
		lease(f, "one", 0, true)
		lease(f.node, "two", 0, false)
		lease(f, "one", 30*time.Second, true) // renewed
		lease(f.node, "two", 61*time.Second, false)
		lease(f.node, "two", 90*time.Second, true) // it ended
		lease(f, "one", 91*time.Second, false)
		noError(t, f.EndLease(ctx, "embed", "one")) // no longer theirs
		lease(f, "one", 91*time.Second, false)
		noError(t, f.node.EndLease(ctx, "embed", "two"))
		lease(f, "one", 91*time.Second, true)
		held, err := f.node.Lease(ctx, "another", "two", start, start.Add(time.Minute))
		noError(t, err)
		equal(t, held, true)
	})

	t.Run("of many that ask for a lease concurrently, one gets it", func(t *testing.T) {
		held := make([]bool, racers)
		race(t, racers, fault.Forbidden, func(i int) (err error) {
			held[i], err = f.either(i).Lease(ctx, "raced", newID(), start, start.Add(time.Minute))
			return err
		})
		equal(t, len(slices.DeleteFunc(held, func(h bool) bool { return !h })), 1)
	})
}

func (f *fixture) unembedded(t failer, model, after string, limit int) []embed.Text {
	t.Helper()
	texts, err := f.Unembedded(context.Background(), model, after, false, limit)
	noError(t, err)
	return texts
}

// embedAll gives every passage of every user a vector of three numbers.
func (f *fixture) embedAll(t failer, model string) {
	t.Helper()
	for {
		texts := f.unembedded(t, model, "", 32)
		if len(texts) == 0 {
			return
		}
		noError(t, f.SaveVectors(context.Background(), model, vectorsOf(texts)))
	}
}

func vectorsOf(texts []embed.Text) []embed.Vector {
	vectors := make([]embed.Vector, len(texts))
	for i, text := range texts {
		vectors[i] = embed.Vector{UserID: text.UserID, Seq: text.Seq, Numbers: meaning(text.Body)}
	}
	return vectors
}

// vectors returns a user's stored vectors by memory and ord.
func (f *fixture) vectors(t failer, userID string) map[string]recall.Passage {
	t.Helper()
	rows, err := f.db.Writer().Query(`SELECT memory_id, ord, vector, model FROM passages WHERE user_id = $1 AND vector IS NOT NULL`, userID)
	noError(t, err)
	defer rows.Close()
	found := map[string]recall.Passage{}
	for rows.Next() {
		var p recall.Passage
		var stored []byte
		noError(t, rows.Scan(&p.MemoryID, &p.Ord, &stored, &p.Model))
		for _, b := range stored {
			p.Vector = append(p.Vector, int8(b))
		}
		found[fmt.Sprint(p.MemoryID, p.Ord)] = p
	}
	noError(t, rows.Err())
	return found
}

// meaning returns a fake vector of a text.
func meaning(text string) []int8 {
	return []int8{int8(len(text)), int8(text[len(text)-1]), -1}
}
