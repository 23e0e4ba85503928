package pdf

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"engram/internal/capture/capturetest"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

const childArg = "read-pdf-in-a-child"

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
			after, _ := strconv.Atoi(os.Args[4])
			playChild(os.Args[2], after)
			return
		default:
			if !strings.HasPrefix(os.Args[1], "-test.") {
				os.Exit(2) // a child that does not know what it is must not run the tests, which start children
			}
		}
	}
	os.Exit(m.Run())
}

// playChild says to its parent what a taken-over child might.
func playChild(part string, after int) {
	const ready, about = `{"ready":true}`, `{"about":{"title":"T\u0000\u202e","author":"A","pages":3}}`
	page := func(n int, text string) string { return fmt.Sprintf(`{"page":{"number":%d,"text":%q}}`, n, text) }
	say := func(lines ...string) { fmt.Println(strings.Join(lines, "\n")) }
	switch part {
	case "hangs":
		say(ready, about)
		time.Sleep(time.Hour)
	case "hangs after a page":
		say(ready, about, page(1, "one"))
		time.Sleep(time.Hour)
	case "hangs at the picture":
		say(ready, about, page(1, "one"), `{"read":true}`)
		time.Sleep(time.Hour)
	case "hangs at the picture of a scan":
		say(ready, about, page(1, ""), page(2, ""), page(3, ""), `{"read":true}`)
		time.Sleep(time.Hour)
	case "says a giant picture":
		say(ready, about, page(1, "one"), fmt.Sprintf(`{"picture":"%s"}`, strings.Repeat("AAAA", maxPicture/3+1)), `{"done":true}`)
	case "dies":
		say(ready, about)
		os.Exit(3)
	case "dies after a page":
		say(ready, about, page(1, "one"))
		panic("out of memory")
	case "never starts":
		fmt.Fprintln(os.Stderr, strings.Repeat("no such thing ", 10_000))
		os.Exit(1)
	case "talks nonsense":
		say(ready, "!{}[")
		time.Sleep(time.Hour)
	case "never stops talking":
		say(ready, about)
		for n := 1; ; n++ {
			say(page(n, strings.Repeat("x", 1<<16)))
		}
	case "lies about pages":
		say(ready, about, page(-1, "no"), page(2, "two"), page(2, "again"), page(1, "back"), page(1<<40, "far"), page(3, " \n"), `{"done":true}`)
	case "is slow", "spins at page 2", "sleeps at page 2", "dies at page 2":
		say(ready, about)
		for n := after + 1; n <= 3; n++ {
			switch {
			case part == "is slow":
				time.Sleep(300 * time.Millisecond)
			case n == 2 && part == "spins at page 2":
				for spins := 0; ; {
					spins++
				}
			case n == 2 && part == "sleeps at page 2":
				time.Sleep(time.Hour)
			case n == 2 && part == "dies at page 2":
				os.Exit(3)
			}
			say(page(n, strconv.Itoa(n)))
		}
		say(`{"read":true}`, `{"done":true}`)
	case "invents a failure":
		say(ready, `{"failure":"<b>Your password, please</b>"}`)
	case "closes its output":
		say(ready)
		os.Stdout.Close()
		time.Sleep(time.Hour)
	}
}

// cacheDir outlives a run of the tests, so that PDFium is compiled once.
func cacheDir() string { return filepath.Join(os.TempDir(), "engram-test-cache", "pdfium") }

func readerOf(t testing.TB, cfg Config, command ...string) *Reader {
	t.Helper()
	self, err := os.Executable()
	if err != nil || len(command) == 0 {
		t.Fatal("a child needs a command, else it runs the tests:", err)
	}
	cfg.Command, cfg.CacheDir = append([]string{self}, command...), cacheDir()
	p, err := NewReader(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func pdfReader(t testing.TB) *Reader { return readerOf(t, Config{}, childArg) }

// readAll reads a PDF piece by piece, as captures do, and puts the pieces together.
func readAll(t testing.TB, p *Reader, file []byte) (whole capture.Document, err error) {
	t.Helper()
	for from := (memory.Bookmark{}); ; {
		piece, err := p.ReadFile(t.Context(), bytes.NewReader(file), from)
		if whole.Bookmark.Page == 0 {
			whole = piece
		} else {
			whole.Sections = append(whole.Sections, piece.Sections...)
		}
		whole.Bookmark, whole.Remark = piece.Bookmark, piece.Remark
		if from = piece.Bookmark; err != nil || from.End {
			return whole, err
		}
	}
}

func TestReadFile(t *testing.T) {
	file := makePDF(pdfSpec{
		title: "On (bread)", author: "Ann  Author", created: "D:20240131120000+01'00'",
		pages: [][]string{
			{"Bread is made of flour, water and salt, and of a lot of pa-", "tience. The flour is ground from grain, as it has been for", "ten thousand years.",
				"", "A second paragraph begins after a wider gap, and it goes on", "in a second line."},
			{"Page two."},
			{},
			{"Page four."},
		},
	})
	d, err := readAll(t, pdfReader(t), file)
	if err != nil {
		t.Fatal(err)
	}
	want := capture.Document{
		Title: "On (bread)", Author: "Ann Author", Published: time.Date(2024, 1, 31, 11, 0, 0, 0, time.UTC), Pages: 4,
		Description: "Bread is made of flour, water and salt, and of a lot of patience. The flour is ground from grain, as it has been for ten thousand years.",
		Sections: []capture.Section{
			{Page: 1, Text: "Bread is made of flour, water and salt, and of a lot of patience. The flour is ground from grain, as it has been for ten thousand years.\n\n" +
				"A second paragraph begins after a wider gap, and it goes on in a second line."},
			{Page: 2, Text: "Page two."},
			{Page: 4, Text: "Page four."},
		},
	}
	if len(d.Image) == 0 {
		t.Error("its first page has no picture")
	}
	d.Image, d.Bookmark = nil, memory.Bookmark{}
	for i := range d.Sections {
		d.Sections[i].Blocks = nil
	}
	if diff := cmp.Diff(want, d); diff != "" {
		t.Error(diff)
	}
}

func TestReadFileTriesAnEmptyPassword(t *testing.T) {
	file := makePDF(pdfSpec{sealed: true, title: "Sealed", pages: [][]string{{"words that were sealed"}}})
	if bytes.Contains(file, []byte("words")) {
		t.Fatal("nothing is sealed")
	}
	d, err := readAll(t, pdfReader(t), file)
	if got := capturetest.Text(d); err != nil || got != "words that were sealed" || d.Title != "Sealed" {
		t.Errorf("title %q, text %q, error %v", d.Title, got, err)
	}
}

func TestReadFileGivesTheReasonOfAFailure(t *testing.T) {
	whole := makePDF(pdfSpec{title: "T", pages: [][]string{{"words"}}})
	for name, tt := range map[string]struct {
		file    []byte
		message string
	}{
		"empty":       {nil, msgDamaged},
		"no pdf":      {[]byte("<html>not here"), msgDamaged},
		"header only": {[]byte("%PDF-1.7\n%%EOF"), msgDamaged},
		"truncated":   {whole[:len(whole)/3], msgDamaged},
		"no pages":    {makePDF(pdfSpec{title: "T"}), msgDamaged},
		"encrypted":   {makePDF(pdfSpec{locked: true, pages: [][]string{{"words"}}}), msgPassword},
		"blank":       {makePDF(pdfSpec{title: "Scan", pages: [][]string{{}, {}}}), msgNoText},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := readAll(t, pdfReader(t), tt.file)
			wantInvalid(t, err, tt.message)
			if name == "blank" && (d.Title != "Scan" || d.Pages != 2) {
				t.Errorf("of its title and pages %q and %d are left", d.Title, d.Pages)
			}
		})
	}
}

func wantInvalid(t *testing.T, err error, message string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != fault.Invalid || f.Message != message {
		t.Errorf("error %v, want %q", err, message)
	}
}

func TestReadFileTruncatesAtItsLimits(t *testing.T) {
	file := makePDF(pdfSpec{pages: [][]string{{"first page"}, {"second page"}, {"third page"}}})
	for name, tt := range map[string]struct {
		cfg  Config
		want string
	}{
		"pages": {Config{MaxPages: 2}, "first page\n\nsecond page"},
		"text":  {Config{MaxText: 14}, "first page\n\nseco"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := readAll(t, readerOf(t, tt.cfg, childArg), file)
			if got := capturetest.Text(d); err != nil || got != tt.want {
				t.Errorf("text %q, error %v", got, err)
			}
		})
	}
}

func TestReadFileMistrustsItsChild(t *testing.T) {
	for part, tt := range map[string]struct{ text, message string }{
		"hangs":                          {message: msgSlow},
		"hangs after a page":             {text: "one"},
		"hangs at the picture":           {text: "one"},
		"hangs at the picture of a scan": {message: msgNoText},
		"says a giant picture":           {text: "one"},
		"dies":                           {message: msgDamaged},
		"dies after a page":              {text: "one"},
		"talks nonsense":                 {message: msgDamaged},
		"lies about pages":               {text: "two"},
		"invents a failure":              {message: msgDamaged},
		"closes its output":              {message: msgDamaged},
		"never stops talking":            {text: strings.Repeat("x", 1<<16)},
	} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			readPlayed(t, part, Config{MaxText: 1 << 16, MaxPages: 3}, func(d capture.Document, err error) bool {
				if f, ok := errors.AsType[*fault.Error](err); ok {
					return f.Kind == fault.Invalid && f.Message == tt.message
				}
				return err == nil && tt.message == "" && d.Sections[0].Text == tt.text && d.Title == "T" && d.Image == nil
			})
		})
	}
}

// readPlayed checks what is read of a child that plays a part. One that stands still may do so for
// longer and longer until it has come as far as it should before: on a busy machine it begins late.
func readPlayed(t *testing.T, part string, cfg Config, right func(capture.Document, error) bool) {
	t.Helper()
	still := strings.HasPrefix(part, "hangs") || strings.HasPrefix(part, "sleeps")
	for stall := 500 * time.Millisecond; ; stall *= 4 {
		if cfg.Stall = time.Minute; still {
			cfg.Stall = stall
		}
		d, err := readAll(t, readerOf(t, cfg, "play-a-child", part), nil)
		if right(d, err) {
			return
		}
		if cfg.Stall > 20*time.Second {
			t.Fatalf("%+.100v, error %v", d, err)
		}
	}
}

func TestReadFileDistinguishesInternalFailures(t *testing.T) {
	failing := errors.New("the disk is gone")
	_, err := pdfReader(t).ReadFile(t.Context(), struct {
		io.Reader
		io.Seeker
	}{Reader: iotest.ErrReader(failing)}, memory.Bookmark{})
	if !errors.Is(err, failing) || fault.KindOf(err) != fault.Internal {
		t.Errorf("failing reader: %v", err)
	}
	_, err = readerOf(t, Config{}, "play-a-child", "never starts").ReadFile(t.Context(), strings.NewReader("x"), memory.Bookmark{})
	if err == nil || fault.KindOf(err) != fault.Internal || len(err.Error()) > 2*maxStderr {
		t.Errorf("child that does not start: %v", err)
	}
	p, _ := NewReader(Config{Command: []string{"/no/such/program"}})
	if _, err := p.ReadFile(t.Context(), strings.NewReader("x"), memory.Bookmark{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no program: %v", err)
	}
	if _, err := NewReader(Config{}); err == nil {
		t.Error("no command was taken")
	}
}

func TestReadFileRunsFewAtOnceAndEndsWithItsCaller(t *testing.T) {
	p := readerOf(t, Config{Concurrent: 1}, "play-a-child", "hangs")
	ctx, cancel := context.WithCancel(t.Context())
	var both sync.WaitGroup
	for range 2 { // one runs, one waits
		both.Go(func() {
			if _, err := p.ReadFile(ctx, strings.NewReader("x"), memory.Bookmark{}); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want the caller's cancellation", err)
			}
		})
	}
	for len(p.slots) == 0 && t.Context().Err() == nil { // there is room for one
		time.Sleep(time.Millisecond)
	}
	cancel()
	both.Wait()
}

func TestServePDFReadsPipes(t *testing.T) {
	child := exec.Command(os.Args[0], childArg, cacheDir(), "0", "10", "1000", "10s")
	child.Stdin = io.MultiReader(bytes.NewReader(makePDF(pdfSpec{pages: [][]string{{"through a pipe"}}})))
	out, err := child.CombinedOutput()
	if err != nil || !strings.Contains(string(out), `["through a pipe"]`) {
		t.Errorf("%v: said %s", err, out)
	}
	if err := Serve(strings.NewReader(""), io.Discard, []string{"", "0", "many", "1", "1s"}); err == nil {
		t.Error("a limit that is no number was taken")
	}
}

// TestReadFileOnHostileFiles reads damaged, encrypted and malicious files: all with
// ENGRAM_SLOW_TESTS=1, else a few.
func TestReadFileOnHostileFiles(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(capturetest.Corpus(t, "pdf"), "*.pdf"))
	step := 8
	switch {
	case os.Getenv("ENGRAM_SLOW_TESTS") != "":
		step = 1
	case capturetest.UnderRace || testing.Short():
		step = 16
	}
	p := pdfReader(t)
	var mu sync.Mutex
	outcomes := map[string]int{}
	var slowest time.Duration
	t.Run("unusual files are reported or read", func(t *testing.T) {
		for i := 0; i < len(files); i += step {
			name := filepath.Base(files[i])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				p.slots <- struct{}{} // so that the clock below measures the reading alone
				<-p.slots
				start := time.Now()
				d, err := readAll(t, p, capturetest.File(t, files[i]))
				took := time.Since(start)
				outcome := "read"
				if f, ok := errors.AsType[*fault.Error](err); ok {
					outcome = f.Message
				} else if err != nil {
					t.Errorf("%v, want a document or a fault", err)
				} else if capturetest.Text(d) == "" {
					t.Error("neither text nor fault")
				}
				if len(d.Image) > maxPicture || len(capturetest.Text(d)) > 2*defaultMaxText {
					t.Errorf("%d bytes of text, a picture of %d", len(capturetest.Text(d)), len(d.Image))
				}
				mu.Lock()
				defer mu.Unlock()
				outcomes[outcome]++
				if len(d.Image) > 0 {
					outcomes["with a picture"]++
				}
				slowest = max(slowest, took)
			})
		}
	})
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	t.Logf("%v, slowest %v, the parent has %d MB", outcomes, slowest, memory.Sys>>20)
}

// densePDF has as many pages as a book, of 2,800 characters each.
func densePDF(pages int) []byte {
	var spec pdfSpec
	for page := range pages {
		var lines []string
		for n := range 50 {
			lines = append(lines, fmt.Sprintf("%d %d %.50s", page, n, prose[n:]))
		}
		spec.pages = append(spec.pages, lines)
	}
	return makePDF(spec)
}

func TestReadFileReadsTwoBooksAtOnce(t *testing.T) {
	pages := 100
	if capturetest.UnderRace || testing.Short() {
		pages = 30
	}
	file, p := densePDF(pages), pdfReader(t)
	var both sync.WaitGroup
	for range 2 {
		both.Go(func() {
			start := time.Now()
			d, err := readAll(t, p, file)
			if err != nil || len(d.Sections) != pages || len(d.Image) == 0 {
				t.Errorf("%d of %d pages, a picture of %d bytes, error %v", len(d.Sections), pages, len(d.Image), err)
			}
			t.Logf("%d characters in %v", len(capturetest.Text(d)), time.Since(start))
		})
	}
	both.Wait()
}

// BenchmarkReadPDF reads a book of 300 pages, its child included.
func BenchmarkReadPDF(b *testing.B) {
	file, p := densePDF(300), pdfReader(b)
	b.SetBytes(int64(len(file)))
	for b.Loop() {
		if _, err := readAll(b, p, file); err != nil {
			b.Fatal(err)
		}
	}
}
