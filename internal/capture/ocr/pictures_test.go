package ocr_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"
	"testing/iotest"
	"time"

	"engram/internal/capture"
	"engram/internal/capture/ocr"
	"engram/internal/capture/ocr/ocrtest"
	"engram/internal/facsimile"
	"engram/internal/fault"
	"engram/internal/memory"
)

// scanner returns one scan or error, and counts how often it is asked.
type scanner struct {
	scan  []byte
	err   error
	calls int
}

func (s *scanner) Scan(context.Context, []byte) ([]byte, error) {
	s.calls++
	return s.scan, s.err
}

// read reads the second piece of a picture: its text.
func read(ctx context.Context, s ocr.Scanner, r *ocr.Recogniser, file io.Reader) (capture.Document, error) {
	picture, err := io.ReadAll(file)
	var from io.ReadSeeker = bytes.NewReader(picture)
	if err != nil {
		from = broken{from}
	}
	pictures := ocr.NewPictures(nil, s, r, slog.New(slog.DiscardHandler))
	return pictures.ReadFile(ctx, from, memory.Bookmark{Pages: 1})
}

// broken is a file that can't be read now.
type broken struct{ io.ReadSeeker }

func (broken) Read([]byte) (int, error) { return 0, errBroken }

var errBroken = errors.New("the disk is away")

func TestWhatIsTriedAgain(t *testing.T) {
	works := newRecogniser(t)
	command := func(name string, args ...string) *ocr.Recogniser {
		r, err := ocr.NewRecogniser(ocr.Config{Command: append([]string{name}, args...), Languages: []string{ocr.English}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(r.Close)
		return r
	}
	sign := ocrtest.JPEG(t, ocrtest.Printed(t, ocrtest.Fonts["regular"], 11, []string{"Nine gulls, no ferry."}))
	for _, test := range []struct {
		title      string
		file       io.Reader
		scanner    *scanner
		recogniser *ocr.Recogniser
		want       fault.Kind // of the error; 0: there is none, and no text
	}{
		{"a file that can't be read now", iotest.ErrReader(errBroken), &scanner{scan: sign}, works, fault.Unavailable},
		{"a scan that can't be made now", bytes.NewReader([]byte("1")), &scanner{err: errBroken}, works, fault.Unavailable},
		{"a child that can't be started", bytes.NewReader([]byte("2")), &scanner{scan: sign}, command("/nowhere/engram"), fault.Unavailable},
		{"a child that is killed", bytes.NewReader([]byte("3")), &scanner{scan: sign}, command("sh", "-c", "kill -9 $$"), fault.Unavailable},
		{"a child that fails to start its engine", bytes.NewReader([]byte("4")), &scanner{scan: sign}, command("sh", "-c", "exit 1"), fault.Unavailable},
		{"a child that crashes has no text", bytes.NewReader([]byte("5")), &scanner{scan: sign}, command("sh", "-c", "exit 2"), 0},
		{"what is no picture has no text", bytes.NewReader([]byte("6")), &scanner{err: fault.New(fault.Invalid, "no picture")}, works, 0},
		{"what the engine refuses has no text", bytes.NewReader([]byte("7")), &scanner{scan: []byte("no image")}, works, 0},
	} {
		t.Run(test.title, func(t *testing.T) {
			doc, err := read(t.Context(), test.scanner, test.recogniser, test.file)
			if fault.KindOf(err) != test.want && (test.want != 0 || err != nil) {
				t.Errorf("got %v, want kind %d", err, test.want)
			}
			if done := doc.Bookmark.End; done != (test.want == 0) || len(doc.Sections) > 0 {
				t.Errorf("read: %v, %+v", done, doc.Sections)
			}
		})
	}
	t.Run("what failed is recognised the next time", func(t *testing.T) {
		again := &scanner{err: errBroken}
		if _, err := read(t.Context(), again, works, bytes.NewReader([]byte("sign"))); err == nil {
			t.Fatal("there is no error")
		}
		again.scan, again.err = sign, nil
		doc, err := read(t.Context(), again, works, bytes.NewReader([]byte("sign")))
		if err != nil || len(doc.Sections) != 1 || doc.Sections[0].Text != "Nine gulls, no ferry." {
			t.Errorf("got %v, %+v", err, doc.Sections)
		}
	})
	t.Run("where the program stops it goes on later", func(t *testing.T) {
		stopped := newRecogniser(t)
		stopped.Close()
		_, err := read(t.Context(), &scanner{scan: sign}, stopped, bytes.NewReader([]byte("8")))
		if _, busy := errors.AsType[*capture.Busy](err); !busy {
			t.Errorf("got %v", err)
		}
	})
}

func TestNothingIsDecodedWithoutRoom(t *testing.T) {
	r := newRecogniser(t)
	held := make(chan struct{})
	t.Cleanup(func() { close(held) })
	late, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	wait := func(context.Context, []byte) ([]byte, error) {
		<-held
		return nil, ocr.ErrRefused
	}
	for n := range 20 {
		_, _ = r.RecogniseFrom(late, []byte{byte(n)}, ocrtest.DPI, wait)
	}
	next := &scanner{}
	_, err := read(t.Context(), next, r, bytes.NewReader([]byte("one more")))
	if _, busy := errors.AsType[*capture.Busy](err); !busy || next.calls != 0 {
		t.Errorf("got %v after %d scans", err, next.calls)
	}
}

// drawer is a Drawer of pages of one size, whose picture is the same.
type drawer struct {
	facsimile.Drawer
	pages int
	err   error // of Draw
}

func (d drawer) Sizes(context.Context, facsimile.Document) (all []facsimile.Size, err error) {
	for range d.pages {
		all = append(all, facsimile.Size{Width: 100, Height: 100})
	}
	return all, nil
}

func (d drawer) Draw(context.Context, facsimile.Document, int, int, int) ([]byte, error) {
	return []byte("no image"), d.err
}

// blankPDF is a FileReader of a PDF of two pages without text.
type blankPDF struct{}

func (blankPDF) ReadFile(context.Context, io.ReadSeeker, memory.Bookmark) (capture.Document, error) {
	return capture.Document{Pages: 2, Bookmark: memory.Bookmark{Page: 2, Pages: 2, End: true}}, fault.Wrap(fault.Invalid, "no text", capture.ErrNoText)
}

func TestWhichPagesAreTriedAgain(t *testing.T) {
	broken, err := ocr.NewRecogniser(ocr.Config{Command: []string{"/nowhere/engram"}, Languages: []string{ocr.English}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(broken.Close)
	for _, test := range []struct {
		title      string
		err        error // of drawing
		recogniser *ocr.Recogniser
		want       fault.Kind
	}{
		{"a page that can't be drawn has no text", facsimile.ErrDamaged, newRecogniser(t), fault.Invalid},
		{"a page that the engine refuses has no text", nil, newRecogniser(t), fault.Invalid},
		{"what the machine can't draw now is tried again", errBroken, newRecogniser(t), fault.Unavailable},
		{"what can't be recognised now is tried again", nil, broken, fault.Unavailable},
	} {
		t.Run(test.title, func(t *testing.T) {
			scans := ocr.NewScans(blankPDF{}, drawer{pages: 2, err: test.err}, test.recogniser, slog.New(slog.DiscardHandler))
			doc, err := scans.ReadFile(t.Context(), bytes.NewReader(nil), memory.Bookmark{})
			if fault.KindOf(err) != test.want || (doc.Bookmark.Page == 2) != (test.want == fault.Invalid) {
				t.Errorf("got %v after page %d", err, doc.Bookmark.Page)
			}
		})
	}
}
