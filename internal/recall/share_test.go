package recall_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
	"engram/internal/recall/segment"
)

// copies keeps the snapshot of one user in a folder.
type copies struct {
	dir       string
	of        segment.Frozen
	published int
	fetched   int
	young     bool   // too young to be replaced
	err       error  // of fetching
	before    func() // fetching
}

func (c *copies) Fetch(_ context.Context, _, dir, format string) error {
	if c.before != nil {
		c.before()
	}
	if c.of.Format != format {
		return nil
	}
	if c.err != nil {
		return errors.Join(c.err, os.WriteFile(filepath.Join(dir, "00000099.segment"), []byte("half of a file"), 0o600))
	}
	c.fetched++
	return os.CopyFS(dir, os.DirFS(c.dir))
}

func (c *copies) Due(_ context.Context, _, _ string, seq int64) (bool, error) {
	return !c.young && seq != c.of.Seq, nil
}

func (c *copies) Publish(_ context.Context, _ string, of segment.Frozen) error {
	c.of = of
	c.published++
	if err := errors.Join(os.RemoveAll(c.dir), os.Mkdir(c.dir, 0o700)); err != nil {
		return err
	}
	for _, file := range of.Files {
		content, err := io.ReadAll(file)
		if err = errors.Join(err, os.WriteFile(filepath.Join(c.dir, filepath.Base(file.Name())), content, 0o600)); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(c.dir, segment.ListName), of.List, 0o600)
}

func (c *copies) Discard(string) { c.of = segment.Frozen{} }

// names returns the names of the snapshot's files, without the list.
func (c *copies) names() (names []string) {
	for _, file := range c.of.Files {
		names = append(names, filepath.Base(file.Name()))
	}
	return names
}

// text is all that a snapshot's files hold.
func (c *copies) text(t *testing.T) (all []byte) {
	t.Helper()
	for _, name := range c.names() {
		content, err := os.ReadFile(filepath.Join(c.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, content...)
	}
	return all
}

func purged(t *testing.T, e *recall.Engine) {
	t.Helper()
	if err := errors.Join(e.Purge(t.Context()), e.Publish(t.Context())); err != nil {
		t.Fatal(err)
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func TestIndexesAreShared(t *testing.T) {
	source, shared := &counting{}, &copies{dir: t.TempDir()}
	many(&source.Log, 700)
	node := func() *recall.Engine {
		e := recall.New(source, recall.WithDir(t.TempDir()), recall.WithSnapshots(shared))
		t.Cleanup(func() { _ = e.Close() })
		return e
	}
	first := node()
	ask(t, first, recall.Query{Text: "word77"})
	purged(t, first)
	purged(t, first)
	if shared.published != 1 || shared.of.Docs != 700 || shared.of.Seq != 700 {
		t.Fatalf("published %d times: %d passages up to change %d", shared.published, shared.of.Docs, shared.of.Seq)
	}
	t.Run("another node reads what is newer alone", func(t *testing.T) {
		source.Add("u", note("new", "", "something else"))
		source.read = 0
		e := node()
		if got := ask(t, e, recall.Query{Text: "word77"}); ids(got) != "m0077" || source.read != 1 {
			t.Errorf("%s, %d changes read", ids(got), source.read)
		}
		if got := ask(t, e, recall.Query{Text: "something"}); ids(got) != "new" {
			t.Errorf("what is newer: %s", ids(got))
		}
		if problems, err := e.Check(t.Context(), "u"); err != nil || len(problems) > 0 {
			t.Errorf("check: %q, %v", problems, err)
		}
	})
	t.Run("deleted text is in no file", func(t *testing.T) {
		if !bytes.Contains(shared.text(t), []byte("word77 among")) {
			t.Fatal("the text of before is not found where it lies")
		}
		source.Delete("u", "m0077")
		shared.young = true
		purged(t, first)
		shared.young = false
		purged(t, first)
		if shared.published != 2 || bytes.Contains(shared.text(t), []byte("word77 among")) {
			t.Errorf("published %d times", shared.published)
		}
	})
	t.Run("a snapshot of another model is not used", func(t *testing.T) {
		source.read = 0
		e := recall.New(source, recall.WithDir(t.TempDir()), recall.WithSnapshots(shared), recall.WithModel("another"))
		defer e.Close()
		if got := ask(t, e, recall.Query{Text: "word78"}); ids(got) != "m0078" || source.read < 700 {
			t.Errorf("%s, %d changes read", ids(got), source.read)
		}
	})
	t.Run("what can't be fetched is indexed anew", func(t *testing.T) {
		shared.err = errors.New("the bucket is away")
		defer func() { shared.err = nil }()
		source.read = 0
		dir := t.TempDir()
		e := recall.New(source, recall.WithDir(dir), recall.WithSnapshots(shared))
		defer e.Close()
		if got := ask(t, e, recall.Query{Text: "word78"}); ids(got) != "m0078" || source.read < 700 {
			t.Errorf("%s, %d changes read", ids(got), source.read)
		}
		if _, err := os.Stat(filepath.Join(dir, "u", "00000099.segment")); !os.IsNotExist(err) {
			t.Errorf("what was fetched in part: %v", err)
		}
	})
	t.Run("a search that is given up leaves it to the next", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		shared.before = cancel
		e := node()
		_, err := e.Search(ctx, "u", recall.Query{Text: "word78"})
		shared.before, source.read = nil, 0
		if got := ask(t, e, recall.Query{Text: "word78"}); !errors.Is(err, context.Canceled) || ids(got) != "m0078" || source.read > 2 {
			t.Errorf("%v; then %s, %d changes read", err, ids(got), source.read)
		}
	})
	t.Run("damage at a node leaves the snapshot, which mends it", func(t *testing.T) {
		dir := t.TempDir()
		start := func() *recall.Engine {
			e := recall.New(source, recall.WithDir(dir), recall.WithSnapshots(shared))
			t.Cleanup(func() { _ = e.Close() })
			return e
		}
		e := start()
		ask(t, e, recall.Query{Text: "word78"})
		if err := e.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "u", segment.ListName), []byte("no list"), 0o600); err != nil {
			t.Fatal(err)
		}
		before := shared.fetched
		source.read = 0
		if got := ask(t, start(), recall.Query{Text: "word78"}); ids(got) != "m0078" || source.read > 2 || shared.fetched != before+1 {
			t.Errorf("%s, %d changes read, fetched %d times", ids(got), source.read, shared.fetched-before)
		}
	})
	t.Run("a log that went back has no snapshot", func(t *testing.T) {
		source.Truncate("u", 600)
		if got := ask(t, node(), recall.Query{Text: "word78"}); ids(got) != "m0078" {
			t.Errorf("found %s", ids(got))
		}
		if shared.of.Files != nil {
			t.Error("the snapshot is still there")
		}
	})
}

func TestASnapshotHasTheVectors(t *testing.T) {
	var log recalltest.Log
	many(&log, 600)
	shared := &copies{dir: t.TempDir()}
	e := recall.New(&log, recall.WithDir(t.TempDir()), recall.WithModel("m"), recall.WithSnapshots(shared), recall.FlushFrom(1))
	defer e.Close()
	ask(t, e, recall.Query{Text: "word77"})
	log.Rewrite("u", func(p *recall.Passage) bool {
		p.Vector, p.Model = []int8{1, 2, 3}, "m"
		return p.MemoryID < "m0005"
	})
	purged(t, e)
	if last, _ := log.LastSeq(t.Context(), "u"); shared.of.Seq != last {
		t.Errorf("it is of change %d, want %d", shared.of.Seq, last)
	}
}

func TestOtherFoldersBesideIndexes(t *testing.T) {
	var log recalltest.Log
	many(&log, 600)
	dir, shared := t.TempDir(), &copies{dir: t.TempDir()}
	e := recall.New(&log, recall.WithDir(dir), recall.WithSnapshots(shared))
	defer e.Close()
	ask(t, e, recall.Query{Text: "word77"})
	for _, name := range []string{"x", "lost+found", "xy"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	purged(t, e)
	if !exists(filepath.Join(dir, "u", segment.ListName)) || shared.published != 1 {
		t.Errorf("the index is there: %v, published %d times", exists(filepath.Join(dir, "u", segment.ListName)), shared.published)
	}
}

func TestADamagedSnapshotIsRemoved(t *testing.T) {
	var log recalltest.Log
	many(&log, 700)
	shared := &copies{dir: t.TempDir()}
	e := recall.New(&log, recall.WithDir(t.TempDir()), recall.WithSnapshots(shared))
	ask(t, e, recall.Query{Text: "word77"})
	purged(t, e)
	if err := e.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range append(shared.names(), segment.ListName) {
		of := shared.of
		path := filepath.Join(shared.dir, name)
		sound, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, sound[:len(sound)/2], 0o600); err != nil {
			t.Fatal(err)
		}
		e := recall.New(&log, recall.WithDir(t.TempDir()), recall.WithSnapshots(shared))
		if got := ask(t, e, recall.Query{Text: "word77"}); ids(got) != "m0077" || shared.of.Files != nil {
			t.Errorf("%s: found %s, still there: %v", name, ids(got), shared.of.Files)
		}
		shared.of = of
		// A node that fetched it and was started again finds the damage in its own files first.
		dir := t.TempDir()
		if err := os.CopyFS(filepath.Join(dir, "u"), os.DirFS(shared.dir)); err != nil {
			t.Fatal(err)
		}
		again := recall.New(&log, recall.WithDir(dir), recall.WithSnapshots(shared))
		if got := ask(t, again, recall.Query{Text: "word77"}); ids(got) != "m0077" || shared.of.Files != nil || again.Close() != nil {
			t.Errorf("%s: found %s, still there: %v", name, ids(got), shared.of.Files)
		}
		shared.of = of
		if err := errors.Join(e.Close(), os.WriteFile(path, sound, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// A proxy may send users to one node today and to another tomorrow: every node would have all indexes in the end.
func TestAnIndexThatNobodyAsksForIsRemoved(t *testing.T) {
	for _, shared := range []recall.Snapshots{nil, &copies{dir: t.TempDir()}} {
		synctest.Test(t, func(t *testing.T) {
			var log recalltest.Log
			many(&log, 600)
			dir := t.TempDir()
			with := []recall.Option{recall.WithDir(dir)}
			if shared != nil {
				with = append(with, recall.WithSnapshots(shared))
			}
			e := recall.New(&log, with...)
			for range 2 {
				if got := ask(t, e, recall.Query{Text: "word77"}); ids(got) != "m0077" {
					t.Errorf("found %s", ids(got))
				}
				for day := range 5 {
					log.Add("u", note("new", "", "Somebody saves at another node."))
					purged(t, e)
					if is, want := exists(filepath.Join(dir, "u", segment.ListName)), shared == nil || day < 4; is != want {
						t.Errorf("with snapshots %v, after %d days it is there: %v", shared != nil, day, is)
					}
					time.Sleep(25 * time.Hour)
				}
			}
			if err := e.Close(); err != nil {
				t.Fatal(err)
			}
		})
	}
}
