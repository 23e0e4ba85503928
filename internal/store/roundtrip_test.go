package store_test

import (
	"bytes"
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"engram/internal/blob/disk"
	"engram/internal/capture"
	"engram/internal/capture/picture"
	"engram/internal/export"
	"engram/internal/export/exporttest"
	followed "engram/internal/following"
	"engram/internal/importer"
	"engram/internal/importer/formats"
	"engram/internal/imports"
	"engram/internal/live"
	"engram/internal/store"
	"engram/internal/store/exports"
)

// archives reads the files of other programs.
type archives struct{}

func (archives) Detect(ctx context.Context, src importer.Source) (importer.Format, error) {
	return formats.Detect(ctx, src)
}

func (archives) Read(ctx context.Context, src importer.Source, yield func(importer.Entry) error) error {
	_, err := formats.Read(ctx, src, yield)
	return err
}

// moving moves libraries in and out of a store.
type moving struct {
	*fixture
	imports *imports.Service
	exports *export.Service
}

func newMoving(t *testing.T, f *fixture) *moving {
	t.Helper()
	blobs, err := disk.Open(t.TempDir())
	noError(t, err)
	t.Cleanup(func() { noError(t, blobs.Close()) })
	log := slog.New(slog.DiscardHandler)
	pictures := picture.NewMaker()
	return &moving{f, imports.New(imports.Parts{
		Store: f.Stores, Blobs: blobs, Files: archives{}, Plans: unlimited, Runner: "r", Log: log, Now: time.Now, Feeds: followed.New(followed.Parts{Store: f.Stores, Now: time.Now}),
		Captures: capture.New(capture.Parts{Blobs: blobs, Pictures: pictures, Figures: pictures, Watcher: &live.Hub{}, Log: log, Now: time.Now}),
	}), export.New(exports.New(f.db), blobs, "test", func() time.Time { return exporttest.Noon })}
}

// in imports an archive.
func (m *moving) in(t exporttest.T, userID string, archive []byte) imports.Import {
	t.Helper()
	ctx := context.Background()
	i, err := m.imports.Receive(ctx, userID, "engram.zip", bytes.NewReader(archive))
	if err == nil {
		i, err = m.imports.Work(ctx, userID, i.ID)
	}
	if err == nil && i.Status == imports.Ready {
		if i, err = m.imports.Start(ctx, userID, i.ID); err == nil {
			i, err = m.imports.Work(ctx, userID, i.ID)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// out exports a library.
func (m *moving) out(t exporttest.T, userID string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := m.exports.Write(context.Background(), userID, &b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// returns checks that a library comes back as it left.
func (m *moving) returns(t exporttest.T, userID string, shelf *exporttest.Shelf) {
	t.Helper()
	archive, err := shelf.Archive(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	entries := len(shelf.Saved) + len(shelf.Conversations) + len(shelf.Owner.Filters) + len(shelf.Owner.Feeds)
	i := m.in(t, userID, archive)
	if entries == 0 {
		return
	}
	notes, err := m.imports.Notes(context.Background(), userID, i.ID, 0, 100)
	if i.Status != imports.Done || i.Found != entries || i.Saved+i.Followed != entries || i.Preview.New != len(shelf.Saved) || err != nil || len(notes) > 0 {
		t.Fatalf("%d entries: %+v, %+v, notes %+v, %v", entries, i.Tally, i.Preview, notes, err)
	}
	left, came := exporttest.Unpacked(t, archive), exporttest.Unpacked(t, m.out(t, userID))
	if diff := cmp.Diff(exporttest.Same(t, left), exporttest.Same(t, came)); diff != "" {
		t.Fatalf("(-left +came back)\n%s", diff)
	}
	if again := m.in(t, userID, archive); again.Saved+again.Followed != 0 || again.Existing != entries || again.Preview.New != 0 {
		t.Fatalf("imported again: %+v, %+v", again, again.Preview)
	}
}

func testRoundTrips(t *testing.T, f *fixture) {
	m := newMoving(t, f)
	t.Run("a library comes back as it left", func(t *testing.T) {
		if f.db.Dialect() != store.SQLite {
			for seed := range 8 {
				m.returns(t, f.newUser(t).ID, rapid.Custom(exporttest.Library).Example(seed))
			}
			return
		}
		rapid.Check(t, func(rt *rapid.T) { m.returns(rt, f.newUser(t).ID, exporttest.Library(rt)) })
	})
}
