package page

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode"

	"engram/internal/capture/capturetest"

	"golang.org/x/net/html"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/plaintext"
)

// The floors lie just under what is reached: a change that reads pages worse fails. What was
// expected holds captions, which are left out where a second reader leaves them out too.
const (
	floorPrecision, floorRecall, floorF1 = 0.999, 0.985, 0.992
	floorTitles                          = 0.91
)

// disputed are the pages whose expected text is not what a reader wants, and why: they are read,
// but not counted.
var disputed = map[string]string{
	"cnet":                 "it lacks the standfirst",
	"cnet-svg-classes":     "it lacks the standfirst",
	"firefox-nightly-blog": "it ends with comments",
	"folha":                "it lacks the standfirst",
	"iab-1":                "it ends with the author's biography",
	"liberation-1":         "it lacks the standfirst",
	"mercurial":            "it lacks a chapter, which is about how to share",
	"theverge":             "it lacks the standfirst, and ends with the prices of a newsletter",
	"topicseed-1":          "it lacks the first paragraph",
}

func TestReadPageOnRealPages(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(capturetest.Corpus(t, "html"), "*"))
	var precision, recall, f1, titles, counted float64
	var slowest time.Duration
	for _, dir := range dirs {
		start := time.Now()
		d, err := NewReader().ReadPage(t.Context(), capture.Page{URL: "http://fakehost/test/page.html", Body: capturetest.File(t, dir, "source.html")})
		slowest = max(slowest, time.Since(start))
		if err != nil {
			t.Fatal(err)
		}
		p, r := overlap(bag(capturetest.Text(d)), bag(expectedText(t, dir)))
		f := 2 * p * r / max(p+r, 1e-9)
		if disputed[filepath.Base(dir)] == "" {
			precision, recall, f1, counted = precision+p, recall+r, f1+f, counted+1
		}
		if f < 0.9 {
			t.Errorf("%s: precision %.2f, recall %.2f", filepath.Base(dir), p, r)
		}
		if want := expectedTitle(t, dir); rightTitle(d.Title, want) {
			titles++
		} else {
			t.Logf("%-30s title %q, want %q", filepath.Base(dir), d.Title, want)
		}
	}
	n := float64(len(dirs))
	precision, recall, f1, titles = precision/counted, recall/counted, f1/counted, titles/n
	t.Logf("%d pages, %.0f counted: precision %.4f, recall %.4f, F1 %.4f, right titles %.2f, slowest %v", len(dirs), counted, precision, recall, f1, titles, slowest)
	if precision < floorPrecision || recall < floorRecall || f1 < floorF1 || titles < floorTitles {
		t.Error("pages are read worse than they were")
	}
}

func expectedText(t *testing.T, dir string) string {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(capturetest.File(t, dir, "expected.html"))))
	if err != nil {
		t.Fatal(err)
	}
	return markup.Text(root)
}

func expectedTitle(t *testing.T, dir string) string {
	t.Helper()
	var m struct{ Title string }
	if err := json.Unmarshal(capturetest.File(t, dir, "expected-metadata.json"), &m); err != nil {
		t.Fatal(err)
	}
	return m.Title
}

// rightTitle reports whether a title is the expected one, or that without the name of its site at
// the end.
func rightTitle(got, want string) bool {
	got, want = strings.ToLower(plaintext.OneLine(got, capture.MaxTitle)), strings.ToLower(plaintext.OneLine(want, capture.MaxTitle))
	rest, begins := strings.CutPrefix(want, got)
	return got == want || (begins && got != "" && siteAtEnd.MatchString(rest))
}

var siteAtEnd = regexp.MustCompile(`^(?: [|–—·-] [^|–—·]{1,30}){1,2}$`)

// bag counts the words of a text.
func bag(text string) map[string]int {
	words := map[string]int{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		words[w]++
	}
	return words
}

func overlap(got, want map[string]int) (precision, recall float64) {
	common, inGot, inWant := 0, 0, 0
	for w, n := range want {
		inWant += n
		common += min(n, got[w])
	}
	for _, n := range got {
		inGot += n
	}
	return float64(common) / max(float64(inGot), 1), float64(common) / max(float64(inWant), 1)
}
