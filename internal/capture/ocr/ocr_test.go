package ocr_test

import (
	"context"
	"errors"
	"image/color"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
	"engram/internal/capture/ocr"
	"engram/internal/capture/ocr/ocrtest"
)

func word(text string, confidence int) ocr.Word { return ocr.Word{Text: text, Confidence: confidence} }

func line(text string) (l ocr.Line) {
	for w := range strings.FieldsSeq(text) {
		l = append(l, word(w, 90))
	}
	return l
}

func TestSections(t *testing.T) {
	p := ocr.Page{Paragraphs: []ocr.Paragraph{
		{line("The post of-"), line("fice is open, co-"), line("Operative too: 1990-"), line("1994.")},
		{line("Second paragraph.")},
	}}
	s := p.Section(7)
	want := "The post office is open, co- Operative too: 1990- 1994.\n\nSecond paragraph."
	if s.Text != want || s.Page != 7 || len(s.Blocks) != 2 {
		t.Errorf("got %+v, want the text %q in two blocks", s, want)
	}
}

func TestNoiseIsNoText(t *testing.T) {
	dusty := ocr.Page{Width: 10, Paragraphs: []ocr.Paragraph{{{word("Invoice", 95), word("~|", 12), word("4711", 91)}}, {{word(";", 3)}}}}
	if got, want := dusty.Legible().Section(1).Text, "Invoice 4711"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	photo := ocr.Page{Width: 10, Paragraphs: []ocr.Paragraph{{{word("wW", 40), word("vv/", 35)}}}}
	if got := photo.Legible().Section(1).Text; got != "" {
		t.Errorf("a photograph reads as %q", got)
	}
}

func TestPicturesWithoutText(t *testing.T) {
	r := newRecogniser(t)
	got, err := r.Recognise(t.Context(), ocrtest.JPEG(t, blank(300, 200, color.Gray{Y: 180})), ocrtest.DPI)
	want := ocr.Page{Width: 300, Height: 200}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v, (-want +got):\n%s", err, diff)
	}
}

func TestImagesThatCannotBeRead(t *testing.T) {
	r := newRecogniser(t)
	for name, image := range map[string][]byte{"empty": {}, "text": []byte("no image"), "cut": ocrtest.JPEG(t, blank(300, 200, color.White))[:200]} {
		if page, err := r.Recognise(t.Context(), image, ocrtest.DPI); err == nil && len(page.Paragraphs) > 0 {
			t.Errorf("%s: %v is read", name, page)
		}
	}
}

func TestWorkGoesOnBehindADeadline(t *testing.T) {
	r := newRecogniser(t)
	image := ocrtest.JPEG(t, ocrtest.Printed(t, ocrtest.Fonts["regular"], 11, []string{"Nine gulls, no ferry."}))
	late, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	_, err := r.Recognise(late, image, ocrtest.DPI)
	if _, busy := errors.AsType[*capture.Busy](err); !busy {
		t.Fatalf("got %v, want to come again", err)
	}
	got, err := r.Recognise(t.Context(), image, ocrtest.DPI)
	if err != nil || got.Section(0).Text != "Nine gulls, no ferry." {
		t.Errorf("got %q, %v", got.Section(0).Text, err)
	}
}

func TestAMissingModelIsSaid(t *testing.T) {
	_, err := ocr.NewRecogniser(ocr.Config{Command: []string{os.Args[0], "recognise"}, Languages: []string{"xyz"}})
	if err == nil || !strings.Contains(err.Error(), "model of xyz") {
		t.Errorf("got %v", err)
	}
}
