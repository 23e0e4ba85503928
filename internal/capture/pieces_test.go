package capture_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"engram/internal/blob"
	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

// pieceOf is a PDF's pages up to one of six, of which each says its number.
func pieceOf(first, last int) capture.Document {
	d := capture.Document{
		Title: "A book", Pages: 6, Append: first > 1,
		Bookmark: memory.Bookmark{Page: last, Pages: 6, Bytes: last, End: last == 6},
	}
	for n := first; n <= last; n++ {
		d.Sections = append(d.Sections, capture.Section{Page: n, Text: "words"})
	}
	return d
}

func newBook(t *testing.T, pieces ...capture.Document) *fixture {
	t.Helper()
	f := newFixture(t, memory.Memory{ID: memoryID, UserID: userID, Kind: memory.Document, Title: "book.pdf", UploadID: memoryID, Status: memory.Pending})
	if _, err := f.blobs.Put(t.Context(), blob.DocumentKey(userID, memoryID), strings.NewReader("%PDF-")); err != nil {
		t.Fatal(err)
	}
	f.reader.pieces = pieces
	return f
}

func (f *fixture) pages() (all []int) {
	for _, p := range f.shelf.passages {
		all = append(all, p.Page)
	}
	return all
}

func isBusy(err error) bool {
	_, busy := errors.AsType[*capture.Busy](err)
	return busy
}

func TestCaptureInPieces(t *testing.T) {
	ctx := context.Background()

	t.Run("each piece of a PDF is kept, and the next run continues after it", func(t *testing.T) {
		f := newBook(t, pieceOf(1, 2), pieceOf(3, 5), pieceOf(6, 6))
		for run, upto := range []int{2, 5, 6} {
			err := f.Capture(ctx, userID, memoryID)
			m := f.shelf.memory
			if more := upto < 6; isBusy(err) != more || (m.Status == memory.Pending) != more || m.CapturedAt.IsZero() != more || m.Error != "" {
				t.Fatalf("run %d: %v, %+v", run, err, m)
			}
			if !slices.Equal(f.pages(), until(upto)) {
				t.Errorf("run %d: pages %v", run, f.pages())
			}
		}
		if m := f.shelf.memory; m.Bookmark.Page != 0 || m.Description != "A book" || !slices.Equal(f.reader.from, []int{0, 2, 5}) {
			t.Errorf("read from %v, left %+v", f.reader.from, m)
		}
	})
	t.Run("a truncated PDF says so, and continues on request", func(t *testing.T) {
		cut := pieceOf(1, 4)
		cut.Bookmark.End, cut.Remark = true, "Read to page 4 of 6: the rest seems to be damaged."
		f := newBook(t, cut, pieceOf(5, 6))
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Status != memory.Ready || f.shelf.memory.Error != cut.Remark {
			t.Errorf("%v, %+v", err, f.shelf.memory)
		}
		if _, err := f.Refresh(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Error != "" || !slices.Equal(f.pages(), until(6)) {
			t.Errorf("%v, %+v with pages %v", err, f.shelf.memory, f.pages())
		}
	})
	t.Run("a failure after a piece keeps it, and says up to which page", func(t *testing.T) {
		f := newBook(t, pieceOf(1, 2), capture.Document{})
		if err := f.Capture(ctx, userID, memoryID); !isBusy(err) {
			t.Fatal(err)
		}
		f.reader.err = fault.New(fault.Unavailable, "The disk is away.")
		err := f.Capture(ctx, userID, memoryID)
		if m := f.shelf.memory; err == nil || m.Error != "Read to page 2 of 6. The disk is away." || m.Bookmark.Page != 2 || !slices.Equal(f.pages(), until(2)) {
			t.Errorf("%v, %+v with pages %v", err, m, f.pages())
		}
		f.reader.err, f.reader.pieces = nil, []capture.Document{pieceOf(3, 6)}
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Status != memory.Ready || !slices.Equal(f.pages(), until(6)) {
			t.Errorf("%v, %+v with pages %v", err, f.shelf.memory, f.pages())
		}
	})
	t.Run("an earlier capture is replaced by the complete one only", func(t *testing.T) {
		f := newBook(t, pieceOf(1, 6))
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		f.shelf.memory.Status, f.reader.pieces = memory.Pending, []capture.Document{pieceOf(1, 3), pieceOf(4, 6)}
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.saves != 2 || !slices.Equal(f.pages(), until(6)) {
			t.Errorf("%v after %d saves, with pages %v", err, f.shelf.saves, f.pages())
		}
	})
	t.Run("a new capture goes on where it was busy, and the earlier one stays until then", func(t *testing.T) {
		f := newBook(t, pieceOf(1, 6))
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Refresh(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		f.reader.pieces, f.reader.from, f.reader.busy = []capture.Document{pieceOf(1, 2), pieceOf(3, 4), pieceOf(5, 6)}, nil, 3
		err := f.Capture(ctx, userID, memoryID)
		if m := f.shelf.memory; !isBusy(err) || m.Status != memory.Pending || m.Error != "" || f.shelf.saves != 1 {
			t.Fatalf("%v after %d saves: %+v", err, f.shelf.saves, m)
		}
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.saves != 2 || !slices.Equal(f.pages(), until(6)) {
			t.Errorf("%v after %d saves, with pages %v", err, f.shelf.saves, f.pages())
		}
		if !slices.Equal(f.reader.from, []int{0, 2, 4}) || f.shelf.memory.Error != "" {
			t.Errorf("read from %v: %+v", f.reader.from, f.shelf.memory)
		}
	})
	t.Run("one discarded between two pieces has its picture when it is restored", func(t *testing.T) {
		first := pieceOf(1, 2)
		first.Image = []byte("a page")
		f := newBook(t, first, pieceOf(3, 6))
		if err := f.Capture(ctx, userID, memoryID); !isBusy(err) || f.shelf.memory.ImageKey == "" {
			t.Fatalf("%v, %+v", err, f.shelf.memory)
		}
		f.shelf.trashed = true
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		f.shelf.trashed = false
		if err := f.Capture(ctx, userID, memoryID); err != nil || !slices.Equal(f.pages(), until(6)) {
			t.Errorf("%v with pages %v", err, f.pages())
		}
		picture, err := f.blobs.Open(ctx, f.shelf.memory.ImageKey)
		if err != nil {
			t.Fatalf("the picture is gone: %v", err)
		}
		picture.Close()
	})
	t.Run("pages without text add no passage and keep what is known", func(t *testing.T) {
		blank := capture.Document{Pages: 6, Bookmark: memory.Bookmark{Page: 3, Pages: 6}}
		f := newBook(t, blank)
		if err := f.Capture(ctx, userID, memoryID); !isBusy(err) || len(f.shelf.passages) != 1 {
			t.Errorf("%v with %+v", err, f.shelf.passages)
		}
	})
}

func until(last int) (all []int) {
	for n := range last {
		all = append(all, n+1)
	}
	return all
}
