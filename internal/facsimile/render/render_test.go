package render

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"engram/internal/facsimile"
)

const childArg = "draw-in-a-child"

// TestMain makes this binary the child, too, when it is started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case childArg:
			if err := Serve(os.Stdin, os.Stdout, os.Args[2:]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			return
		case "play-a-child":
			playChild(os.Args[2])
			return
		}
	}
	os.Exit(m.Run())
}

// playChild says to its parent what a taken-over child might.
func playChild(part string) {
	say := func(lines ...string) { fmt.Println(strings.Join(lines, "\n")) }
	if part == "never starts" {
		os.Exit(1)
	}
	say(`{"loaded":true}`, `{}`)
	switch part {
	case "dies":
		os.Exit(3)
	case "hangs":
		time.Sleep(time.Hour)
	case "spins":
		for spins := 0; ; {
			spins++
		}
	case "talks nonsense":
		say("!{}[")
	case "never ends a line":
		for {
			fmt.Print(strings.Repeat("x", 1<<16))
		}
	case "sends too few pixels":
		say(`{}`, "pixels")
		os.Stdout.Close()
	case "places words anywhere":
		say(`{"words":[{"t":"here","b":[0.1,0.1,0.2,0.2]},{"t":"far","b":[7,7,8,8]},{"t":"wide","b":[-5,0.5,9,0.6]},{"t":"back","b":[0.5,0.5,0.4,0.6],"e":true},{"t":"\u0000","b":[0,0,1,1]}]}`)
	}
	time.Sleep(time.Hour)
}

func rendererOf(t testing.TB, cfg Config, command ...string) *Renderer {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cfg.Command = append([]string{self}, command...)
	cfg.CacheDir = filepath.Join(os.TempDir(), "engram-test-cache", "pdfium")
	r, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func documentOf(id string, file []byte) facsimile.Document {
	return facsimile.Document{UserID: "u", ID: id, Open: func(context.Context) (io.ReadCloser, error) {
		return io.NopCloser(bytes.NewReader(file)), nil
	}}
}

// darkest returns the darkest of the pixels of a rectangle, 0 for black to 255.
func darkest(img image.Image, r image.Rectangle) (least uint8) {
	least = 255
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			red, green, blue, _ := img.At(x, y).RGBA()
			least = min(least, uint8((red+green+blue)/3>>8))
		}
	}
	return least
}

// Each word's box holds its ink, and the strip above the words holds none: on pages that are
// rotated, cropped and of odd sizes.
func TestWordsAreWhereTheyAreDrawn(t *testing.T) {
	r := rendererOf(t, Config{}, childArg)
	for name, tt := range map[string]struct {
		page string // further entries of the page
		size facsimile.Size
	}{
		"upright":      {"/MediaBox [0 0 595 842]", facsimile.Size{Width: 595, Height: 842}},
		"on its side":  {"/MediaBox [0 0 595 842] /Rotate 90", facsimile.Size{Width: 842, Height: 595}},
		"upside down":  {"/MediaBox [0 0 595 842] /Rotate 180", facsimile.Size{Width: 595, Height: 842}},
		"to the left":  {"/MediaBox [0 0 595 842] /Rotate 270", facsimile.Size{Width: 842, Height: 595}},
		"cropped":      {"/MediaBox [0 0 595 842] /CropBox [50 600 500 800]", facsimile.Size{Width: 450, Height: 200}},
		"moved origin": {"/MediaBox [-100 500 500 900]", facsimile.Size{Width: 600, Height: 400}},
		"a stamp":      {"/MediaBox [60 690 260 790]", facsimile.Size{Width: 200, Height: 100}},
	} {
		t.Run(name, func(t *testing.T) {
			doc := documentOf(name, onePage(tt.page, "BT /F 24 Tf 30 TL 80 720 Td (First words) Tj T* (then) Tj ET"))
			sizes, err := r.Sizes(t.Context(), doc)
			if err != nil || len(sizes) != 1 || sizes[0] != tt.size {
				t.Fatalf("sizes %v, %v; want %v", sizes, err, tt.size)
			}
			words, err := r.Words(t.Context(), doc, 1, tt.size)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, w := range words {
				got += w.Text + map[bool]string{true: "|", false: " "}[w.Ends]
			}
			if got != "First words|then|" && got != "then|First words|" { // PDFium goes from left to right
				t.Fatalf("words %q", got)
			}
			const scale = 2
			drawn, err := r.Draw(t.Context(), doc, 1, scale*int(tt.size.Width), scale*int(tt.size.Height))
			if err != nil {
				t.Fatal(err)
			}
			img, err := jpeg.Decode(bytes.NewReader(drawn))
			if err != nil {
				t.Fatal(err)
			}
			if size := img.Bounds().Size(); size != image.Pt(scale*int(tt.size.Width), scale*int(tt.size.Height)) {
				t.Errorf("the picture has %v pixels", size)
			}
			for _, w := range words {
				b := image.Rect(int(scale*w.Box.X), int(scale*w.Box.Y), int(scale*(w.Box.X+w.Box.Width)), int(scale*(w.Box.Y+w.Box.Height)))
				if least := darkest(img, b); least > 60 {
					t.Errorf("%q at %v holds no ink: the darkest pixel is %d", w.Text, w.Box, least)
				}
			}
			whole := image.Rectangle{}
			for _, w := range words {
				whole = whole.Union(image.Rect(int(scale*w.Box.X), int(scale*w.Box.Y), int(scale*(w.Box.X+w.Box.Width)+1), int(scale*(w.Box.Y+w.Box.Height)+1)))
			}
			for _, beside := range []image.Rectangle{
				{image.Point{}, image.Pt(img.Bounds().Max.X, whole.Min.Y-4)}, {image.Pt(0, whole.Max.Y+4), img.Bounds().Max},
				{image.Point{}, image.Pt(whole.Min.X-4, img.Bounds().Max.Y)}, {image.Pt(whole.Max.X+4, 0), img.Bounds().Max},
			} {
				if least := darkest(img, beside); least < 200 {
					t.Errorf("ink outside of all words, in %v: %d", beside, least)
				}
			}
		})
	}
}

func TestManyPages(t *testing.T) {
	r := rendererOf(t, Config{}, childArg)
	doc := documentOf("book", book(600))
	begun := time.Now()
	sizes, err := r.Sizes(t.Context(), doc)
	if err != nil || len(sizes) != 600 {
		t.Fatalf("%d sizes, %v", len(sizes), err)
	}
	t.Logf("600 sizes: %v", time.Since(begun))
	begun = time.Now()
	for _, page := range []int{1, 300, 600} {
		words, err := r.Words(t.Context(), doc, page, sizes[page-1])
		if err != nil || len(words) < 2 || words[1].Text != fmt.Sprint(page) {
			t.Errorf("page %d: %v, %v", page, words, err)
		}
		if _, err := r.Draw(t.Context(), doc, page, 1200, 1697); err != nil {
			t.Errorf("page %d: %v", page, err)
		}
	}
	t.Logf("three pages drawn with their words: %v", time.Since(begun))
	if _, err := r.Draw(t.Context(), doc, 601, 100, 100); !errors.Is(err, facsimile.ErrDamaged) {
		t.Errorf("page 601: %v", err)
	}
	if _, err := r.Draw(t.Context(), doc, 600, 100, 100); err != nil {
		t.Errorf("after a page that failed: %v", err)
	}
}

func TestPDFsThatCannotBeOpened(t *testing.T) {
	r := rendererOf(t, Config{}, childArg)
	for name, tt := range map[string]struct {
		file []byte
		want error
	}{
		"damaged": {[]byte("%PDF-1.7\n%%EOF"), facsimile.ErrDamaged},
		"empty":   {nil, facsimile.ErrDamaged},
		"locked":  {lockedPDF(), facsimile.ErrLocked},
	} {
		if _, err := r.Sizes(t.Context(), documentOf(name, tt.file)); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	gone := errors.New("the file is gone")
	_, err := r.Sizes(t.Context(), facsimile.Document{ID: "x", Open: func(context.Context) (io.ReadCloser, error) { return nil, gone }})
	if !errors.Is(err, gone) {
		t.Errorf("an error of Open became %v", err)
	}
}

func TestHostileChildren(t *testing.T) {
	for part, machine := range map[string]bool{
		"never starts": true, "dies": false, "hangs": false, "spins": false, "talks nonsense": false, "never ends a line": false, "sends too few pixels": false,
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			r := rendererOf(t, Config{PageCPU: 300 * time.Millisecond, Stall: 3 * time.Second}, "play-a-child", part)
			_, err := r.Draw(t.Context(), documentOf("x", book(1)), 1, 100, 100)
			if err == nil || errors.Is(err, facsimile.ErrDamaged) == machine {
				t.Errorf("error %v; of the machine: %t", err, machine)
			}
			if len(r.idle) != 0 || len(r.places) != 0 {
				t.Errorf("left behind: %d idle, %d places", len(r.idle), len(r.places))
			}
		})
	}
}

// What a child said before it died is read also where the machine is so busy that it is read later.
func TestADeadChildHasItsSay(t *testing.T) {
	r := rendererOf(t, Config{}, "play-a-child", "dies")
	file, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p := &process{renderer: r, started: time.Now(), dead: make(chan struct{})}
	if err := p.run(file); err != nil {
		t.Fatal(err)
	}
	defer p.end()
	<-p.dead
	time.Sleep(50 * time.Millisecond) // for what is done once it is dead
	if err := p.open(t.Context()); err != nil {
		t.Errorf("it did not start: %v", err)
	}
}

func TestWordsOfAHostileChild(t *testing.T) {
	r := rendererOf(t, Config{}, "play-a-child", "places words anywhere")
	words, err := r.Words(t.Context(), documentOf("x", book(1)), 1, facsimile.Size{Width: 100, Height: 200})
	want := []facsimile.Word{
		{Text: "here", Box: facsimile.Box{X: 10, Y: 20, Width: 10, Height: 20}},
		{Text: "wide", Box: facsimile.Box{X: 0, Y: 100, Width: 100, Height: 20}, Ends: true},
	}
	if err != nil || fmt.Sprint(words) != fmt.Sprint(want) {
		t.Errorf("got %v, %v, want %v", words, err, want)
	}
}

// A caller that leaves ends a page that takes long, and the place is free again.
func TestCallersThatLeave(t *testing.T) {
	r := rendererOf(t, Config{PageCPU: time.Hour, Stall: time.Hour}, "play-a-child", "hangs")
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, err := r.Draw(ctx, documentOf("x", book(1)), 1, 100, 100); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if len(r.places) != 0 || len(r.idle) != 0 {
		t.Error("the place is still taken")
	}
}

func TestChildrenAreFew(t *testing.T) {
	r := rendererOf(t, Config{Children: 2}, childArg)
	file := book(1)
	for _, id := range []string{"a", "b", "a", "c", "b"} {
		if _, err := r.Sizes(t.Context(), documentOf(id, file)); err != nil {
			t.Fatal(err)
		}
		if len(r.idle) > 2 {
			t.Errorf("%d children", len(r.idle))
		}
	}
	if got := r.idle[0].document + r.idle[1].document; got != "cb" {
		t.Errorf("children of %q are kept, want those used last", got)
	}
	last := r.idle[1]
	if err := r.Close(); err != nil || last.alive() {
		t.Errorf("a child lives on: %v", err)
	}
}

// Pages of hostile files are drawn or refused; nothing else.
func TestHostileFiles(t *testing.T) {
	const corpus = "/work/shared/corpora/pdf"
	files, err := filepath.Glob(filepath.Join(corpus, "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Skipf("no hostile PDFs in %s", corpus)
	}
	if testing.Short() {
		t.Skip("it takes a minute")
	}
	r := rendererOf(t, Config{}, childArg)
	drawn, refused := 0, 0
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		doc := documentOf(path, file)
		sizes, err := r.Sizes(t.Context(), doc)
		if err == nil {
			_, err = r.Draw(t.Context(), doc, 1, 480, 640)
		}
		if err == nil {
			_, err = r.Words(t.Context(), doc, 1, sizes[0])
		}
		switch {
		case err == nil:
			drawn++
		case errors.Is(err, facsimile.ErrDamaged), errors.Is(err, facsimile.ErrLocked):
			refused++
		default:
			t.Errorf("%s: %v", path, err)
		}
	}
	t.Logf("%d drawn, %d refused", drawn, refused)
	if drawn < len(files)/2 {
		t.Errorf("only %d of %d are drawn", drawn, len(files))
	}
}
