package migrate

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"engram/internal/blob"
	"engram/internal/blob/disk"
)

// shelf is a folder of files of which some can't be read, and some are written otherwise than they are sent.
type shelf struct {
	*disk.Store
	unreadable, garbles string

	lock sync.Mutex
	puts []string
}

func newShelf(t *testing.T, files map[string]string) *shelf {
	t.Helper()
	s, err := disk.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	for key, text := range files {
		if _, err := s.Put(t.Context(), key, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	return &shelf{Store: s}
}

func (s *shelf) Open(ctx context.Context, key string) (*blob.Object, error) {
	o, err := s.Store.Open(ctx, key)
	if err == nil && key == s.unreadable {
		o.ReadSeekCloser = broken{o.ReadSeekCloser}
	}
	return o, err
}

type broken struct{ io.ReadSeekCloser }

func (broken) Read([]byte) (int, error) { return 0, errors.New("bad sector") }

func (s *shelf) Put(ctx context.Context, key string, r io.Reader) (int64, error) {
	s.lock.Lock()
	s.puts = append(s.puts, key)
	s.lock.Unlock()
	if key != s.garbles {
		return s.Store.Put(ctx, key, r)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		return 0, err
	}
	text[0] ^= 1
	return s.Store.Put(ctx, key, bytes.NewReader(text))
}

func (s *shelf) text(t *testing.T, key string) string {
	t.Helper()
	o, err := s.Store.Open(t.Context(), key)
	if errors.Is(err, blob.ErrNotFound) {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	text, err := io.ReadAll(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var saved = map[string]string{"documents/a/1.pdf": "one", "pictures/a/2.jpg": "two", "pictures/b/3.jpg": "three", "imports/b/4": ""}

func TestFilesAreCopiedOnce(t *testing.T) {
	from, to := newShelf(t, saved), newShelf(t, map[string]string{"documents/a/1.pdf": "one", "pictures/b/3.jpg": "thrXe"})
	if _, err := from.Put(t.Context(), blob.IndexKey("a", "1", "1.segment"), strings.NewReader("made anew where it is needed")); err != nil {
		t.Fatal(err)
	}
	for run, want := range [][]string{{"imports/b/4", "pictures/a/2.jpg", "pictures/b/3.jpg"}, nil} {
		to.puts = nil
		c := &copying{from: from, to: to, tell: func(text string) { t.Error(text) }}
		if err := c.run(t.Context()); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(to.puts); !slices.Equal(to.puts, want) || c.files != len(saved) || c.bytes != 11 {
			t.Errorf("run %d sent %v; files %d, bytes %d", run, to.puts, c.files, c.bytes)
		}
	}
	for key, text := range saved {
		if got := to.text(t, key); got != text {
			t.Errorf("%s is %q", key, got)
		}
	}
}

func TestDamagedFilesAreNamed(t *testing.T) {
	from, to := newShelf(t, saved), newShelf(t, nil)
	from.unreadable, to.garbles = "documents/a/1.pdf", "pictures/b/3.jpg"
	var said []string
	c := &copying{from: from, to: to, tell: func(text string) { said = append(said, text) }}
	err := c.run(t.Context())
	slices.Sort(said)
	if err == nil || !strings.Contains(err.Error(), "could not be copied: 2") || len(said) != 2 ||
		!strings.HasPrefix(said[0], "the file documents/a/1.pdf: ") || !strings.Contains(said[0], "bad sector") ||
		said[1] != "the file pictures/b/3.jpg: its copy has other bytes than were sent" {
		t.Errorf("it said %q, %v", said, err)
	}
	if got := to.text(t, "pictures/a/2.jpg"); got != "two" {
		t.Errorf("another file is %q", got)
	}
}

func TestFilesOfOthersAreRefused(t *testing.T) {
	from := newShelf(t, saved)
	if err := strange(t.Context(), from, newShelf(t, map[string]string{"pictures/a/2.jpg": "tw"})); err != nil {
		t.Error(err)
	}
	err := strange(t.Context(), from, newShelf(t, map[string]string{"pictures/c/9.jpg": "x"}))
	if err == nil || !strings.Contains(err.Error(), "pictures/c/9.jpg") {
		t.Errorf("got %v", err)
	}
}
