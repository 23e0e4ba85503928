package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture/capturetest"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
	"engram/internal/memory"
)

// bookOf has a running title, and a text of its own on each page.
func bookOf(pages int) []byte {
	var spec pdfSpec
	for i := range pages {
		spec.contents = append(spec.contents, textAt(50, 800, 8, "The Book of Bread")+textAt(400, 800, 8, fmt.Sprint(i+1))+
			textAt(50, 700, 10, fmt.Sprintf("what page %d says of bread in a line of its own", i+1)))
	}
	return makePDF(spec)
}

func TestReadFileInPiecesReadsTheSame(t *testing.T) {
	file := bookOf(11)
	whole, err := readAll(t, pdfReader(t), file)
	if err != nil || len(whole.Sections) != 11 || whole.Remark != "" {
		t.Fatalf("%d pages, %q, error %v", len(whole.Sections), whole.Remark, err)
	}
	for name, cfg := range map[string]Config{
		"of four pages":             {PiecePages: 4},
		"that end by their time":    {PieceTime: time.Nanosecond},
		"of which the last is full": {PiecePages: 11},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pieces, err := readAll(t, readerOf(t, cfg, childArg), file)
			if diff := cmp.Diff(whole.Sections, pieces.Sections); diff != "" || err != nil || len(pieces.Image) == 0 || pieces.Remark != "" {
				t.Errorf("error %v, a picture of %d bytes, %q: %s", err, len(pieces.Image), pieces.Remark, diff)
			}
		})
	}
}

func TestReadFileContinuesAfterItsBookmark(t *testing.T) {
	p := readerOf(t, Config{PiecePages: 2}, childArg)
	first, err := p.ReadFile(t.Context(), bytes.NewReader(bookOf(3)), memory.Bookmark{})
	if b := first.Bookmark; err != nil || b.Page != 2 || b.Pages != 3 || b.End || first.Append {
		t.Fatalf("%+v, error %v", b, err)
	}
	second, err := p.ReadFile(t.Context(), bytes.NewReader(bookOf(3)), first.Bookmark)
	if err != nil || !second.Bookmark.End || !second.Append || len(second.Sections) != 1 || second.Image != nil || second.Description != "" {
		t.Errorf("%+v, error %v", second, err)
	}
	other, err := p.ReadFile(t.Context(), bytes.NewReader(bookOf(4)), first.Bookmark)
	if err != nil || other.Append || other.Bookmark.Page != 2 || other.Sections[0].Page != 1 {
		t.Errorf("another file by now: %+v, error %v", other.Bookmark, err)
	}
}

// TestReadFileIsLimitedByCPUTime has children that take long, each in its way: what a busy
// machine makes slow uses no more of the processors.
func TestReadFileIsLimitedByCPUTime(t *testing.T) {
	for part, tt := range map[string]struct{ text, remark string }{
		"is slow":          {"1 2 3", ""},
		"spins at page 2":  {"1 3", "Page 2 could not be read."},
		"sleeps at page 2": {"1 3", "Page 2 could not be read."},
		"dies at page 2":   {"1 3", "Page 2 could not be read."},
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			readPlayed(t, part, Config{PageCPU: 200 * time.Millisecond}, func(d capture.Document, err error) bool {
				return err == nil && strings.Join(strings.Fields(capturetest.Text(d)), " ") == tt.text && d.Remark == tt.remark
			})
		})
	}
}

func TestReadFileKeepsPagesReadBeforeItsDeadline(t *testing.T) {
	read := func(within time.Duration) (capture.Document, error) {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		return readerOf(t, Config{Stall: time.Hour}, "play-a-child", "sleeps at page 2").ReadFile(ctx, strings.NewReader("x"), memory.Bookmark{})
	}
	d, err := read(time.Second)
	for within := time.Second; (errors.As(err, new(*capture.Busy)) || err == nil && d.Bookmark.Page == 0) && within < time.Minute; within *= 2 {
		d, err = read(within) // the child was not ready before it ended
	}
	if b := d.Bookmark; err != nil || b.Page != 1 || b.End || len(b.Lost) > 0 || b.Stuck == 0 {
		t.Errorf("%+v, error %v", b, err)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	_, err = readerOf(t, Config{}, "play-a-child", "is slow").ReadFile(late, strings.NewReader("x"), memory.Bookmark{})
	if _, busy := errors.AsType[*capture.Busy](err); !busy && !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want to come again", err)
	}
}

func TestUptoEndsEndlessInput(t *testing.T) {
	cfg := Config{MaxPages: 1000, MaxText: 1 << 20, PageCPU: time.Second, MaxCPU: 20 * time.Second}
	for name, tt := range map[string]struct {
		from  memory.Bookmark
		does  func(g *reading)
		want  memory.Bookmark
		words string
	}{
		"all pages":      {memory.Bookmark{Page: 8, Pages: 9}, func(g *reading) { g.at.Store(9); g.read = true }, memory.Bookmark{Page: 9, Pages: 9, End: true}, ""},
		"some pages":     {memory.Bookmark{Page: 6, Pages: 9}, func(g *reading) { g.at.Store(8); g.read = true }, memory.Bookmark{Page: 8, Pages: 9}, ""},
		"no page":        {memory.Bookmark{Page: 6, Pages: 9}, func(*reading) {}, memory.Bookmark{Page: 7, Pages: 9, Lost: []int{7}}, ""},
		"a busy machine": {memory.Bookmark{Page: 6, Pages: 9, Stuck: 1}, func(g *reading) { g.late = true; g.onPage.Store(5) }, memory.Bookmark{Page: 6, Pages: 9, Stuck: 6}, ""},
		"a page too much": {memory.Bookmark{Page: 6, Pages: 9, Stuck: time.Second}, func(g *reading) { g.late = true; g.onPage.Store(5) },
			memory.Bookmark{Page: 7, Pages: 9, Lost: []int{7}}, ""},
		"many pages": {memory.Bookmark{Page: 999, Pages: 2000}, func(g *reading) { g.at.Store(1000) }, memory.Bookmark{Page: 1000, Pages: 2000, End: true},
			"Read to page 1000 of 2000: Engram reads no further."},
		"much time": {memory.Bookmark{Page: 6, Pages: 9, Spent: 19 * time.Second}, func(g *reading) { g.at.Store(7); g.spent = time.Second },
			memory.Bookmark{Page: 7, Pages: 9, Spent: 20 * time.Second, End: true}, "Read to page 7 of 9: the rest takes too long to read at once. Retry to go on."},
		"damage without end": {memory.Bookmark{Page: 119, Pages: 900, Lost: until(101, 119)}, func(*reading) {},
			memory.Bookmark{Page: 120, Pages: 900, Lost: until(101, 120), End: true},
			"Read to page 120 of 900: the rest seems to be damaged. Retry to go on. 20 pages could not be read."},
		"damage here and there": {memory.Bookmark{Page: 8, Pages: 9, Lost: []int{3, 5}}, func(g *reading) { g.lost = []int{9}; g.at.Store(9) },
			memory.Bookmark{Page: 9, Pages: 9, Lost: []int{3, 5, 9}, End: true}, "Pages 3, 5 and 9 could not be read."},
	} {
		t.Run(name, func(t *testing.T) {
			g := &reading{about: about{Pages: tt.from.Pages}}
			g.at.Store(int64(tt.from.Page))
			tt.does(g)
			got := g.upto(cfg, tt.from)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if words := missing(cfg, got); words != tt.words {
				t.Errorf("it says %q, want %q", words, tt.words)
			}
		})
	}
}

func until(first, last int) (all []int) {
	for n := first; n <= last; n++ {
		all = append(all, n)
	}
	return all
}

func TestReadFileSaysWhichPagesAreDamaged(t *testing.T) {
	file := makePDF(pdfSpec{pages: [][]string{{"one"}, {"two"}, {"three"}}})
	page := []byte("<< /Type /Page ")
	second := bytes.Index(file, page) + len(page)
	second += bytes.Index(file[second:], page)
	d, err := readAll(t, pdfReader(t), slices.Concat(file[:second], []byte("null % no page "), file[second+len(page):]))
	if got := capturetest.Text(d); err != nil || got != "one\n\nthree" || d.Remark != "Page 2 could not be read." {
		t.Errorf("text %q, %q, error %v", got, d.Remark, err)
	}
}
