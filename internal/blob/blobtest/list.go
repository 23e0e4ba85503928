package blobtest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"testing"
	"time"

	"engram/internal/blob"
)

// list returns the size of every blob by key.
func list(t *testing.T, s blob.Store) map[string]int64 {
	t.Helper()
	sizes := map[string]int64{}
	err := s.List(t.Context(), func(info blob.Info) error {
		if _, again := sizes[info.Key]; again {
			t.Errorf("%s is listed twice", info.Key)
		}
		if since := time.Since(info.Modified); since < -time.Minute || since > time.Hour {
			t.Errorf("%s was modified at %v, want about now", info.Key, info.Modified)
		}
		sizes[info.Key] = info.Size
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

func testList(t *testing.T, s blob.Store) {
	want := map[string]int64{}
	if got := list(t, s); len(got) != 0 {
		t.Errorf("an empty store lists %v", got)
	}
	for i, key := range []string{"top", "a/b/c.pdf", "a/b.d", "a/b/d.pdf", "empty"} {
		want[key] = int64(5 * (4 - i))
		put(t, s, key, "01234567890123456789"[:want[key]])
	}
	put(t, s, "a/gone", "x")
	if err := s.Delete(t.Context(), "a/gone"); err != nil {
		t.Fatal(err)
	}
	if got := list(t, s); !maps.Equal(got, want) {
		t.Errorf("listed %v, want %v", got, want)
	}
}

// testListFolders tests that the blobs of a folder are listed together.
func testListFolders(t *testing.T, s blob.Store) {
	for i := range 40 {
		put(t, s, fmt.Sprintf("%c/u%c/%d", 'a'+i%2, 'a'+i%5, i), "x")
	}
	ended, now := map[string]bool{}, ""
	err := s.List(t.Context(), func(info blob.Info) error {
		if folder := path.Dir(info.Key); folder != now {
			ended[now], now = true, folder
		}
		if ended[now] {
			t.Errorf("%s comes after its folder has ended", info.Key)
		}
		return nil
	})
	if err != nil || len(ended) != 10 {
		t.Errorf("%d folders have ended, want 10 (one of them the start): %v", len(ended), err)
	}
}

func testListDeletes(t *testing.T, s blob.Store) {
	for i := range 40 {
		put(t, s, fmt.Sprintf("a/u%c/%d", 'a'+i%5, i), "x")
	}
	listed := 0
	err := s.List(t.Context(), func(info blob.Info) error {
		listed++
		return s.Delete(t.Context(), info.Key)
	})
	if err != nil || listed != 40 {
		t.Errorf("listed %d of 40, %v", listed, err)
	}
	if left := list(t, s); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

func testListStops(t *testing.T, s blob.Store) {
	put(t, s, "a", "x")
	put(t, s, "b", "x")
	enough, calls := errors.New("enough"), 0
	err := s.List(t.Context(), func(blob.Info) error { calls++; return enough })
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("%v after %d calls, want the first one's error", err, calls)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.List(ctx, func(blob.Info) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
