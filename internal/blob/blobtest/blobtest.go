// Package blobtest is the conformance suite of blob.Store.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"engram/internal/blob"
)

// Run checks the stores that open gives; each is empty.
func Run(t *testing.T, open func(*testing.T) blob.Store) {
	for _, part := range []struct {
		title string
		check func(*testing.T, blob.Store)
	}{
		{"what is put can be read and sought in", testRead},
		{"a second put replaces the first", testReplace},
		{"what is deleted is gone, and deleting it again is no error", testDelete},
		{"a reader that fails leaves what was there", testBrokenReader},
		{"a context that ends leaves nothing", testContext},
		{"keys that are none hold nothing", testKeys},
		{"large blobs come back whole", testLarge},
		{"many may put at the same time", testConcurrent},
	} {
		t.Run(part.title, func(t *testing.T) { part.check(t, open(t)) })
	}
}

func put(t *testing.T, s blob.Store, key, content string) {
	t.Helper()
	size, err := s.Put(t.Context(), key, strings.NewReader(content))
	if err != nil || size != int64(len(content)) {
		t.Fatalf("put %s: %d, %v", key, size, err)
	}
}

func wantContent(t *testing.T, s blob.Store, key, want string) {
	t.Helper()
	object, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatalf("open %s: %v", key, err)
	}
	defer object.Close()
	got, err := io.ReadAll(object)
	if err != nil || string(got) != want || object.Size != int64(len(want)) || object.Modified.IsZero() {
		t.Errorf("%s: %d bytes %.40q, size %d, modified %v, %v; want %.40q", key, len(got), got, object.Size, object.Modified, err, want)
	}
}

func wantAbsent(t *testing.T, s blob.Store, key string) {
	t.Helper()
	object, err := s.Open(t.Context(), key)
	if err == nil {
		object.Close()
	}
	if !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("%q: %v, want blob.ErrNotFound", key, err)
	}
}

func testRead(t *testing.T, s blob.Store) {
	put(t, s, "documents/a/1.pdf", "0123456789")
	put(t, s, "empty", "")
	wantContent(t, s, "documents/a/1.pdf", "0123456789")
	wantContent(t, s, "empty", "")
	object, err := s.Open(t.Context(), "documents/a/1.pdf")
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	if _, err := object.Seek(7, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if rest, _ := io.ReadAll(object); string(rest) != "789" {
		t.Errorf("after a seek: %q", rest)
	}
}

func testReplace(t *testing.T, s blob.Store) {
	put(t, s, "a", "a longer first one")
	put(t, s, "a", "second")
	wantContent(t, s, "a", "second")
}

func testDelete(t *testing.T, s blob.Store) {
	put(t, s, "user/a", "a")
	put(t, s, "user/b", "b")
	for range 2 {
		if err := s.Delete(t.Context(), "user/a"); err != nil {
			t.Fatal(err)
		}
		wantAbsent(t, s, "user/a")
	}
	wantContent(t, s, "user/b", "b")
}

func testBrokenReader(t *testing.T, s blob.Store) {
	broken := errors.New("broken")
	put(t, s, "kept", "as it was")
	for _, key := range []string{"kept", "new"} {
		_, err := s.Put(t.Context(), key, io.MultiReader(strings.NewReader("half of it"), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Errorf("%s: %v, want the reader's error", key, err)
		}
	}
	wantContent(t, s, "kept", "as it was")
	wantAbsent(t, s, "new")
}

func testContext(t *testing.T, s blob.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Put(ctx, "a", strings.NewReader("a")); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v, want context.Canceled", err)
	}
	wantAbsent(t, s, "a")
}

func testKeys(t *testing.T, s blob.Store) {
	for _, key := range []string{"", "/", "/a", "a/", "a//b", "..", "../a", "a/../b", "./a", ".a", "a/.b", `a\b`, "a b", "A", "a\x00", strings.Repeat("a", 513)} {
		if blob.ValidKey(key) {
			t.Errorf("%q passes for a key", key)
		}
		if _, err := s.Put(t.Context(), key, strings.NewReader("x")); err == nil {
			t.Errorf("%q was put", key)
		}
		wantAbsent(t, s, key)
		if err := s.Delete(t.Context(), key); err != nil {
			t.Errorf("delete %q: %v", key, err)
		}
	}
}

func testLarge(t *testing.T, s blob.Store) {
	content := string(bytes.Repeat([]byte("0123456789abcdef"), 1<<18)) // 4 MiB
	put(t, s, "large", content)
	wantContent(t, s, "large", content)
}

func testConcurrent(t *testing.T, s blob.Store) {
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			for range 20 {
				key := fmt.Sprintf("user-%d/file-%d", i%4, i)
				if _, err := s.Put(t.Context(), key, strings.NewReader(key)); err != nil {
					t.Errorf("%s: %v", key, err)
				}
				if err := s.Delete(t.Context(), key); err != nil {
					t.Error(err)
				}
			}
			put(t, s, fmt.Sprintf("user-%d/kept-%d", i%4, i), "kept")
		})
	}
	group.Wait()
	for i := range 16 {
		wantContent(t, s, fmt.Sprintf("user-%d/kept-%d", i%4, i), "kept")
		wantAbsent(t, s, fmt.Sprintf("user-%d/file-%d", i%4, i))
	}
}
