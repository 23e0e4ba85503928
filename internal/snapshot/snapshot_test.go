package snapshot_test

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/fault"
	"engram/internal/recall/segment"
	"engram/internal/snapshot"
)

// rows are the rows of one user, in memory.
type rows struct {
	sync.Mutex
	all       []snapshot.Snapshot
	unchanged int
	passages  int
}

func (r *rows) SnapshotsOf(context.Context, string) ([]snapshot.Snapshot, error) {
	r.Lock()
	defer r.Unlock()
	all := slices.Clone(r.all)
	slices.SortFunc(all, func(a, b snapshot.Snapshot) int {
		return cmp.Or(cmp.Compare(b.Seq, a.Seq), b.CreatedAt.Compare(a.CreatedAt))
	})
	return all, nil
}

// Unchanged counts all for what is newer than any snapshot.
func (r *rows) Unchanged(_ context.Context, _ string, seq int64) (int, error) {
	if len(r.all) == 0 || seq > r.all[0].Seq {
		return r.passages, nil
	}
	return r.unchanged, nil
}

func (r *rows) AddSnapshot(_ context.Context, s snapshot.Snapshot) error {
	r.Lock()
	defer r.Unlock()
	r.all = append(r.all, s)
	return nil
}

func (r *rows) CompleteSnapshot(_ context.Context, _, id string) error {
	r.Lock()
	defer r.Unlock()
	for i := range r.all {
		if r.all[i].ID == id {
			r.all[i].Complete = true
			return nil
		}
	}
	return fault.New(fault.NotFound, "removed")
}

func (r *rows) RemoveSnapshot(_ context.Context, _, id string) error {
	r.Lock()
	defer r.Unlock()
	r.all = slices.DeleteFunc(r.all, func(s snapshot.Snapshot) bool { return s.ID == id })
	return nil
}

func (r *rows) DiscardSnapshots(context.Context, string) error {
	r.Lock()
	defer r.Unlock()
	for i := range r.all {
		r.all[i].Complete = false
	}
	return nil
}

func (r *rows) StaleSnapshots(_ context.Context, before time.Time, limit int) (stale []snapshot.Snapshot, err error) {
	r.Lock()
	defer r.Unlock()
	for _, s := range r.all {
		if s.CreatedAt.Before(before) && (!s.Complete || r.unchanged < s.Passages) && len(stale) < limit {
			stale = append(stale, s)
		}
	}
	return stale, nil
}

// house is a service with a clock, and a node's folder with an index.
type house struct {
	*snapshot.Service
	t     *testing.T
	rows  *rows
	files *files
	names []string // of the index's files
	of    segment.Frozen
	now   time.Time
}

// files is a store of files that can be made to fail.
type files struct {
	blob.Store
	put, open error
	putting   func() // before the list
}

func (f *files) Open(ctx context.Context, key string) (*blob.Object, error) {
	if f.open != nil {
		return nil, f.open
	}
	return f.Store.Open(ctx, key)
}

func (f *files) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if strings.Contains(key, segment.ListName) {
		if f.putting != nil {
			f.putting()
		}
		if f.put != nil {
			r = iotest.ErrReader(f.put)
		}
	}
	return f.Store.Put(ctx, key, r)
}

func newHouse(t *testing.T) *house {
	t.Helper()
	store, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, rows: &rows{unchanged: 1000, passages: 1000}, files: &files{Store: store}, now: time.Unix(1e9, 0)}
	h.Service = snapshot.New(h.rows, h.files, slog.New(slog.DiscardHandler), func() time.Time { return h.now })
	h.of = segment.Frozen{Format: "1 m", Seq: 1000, Docs: 1000, List: []byte("a list")}
	dir := t.TempDir()
	for _, name := range []string{"00000001.segment", "00000002.segment"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("the content of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
		h.names = append(h.names, path)
	}
	return h
}

// frozen returns the index with its files opened.
func (h *house) frozen() segment.Frozen {
	h.t.Helper()
	of := h.of
	for _, name := range h.names {
		file, err := os.Open(name)
		if err != nil {
			h.t.Fatal(err)
		}
		h.t.Cleanup(func() { file.Close() })
		of.Files = append(of.Files, file)
	}
	return of
}

// publish publishes the index if it is due, and reports whether it was.
func (h *house) publish() bool {
	h.t.Helper()
	due, err := h.Due(h.t.Context(), "u", h.of.Format, h.of.Seq)
	if err == nil && due {
		err = h.Publish(h.t.Context(), "u", h.frozen())
	}
	if err != nil {
		h.t.Fatal(err)
	}
	return due
}

func (h *house) keys() (keys []string) {
	h.t.Helper()
	if err := h.files.List(h.t.Context(), func(info blob.Info) error { keys = append(keys, info.Key); return nil }); err != nil {
		h.t.Fatal(err)
	}
	slices.Sort(keys)
	return keys
}

// fetched returns what another node has after it fetched.
func (h *house) fetched(format string) map[string]string {
	h.t.Helper()
	dir := h.t.TempDir()
	if err := h.Fetch(h.t.Context(), "u", dir, format); err != nil {
		h.t.Fatal(err)
	}
	got := map[string]string{}
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			h.t.Fatal(err)
		}
		got[entry.Name()] = string(content)
	}
	return got
}

func TestWhatIsPublishedIsFetched(t *testing.T) {
	h := newHouse(t)
	if got := h.fetched("1 m"); len(got) != 0 {
		t.Errorf("before there is one: %v", got)
	}
	if !h.publish() {
		t.Fatal("it was not published")
	}
	got := h.fetched("1 m")
	if len(got) != 3 || got[segment.ListName] != "a list" || got["00000002.segment"] != "the content of 00000002.segment" {
		t.Errorf("fetched %v", got)
	}
	if got := h.fetched("2 m"); len(got) != 0 {
		t.Errorf("of another format: %v", got)
	}
	for _, key := range h.keys() {
		if blob.Owner(key) != "u" || !blob.IsIndex(key) {
			t.Errorf("the key %s", key)
		}
	}
}

func TestLargeFilesLieInParts(t *testing.T) {
	h := newHouse(t)
	large := make([]byte, 9<<20)
	if _, err := rand.Read(large); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(h.names[1], large, 0o600); err != nil {
		t.Fatal(err)
	}
	h.publish()
	if got := h.fetched("1 m"); got["00000002.segment"] != string(large) || len(h.keys()) != 1+3+1 {
		t.Errorf("fetched %d bytes, files %v", len(got["00000002.segment"]), h.keys())
	}
}

func TestWhenAnIndexIsPublished(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*house)
		want   bool
		copies int
	}{
		"nothing changed":             {func(*house) {}, false, 1},
		"a little is new":             {func(h *house) { h.of.Seq += 512 }, false, 1},
		"much is new":                 {func(h *house) { h.of.Seq += 513 }, true, 1},
		"something was deleted":       {func(h *house) { h.of.Seq++; h.of.Docs--; h.rows.unchanged-- }, true, 1},
		"something, a moment ago":     {func(h *house) { h.of.Seq++; h.rows.unchanged--; h.now = h.now.Add(-2 * time.Minute) }, false, 1},
		"the program writes others":   {func(h *house) { h.of.Format = "2 m" }, true, 2}, // nodes of before read the other one
		"others, since yesterday":     {func(h *house) { h.of.Format = "2 m"; h.now = h.now.Add(24 * time.Hour) }, true, 1},
		"hardly anything is left":     {func(h *house) { h.of.Seq++; h.rows.unchanged, h.rows.passages = 200, 200 }, false, 1},
		"another node's is newer yet": {func(h *house) { h.of.Seq -= 10 }, false, 1},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.publish()
			h.now = h.now.Add(21 * time.Minute)
			test.change(h)
			if got := h.publish(); got != test.want {
				t.Errorf("published: %v", got)
			}
			if got := h.keys(); len(got) != 3*test.copies || len(h.rows.all) != test.copies {
				t.Errorf("files %v, rows %d", got, len(h.rows.all))
			}
			if got := h.fetched(h.of.Format); len(got) != 3 {
				t.Errorf("fetched %v", got)
			}
		})
	}
	t.Run("a small one", func(t *testing.T) {
		h := newHouse(t)
		h.rows.passages = 255
		if h.publish() {
			t.Error("published")
		}
	})
}

func TestNodesPublishAtOnce(t *testing.T) {
	h := newHouse(t)
	var nodes sync.WaitGroup
	for i := range 4 {
		nodes.Go(func() {
			of := h.frozen()
			of.Seq += int64(1000 * i)
			if err := h.Publish(t.Context(), "u", of); err != nil {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
	if all, _ := h.rows.SnapshotsOf(t.Context(), "u"); all[0].Seq != 4000 || !all[0].Complete || len(h.keys()) != 3*len(all) {
		t.Errorf("rows %+v, files %v", all, h.keys())
	}
	if got := h.fetched("1 m"); len(got) != 3 {
		t.Errorf("fetched %v", got)
	}
}

func TestWhatIsNotCompleteIsNotUsed(t *testing.T) {
	h := newHouse(t)
	h.publish()
	before := h.keys()
	h.now, h.of.Seq = h.now.Add(time.Hour), h.of.Seq+1000
	h.files.put = errors.New("the bucket is away")
	if err := h.Publish(t.Context(), "u", h.frozen()); err == nil {
		t.Fatal("no error")
	}
	if got := h.fetched("1 m"); len(got) != 3 || len(h.rows.all) != 2 {
		t.Errorf("fetched %v, rows %d", got, len(h.rows.all))
	}
	h.sweep()
	if len(h.rows.all) != 2 {
		t.Error("a sweep removed what may still be written")
	}
	h.now = h.now.Add(26 * time.Minute)
	h.sweep()
	if got := h.keys(); !slices.Equal(got, before) || len(h.rows.all) != 1 {
		t.Errorf("files %v, want %v; rows %d", got, before, len(h.rows.all))
	}
}

func (h *house) sweep() {
	h.t.Helper()
	if err := h.Sweep(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// The account is deleted while its index is sent: the row stays until a sweep removes what arrived after that.
func TestWhatIsRemovedWhileItIsSent(t *testing.T) {
	h := newHouse(t)
	h.files.putting = func() { _ = h.rows.RemoveSnapshot(t.Context(), "u", h.rows.all[0].ID) }
	if err := h.Publish(t.Context(), "u", h.frozen()); fault.KindOf(err) != fault.NotFound {
		t.Errorf("got %v", err)
	}
	if got := h.fetched("1 m"); len(got) != 0 {
		t.Errorf("fetched %v", got)
	}
}

func TestASweepGoesOn(t *testing.T) {
	h := newHouse(t)
	for i := range 250 {
		h.rows.all = append(h.rows.all, snapshot.Snapshot{UserID: "u", ID: fmt.Sprint(i), Files: []snapshot.File{{Name: "a"}}, CreatedAt: h.now})
	}
	h.now = h.now.Add(time.Hour)
	h.sweep()
	if len(h.rows.all) != 0 {
		t.Errorf("%d rows", len(h.rows.all))
	}
}

// After a fetch that failed none is tried for a minute, and each search indexes at once.
func TestABucketThatIsAway(t *testing.T) {
	h := newHouse(t)
	h.publish()
	h.files.open = blob.ErrUnavailable
	dir := t.TempDir()
	if err := h.Fetch(t.Context(), "u", dir, "1 m"); !errors.Is(err, blob.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	h.files.open = nil
	if got := h.fetched("1 m"); len(got) != 0 {
		t.Errorf("fetched %v", got)
	}
	h.now = h.now.Add(time.Minute)
	if got := h.fetched("1 m"); len(got) != 3 {
		t.Errorf("fetched %v", got)
	}
}

// A node that has the index publishes it without the deleted text. Where none has it, a sweep removes it.
func TestDeletedTextIsGoneWithinTheHour(t *testing.T) {
	h := newHouse(t)
	h.publish()
	h.rows.unchanged--
	for range 2 {
		h.now = h.now.Add(15 * time.Minute)
		h.sweep()
	}
	if got := h.keys(); len(got) != 0 || len(h.rows.all) != 0 {
		t.Errorf("files %v, rows %d", got, len(h.rows.all))
	}
}

func TestALostFileIsNoSnapshot(t *testing.T) {
	h := newHouse(t)
	h.publish()
	if err := h.files.Delete(t.Context(), h.keys()[0]); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := h.Fetch(t.Context(), "u", dir, "1 m"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, segment.ListName)); !os.IsNotExist(err) {
		t.Errorf("the list: %v", err)
	}
	if got := h.fetched("1 m"); len(got) != 0 {
		t.Errorf("fetched %v", got)
	}
}

func TestDiscard(t *testing.T) {
	h := newHouse(t)
	h.publish()
	h.Discard("u")
	if got := h.fetched("1 m"); len(got) != 0 {
		t.Errorf("fetched %v", got)
	}
	h.now = h.now.Add(26 * time.Minute)
	h.sweep()
	if len(h.rows.all) != 0 || len(h.keys()) != 0 {
		t.Errorf("rows %d, files %v", len(h.rows.all), h.keys())
	}
}
