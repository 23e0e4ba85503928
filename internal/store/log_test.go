package store_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"

	"pgregory.net/rapid"

	"engram/internal/embed"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/quota"
	"engram/internal/recall"
)

func testLog(t *testing.T, f *fixture) {
	ctx := t.Context()

	t.Run("a passage in the log has what a search needs of its memory", func(t *testing.T) {
		u := f.newUser(t)
		m := f.newDocument(t, u.ID)
		m.Title, m.URL = "Other than its file", "https://www.example.com:8080/path"
		noError(t, f.Add(ctx, m, newPassages(2)[1:], unlimited))
		equal(t, f.changes(t, u.ID), []recall.Change{{Seq: 1, Passage: recall.Passage{
			MemoryID: m.ID, Kind: "document", CreatedAt: start, Ord: 1, Text: newPassages(2)[1].Text, Title: m.Title,
			Fields: "Example Ann Author example.com report.pdf",
			Place:  recall.Place{Page: 2, Second: 2, Offset: 100},
		}}})
	})

	t.Run("a user without memories has an empty log", func(t *testing.T) {
		u := f.newUser(t)
		seq, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, seq, int64(0))
		equal(t, len(f.changes(t, u.ID)), 0)
	})

	t.Run("API-30 a deletion is the last entry of the log for its memory", func(t *testing.T) {
		u := f.newUser(t)
		m := f.add(t, u.ID, memory.Note, 3)
		noError(t, f.Delete(ctx, u.ID, m.ID))
		equal(t, f.changes(t, u.ID), []recall.Change{{Seq: 4, Deleted: m.ID}})
		seq, err := f.LastSeq(ctx, u.ID)
		noError(t, err)
		equal(t, seq, int64(4))
	})

	t.Run("the log is read up to the limit", func(t *testing.T) {
		u := f.newUser(t)
		f.add(t, u.ID, memory.Note, 3)
		got, err := f.Changes(ctx, u.ID, 1, 1)
		noError(t, err)
		if len(got) != 1 || got[0].Seq != 2 {
			t.Errorf("got %v", got)
		}
	})

	t.Run("after any history, a replay from any position equals the passages, and counters equal rows", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			h := &history{f: f, userID: f.newUser(t).ID, replicas: []*replica{newReplica(), newReplica()}}
			for _, step := range rapid.SliceOfN(rapid.SampledFrom(steps), 0, 16).Draw(rt, "steps") {
				step.take(h, rt)
			}
			f.checkCounters(t, h.userID)
			for _, r := range append(h.replicas, newReplica()) {
				r.catchUp(rt, f, h.userID)
				r.equals(rt, f, h.userID)
			}
		})
	})
}

func (f *fixture) changes(t *testing.T, userID string) []recall.Change {
	t.Helper()
	all, err := f.Changes(t.Context(), userID, 0, 1000)
	noError(t, err)
	return all
}

// history is a random history of one user.
type history struct {
	f        *fixture
	userID   string
	alive    []memory.Memory
	vectors  []embed.Vector // of passages that may be deleted
	replicas []*replica
}

// step is an action of the user or of a search. Adding is twice as frequent, so that there is
// something to delete.
type step struct {
	title string
	take  func(*history, *rapid.T)
}

// String names the step in a failure's log.
func (s step) String() string { return s.title }

var steps = []step{
	{"add", (*history).add}, {"add", (*history).add},
	{"capture", (*history).capture}, {"edit", (*history).edit}, {"tag", (*history).tag}, {"delete", (*history).delete}, {"embed", (*history).embed}, {"replay", (*history).replay},
}

func (h *history) add(t *rapid.T) {
	m := newMemory(h.userID, memory.Note)
	noError(t, h.f.Add(context.Background(), m, newPassages(rapid.IntRange(0, 4).Draw(t, "passages")), unlimited))
	h.alive = append(h.alive, m)
}

func (h *history) capture(t *rapid.T) {
	if len(h.alive) == 0 {
		return
	}
	m := rapid.SampledFrom(h.alive).Draw(t, "memory")
	m.Title = rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "title")
	noError(t, h.f.SaveCapture(context.Background(), capture.Result{Memory: m, Passages: newPassages(rapid.IntRange(0, 4).Draw(t, "passages"))}))
}

func (h *history) edit(t *rapid.T) {
	if len(h.alive) == 0 {
		return
	}
	m := rapid.SampledFrom(h.alive).Draw(t, "memory")
	title := rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "title")
	_, err := h.f.Edit(context.Background(), h.userID, m.ID, start, newPassages(2), func(m memory.Memory) (memory.Memory, error) {
		switch title[0] % 4 {
		case 0:
			m.Title, m.OwnTitle = title, true
		case 1:
			m.Remark, m.Tags = title, []string{title}
		case 2:
			m.Description, m.Edition = title, m.Edition+1
		default:
			m.CreatedAt = start.Add(time.Duration(len(title)) * time.Hour)
		}
		return m, nil
	})
	noError(t, err)
}

func (h *history) tag(t *rapid.T) {
	var ids []string
	for _, m := range h.alive {
		ids = append(ids, m.ID)
	}
	tag := library.Tag{Key: "some", Name: "Some"}
	if rapid.Bool().Draw(t, "add") {
		_, err := h.f.Tag(context.Background(), h.userID, ids, []library.Tag{tag}, nil)
		noError(t, err)
		return
	}
	_, err := h.f.Tag(context.Background(), h.userID, ids, nil, []library.Tag{tag})
	noError(t, err)
}

func (h *history) delete(t *rapid.T) {
	if len(h.alive) == 0 {
		return
	}
	i := rapid.IntRange(0, len(h.alive)-1).Draw(t, "index")
	noError(t, h.f.Delete(context.Background(), h.userID, h.alive[i].ID))
	h.alive = append(h.alive[:i], h.alive[i+1:]...)
}

// embed reads passages and saves some vectors, perhaps of earlier reads.
func (h *history) embed(t *rapid.T) {
	model := rapid.SampledFrom([]string{"model-m", "model-a"}).Draw(t, "model")
	texts := h.f.unembedded(t, model, h.userID[:len(h.userID)-1], rapid.IntRange(1, 4).Draw(t, "limit"))
	texts = slices.DeleteFunc(texts, func(text embed.Text) bool { return text.UserID != h.userID })
	h.vectors = append(h.vectors, vectorsOf(texts)...)
	split := rapid.IntRange(0, len(h.vectors)).Draw(t, "split")
	noError(t, h.f.SaveVectors(context.Background(), model, h.vectors[split:]))
	h.vectors = h.vectors[:split]
}

// replay brings a replica up to date.
func (h *history) replay(t *rapid.T) {
	rapid.SampledFrom(h.replicas).Draw(t, "replica").catchUp(t, h.f, h.userID)
}

// replica is an index reduced to its contract: a replay of the log.
type replica struct {
	seq      int64
	passages map[string]map[int]recall.Passage // by memory and ord
}

func newReplica() *replica { return &replica{passages: map[string]map[int]recall.Passage{}} }

func (r *replica) catchUp(t failer, f *fixture, userID string) {
	t.Helper()
	for part := 5; part == 5; { // read in parts
		changes, err := f.Changes(context.Background(), userID, r.seq, 5)
		noError(t, err)
		for _, c := range changes {
			noError(t, r.apply(c))
		}
		part = len(changes)
	}
	last, err := f.LastSeq(context.Background(), userID)
	noError(t, err)
	equal(t, r.seq, last)
}

func (r *replica) apply(c recall.Change) error {
	if c.Seq <= r.seq {
		return fmt.Errorf("change %d comes after %d", c.Seq, r.seq)
	}
	r.seq = c.Seq
	if c.Deleted != "" {
		delete(r.passages, c.Deleted)
		return nil
	}
	p := c.Passage
	if r.passages[p.MemoryID] == nil {
		r.passages[p.MemoryID] = map[int]recall.Passage{}
	}
	if before, again := r.passages[p.MemoryID][p.Ord]; again && before.Text != p.Text {
		return fmt.Errorf("passage %d of memory %s is there twice", p.Ord, p.MemoryID)
	}
	r.passages[p.MemoryID][p.Ord] = p
	for ord, other := range r.passages[p.MemoryID] {
		other.Title, other.Fields, other.CreatedAt = p.Title, p.Fields, p.CreatedAt
		r.passages[p.MemoryID][ord] = other
	}
	return nil
}

// equals compares the replica with the memories.
func (r *replica) equals(t failer, f *fixture, userID string) {
	t.Helper()
	memories, err := f.List(context.Background(), userID, memory.Page{})
	noError(t, err)
	want, vectors := map[string]map[int]recall.Passage{}, f.vectors(t, userID)
	for _, listed := range memories {
		m, passages, err := f.Get(context.Background(), userID, listed.ID)
		noError(t, err)
		for _, p := range passages {
			if want[m.ID] == nil {
				want[m.ID] = map[int]recall.Passage{}
			}
			v := vectors[fmt.Sprint(m.ID, p.Ord)]
			want[m.ID][p.Ord] = recall.Passage{
				MemoryID: m.ID, Kind: string(m.Kind), CreatedAt: m.CreatedAt, Ord: p.Ord, Text: p.Text, Title: m.Title,
				Fields: "Example Ann Author example.com",
				Place:  recall.Place{Page: p.Page, Second: p.Second, Offset: p.Offset},
				Vector: v.Vector, Model: v.Model,
			}
			if p.Ord == 0 {
				first := want[m.ID][0]
				first.Remarks = strings.TrimSpace(strings.Join(m.Tags, " ") + " " + m.Remark)
				want[m.ID][0] = first
			}
		}
	}
	equal(t, r.passages, want)
}

// checkCounters compares counters with the rows they count.
func (f *fixture) checkCounters(t testing.TB, userID string) {
	t.Helper()
	equal(t, f.counted(t, userID, quota.Memories), f.rows(t, userID, "memories"))
	documents, err := f.List(t.Context(), userID, memory.Page{Kind: memory.Document})
	noError(t, err)
	equal(t, f.counted(t, userID, quota.Documents), len(documents))
	equal(t, f.counted(t, userID, "passages"), f.rows(t, userID, "passages"))
	notes, err := f.List(t.Context(), userID, memory.Page{Kind: memory.Note})
	noError(t, err)
	equal(t, f.counted(t, userID, "kind note"), len(notes))
}
