package video

import (
	"bytes"
	std "cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

// answer is the response at one address of the test's web.
type answer struct {
	status int // zero: 200
	body   string
	kind   string        // content type; empty: as it is sniffed
	at     string        // after redirects; empty: where it was asked for
	retry  time.Duration // Retry-After
	slow   bool          // nothing comes within the time
	err    error         // instead of an answer
	size   int64         // of the whole body; zero: of what is given
}

// web is a capture.Fetcher of a few addresses. What it does not have is not found.
type web struct {
	answers map[string]answer
	asked   []capture.Request
}

func (w *web) Fetch(ctx context.Context, r capture.Request) (capture.Page, error) {
	w.asked = append(w.asked, r)
	if ctx.Err() != nil {
		return capture.Page{}, ctx.Err()
	}
	a, ok := w.answers[r.URL]
	switch {
	case !ok:
		a.status = http.StatusNotFound
	case a.err != nil:
		return capture.Page{}, a.err
	case a.slow:
		limited, cancel := context.WithTimeout(ctx, r.Timeout)
		defer cancel()
		<-limited.Done()
		return capture.Page{}, fault.Wrap(fault.Unavailable, "The page did not answer in time.", limited.Err())
	}
	if a.status != 0 {
		return capture.Page{}, refusal(a)
	}
	body := []byte(a.body)
	if r.Limit > 0 && int64(len(body)) > r.Limit {
		if !r.Head {
			return capture.Page{}, fault.New(fault.Invalid, "The page is larger than it may be.")
		}
		body = body[:r.Limit]
	}
	page := capture.Page{URL: std.Or(a.at, r.URL), ContentType: std.Or(a.kind, http.DetectContentType(body)), Body: body, Length: a.size}
	if page.Length == 0 {
		page.Length = int64(len(a.body))
	}
	return page, nil
}

func refusal(a answer) error {
	kind := fault.Invalid
	if a.status == http.StatusTooManyRequests || a.status >= 500 {
		kind = fault.Unavailable
	}
	f := fault.Wrap(kind, "The page answered "+strconv.Itoa(a.status)+".", &capture.StatusError{Code: a.status})
	f.RetryAfter = a.retry
	return f
}

// reader is a capture.PageReader that knows of a page its title and its tags, and that all else is
// text.
type reader struct{ reads int }

func (r *reader) ReadPage(_ context.Context, p capture.Page) (capture.Document, error) {
	r.reads++
	if !strings.Contains(p.ContentType, "html") && !strings.Contains(p.ContentType, "text/plain") {
		return capture.Document{}, fault.New(fault.Invalid, "This kind of file can't be read.")
	}
	d := capture.Document{Language: "en"}
	var text []string
	z := html.NewTokenizer(bytes.NewReader(p.Body))
	within := ""
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(text) > 0 {
				d.Sections = []capture.Section{{Text: strings.Join(text, "\n\n")}}
			}
			return d, nil
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			within = t.Data
			readTag(&d, p.URL, t)
		case html.EndTagToken:
			within = ""
		case html.TextToken:
			switch within {
			case "title":
				d.Title = string(z.Text())
			case "p":
				text = append(text, string(z.Text()))
			}
		}
	}
}

func readTag(d *capture.Document, base string, t html.Token) {
	a := map[string]string{}
	for _, attribute := range t.Attr {
		a[attribute.Key] = attribute.Val
	}
	switch a["property"] {
	case "og:title":
		d.Title = a["content"]
	case "og:description":
		d.Description = a["content"]
	case "og:image":
		d.ImageURL = resolve(base, a["content"])
	case "og:site_name":
		d.Site = a["content"]
	case "og:video:duration":
		n, _ := strconv.Atoi(a["content"])
		d.Duration = time.Duration(n) * time.Second
	}
}

// readAt reads a video at an address of a web.
func readAt(t *testing.T, address string, answers map[string]answer) (capture.Document, *web, error) {
	t.Helper()
	w := &web{answers: answers}
	var steps []memory.Step
	doc, err := New(w, &reader{}).Read(context.Background(), memory.Memory{Kind: memory.Video, URL: address}, func(s memory.Step) { steps = append(steps, s) })
	if err == nil && !slices.Equal(steps, []memory.Step{memory.Reading}) {
		t.Errorf("steps %v", steps)
	}
	for i, r := range w.asked {
		if r.Priority != (i > 0) || r.Timeout <= 0 || r.Timeout > fetchTimeout {
			t.Errorf("fetch %d: %+v", i, r)
		}
	}
	return doc, w, err
}

// difference compares documents, and their faults by what is shown of them.
func difference(want, got capture.Document) string {
	return cmp.Diff(want, got, cmp.Comparer(func(a, b error) bool { return fault.KindOf(a) == fault.KindOf(b) && messageOf(a) == messageOf(b) }))
}

func messageOf(err error) string {
	if f, ok := errors.AsType[*fault.Error](err); ok {
		return f.Message
	}
	return fmt.Sprint(err)
}

func (w *web) addresses() string {
	var all []string
	for _, r := range w.asked {
		all = append(all, r.URL)
	}
	return strings.Join(all, "\n")
}

func htmlPage(title, head, body string) string {
	return fmt.Sprintf("<!doctype html><html lang=en><head><title>%s</title>%s</head><body>%s</body></html>", title, head, body)
}
