package capture_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/blob"
	"engram/internal/blob/disk"
	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

// shelf is a capture.Store of one memory.
type shelf struct {
	memory   memory.Memory
	passages []memory.Passage
	gone     bool // the memory is deleted, and not in the trash
	trashed  bool
	disabled bool // the account
	tweet    *capture.Tweet
	saves    int
	run      int64
	document document.Document
	figures  []memory.Figure
}

func (s *shelf) Open(context.Context, string, string) (memory.Memory, int64, error) {
	if s.gone || s.trashed {
		return memory.Memory{}, 0, fault.New(fault.NotFound, "gone")
	}
	if s.disabled {
		return memory.Memory{}, 0, fmt.Errorf("open: %w", capture.ErrDisabled)
	}
	return s.memory, s.run, nil
}

func (s *shelf) SaveCapture(ctx context.Context, r capture.Result) error {
	if s.gone || s.trashed {
		return fault.New(fault.NotFound, "gone")
	}
	if r.Run != s.run {
		return capture.ErrOvertaken
	}
	s.memory, s.saves, s.run = r.Memory, s.saves+1, s.run+1
	if !r.KeepPassages {
		s.tweet, s.document, s.figures = r.Tweet, r.Document, r.Figures
		if !r.Append {
			s.passages = nil
		}
		s.passages = append(s.passages, r.Passages...)
	}
	return ctx.Err()
}

func (s *shelf) Reopen(context.Context, string, string, time.Time) (memory.Memory, error) {
	s.run++
	s.memory.Status, s.memory.Error = memory.Pending, ""
	return s.memory, nil
}

func (s *shelf) RequeuePending(_ context.Context, before time.Time) (int, error) {
	if s.memory.Status == memory.Pending && s.memory.CreatedAt.Before(before) {
		return 1, nil
	}
	return 0, nil
}

func (s *shelf) Unmeasured(context.Context, int) ([]memory.Memory, error) {
	if s.memory.ImageKey == "" || s.memory.ImageWidth != 0 {
		return nil, nil
	}
	return []memory.Memory{s.memory}, nil
}

func (s *shelf) HasFile(_ context.Context, _, _, key string) (bool, error) {
	return !s.gone && s.memory.ImageKey == key, nil
}

func (s *shelf) SaveSize(_ context.Context, m memory.Memory) error {
	s.memory.ImageWidth, s.memory.ImageHeight, s.saves = m.ImageWidth, m.ImageHeight, s.saves+1
	return nil
}

func (s *shelf) Wanted(context.Context, string, string) (wanted []memory.Figure, err error) {
	for _, f := range s.figures {
		if f.Width == 0 {
			wanted = append(wanted, f)
		}
	}
	return wanted, nil
}

func (s *shelf) SaveFigures(_ context.Context, _, _ string, figures []memory.Figure) (lost []string, err error) {
	for _, f := range figures {
		i := slices.IndexFunc(s.figures, func(had memory.Figure) bool { return had.Name == f.Name })
		if i < 0 {
			lost = append(lost, f.Key)
			continue
		}
		s.figures[i] = f
	}
	return lost, nil
}

// web answers every fetch with what it holds.
type web struct {
	err    error
	onPage func()
	by     string // who asked last
	held   int    // pages that were not released
	asked  int
	body   []byte // of every page
	mutex  sync.Mutex
}

func (w *web) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if r.OnStart != nil {
		r.OnStart()
	}
	w.by = r.UserID
	if w.onPage != nil {
		w.onPage()
	}
	if w.err != nil {
		return capture.Page{}, w.err
	}
	w.held++
	w.asked++
	return capture.Page{URL: r.URL, Body: w.body, Free: func() { w.held-- }}, ctx.Err()
}

// reader answers every page and PDF with its document.
type reader struct {
	document capture.Document
	err      error
	pieces   []capture.Document // of a PDF, one after the other
	from     []int              // page after which each was asked for
	busy     int                // number of pieces after which it is busy once
	pixels   int                // of every figure
}

func (r *reader) ReadPage(context.Context, capture.Page) (capture.Document, error) {
	return r.document, r.err
}

func (r *reader) ReadUpload(_ context.Context, _ io.ReadSeeker, _ string, from memory.Bookmark) (capture.Document, error) {
	if len(r.pieces) > 0 {
		if r.busy--; r.busy == 0 {
			return capture.Document{}, &capture.Busy{After: time.Second}
		}
		next := r.pieces[0]
		r.from, r.pieces = append(r.from, from.Page), r.pieces[1:]
		return next, r.err
	}
	return r.document, r.err
}

func (r *reader) ReadSavedPage(_ context.Context, file io.Reader, address string) (capture.Document, error) {
	text, err := io.ReadAll(file)
	return capture.Document{Title: address, Sections: []capture.Section{{Text: string(text)}}}, err
}

func (r *reader) Picture(context.Context, []byte) ([]byte, error) {
	var picture bytes.Buffer
	err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, 80, 50)), nil)
	return picture.Bytes(), err
}

func (r *reader) Figure(ctx context.Context, image []byte, most int) (jpeg []byte, pixels int, err error) {
	if r.pixels > most || bytes.HasPrefix(image, []byte("<svg")) {
		return nil, 0, fault.New(fault.Invalid, "no")
	}
	picture, err := r.Picture(ctx, image)
	return picture, max(r.pixels, 80*50), err
}

func (r *reader) Kept(_ context.Context, image []byte) ([]byte, error) { return image, nil }

// steps is a capture.Watcher that remembers.
type steps struct{ seen []memory.Step }

func (s *steps) Step(_, _ string, step memory.Step) { s.seen = append(s.seen, step) }

type fixture struct {
	*capture.Service
	shelf  *shelf
	web    *web
	reader *reader
	steps  *steps
	blobs  *disk.Store
	dir    string
}

func newFixture(t *testing.T, m memory.Memory) *fixture {
	t.Helper()
	dir := t.TempDir()
	blobs, err := disk.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{shelf: &shelf{memory: m, passages: capture.Reader{}.Passages(m)}, web: &web{}, reader: &reader{}, steps: &steps{}, blobs: blobs, dir: dir}
	f.Service = serviceOf(f, blobs)
	return f
}

func serviceOf(f *fixture, blobs blob.Store) *capture.Service {
	return capture.New(capture.Parts{
		Store: f.shelf, Blobs: blobs, Fetcher: f.web, Pictures: f.reader, Figures: f.reader, Watcher: f.steps,
		Sources: map[memory.Kind]capture.Source{memory.Link: capture.NewPages(f.web, f.reader, blobs, f.reader), memory.Document: capture.NewUploads(blobs, f.reader)},
		Log:     slog.New(slog.DiscardHandler), Now: func() time.Time { return now },
	})
}

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

const userID, memoryID = "01890a5d-ac96-774b-bcce-b302099a8057", "01890a5d-ac96-774b-bcce-b302099a8058"

func link() memory.Memory {
	return memory.Memory{ID: memoryID, UserID: userID, Kind: memory.Link, Title: "example.com/a", URL: "https://example.com/a", Status: memory.Pending}
}

func TestCapture(t *testing.T) {
	ctx := context.Background()

	t.Run("a page's text replaces the placeholder", func(t *testing.T) {
		f := newFixture(t, link())
		f.reader.document = capture.Document{Title: "A page", Description: "About a.", Site: "Example", Author: "Ada", ImageURL: "https://example.com/a.png",
			Sections: []capture.Section{{Text: "The words of the page."}}}
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		m := f.shelf.memory
		if m.Status != memory.Ready || m.Title != "A page" || m.Description != "About a." || m.Site != "Example" || m.Author != "Ada" {
			t.Errorf("got %+v", m)
		}
		if len(f.shelf.passages) != 1 || f.shelf.passages[0].Text != "The words of the page." {
			t.Errorf("passages %+v", f.shelf.passages)
		}
		if f.web.held != 0 || f.web.by != userID {
			t.Errorf("%d pages are held, for %q", f.web.held, f.web.by)
		}
		object, err := f.blobs.Open(ctx, m.ImageKey)
		if err != nil {
			t.Fatalf("the picture %q: %v", m.ImageKey, err)
		}
		object.Close()
		if m.ImageWidth != 80 || m.ImageHeight != 50 {
			t.Errorf("the picture is %d by %d", m.ImageWidth, m.ImageHeight)
		}
	})
	t.Run("a page without content says so", func(t *testing.T) {
		f := newFixture(t, link())
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		if m := f.shelf.memory; m.Status != memory.Failed || m.Error != "This page holds no text." {
			t.Errorf("got %+v", m)
		}
	})
	t.Run("API-28 a page without text is ready, and found by its address", func(t *testing.T) {
		f := newFixture(t, link())
		f.reader.document.Description = "A picture of a fjord."
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		if m := f.shelf.memory; m.Status != memory.Ready || m.Title != "example.com/a" || len(f.shelf.passages) != 1 {
			t.Errorf("got %+v with %+v", m, f.shelf.passages)
		}
	})
	t.Run("a document's title stays its file name, and its places are pages", func(t *testing.T) {
		f := newFixture(t, memory.Memory{ID: memoryID, UserID: userID, Kind: memory.Document, Title: "lease.pdf", UploadID: memoryID, Status: memory.Pending})
		if _, err := f.blobs.Put(ctx, blob.DocumentKey(userID, memoryID), strings.NewReader("%PDF-")); err != nil {
			t.Fatal(err)
		}
		f.reader.document = capture.Document{Title: "Residential Lease", Sections: []capture.Section{{Page: 1, Text: "One."}, {Page: 3, Text: "Three."}}}
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		if m := f.shelf.memory; m.Title != "lease.pdf" || m.Description != "Residential Lease" {
			t.Errorf("got %+v", m)
		}
		if p := f.shelf.passages; len(p) != 2 || p[0].Page != 1 || p[1].Page != 3 || p[1].Ord != 1 {
			t.Errorf("passages %+v", p)
		}
	})
	t.Run("API-28 a failure keeps the memory with its reason, and says whether to retry", func(t *testing.T) {
		for _, test := range []struct {
			err    error
			reason string
			again  bool
		}{
			{fault.New(fault.Unavailable, "The page did not answer in time."), "The page did not answer in time.", true},
			{fault.New(fault.Invalid, "The page answered 404 Not Found."), "The page answered 404 Not Found.", false},
			{errors.New("disk on fire"), "This could not be read.", true},
			{context.DeadlineExceeded, "Reading this took too long.", true},
		} {
			f := newFixture(t, link())
			f.web.err = test.err
			err := f.Capture(ctx, userID, memoryID)
			var again *capture.RetryError
			if got := errors.As(err, &again); got != test.again || (err != nil) != test.again {
				t.Errorf("%v: %v, want to try again: %t", test.err, err, test.again)
			}
			if err != nil && err.Error() != test.reason {
				t.Errorf("%v: the job would keep %q", test.err, err)
			}
			if m := f.shelf.memory; m.Status != memory.Failed || m.Error != test.reason || len(f.shelf.passages) != 1 {
				t.Errorf("%v: %+v with %+v", test.err, m, f.shelf.passages)
			}
			f.web.err = nil
			f.reader.document.Title = "Back again"
			if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Status != memory.Ready || f.shelf.memory.Error != "" {
				t.Errorf("the next run: %v, %+v", err, f.shelf.memory)
			}
		}
	})
	t.Run("a scan keeps its title beside the reason", func(t *testing.T) {
		f := newFixture(t, memory.Memory{ID: memoryID, UserID: userID, Kind: memory.Document, Title: "scan.pdf", UploadID: memoryID})
		if _, err := f.blobs.Put(ctx, blob.DocumentKey(userID, memoryID), strings.NewReader("%PDF-")); err != nil {
			t.Fatal(err)
		}
		f.reader.document, f.reader.err = capture.Document{Title: "Old deed"}, fault.New(fault.Invalid, "This PDF holds no text (it may be a scan).")
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		if m := f.shelf.memory; m.Status != memory.Failed || m.Description != "Old deed" {
			t.Errorf("got %+v", m)
		}
	})
	t.Run("nothing is stored for a memory deleted before or during its capture", func(t *testing.T) {
		f := newFixture(t, link())
		f.reader.document = capture.Document{ImageURL: "https://example.com/a.png"}
		f.web.onPage = func() { f.shelf.gone = true }
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.saves != 0 {
			t.Errorf("%v after %d saves", err, f.shelf.saves)
		}
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Error(err)
		}
		if _, err := f.blobs.Open(ctx, blob.PictureKey(userID, memoryID)); !errors.Is(err, blob.ErrNotFound) {
			t.Errorf("a picture was left: %v", err)
		}
	})
	t.Run("a second run after a success does nothing, whatever the site answers", func(t *testing.T) {
		f := newFixture(t, link())
		f.reader.document = capture.Document{Title: "A page", Sections: []capture.Section{{Text: "The words of the page."}}}
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		f.web.err = fault.New(fault.Unavailable, "The page did not answer in time.")
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.saves != 1 || f.shelf.memory.Status != memory.Ready {
			t.Errorf("%v after %d saves: %+v", err, f.shelf.saves, f.shelf.memory)
		}
	})
	t.Run("a body that makes a reader panic is refused", func(t *testing.T) {
		f := newFixture(t, link())
		f.web.onPage = func() { panic("a nasty page") }
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Status != memory.Failed {
			t.Errorf("%v, %+v", err, f.shelf.memory)
		}
	})
	t.Run("an image is its own picture, and is not fetched twice", func(t *testing.T) {
		f := newFixture(t, link())
		fetched := 0
		f.web.onPage = func() { fetched++ }
		f.reader.document = capture.Document{Title: "fjord.jpg", Image: []byte("its bytes")}
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.ImageKey == "" || fetched != 1 {
			t.Errorf("%v, fetched %d times, %+v", err, fetched, f.shelf.memory)
		}
	})
	t.Run("each step is reported when it begins, and the end", func(t *testing.T) {
		f := newFixture(t, link())
		f.reader.document = capture.Document{Title: "A page", ImageURL: "https://example.com/a.png"}
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		if want := []memory.Step{memory.Fetching, memory.Reading, memory.Picturing, ""}; !slices.Equal(f.steps.seen, want) {
			t.Errorf("steps %q, want %q", f.steps.seen, want)
		}
	})
	t.Run("a source's metadata replaces what was stored, and missing fields stay", func(t *testing.T) {
		m := link()
		m.Author, m.Language = "Ada", "en"
		f := newFixture(t, m)
		f.reader.document = capture.Document{
			Title: "A talk", Canonical: "https://example.com/talk", Language: "pt-BR", Published: now, Duration: time.Hour, Pages: 3,
			Sections: []capture.Section{{Text: "At first."}, {Second: 90, Text: "Later."}}, Tweet: &capture.Tweet{ID: "20"},
		}
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		got := f.shelf.memory
		if got.Canonical != "https://example.com/talk" || got.Language != "pt-BR" || got.PublishedAt != now || got.Duration != time.Hour ||
			got.Pages != 3 || got.Author != "Ada" || got.CapturedAt != now || f.shelf.tweet.ID != "20" {
			t.Errorf("got %+v", got)
		}
		if p := f.shelf.passages; len(p) != 2 || p[1].Second != 90 {
			t.Errorf("passages %+v", p)
		}
	})
	t.Run("a rejected capture stores nothing", func(t *testing.T) {
		f := newFixture(t, link())
		f.web.err = &capture.Busy{After: time.Minute}
		var busy *capture.Busy
		if err := f.Capture(ctx, userID, memoryID); !errors.As(err, &busy) || f.shelf.saves != 0 {
			t.Errorf("%v after %d saves", err, f.shelf.saves)
		}
	})
	t.Run("a capture of a disabled account waits until it is enabled", func(t *testing.T) {
		f := newFixture(t, link())
		f.shelf.disabled = true
		var busy *capture.Busy
		if err := f.Capture(ctx, userID, memoryID); !errors.As(err, &busy) || busy.After <= 0 || f.shelf.saves != 0 {
			t.Errorf("%v after %d saves", err, f.shelf.saves)
		}
		f.shelf.disabled = false
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.saves != 1 {
			t.Errorf("%v, %+v", err, f.shelf.memory)
		}
	})
	t.Run("a run overtaken by another changes nothing", func(t *testing.T) {
		for _, failure := range []error{nil, fault.New(fault.Invalid, "The page answered 404 Not Found.")} {
			f := newFixture(t, link())
			f.web.err = failure
			f.reader.document.Title = "Late"
			f.web.onPage = func() {
				f.shelf.memory.Title, f.shelf.memory.Status = "Faster", memory.Ready
				f.shelf.run++
			}
			if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Title != "Faster" || f.shelf.saves != 0 {
				t.Errorf("%v, %+v", err, f.shelf.memory)
			}
		}
	})
	t.Run("what a user entered stays, and is searched beside the source's text", func(t *testing.T) {
		m := link()
		m.Description, m.OwnWords = "Why I keep this", true
		f := newFixture(t, m)
		f.reader.document = capture.Document{Title: "A page", Description: "What the page says", Sections: []capture.Section{{Text: "Its words."}}}
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Description != "Why I keep this" {
			t.Errorf("%v, %+v", err, f.shelf.memory)
		}
		if p := f.shelf.passages; len(p) != 2 || p[0].Text != "Why I keep this" || p[1].Text != "Its words." {
			t.Errorf("passages %+v", p)
		}
	})
	t.Run("a source that read only a part says so, and does not replace a complete capture", func(t *testing.T) {
		f := newFixture(t, link())
		whole := capture.Document{Title: "A talk", Sections: []capture.Section{{Text: "About it."}, {Second: 5, Text: "What was said."}}}
		part := capture.Document{Title: "A talk", Sections: whole.Sections[:1], Partial: fault.New(fault.Unavailable, "Its captions did not come.")}
		f.reader.document = part
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Status != memory.Ready || f.shelf.memory.Error != "Its captions did not come." || len(f.shelf.passages) != 1 {
			t.Errorf("%v, %+v with %+v", err, f.shelf.memory, f.shelf.passages)
		}
		for _, document := range []capture.Document{whole, part} {
			f.shelf.memory.Status = memory.Pending
			f.reader.document = document
			if err := f.Capture(ctx, userID, memoryID); err != nil || len(f.shelf.passages) != 2 {
				t.Errorf("%v, %+v with %+v", err, f.shelf.memory, f.shelf.passages)
			}
		}
		if f.shelf.memory.Error != "Not fetched again. Its captions did not come." {
			t.Errorf("it says %q", f.shelf.memory.Error)
		}
	})
	t.Run("a kind without a reader is refused", func(t *testing.T) {
		m := link()
		m.Kind = memory.Video
		f := newFixture(t, m)
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.Error != "There is nothing to fetch for this memory." {
			t.Errorf("%v, %+v", err, f.shelf.memory)
		}
	})
	t.Run("an earlier capture outlives every failure to capture again", func(t *testing.T) {
		f := newFixture(t, link())
		f.reader.document = capture.Document{Title: "A page", Image: []byte("its bytes"), Sections: []capture.Section{{Text: "The words of the page."}}}
		if err := f.Capture(ctx, userID, memoryID); err != nil {
			t.Fatal(err)
		}
		before := f.shelf.memory
		for _, failure := range []error{fault.New(fault.Unavailable, "The page did not answer in time."), fault.New(fault.Invalid, "The page answered 404 Not Found.")} {
			if _, err := f.Refresh(ctx, userID, memoryID); err != nil || f.shelf.memory.Status != memory.Pending {
				t.Fatalf("%v, %+v", err, f.shelf.memory)
			}
			f.web.err = failure
			err := f.Capture(ctx, userID, memoryID)
			want := before
			want.Error = "Not fetched again. " + failure.Error()
			if err != nil || !reflect.DeepEqual(f.shelf.memory, want) || len(f.shelf.passages) != 1 || f.shelf.passages[0].Text != "The words of the page." {
				t.Errorf("%v, %+v with %+v", err, f.shelf.memory, f.shelf.passages)
			}
		}
		f.web.err, f.reader.document.Image = nil, nil
		f.shelf.memory.Status = memory.Pending
		if err := f.Capture(ctx, userID, memoryID); err != nil || f.shelf.memory.ImageKey != before.ImageKey || f.shelf.memory.Error != "" {
			t.Errorf("%v, %+v", err, f.shelf.memory)
		}
	})
	t.Run("a note has nothing to fetch, and a missing memory can't be fetched", func(t *testing.T) {
		f := newFixture(t, memory.Memory{ID: memoryID, UserID: userID, Kind: memory.Note, Status: memory.Ready})
		if _, err := f.Refresh(ctx, userID, memoryID); fault.KindOf(err) != fault.Invalid {
			t.Errorf("got %v", err)
		}
		f.shelf.gone = true
		if _, err := f.Refresh(ctx, userID, memoryID); fault.KindOf(err) != fault.NotFound {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a memory pending for an hour is found", func(t *testing.T) {
		m := link()
		m.CreatedAt = now.Add(-59 * time.Minute)
		for _, want := range []int{0, 1} {
			if n, err := newFixture(t, m).Requeue(ctx); n != want || err != nil {
				t.Errorf("%v old: %d, %v; want %d", now.Sub(m.CreatedAt), n, err, want)
			}
			m.CreatedAt = m.CreatedAt.Add(-2 * time.Minute)
		}
	})
	t.Run("a stop leaves the memory pending", func(t *testing.T) {
		f := newFixture(t, link())
		// The queue gives its stop a cause of its own.
		stopping, stop := context.WithCancelCause(ctx)
		f.web.onPage = func() { stop(errors.New("the queue stops")) }
		if err := f.Capture(stopping, userID, memoryID); !errors.Is(err, context.Canceled) || f.shelf.saves != 0 {
			t.Errorf("%v after %d saves", err, f.shelf.saves)
		}
	})
	t.Run("a time-out is stored as the reason", func(t *testing.T) {
		f := newFixture(t, link())
		short, cancel := context.WithTimeout(ctx, time.Millisecond)
		defer cancel()
		f.web.onPage = func() { <-short.Done() }
		var again *capture.RetryError
		if err := f.Capture(short, userID, memoryID); !errors.As(err, &again) || f.shelf.memory.Error != "Reading this took too long." {
			t.Errorf("%v, %+v", err, f.shelf.memory)
		}
	})
}
