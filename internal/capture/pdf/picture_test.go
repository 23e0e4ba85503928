package pdf

import (
	"bytes"
	"fmt"
	"image/color"
	"image/jpeg"
	"math"
	"strings"
	"testing"
	"time"

	"engram/internal/capture/capturetest"

	"engram/internal/capture"
	"engram/internal/fault"
)

func TestFitPage(t *testing.T) {
	for name, tt := range map[string]struct {
		width, height float64
		w, h          int
		ok            bool
	}{
		"A4":             {595, 842, 565, 800, true},
		"landscape":      {842, 595, 640, 452, true},
		"a stamp":        {64, 64, 640, 640, true},
		"200 inches":     {14400, 14400, 640, 640, true},
		"giant":          {1e9, 1e9, 640, 640, true},
		"a thread":       {1, 1e9, 1, 800, true},
		"a line":         {1e9, 1, 640, 1, true},
		"no width":       {0, 800, 0, 0, false},
		"a minus":        {-5, 800, 0, 0, false},
		"no number":      {math.NaN(), 800, 0, 0, false},
		"without end":    {math.Inf(1), 800, 0, 0, false},
		"nearly nothing": {1e-320, 1e-320, 0, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			if w, h, ok := fitPage(tt.width, tt.height); w != tt.w || h != tt.h || ok != tt.ok {
				t.Errorf("got %d x %d %v, want %d x %d %v", w, h, ok, tt.w, tt.h, tt.ok)
			}
		})
	}
}

func TestReadFilePicturesItsFirstPage(t *testing.T) {
	const box = "1 0 0 rg 0 0 300 842 re f\n" // the left half is red
	for name, tt := range map[string]struct {
		spec    pdfSpec
		message string // beside the picture
		w, h    int
	}{
		"text":       {pdfSpec{contents: []string{box + textAt(350, 700, 12, "words"), ""}}, "", 565, 800},
		"a scan":     {pdfSpec{contents: []string{box}}, msgNoText, 565, 800},
		"200 inches": {pdfSpec{size: "14400 14400", contents: []string{"24 0 0 24 0 0 cm " + box}}, msgNoText, 640, 640},
		"giant":      {pdfSpec{size: "1000000000 1000000000", contents: []string{"1700000 0 0 1700000 0 0 cm " + box}}, msgNoText, 640, 640},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := readAll(t, pdfReader(t), makePDF(tt.spec))
			if tt.message != "" {
				wantInvalid(t, err, tt.message)
			} else if err != nil {
				t.Error(err)
			}
			wantPicture(t, d, tt.w, tt.h)
		})
	}
}

// wantPicture wants one that is red on its left, and white paper on its right.
func wantPicture(t *testing.T, d capture.Document, w, h int) {
	t.Helper()
	img, err := jpeg.Decode(bytes.NewReader(d.Image))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size.X != w || size.Y != h {
		t.Errorf("it is %v large, want %d x %d", size, w, h)
	}
	near := func(x int, want color.RGBA) bool {
		r, g, b, _ := img.At(x, h-50).RGBA()
		return max(math.Abs(float64(r>>8)-float64(want.R)), math.Abs(float64(g>>8)-float64(want.G)), math.Abs(float64(b>>8)-float64(want.B))) < 16
	}
	if !near(20, color.RGBA{R: 255}) || !near(w-20, color.RGBA{R: 255, G: 255, B: 255}) {
		t.Errorf("its colours are %v and %v", img.At(20, h-50), img.At(w-20, h-50))
	}
}

func TestReadFileKeepsTheTextOfAPageThatIsNeverDrawn(t *testing.T) {
	var zigzag strings.Builder
	zigzag.WriteString("0 0 m\n")
	for i := range 100 {
		fmt.Fprintf(&zigzag, "%d %d l\n", i*6, i%2*842)
	}
	content := textAt(50, 700, 12, "words") + strings.Repeat(zigzag.String()+"f*\n", 5_000)
	p := readerOf(t, Config{PageCPU: 3 * time.Second}, childArg)
	d, err := readAll(t, p, makePDF(pdfSpec{contents: []string{content}}))
	if got := capturetest.Text(d); err != nil || got != "words" || d.Image != nil {
		t.Errorf("text %q, a picture of %d bytes, error %v", got, len(d.Image), err)
	}
}

func TestReadFileHasNoPictureOfOtherFiles(t *testing.T) {
	for name, file := range map[string][]byte{"locked": makePDF(pdfSpec{locked: true, pages: [][]string{{"words"}}}), "damaged": []byte("%PDF-1.7\n%%EOF")} {
		d, err := readAll(t, pdfReader(t), file)
		if fault.KindOf(err) != fault.Invalid || d.Image != nil || d.Pages != 0 {
			t.Errorf("%s: error %v, %d pages, a picture of %d bytes", name, err, d.Pages, len(d.Image))
		}
	}
}
