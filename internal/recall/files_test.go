package recall_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// many saves n memories, each with a word of its own.
func many(log *recalltest.Log, n int) {
	for i := range n {
		log.Add("u", note(fmt.Sprintf("m%04d", i), "", fmt.Sprintf("word%d among others", i)))
	}
}

// counting is a source that counts the changes read from it.
type counting struct {
	recalltest.Log
	read int
}

func (c *counting) Changes(ctx context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	changes, err := c.Log.Changes(ctx, userID, after, limit)
	c.read += len(changes)
	return changes, err
}

func TestFilesOutliveTheEngine(t *testing.T) {
	source := &counting{}
	many(&source.Log, 700)
	dir := t.TempDir()
	for _, want := range []int{700, 0, 1} { // changes that are read
		source.read = 0
		e := recall.New(source, recall.WithDir(dir))
		if got := ask(t, e, recall.Query{Text: "word77"}); ids(got) != "m0077" || source.read != want {
			t.Errorf("%s, %d changes read, want %d", ids(got), source.read, want)
		}
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		if want == 0 {
			source.Add("u", note("new", "", "something else"))
		}
	}
}

// TestDamagedFilesAreRebuilt damages files at rest and under a running engine.
func TestDamagedFilesAreRebuilt(t *testing.T) {
	flip := func(at int) func([]byte) []byte {
		return func(file []byte) []byte { file[(at+len(file))%len(file)] ^= 1; return file }
	}
	const older = "a file of an older format" // as after an upgrade, which needs no warning
	for name, damage := range map[string]func([]byte) []byte{
		"a flipped bit at the start":     flip(3),
		"a flipped bit in the middle":    flip(1500),
		"a flipped bit at the end":       flip(-9),
		"a file that was cut short":      func(file []byte) []byte { return file[:len(file)/2] },
		"an empty file":                  func([]byte) []byte { return nil },
		"a file of something else":       func([]byte) []byte { return []byte("not a segment") },
		older:                            func(file []byte) []byte { file[8] ^= 0xff; return file },
		"a file that is twice as long":   func(file []byte) []byte { return append(file, file...) },
		"a file with its halves swapped": func(file []byte) []byte { n := len(file) / 2; return append(bytes.Clone(file[n:]), file[:n]...) },
	} {
		for _, which := range []string{"*.segment", "index.list"} {
			t.Run(name+" in "+which, func(t *testing.T) {
				var log recalltest.Log
				many(&log, 600)
				dir := t.TempDir()
				var said bytes.Buffer
				start := func() *recall.Engine {
					return recall.New(&log, recall.WithDir(dir), recall.WithLog(slog.New(slog.NewTextHandler(&said, nil))))
				}
				e := start()
				ask(t, e, recall.Query{Text: "word"})
				if err := e.Close(); err != nil {
					t.Fatal(err)
				}
				paths, _ := filepath.Glob(filepath.Join(dir, "u", which))
				file, err := os.ReadFile(paths[0])
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(paths[0], damage(file), 0o600); err != nil {
					t.Fatal(err)
				}
				e = start()
				defer e.Close()
				for i := range 600 {
					if got := ask(t, e, recall.Query{Text: fmt.Sprint("word", i)}); ids(got) != fmt.Sprintf("m%04d", i) {
						t.Fatalf("word%d: %s", i, ids(got))
					}
				}
				if problems, err := e.Check(t.Context(), "u"); err != nil || len(problems) > 0 {
					t.Errorf("%q, %v", problems, err)
				}
				other, alarm := strings.Contains(said.String(), "of another version"), strings.Contains(said.String(), "WARN")
				if isOlder := name == older; other != isOlder || alarm == isOlder {
					t.Errorf("the log says %s", said.String())
				}
			})
		}
	}
	t.Run("a file that is truncated while it is mapped", func(t *testing.T) {
		var log recalltest.Log
		many(&log, 600)
		dir := t.TempDir()
		var said bytes.Buffer
		e := recall.New(&log, recall.WithDir(dir), recall.WithLog(slog.New(slog.NewTextHandler(&said, nil))))
		defer e.Close()
		ask(t, e, recall.Query{Text: "word"})
		paths, _ := filepath.Glob(filepath.Join(dir, "u", "*.segment"))
		if err := os.Truncate(paths[0], 100); err != nil {
			t.Fatal(err)
		}
		if got := ask(t, e, recall.Query{Text: "word5"}); ids(got) != "m0005" || !strings.Contains(said.String(), "rebuilding") {
			t.Errorf("%s, %s", ids(got), said.String())
		}
	})
}

func TestCheck(t *testing.T) {
	var log recalltest.Log
	many(&log, 600)
	dir := t.TempDir()
	e := recall.New(&log, recall.WithDir(dir))
	defer e.Close()
	if problems, err := e.Check(t.Context(), "u"); err != nil || len(problems) > 0 {
		t.Errorf("a sound index: %q, %v", problems, err)
	}
	// The log changes behind the index's back: one row differs, one is lost.
	log.Rewrite("u", func(p *recall.Passage) bool {
		if p.MemoryID == "m0003" {
			p.Text = "changed behind its back"
		}
		return p.MemoryID != "m0004"
	})
	problems, err := e.Check(t.Context(), "u")
	if err != nil || len(problems) != 2 || !strings.Contains(problems[0], "passages: 0 are missing, 1 should not be there, 1 are not") {
		t.Errorf("%q, %v", problems, err)
	}
	e.Forget("u")
	if problems, err := e.Check(t.Context(), "u"); err != nil || len(problems) > 0 {
		t.Errorf("after the repair: %q, %v", problems, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "u", "index.list"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestPurge(t *testing.T) {
	var log recalltest.Log
	many(&log, 600)
	log.Add("other", note("m1", "", "something"))
	log.Add("Ünsäfe/../name", note("m1", "", "something"))
	dir := t.TempDir()
	e := recall.New(&log, recall.WithDir(dir), recall.FlushFrom(1))
	defer e.Close()
	for _, user := range []string{"u", "other", "Ünsäfe/../name"} {
		if _, err := e.Search(t.Context(), user, recall.Query{Text: "something"}); err != nil {
			t.Fatal(err)
		}
	}
	log.Delete("u", "m0123")
	log.Truncate("other", 0)
	if err := e.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*"))
	for _, path := range files {
		file, err := os.ReadFile(path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil || bytes.Contains(file, []byte("word123")) || strings.Contains(path, "other") {
			t.Errorf("%s holds what is deleted (%v)", path, err)
		}
	}
	if entries, _ := os.ReadDir(dir); len(files) < 4 || len(entries) < 2 {
		t.Errorf("%v, %v", entries, files)
	}
	if got, err := e.Search(t.Context(), "Ünsäfe/../name", recall.Query{Text: "something"}); err != nil || len(got) != 1 {
		t.Errorf("%v, %v", got, err)
	}
}

// asked is a source that counts how often it is asked for a user's last change.
type asked struct {
	recalltest.Log
	times int
}

func (a *asked) LastSeq(ctx context.Context, userID string) (int64, error) {
	a.times++
	return a.Log.LastSeq(ctx, userID)
}

// TestPurgeOpensWhatChanged shows that an index is not opened, which asks once more, while nothing changes.
func TestPurgeOpensWhatChanged(t *testing.T) {
	var log asked
	log.Add("u", note("m1", "", "something"))
	e := recall.New(&log, recall.WithDir(t.TempDir()), recall.FlushFrom(1))
	defer e.Close()
	if _, err := e.Search(t.Context(), "u", recall.Query{Text: "something"}); err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{2, 1, 2, 1} {
		if i == 2 {
			log.Add("u", note("m2", "", "something"))
		}
		log.times = 0
		if err := e.Purge(t.Context()); err != nil || log.times != want {
			t.Errorf("purge %d asks %d times, want %d; %v", i+1, log.times, want, err)
		}
	}
}

// TestReadOnlyDirectory shows that searching continues in memory.
func TestReadOnlyDirectory(t *testing.T) {
	var log recalltest.Log
	many(&log, 10)
	dir := filepath.Join(t.TempDir(), "index")
	var said bytes.Buffer
	e := recall.New(&log, recall.WithDir(dir), recall.FlushFrom(1), recall.WithLog(slog.New(slog.NewTextHandler(&said, nil))))
	defer e.Close()
	ask(t, e, recall.Query{Text: "word1"})
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	log.Add("u", note("new", "", "something"))
	if got := ask(t, e, recall.Query{Text: "something"}); ids(got) != "new" || !strings.Contains(said.String(), "can't be written") {
		t.Errorf("%s, %s", ids(got), said.String())
	}
}

// TestUnusableDirectory shows that an index which can't have files is held in memory.
func TestUnusableDirectory(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"a file where the folder should be": func(dir string) error { return os.WriteFile(dir, nil, 0o600) },
		"a file where the user's should be": func(dir string) error {
			return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, "u"), nil, 0o600))
		},
		"a folder where the list should be":     func(dir string) error { return os.MkdirAll(filepath.Join(dir, "u", "index.list"), 0o700) },
		"a folder where its new list should be": func(dir string) error { return os.MkdirAll(filepath.Join(dir, "u", "index.list.new", "x"), 0o700) },
		"a folder where a new segment is written": func(dir string) error {
			return os.MkdirAll(filepath.Join(dir, "u", "00000001.segment.new", "x"), 0o700)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log recalltest.Log
			many(&log, 600)
			dir := filepath.Join(t.TempDir(), "index")
			if err := spoil(dir); err != nil {
				t.Fatal(err)
			}
			e := recall.New(&log, recall.WithDir(dir))
			defer e.Close()
			if got := ask(t, e, recall.Query{Text: "word5"}); ids(got) != "m0005" {
				t.Errorf("%s", ids(got))
			}
		})
	}
}

// TestPurgeOfADamagedFile damages a text that no search reads: deleted text still goes.
func TestPurgeOfADamagedFile(t *testing.T) {
	var log recalltest.Log
	for i := range 600 {
		log.Add("u", note(fmt.Sprintf("m%04d", i), "", fmt.Sprintf("word%d ", i)+strings.Repeat("among others ", 50)))
	}
	dir := t.TempDir()
	e := recall.New(&log, recall.WithDir(dir))
	defer e.Close()
	ask(t, e, recall.Query{Text: "word1"})
	paths, _ := filepath.Glob(filepath.Join(dir, "u", "*.segment"))
	file, err := os.OpenFile(paths[0], os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	content, _ := os.ReadFile(paths[0])
	at := bytes.Index(content, []byte("word400 among"))
	if _, err := file.WriteAt([]byte("W"), int64(at)); at < 0 || errors.Join(err, file.Close()) != nil {
		t.Fatal(at, err)
	}
	log.Delete("u", "m0007")
	if err := e.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	paths, _ = filepath.Glob(filepath.Join(dir, "u", "*"))
	for _, path := range paths {
		if content, _ := os.ReadFile(path); bytes.Contains(content, []byte("word7 ")) {
			t.Errorf("%s holds what is deleted", path)
		}
	}
	if got := ask(t, e, recall.Query{Text: "word400"}); ids(got) != "m0400" {
		t.Errorf("%s", ids(got))
	}
}

// TestSearchWhileDropped searches concurrently while files are damaged and the index is dropped: it
// is rebuilt, and no search comes back empty.
func TestSearchWhileDropped(t *testing.T) {
	var log recalltest.Log
	many(&log, 600)
	dir := t.TempDir()
	for round := range 4 {
		e := recall.New(&log, recall.WithDir(dir))
		ask(t, e, recall.Query{Text: "word1"})
		paths, _ := filepath.Glob(filepath.Join(dir, "u", "*.segment"))
		if round%2 == 0 {
			if err := os.Truncate(paths[0], 100); err != nil {
				t.Fatal(err)
			}
		}
		var group sync.WaitGroup
		for worker := range 8 {
			group.Go(func() {
				for i := range 10 {
					word := worker*10 + i
					got, err := e.Search(t.Context(), "u", recall.Query{Text: fmt.Sprint("word", word)})
					if err != nil || ids(got) != fmt.Sprintf("m%04d", word) {
						t.Errorf("word%d: %q, %v", word, ids(got), err)
					}
					if worker == 0 {
						e.Forget("u")
					}
				}
			})
		}
		group.Wait()
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	}
}
