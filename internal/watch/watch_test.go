package watch

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/upload"
)

// house is everything behind a Service, in memory.
type house struct {
	*Service
	dir     string
	now     time.Time
	log     strings.Builder
	files   map[string]File // by hash
	uploads map[string]*upload.Upload
	saved   []string  // names of the files that memories were made of
	refuse  error     // of the next Accept
	cut     bool      // the process dies before the next memory is saved
	since   time.Time // the account is as old
}

var errCut = errors.New("the process died")

func newHouse(t *testing.T) *house {
	t.Helper()
	h := &house{dir: t.TempDir(), now: time.Unix(1e9, 0), files: map[string]File{}, uploads: map[string]*upload.Upload{}}
	h.restart(t)
	return h
}

// restart begins anew with what is stored.
func (h *house) restart(t *testing.T) {
	t.Helper()
	s, err := New(h.dir, Parts{
		Store: h, Uploads: h, Uploaded: h, Memories: h, Log: slog.New(slog.NewTextHandler(&h.log, nil)), Now: func() time.Time { return h.now },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	h.Service = s
}

func (h *house) Owner(_ context.Context, name string) (Owner, error) {
	i := slices.Index([]string{"ada", "bob"}, strings.ToLower(name))
	if i < 0 {
		return Owner{}, fault.New(fault.NotFound, "There is no account of that name")
	}
	return Owner{UserID: strconv.Itoa(i + 1), CreatedAt: h.since}, nil
}

func (h *house) Seen(_ context.Context, _, path string, size, modified int64) (bool, error) {
	for _, f := range h.files {
		if f.Path == path && f.Size == size && f.Modified == modified && f.Saved {
			return true, nil
		}
	}
	return false, nil
}

func (h *house) File(_ context.Context, _, hash string) (File, error) {
	f, ok := h.files[hash]
	if !ok {
		return f, fault.New(fault.NotFound, "not taken in")
	}
	return f, nil
}

func (h *house) AddFile(_ context.Context, f File) (bool, error) {
	_, there := h.files[f.Hash]
	if !there {
		h.files[f.Hash] = f
	}
	return !there, nil
}

func (h *house) MoveFile(_ context.Context, f File) error {
	before := h.files[f.Hash]
	before.Path, before.Size, before.Modified = f.Path, f.Size, f.Modified
	h.files[f.Hash] = before
	return nil
}

func (h *house) FileSaved(_ context.Context, _, hash string) error {
	f := h.files[hash]
	f.Saved = true
	h.files[hash] = f
	return nil
}

func (h *house) DropFile(_ context.Context, _, hash string) error {
	delete(h.files, hash)
	return nil
}

func (h *house) Upload(_ context.Context, _, id string) (upload.Upload, error) {
	if u := h.uploads[id]; u != nil {
		return *u, nil
	}
	return upload.Upload{}, fault.New(fault.NotFound, "Upload not found")
}

func (h *house) Accept(_ context.Context, userID string, _ plan.Limits, name string, r io.Reader) (upload.Upload, error) {
	if err := h.refuse; err != nil {
		h.refuse = nil
		return upload.Upload{}, err
	}
	if _, err := io.Copy(io.Discard, r); err != nil {
		return upload.Upload{}, err
	}
	u := upload.Upload{ID: name, UserID: userID, Name: name}
	h.uploads[u.ID] = &u
	return u, nil
}

func (h *house) Link(_, _, uploadID, _ string) string { return uploadID }

func (h *house) Add(_ context.Context, _ string, _ plan.Table, d memory.Draft) (memory.Saved, error) {
	if h.cut {
		h.cut = false
		return memory.Saved{}, errCut
	}
	h.uploads[d.Link].MemoryID = "m"
	h.saved = append(h.saved, d.Link)
	return memory.Saved{}, nil
}

// put writes a file below the folder.
func (h *house) put(t *testing.T, name, content string) {
	t.Helper()
	path := filepath.Join(h.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(content), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// polls looks at the folder some times.
func (h *house) polls(t *testing.T, n int) {
	t.Helper()
	for range n {
		if err := h.poll(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func (h *house) want(t *testing.T, saved ...string) {
	t.Helper()
	if !slices.Equal(h.saved, saved) {
		t.Errorf("saved %q, want %q\n%s", h.saved, saved, h.log.String())
	}
}

func TestFilesAreTakenIn(t *testing.T) {
	t.Run("once they no longer change, in folders too", func(t *testing.T) {
		h := newHouse(t)
		h.put(t, "ada/a.md", "one")
		h.polls(t, 1)
		h.want(t)
		h.put(t, "ada/a.md", "one and two")
		h.polls(t, 1)
		h.want(t)
		h.polls(t, 1)
		h.want(t, "a.md")
		h.put(t, "Ada/deep/er/b.md", "other")
		h.polls(t, 5)
		h.want(t, "a.md", "b.md")
	})
	t.Run("once, whatever their name, and after a restart", func(t *testing.T) {
		h := newHouse(t)
		h.put(t, "ada/a.md", "one")
		h.polls(t, 2)
		h.put(t, "ada/copy.md", "one")
		h.polls(t, 3)
		h.restart(t)
		h.polls(t, 3)
		h.want(t, "a.md")
	})
	t.Run("again if their content is another", func(t *testing.T) {
		h := newHouse(t)
		h.put(t, "ada/a.md", "one")
		h.polls(t, 2)
		h.put(t, "ada/a.md", "quite another")
		h.polls(t, 2)
		h.want(t, "a.md", "a.md")
	})
	t.Run("not if they are hidden, unfinished, empty, linked to, or nobody's", func(t *testing.T) {
		h := newHouse(t)
		h.put(t, "elsewhere.md", "beside the folders")
		h.put(t, "ada/.hidden.md", "x")
		h.put(t, "ada/.obsidian/app.json", "x")
		h.put(t, "ada/half.pdf.part", "x")
		h.put(t, "ada/~lock.docx", "x")
		h.put(t, "ada/empty.md", "")
		h.put(t, "nobody/a.md", "x")
		outside := filepath.Join(t.TempDir(), "secret.md")
		err := errors.Join(
			os.WriteFile(outside, []byte("secret"), 0o600), os.Symlink(outside, filepath.Join(h.dir, "ada", "link.md")),
			os.Symlink(filepath.Dir(outside), filepath.Join(h.dir, "ada", "folder")), syscall.Mkfifo(filepath.Join(h.dir, "ada", "pipe.md"), 0o600),
		)
		if err != nil {
			t.Fatal(err)
		}
		h.polls(t, 3)
		h.want(t)
		if n := strings.Count(h.log.String(), "folder=nobody"); n != 1 {
			t.Errorf("the folder of nobody is told of %d times:\n%s", n, h.log.String())
		}
	})
}

func TestAnInterruptedFileIsNeitherLostNorDoubled(t *testing.T) {
	for name, sweep := range map[string]bool{"with its upload": false, "after its upload was swept": true} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.put(t, "ada/a.md", "one")
			h.cut = true
			h.polls(t, 2)
			h.want(t)
			if sweep {
				clear(h.uploads)
			}
			h.restart(t)
			h.polls(t, 3)
			h.want(t, "a.md")
		})
	}
	t.Run("after its memory was saved", func(t *testing.T) {
		h := newHouse(t)
		h.put(t, "ada/a.md", "one")
		h.polls(t, 2)
		for hash, f := range h.files {
			f.Saved = false
			h.files[hash] = f
		}
		h.restart(t)
		h.polls(t, 3)
		h.want(t, "a.md")
	})
}

func TestRefusedFiles(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		saved []string // after ten minutes
	}{
		"of a format that is not read are left": {fault.New(fault.Unsupported, "Only …"), nil},
		"over a limit are tried again":          {fault.New(fault.Limit, "Your plan holds no more documents"), []string{"a.md"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.put(t, "ada/a.md", "one")
			h.refuse = c.err
			h.polls(t, 5)
			h.want(t)
			if !strings.Contains(h.log.String(), "ada/a.md") {
				t.Errorf("the log does not name the file: %s", h.log.String())
			}
			h.now = h.now.Add(retryAfter)
			h.polls(t, 2)
			h.want(t, c.saved...)
		})
	}
}

func TestAFileOverALimitIsReadOnce(t *testing.T) {
	h := newHouse(t)
	h.put(t, "ada/a.md", "one")
	h.refuse = fault.New(fault.Limit, "Your plan holds no more documents")
	h.polls(t, 2)
	for name, known := range h.Service.files {
		known.hash = "as it was"
		h.Service.files[name] = known
	}
	h.files["as it was"] = File{Saved: true}
	h.now = h.now.Add(retryAfter)
	h.polls(t, 1)
	if h.want(t); h.files["as it was"].Path != "a.md" {
		t.Errorf("it was read for another hash: %+v", h.files)
	}
}

func TestWhatIsNotTakenInIsTold(t *testing.T) {
	h := newHouse(t)
	h.put(t, "ada/deep/empty.md", "")
	h.put(t, "ada/full.md", "one")
	h.put(t, "nobody/a.md", "x")
	h.refuse = fault.New(fault.Limit, "Your plan holds no more documents")
	h.polls(t, 2)
	want := Report{Count: 2, Files: []Refusal{
		{Path: "deep/empty.md", Why: "The file is empty"}, {Path: "full.md", Why: "Your plan holds no more documents", Again: h.now.Add(retryAfter)},
	}}
	if diff := cmp.Diff(want, h.Report("1")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := h.Report("2"); got.Count != 0 {
		t.Errorf("another is told %+v", got)
	}
	h.now = h.now.Add(retryAfter)
	h.put(t, "ada/deep/empty.md", "no longer")
	h.polls(t, 2)
	if got := h.Report("1"); got.Count != 0 {
		t.Errorf("what was taken in is told: %+v", got)
	}
	if got := (*Service)(nil).Report("1"); got.Count != 0 {
		t.Errorf("without a folder: %+v", got)
	}
}

func TestFilesAreCountedForEachUser(t *testing.T) {
	h := newHouse(t)
	h.most = 2
	for _, name := range []string{"ada/a.md", "ada/b.md", "ada/c.md", "bob/a.md"} {
		h.put(t, name, name)
	}
	h.polls(t, 2)
	h.want(t, "a.md", "b.md", "a.md")
	if !h.Report("1").Full || h.Report("2").Full {
		t.Errorf("told %+v and %+v", h.Report("1"), h.Report("2"))
	}
	if n := strings.Count(h.log.String(), "too many files"); n != 1 {
		t.Errorf("logged %d times", n)
	}
}

// A name in upper case is the same user's, and all users have a bound together.
func TestFilesOfAllFoldersAreCounted(t *testing.T) {
	h := newHouse(t)
	h.most, h.ofAll = 2, 3
	for _, name := range []string{"ADA/a.md", "ada/b.md", "ada/c.md", "bob/a.md", "bob/b.md"} {
		h.put(t, name, name)
	}
	h.polls(t, 2)
	h.want(t, "a.md", "b.md", "a.md")
	if !h.Report("1").Full || !h.Report("2").Full {
		t.Errorf("told %+v and %+v", h.Report("1"), h.Report("2"))
	}
}

// A name comes free: its next account gets nothing of the one before.
func TestFilesOlderThanTheAccountAreNotTakenIn(t *testing.T) {
	h := newHouse(t)
	h.put(t, "ada/hers.md", "of the Ada before")
	if err := os.Chtimes(filepath.Join(h.dir, "ada/hers.md"), time.Time{}, time.Now().Add(24*time.Hour)); err != nil { // as any program may
		t.Fatal(err)
	}
	h.since = time.Now().Add(time.Hour)
	h.polls(t, 3)
	h.want(t)
	if !strings.Contains(h.log.String(), "ada/hers.md") {
		t.Errorf("the log does not name the file: %s", h.log.String())
	}
	h.since = time.Now().Add(-time.Hour)
	h.put(t, "ada/mine.md", "of the Ada now")
	h.polls(t, 2)
	h.want(t, "mine.md")
}
