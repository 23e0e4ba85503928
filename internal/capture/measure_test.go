package capture_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"engram/internal/blob"
	"engram/internal/memory"
)

func TestMeasure(t *testing.T) {
	whole, err := (&reader{}).Picture(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		picture       []byte
		width, height int
	}{
		"a picture":    {whole, 80, 50},
		"a cut one":    {whole[:20], -1, -1},
		"one too many": {nil, -1, -1},
	} {
		t.Run(name, func(t *testing.T) {
			m := memory.Memory{ID: memoryID, UserID: userID, Kind: memory.Link, Status: memory.Ready, ImageKey: blob.PictureKey(userID, memoryID)}
			f := newFixture(t, m)
			if tt.picture != nil {
				if _, err := f.blobs.Put(t.Context(), m.ImageKey, bytes.NewReader(tt.picture)); err != nil {
					t.Fatal(err)
				}
			}
			for run, want := range []int{1, 0} {
				if n, err := f.Measure(t.Context()); n != want || err != nil {
					t.Errorf("run %d measured %d, %v", run, n, err)
				}
			}
			if got := f.shelf.memory; got.ImageWidth != tt.width || got.ImageHeight != tt.height || f.shelf.saves != 1 {
				t.Errorf("%d by %d after %d saves", got.ImageWidth, got.ImageHeight, f.shelf.saves)
			}
		})
	}
}

// unread is a blob.Store that can't be read.
type unread struct{ blob.Store }

func (unread) Open(context.Context, string) (*blob.Object, error) { return nil, blob.ErrUnavailable }

func TestMeasureSkipsUnreadablePictures(t *testing.T) {
	f := newFixture(t, memory.Memory{ID: memoryID, UserID: userID, ImageKey: blob.PictureKey(userID, memoryID)})
	f.Service = serviceOf(f, unread{f.blobs})
	if n, err := f.Measure(t.Context()); n != 0 || err == nil || !strings.Contains(err.Error(), blob.ErrUnavailable.Error()) || f.shelf.saves != 0 {
		t.Errorf("measured %d, %v, %d saves", n, err, f.shelf.saves)
	}
}
