// Package blobtest is the conformance suite of blob.Store.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"engram/internal/blob"
)

// Run runs the suite. open returns an empty Store for each test.
func Run(t *testing.T, open func(t *testing.T) blob.Store) {
	for name, test := range map[string]func(*testing.T, blob.Store){
		"put and open":                testPutOpen,
		"seek":                        testSeek,
		"absent":                      testAbsent,
		"replace":                     testReplace,
		"delete":                      testDelete,
		"keys beside each other":      testNeighbours,
		"empty":                       testEmpty,
		"large":                       testLarge,
		"failing reader":              testFailingReader,
		"failing reader on a replace": testFailingReplace,
		"cancelled":                   testCancelled,
		"invalid keys":                testInvalidKeys,
		"long key":                    testLongKey,
		"open while replaced":         testOpenWhileReplaced,
		"list":                        testList,
		"list folder by folder":       testListFolders,
		"delete what is listed":       testListDeletes,
		"a list that is stopped":      testListStops,
		"concurrent":                  testConcurrent,
		"concurrent on one key":       testConcurrentOnOneKey,
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t)) })
	}
}

func put(t *testing.T, s blob.Store, key, content string) {
	t.Helper()
	size, err := s.Put(t.Context(), key, strings.NewReader(content))
	if err != nil || size != int64(len(content)) {
		t.Fatalf("Put(%s) = %d, %v, want %d bytes", key, size, err, len(content))
	}
}

func read(t *testing.T, s blob.Store, key string) string {
	t.Helper()
	o, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("Open(%s): %v", key, err)
	}
	defer o.Close()
	content, err := io.ReadAll(o)
	if err != nil || int64(len(content)) != o.Size {
		t.Fatalf("read %d bytes of %s, size %d, error %v", len(content), key, o.Size, err)
	}
	return string(content)
}

func wantAbsent(t *testing.T, s blob.Store, key string) {
	t.Helper()
	if o, err := s.Open(t.Context(), key); !errors.Is(err, blob.ErrNotFound) {
		if err == nil {
			o.Close()
		}
		t.Errorf("Open(%s): %v, want ErrNotFound", key, err)
	}
}

func testPutOpen(t *testing.T, s blob.Store) {
	before := time.Now().Add(-time.Minute)
	put(t, s, "documents/ann/1.pdf", "hello")
	if got := read(t, s, "documents/ann/1.pdf"); got != "hello" {
		t.Errorf("content %q", got)
	}
	o, err := s.Open(t.Context(), "documents/ann/1.pdf")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if o.Modified.Before(before) || o.Modified.After(time.Now().Add(time.Minute)) {
		t.Errorf("modified %v, want about now", o.Modified)
	}
}

func testSeek(t *testing.T, s blob.Store) {
	put(t, s, "a", "0123456789")
	o, err := s.Open(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for _, step := range []struct {
		offset int64
		whence int
		at     int64
		want   string
	}{
		{4, io.SeekStart, 4, "456789"}, {-3, io.SeekEnd, 7, "789"}, {0, io.SeekStart, 0, "0123456789"},
		{-4, io.SeekCurrent, 6, "6789"}, {0, io.SeekEnd, 10, ""},
	} {
		at, err := o.Seek(step.offset, step.whence)
		if err != nil || at != step.at {
			t.Fatalf("Seek(%d, %d) = %d, %v, want %d", step.offset, step.whence, at, err, step.at)
		}
		if got, err := io.ReadAll(o); err != nil || string(got) != step.want {
			t.Errorf("from %d: %q, %v, want %q", step.at, got, err, step.want)
		}
	}
	if _, err := o.Seek(-1, io.SeekStart); err == nil {
		t.Error("a seek before the beginning passed")
	}
}

func testAbsent(t *testing.T, s blob.Store) {
	wantAbsent(t, s, "nothing")
	wantAbsent(t, s, "nothing/here/either")
	if err := s.Delete(t.Context(), "nothing/here"); err != nil {
		t.Errorf("deleting what is absent: %v", err)
	}
}

func testReplace(t *testing.T, s blob.Store) {
	put(t, s, "a/b", "a long first content")
	put(t, s, "a/b", "short")
	if got := read(t, s, "a/b"); got != "short" {
		t.Errorf("content %q", got)
	}
}

func testDelete(t *testing.T, s blob.Store) {
	put(t, s, "a/b/c", "x")
	put(t, s, "a/b/d", "y")
	for range 2 {
		if err := s.Delete(t.Context(), "a/b/c"); err != nil {
			t.Fatal(err)
		}
	}
	wantAbsent(t, s, "a/b/c")
	if got := read(t, s, "a/b/d"); got != "y" {
		t.Errorf("its neighbour holds %q", got)
	}
	put(t, s, "a/b/c", "again")
	if got := read(t, s, "a/b/c"); got != "again" {
		t.Errorf("content %q", got)
	}
}

// testNeighbours tests keys that are prefixes of each other, or folders of others.
func testNeighbours(t *testing.T, s blob.Store) {
	put(t, s, "a/b", "1")
	put(t, s, "a/bb", "2")
	put(t, s, "a/b.txt", "3")
	wantAbsent(t, s, "a")
	wantAbsent(t, s, "a/b/c")
	for _, key := range []string{"a", "a/b/c"} {
		if err := s.Delete(t.Context(), key); err != nil {
			t.Errorf("Delete(%s): %v", key, err)
		}
	}
	for key, want := range map[string]string{"a/b": "1", "a/bb": "2", "a/b.txt": "3"} {
		if got := read(t, s, key); got != want {
			t.Errorf("%s holds %q, want %q", key, got, want)
		}
	}
}

func testEmpty(t *testing.T, s blob.Store) {
	put(t, s, "empty", "")
	if got := read(t, s, "empty"); got != "" {
		t.Errorf("content %q", got)
	}
}

func testLarge(t *testing.T, s blob.Store) {
	content := make([]byte, 20<<20+1)
	source := rand.NewChaCha8([32]byte{})
	_, _ = source.Read(content)
	size, err := s.Put(t.Context(), "large", iotest.OneByteReader(io.LimitReader(bytes.NewReader(content), 10)))
	if err != nil || size != 10 {
		t.Fatalf("byte by byte: %d, %v", size, err)
	}
	size, err = s.Put(t.Context(), "large", bytes.NewReader(content))
	if err != nil || size != int64(len(content)) {
		t.Fatalf("Put = %d, %v", size, err)
	}
	if read(t, s, "large") != string(content) {
		t.Error("came back different")
	}
}

var errBroken = errors.New("the upload broke off")

func broken(content string) io.Reader {
	return io.MultiReader(strings.NewReader(content), iotest.ErrReader(errBroken))
}

func testFailingReader(t *testing.T, s blob.Store) {
	if _, err := s.Put(t.Context(), "a/b", broken("half of it")); !errors.Is(err, errBroken) {
		t.Errorf("error %v, want the reader's", err)
	}
	wantAbsent(t, s, "a/b")
}

func testFailingReplace(t *testing.T, s blob.Store) {
	put(t, s, "a/b", "as it was")
	if _, err := s.Put(t.Context(), "a/b", broken("half")); !errors.Is(err, errBroken) {
		t.Errorf("error %v, want the reader's", err)
	}
	if got := read(t, s, "a/b"); got != "as it was" {
		t.Errorf("content %q", got)
	}
}

func testCancelled(t *testing.T, s blob.Store) {
	put(t, s, "kept", "x")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Put(ctx, "a", strings.NewReader("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("Put: %v", err)
	}
	if _, err := s.Open(ctx, "kept"); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v", err)
	}
	if err := s.Delete(ctx, "kept"); !errors.Is(err, context.Canceled) {
		t.Errorf("Delete: %v", err)
	}
	wantAbsent(t, s, "a")
	if got := read(t, s, "kept"); got != "x" {
		t.Errorf("content %q", got)
	}
}

func testInvalidKeys(t *testing.T, s blob.Store) {
	for _, key := range []string{
		"", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/..", "./a", ".hidden", "a/.hidden", "A", "a b", "a\\b",
		"a\x00b", "a\n", "ä", "a:b", "a*", "-a", "c:/windows", strings.Repeat("a", 513),
	} {
		if _, err := s.Put(t.Context(), key, strings.NewReader("x")); err == nil {
			t.Errorf("Put(%q) passed", key)
		}
		if _, err := s.Open(t.Context(), key); err == nil || errors.Is(err, blob.ErrNotFound) {
			t.Errorf("Open(%q): %v", key, err)
		}
		if err := s.Delete(t.Context(), key); err == nil {
			t.Errorf("Delete(%q) passed", key)
		}
	}
}

func testLongKey(t *testing.T, s blob.Store) {
	key := strings.Repeat("abcdefghij/", 45) + "0123_4.5-6"
	put(t, s, key, "deep")
	if got := read(t, s, key); got != "deep" {
		t.Errorf("content %q", got)
	}
	if err := s.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	wantAbsent(t, s, key)
}

// testOpenWhileReplaced tests that an open blob is read to its end or fails, and is never a
// mixture.
func testOpenWhileReplaced(t *testing.T, s blob.Store) {
	before, after := strings.Repeat("before", 50_000), strings.Repeat("after", 70_000)
	put(t, s, "a", before)
	o, err := s.Open(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	first := make([]byte, 6)
	if _, err := io.ReadFull(o, first); err != nil {
		t.Fatal(err)
	}
	put(t, s, "a", after)
	rest, err := io.ReadAll(o)
	if got := string(first) + string(rest); err == nil && got != before {
		t.Errorf("read a mixture of %d bytes", len(got))
	}
}

func testConcurrent(t *testing.T, s blob.Store) {
	// A gateway over folders removes an empty one, and may fail to put a file into it meanwhile.
	put(t, s, "users/kept", "")
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			key := fmt.Sprintf("users/%d/file", i%4*100+i)
			for round := range 10 {
				want := fmt.Sprintf("%d in round %d", i, round)
				if _, err := s.Put(t.Context(), key, strings.NewReader(want)); err != nil {
					t.Errorf("Put: %v", err)
					return
				}
				if got, err := content(t.Context(), s, key); err != nil || got != want {
					t.Errorf("%s holds %q, %v, want %q", key, got, err, want)
				}
				if err := s.Delete(t.Context(), key); err != nil {
					t.Errorf("Delete: %v", err)
				}
			}
		})
	}
	all.Wait()
}

// testConcurrentOnOneKey tests that readers see one whole content of concurrent writers.
func testConcurrentOnOneKey(t *testing.T, s blob.Store) {
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			mine := strings.Repeat(string(rune('a'+i)), 10_000+i)
			for range 10 {
				if _, err := s.Put(t.Context(), "shared/key", strings.NewReader(mine)); err != nil {
					t.Errorf("Put: %v", err)
					return
				}
				got, err := content(t.Context(), s, "shared/key")
				if err != nil || got == "" || got != strings.Repeat(got[:1], 10_000+int(got[0]-'a')) {
					t.Errorf("a mixture of %d bytes, %v", len(got), err)
				}
			}
		})
	}
	all.Wait()
}

func content(ctx context.Context, s blob.Store, key string) (string, error) {
	o, err := s.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer o.Close()
	b, err := io.ReadAll(o)
	return string(b), err
}
