package check

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/blob/disk"
)

// rows is a Store in memory.
type rows struct {
	damage  []string
	tallies map[string]*Tally
	files   map[string][]File
	pages   int // that users were read in
	fails   error
}

func (r *rows) Damage(context.Context) ([]string, error) { return r.damage, nil }

func (r *rows) Users(_ context.Context, after string, limit int) (page []string, err error) {
	r.pages++
	for id := range r.tallies {
		if id > after {
			page = append(page, id)
		}
	}
	slices.Sort(page)
	return page[:min(limit, len(page))], nil
}

func (r *rows) Tally(_ context.Context, userID string) (Tally, error) {
	t := *r.tallies[userID]
	t.Counters = slices.Clone(t.Counters)
	return t, nil
}

func (r *rows) Recount(_ context.Context, userID, counter string) error {
	for i, c := range r.tallies[userID].Counters {
		if c.Name == counter {
			r.tallies[userID].Counters[i].Kept = c.Rows
		}
	}
	return r.fails
}

func (r *rows) Files(_ context.Context, userID string) ([]File, error) {
	return slices.Clone(r.files[userID]), nil
}

func (r *rows) DropPicture(_ context.Context, userID, memoryID, key string) error {
	r.files[userID] = slices.DeleteFunc(r.files[userID], func(f File) bool { return f == File{key, memoryID, true} })
	return r.fails
}

// indexes is an Index whose problems are known.
type indexes struct {
	problems map[string][]string
	hopeless bool // Forget does not help
}

func (x *indexes) Check(_ context.Context, userID string) ([]string, error) {
	return x.problems[userID], nil
}

func (x *indexes) Forget(userID string) {
	if !x.hopeless {
		delete(x.problems, userID)
	}
}

// kept is a small Engram in which everything agrees: Ann has a PDF, a picture and an upload under
// way; Bob has nothing.
type kept struct {
	*rows
	*indexes
	dir    string
	now    time.Time
	shared bool // by other nodes
}

func newKept(t *testing.T) *kept {
	t.Helper()
	k := &kept{
		rows: &rows{
			tallies: map[string]*Tally{
				"ann": {Memories: 2, Passages: 7, Counters: []Counter{{Name: "memories", Kept: 2, Rows: 2}, {Name: "sequence", Kept: 9, Rows: 7, AtLeast: true}}},
				"bob": {},
			},
			files: map[string][]File{"ann": {
				{blob.DocumentKey("ann", "u1"), "m1", false}, {blob.PictureKey("ann", "m2"), "m2", true}, {Key: blob.DocumentKey("ann", "u2")},
			}},
		},
		indexes: &indexes{problems: map[string][]string{}},
		dir:     t.TempDir(),
		now:     time.Now(),
	}
	k.put(t, blob.DocumentKey("ann", "u1"), 48*time.Hour)
	k.put(t, blob.PictureKey("ann", "m2"), 48*time.Hour)
	return k
}

// put keeps a file of that age.
func (k *kept) put(t *testing.T, key string, age time.Duration) {
	t.Helper()
	blobs := k.blobs(t)
	if _, err := blobs.Put(t.Context(), key, strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	at := k.now.Add(-age)
	if err := os.Chtimes(filepath.Join(k.dir, key), at, at); err != nil {
		t.Fatal(err)
	}
}

func (k *kept) blobs(t *testing.T) *disk.Store {
	t.Helper()
	blobs, err := disk.Open(k.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { blobs.Close() })
	return blobs
}

func (k *kept) remove(t *testing.T, key string) {
	t.Helper()
	if err := k.blobs(t).Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
}

func (k *kept) run(t *testing.T, look bool) (lines []string, report Report, err error) {
	t.Helper()
	report, err = Run(t.Context(), Parts{
		Store: k.rows, Index: k.indexes, Blobs: k.blobs(t), Look: look, Shared: k.shared,
		Now:  func() time.Time { return k.now },
		Tell: func(f Finding) { lines = append(lines, f.String()) },
	})
	return lines, report, err
}

var tests = []struct {
	title string
	harm  func(*testing.T, *kept)
	want  string // the finding; empty: none
	lost  bool   // it can't be repaired
}{
	{"nothing is wrong", func(*testing.T, *kept) {}, "", false},
	{"a counter is too high", func(_ *testing.T, k *kept) { k.tallies["ann"].Counters[0].Kept = 5 },
		"user ann: the counter memories: 5 instead of 2", false},
	{"a sequence is behind its log", func(_ *testing.T, k *kept) { k.tallies["ann"].Counters[1].Kept = 6 },
		"user ann: the counter sequence: 6 instead of 7", false},
	{"an index is damaged", func(_ *testing.T, k *kept) { k.problems["bob"] = []string{"one", "two"} },
		"user bob: the search index: one; two", false},
	{"an index stays damaged", func(_ *testing.T, k *kept) { k.problems["bob"], k.hopeless = []string{"one"}, true },
		"user bob: the search index: one; made anew: one", true},
	{"a picture is gone", func(t *testing.T, k *kept) { k.remove(t, "pictures/ann/m2.jpg") },
		"user ann, memory m2: its picture pictures/ann/m2.jpg is gone", false},
	{"a PDF is gone", func(t *testing.T, k *kept) { k.remove(t, "documents/ann/u1.pdf") },
		"user ann, memory m1: its document documents/ann/u1.pdf is gone", true},
	{"a file has no row", func(t *testing.T, k *kept) { k.put(t, "pictures/ann/m9.jpg", 24*time.Hour) },
		"no row names the file pictures/ann/m9.jpg", false},
	{"files of an unknown user", func(t *testing.T, k *kept) {
		k.put(t, "documents/eve/u1.pdf", 24*time.Hour)
		k.put(t, "documents/eve/u2.pdf", 24*time.Hour)
		k.put(t, "pictures/eve/m1.jpg", 24*time.Hour)
	}, "what lies in the folders of eve (files: 3) belongs to nobody in this database: is it the right one?", true},
	{"a file outside of the folders of users", func(t *testing.T, k *kept) { k.put(t, "left", 24*time.Hour) },
		"what lies outside of the folders of users (files: 1) belongs to nobody in this database: is it the right one?", true},
	{"a young file of an unknown user", func(t *testing.T, k *kept) { k.put(t, "documents/eve/u1.pdf", time.Hour) }, "", false},
	{"a picture is not here, and other nodes keep files", func(t *testing.T, k *kept) {
		k.remove(t, "pictures/ann/m2.jpg")
		k.shared = true
	}, "user ann, memory m2: its picture pictures/ann/m2.jpg is not here; another node may have it", true},
	{"a PDF is not here, and other nodes keep files", func(t *testing.T, k *kept) {
		k.remove(t, "documents/ann/u1.pdf")
		k.shared = true
	}, "user ann, memory m1: its document documents/ann/u1.pdf is not here; another node may have it", true},
	{"a file has another user's row", func(t *testing.T, k *kept) { k.put(t, "documents/bob/u1.pdf", 24*time.Hour) },
		"no row names the file documents/bob/u1.pdf", false},
	{"a file is on its way", func(t *testing.T, k *kept) { k.put(t, "pictures/ann/m9.jpg", 24*time.Hour-time.Second) }, "", false},
	{"a copy of an index that no row names", func(t *testing.T, k *kept) { k.put(t, "index/ann/u1-1.segment", 24*time.Hour) },
		"no row names the file index/ann/u1-1.segment", false},
	{"an upload waits for its memory", func(t *testing.T, k *kept) { k.put(t, "documents/ann/u2.pdf", 30*time.Hour) }, "", false},
}

func TestRun(t *testing.T) {
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			k := newKept(t)
			test.harm(t, k)
			outcome, left := Repaired, 0
			if test.lost {
				outcome, left = Lost, 1
			}
			wantLines(t, k, outcome, test.want, left)
			if test.lost {
				wantLines(t, k, outcome, test.want, left)
			} else {
				wantLines(t, k, Found, "", 0) // it was repaired
			}
		})
	}
}

// wantLines runs a check that must report that one finding and leave the given number unrepaired.
func wantLines(t *testing.T, k *kept, outcome Outcome, text string, left int) {
	t.Helper()
	lines, report, err := k.run(t, false)
	want, repaired := []string(nil), 0
	if text != "" {
		want, repaired = []string{Finding{outcome, text}.String()}, 1-left
	}
	if err != nil || !slices.Equal(lines, want) || report.Left != left || report.Repaired != repaired {
		t.Errorf("told %q, %v, %v; want %q", lines, report, err, want)
	}
}

func TestADryRunChangesNothing(t *testing.T) {
	for _, test := range tests {
		t.Run(test.title, func(t *testing.T) {
			k := newKept(t)
			test.harm(t, k)
			first, report, err := k.run(t, true)
			again, _, errAgain := k.run(t, true)
			if err := errors.Join(err, errAgain); err != nil || !slices.Equal(first, again) {
				t.Errorf("told %q and then %q, %v", first, again, err)
			}
			if report.Repaired != 0 || report.Left != len(first) || (len(first) == 0) != (test.want == "") {
				t.Errorf("%v after %q", report, first)
			}
		})
	}
}

func TestReport(t *testing.T) {
	k := newKept(t)
	_, report, err := k.run(t, false)
	const want = "checked in 0.0 seconds: users 2, memories 2, passages 7, files 2; repaired 0, left 0"
	if got := report.String(); err != nil || got != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
}

func TestManyUsers(t *testing.T) {
	k := newKept(t)
	for i := range 2*usersInOnePage - 1 {
		k.tallies[fmt.Sprintf("user %d", i)] = &Tally{Memories: 1, Counters: []Counter{{Name: "memories", Kept: 0, Rows: 1}}}
	}
	lines, report, err := k.run(t, false)
	if err != nil || report.Users != 2*usersInOnePage+1 || len(lines) != 2*usersInOnePage-1 || k.pages != 3 {
		t.Errorf("%v in %d pages, %d findings, %v", report, k.pages, len(lines), err)
	}
}

func TestFilesStayWhenTheDatabaseIsEmpty(t *testing.T) {
	k := newKept(t)
	clear(k.tallies)
	clear(k.files)
	for range 2 {
		if lines, _, err := k.run(t, false); !errors.Is(err, errNoUsers) || len(lines) != 0 {
			t.Errorf("told %q, %v", lines, err)
		}
	}
}

func TestFilesWithoutAUserStay(t *testing.T) {
	k := newKept(t)
	k.put(t, "left", 48*time.Hour)
	k.put(t, "pictures/eve/m1.jpg", 48*time.Hour)
	k.put(t, "pictures/zoe/m1.jpg", 48*time.Hour)
	for range 2 {
		lines, report, err := k.run(t, false)
		if err != nil || len(lines) != 3 || report.Left != 3 || report.Files != 5 {
			t.Errorf("told %q, %v, %v", lines, report, err)
		}
	}
}

func TestNothingIsRepairedWhenTheFolderOfFilesIsEmpty(t *testing.T) {
	k := newKept(t)
	k.remove(t, "pictures/ann/m2.jpg")
	k.remove(t, "documents/ann/u1.pdf")
	k.put(t, blob.IndexKey("ann", "1", "1.segment"), time.Hour)
	k.tallies["ann"].Counters[0].Kept = 5
	for _, k.shared = range []bool{false, true} {
		lines, report, err := k.run(t, false)
		if !errors.Is(err, errNoFiles) || len(lines) != 0 || report.Repaired != 0 || len(k.files["ann"]) != 3 || k.tallies["ann"].Counters[0].Kept != 5 {
			t.Errorf("told %q, %v, %v", lines, report, err)
		}
	}
	t.Run("a missing folder is repaired when no memory holds a file", func(t *testing.T) {
		k.files["ann"] = k.files["ann"][2:] // the upload under way
		if lines, report, err := k.run(t, false); err != nil || report.Repaired != 1 {
			t.Errorf("told %q, %v, %v", lines, report, err)
		}
	})
}

func TestARepairThatFailsEndsTheCheck(t *testing.T) {
	k := newKept(t)
	k.fails = errors.New("the disk is full")
	k.tallies["ann"].Counters[0].Kept = 5
	lines, report, err := k.run(t, false)
	if !errors.Is(err, k.fails) || len(lines) != 0 || report.Repaired != 0 {
		t.Errorf("told %q, %v, %v", lines, report, err)
	}
}

func TestADamagedDatabaseIsReportedAndNotRepaired(t *testing.T) {
	k := newKept(t)
	k.damage = []string{"the table sessions: 3 of 40 rows can't be read"}
	k.tallies["ann"].Counters[0].Kept = 5
	lines, report, err := k.run(t, false)
	if !errors.Is(err, errDamaged) || !slices.Equal(lines, []string{"can't be repaired: " + k.damage[0]}) || report.Repaired != 0 {
		t.Errorf("told %q, %v, %v", lines, report, err)
	}
}
