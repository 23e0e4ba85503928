package snapshot_test

import (
	"cmp"
	"context"
	"errors"
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

func (r *rows) Unchanged(context.Context, string, int64) (int, error) { return r.unchanged, nil }

func (r *rows) AddSnapshot(_ context.Context, s snapshot.Snapshot) error {
	r.Lock()
	defer r.Unlock()
	r.all = append(r.all, s)
	return nil
}

func (r *rows) CompleteSnapshot(_ context.Context, _, id string, bytes int64) error {
	r.Lock()
	defer r.Unlock()
	for i := range r.all {
		if r.all[i].ID == id {
			r.all[i].Bytes = bytes
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

func (r *rows) StaleSnapshots(_ context.Context, complete, incomplete time.Time, _ int) (stale []snapshot.Snapshot, err error) {
	r.Lock()
	defer r.Unlock()
	for _, s := range r.all {
		if s.Bytes == 0 && s.CreatedAt.Before(incomplete) || s.Bytes > 0 && s.CreatedAt.Before(complete) && r.unchanged < s.Passages {
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
	dir   string
	of    segment.Frozen
	now   time.Time
}

// files is a store of files that can be made to fail.
type files struct {
	blob.Store
	put error
}

func (f *files) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	if f.put != nil && strings.HasSuffix(key, segment.ListName) {
		r = iotest.ErrReader(f.put)
	}
	return f.Store.Put(ctx, key, r)
}

func newHouse(t *testing.T) *house {
	t.Helper()
	store, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, rows: &rows{unchanged: 1000}, files: &files{Store: store}, dir: t.TempDir(), now: time.Unix(1e9, 0)}
	h.Service = snapshot.New(h.rows, h.files, slog.New(slog.DiscardHandler), func() time.Time { return h.now })
	h.of = segment.Frozen{Format: "1 m", Seq: 1000, Docs: 1000, Files: []string{"00000001.segment", "00000002.segment"}, List: []byte("a list")}
	for _, name := range h.of.Files {
		if err := os.WriteFile(filepath.Join(h.dir, name), []byte("the content of "+name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// publish publishes the index, and reports whether that is settled and whether there is a new snapshot.
func (h *house) publish() (settled, is bool) {
	h.t.Helper()
	before := len(h.keys())
	first := ""
	if before > 0 {
		first = h.keys()[0]
	}
	settled, err := h.Publish(h.t.Context(), "u", h.dir, h.of)
	if err != nil {
		h.t.Fatal(err)
	}
	keys := h.keys()
	return settled, len(keys) > 0 && keys[0] != first
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
	dir := filepath.Join(h.t.TempDir(), "new")
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
	if settled, is := h.publish(); !settled || !is {
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

func TestWhenAnIndexIsPublished(t *testing.T) {
	for name, test := range map[string]struct {
		change      func(*house)
		settled, is bool
	}{
		"nothing changed":             {func(*house) {}, true, false},
		"a little is new":             {func(h *house) { h.of.Seq += 512; h.of.Docs += 512 }, true, false},
		"much is new":                 {func(h *house) { h.of.Seq += 513; h.of.Docs += 513 }, true, true},
		"something was deleted":       {func(h *house) { h.of.Seq++; h.of.Docs--; h.rows.unchanged-- }, true, true},
		"something, a moment ago":     {func(h *house) { h.rows.unchanged--; h.now = h.now.Add(-2 * time.Minute) }, false, false},
		"the program writes others":   {func(h *house) { h.of.Format = "2 m" }, true, true},
		"hardly anything is left":     {func(h *house) { h.rows.unchanged, h.of.Docs = 200, 200 }, true, false},
		"another node's is newer yet": {func(h *house) { h.of.Seq -= 10 }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.publish()
			h.now = h.now.Add(21 * time.Minute)
			test.change(h)
			settled, is := h.publish()
			if settled != test.settled || is != test.is {
				t.Errorf("settled %v, published %v", settled, is)
			}
			want := 3
			if h.of.Docs == 200 {
				want = 0 // it is indexed as fast as it is fetched
			}
			if got := h.keys(); len(got) != want || len(h.rows.all) != want/3 {
				t.Errorf("files %v, rows %d", got, len(h.rows.all))
			}
		})
	}
}

func TestNodesPublishAtOnce(t *testing.T) {
	h := newHouse(t)
	var nodes sync.WaitGroup
	for i := range 4 {
		nodes.Go(func() {
			of := h.of
			of.Seq += int64(1000 * i)
			if _, err := h.Publish(t.Context(), "u", h.dir, of); err != nil && fault.KindOf(err) != fault.NotFound {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
	h.of.Seq += 9000
	h.now = h.now.Add(time.Hour)
	h.publish()
	if got := h.fetched("1 m"); len(got) != 3 || len(h.keys()) != 3 || len(h.rows.all) != 1 {
		t.Errorf("fetched %v of %v, rows %d", got, h.keys(), len(h.rows.all))
	}
}

func TestWhatIsNotCompleteIsNotUsed(t *testing.T) {
	h := newHouse(t)
	h.publish()
	before := h.keys()
	h.now, h.of.Seq = h.now.Add(time.Hour), h.of.Seq+1000
	h.files.put = errors.New("the bucket is away")
	if _, err := h.Publish(t.Context(), "u", h.dir, h.of); err == nil {
		t.Fatal("no error")
	}
	if got := h.keys(); !slices.Equal(got, before) || len(h.rows.all) != 1 {
		t.Errorf("files %v, want %v; rows %d", got, before, len(h.rows.all))
	}
	if got := h.fetched("1 m"); len(got) != 3 {
		t.Errorf("fetched %v", got)
	}
	t.Run("one whose node died goes with a sweep", func(t *testing.T) {
		h.rows.all = append(h.rows.all, snapshot.Snapshot{UserID: "u", ID: "lost", Seq: 9999, Files: []string{"a"}, CreatedAt: h.now})
		if _, err := h.files.Store.Put(t.Context(), blob.IndexKey("u", "lost", "a"), strings.NewReader("a")); err != nil {
			t.Fatal(err)
		}
		for _, want := range []int{4, 3} {
			if err := h.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := h.keys(); len(got) != want {
				t.Errorf("files %v", got)
			}
			h.now = h.now.Add(61 * time.Minute)
		}
	})
}

// A node that has the index publishes it without the deleted text. Where none has it, a sweep removes it.
func TestDeletedTextIsGoneWithinTheHour(t *testing.T) {
	h := newHouse(t)
	h.publish()
	h.rows.unchanged--
	for range 3 {
		h.now = h.now.Add(15 * time.Minute)
		if err := h.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
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
	if segment.Exists(dir) || len(h.rows.all) != 0 || len(h.keys()) != 0 {
		t.Errorf("rows %d, files %v", len(h.rows.all), h.keys())
	}
}

func TestRemove(t *testing.T) {
	h := newHouse(t)
	h.publish()
	h.Remove("u")
	if len(h.rows.all) != 0 || len(h.keys()) != 0 {
		t.Errorf("rows %d, files %v", len(h.rows.all), h.keys())
	}
}
