package capture_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

// illustrated is a page with a figure for each address.
func illustrated(addresses ...string) capture.Document {
	s := capture.Section{Text: "Words."}
	s.Blocks = document.FromText(s.Text)
	for _, a := range addresses {
		s.Blocks = append(s.Blocks, document.Block{Kind: document.Figure, Image: &document.Image{Address: a}})
	}
	return capture.Document{Title: "A page", Sections: []capture.Section{s}}
}

// captured captures the document and then its figures.
func captured(t *testing.T, f *fixture, d capture.Document) {
	t.Helper()
	f.reader.document = d
	if err := f.Capture(t.Context(), userID, memoryID); err != nil {
		t.Fatal(err)
	}
	f.web.asked = 0
	if err := f.Illustrate(t.Context(), userID, memoryID); err != nil {
		t.Fatal(err)
	}
}

// kept counts the figures with a picture whose file is there.
func kept(t *testing.T, f *fixture) (n int) {
	t.Helper()
	for _, figure := range f.shelf.figures {
		if !figure.Kept() {
			continue
		}
		object, err := f.blobs.Open(t.Context(), figure.Key)
		if err != nil {
			t.Fatal(err)
		}
		object.Close()
		n++
	}
	return n
}

func TestFigures(t *testing.T) {
	numbered := make([]string, 5000)
	for i := range numbered {
		numbered[i] = fmt.Sprintf("https://example.com/%d.png", i)
	}
	inline := "data:image/png;base64,aGk="
	for name, tt := range map[string]struct {
		addresses                   []string
		body                        int // bytes of each picture
		pixels                      int
		err                         error
		figures, kept, asked, named int
	}{
		"each is kept":             {addresses: numbered[:6], figures: 6, kept: 6, asked: 6, named: 6},
		"the same is fetched once": {addresses: []string{"https://a.example/1", "https://a.example/1"}, figures: 1, kept: 1, asked: 1, named: 2},
		"5,000 pictures":           {addresses: numbered, figures: 40, kept: 40, asked: 40, named: 40},
		"large ones":               {addresses: numbered[:40], body: 4 << 20, figures: 40, kept: 4, asked: 4, named: 40},
		"of many pixels":           {addresses: numbered[:40], pixels: 20_000_000, figures: 40, kept: 5, asked: 8, named: 40},
		"of 100 megapixels":        {addresses: numbered[:2], pixels: 100_000_000, figures: 2, asked: 2, named: 2},
		"of a site that is gone":   {addresses: numbered[:2], err: fault.New(fault.Unavailable, "gone"), figures: 2, asked: 0, named: 2},
		"within the page":          {addresses: []string{inline, inline}, figures: 1, kept: 1, named: 2},
		"a script within the page": {addresses: []string{"data:image/svg+xml,<svg onload=alert(1)>", "data:text/html,x", "data:image/png;base64,!"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, link())
			f.web.body, f.reader.pixels = []byte(strings.Repeat("x", max(tt.body, 1))), tt.pixels
			f.reader.document = illustrated(tt.addresses...)
			if err := f.Capture(t.Context(), userID, memoryID); err != nil {
				t.Fatal(err)
			}
			f.web.asked, f.web.err = 0, tt.err
			if err := f.Illustrate(t.Context(), userID, memoryID); err != nil {
				t.Fatal(err)
			}
			named := 0
			for leaf := range f.shelf.document.Leaves() {
				if leaf.Image != nil && leaf.Image.Key != "" {
					named++
				}
				if leaf.Image != nil && strings.HasPrefix(leaf.Image.Address, "data:") {
					t.Errorf("%.40q stays in the document", leaf.Image.Address)
				}
			}
			if got := kept(t, f); got != tt.kept || len(f.shelf.figures) != tt.figures || f.web.asked != tt.asked || named != tt.named {
				t.Errorf("%d of %d kept, %d asked for, %d named; want %d of %d, %d, %d", got, len(f.shelf.figures), f.web.asked, named, tt.kept, tt.figures, tt.asked, tt.named)
			}
			if f.web.held != 0 {
				t.Errorf("%d pages are held", f.web.held)
			}
			if err := f.Illustrate(t.Context(), userID, memoryID); err != nil || f.web.asked != tt.asked {
				t.Errorf("another run asked %d times: %v", f.web.asked-tt.asked, err)
			}
		})
	}
}

func TestFiguresWaitForABusySite(t *testing.T) {
	f := newFixture(t, link())
	captured(t, f, illustrated())
	f.web.body = []byte("x")
	f.shelf.figures = []memory.Figure{{Name: "a", Address: "https://example.com/a", Key: "pictures/" + userID + "/a.jpg"}}
	f.web.err = &capture.Busy{}
	err := f.Illustrate(t.Context(), userID, memoryID)
	if _, ok := errors.AsType[*capture.Busy](err); !ok || f.shelf.figures[0].Width != 0 {
		t.Errorf("%v, %+v", err, f.shelf.figures)
	}
	f.web.err = nil
	if err := f.Illustrate(t.Context(), userID, memoryID); err != nil || kept(t, f) != 1 {
		t.Errorf("%v, %+v", err, f.shelf.figures)
	}
}

func TestFiguresOfADeletedMemory(t *testing.T) {
	f := newFixture(t, link())
	captured(t, f, illustrated())
	figure := memory.Figure{Name: "a", Address: "https://example.com/a", Key: "pictures/" + userID + "/a.jpg"}
	f.web.body = []byte("x")
	f.shelf.figures = []memory.Figure{figure}
	f.web.onPage = func() { f.shelf.figures = nil }
	if err := f.Illustrate(t.Context(), userID, memoryID); err != nil {
		t.Fatal(err)
	}
	if _, err := f.blobs.Open(t.Context(), figure.Key); err == nil {
		t.Error("the picture of a figure that is gone is kept")
	}
}
