package pdf

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"engram/internal/capture/capturetest"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

func TestReadingKeepsAllText(t *testing.T) {
	for name, tt := range map[string]struct {
		frames string
		want   string
	}{
		"a page":                  {`{"page":{"number":1,"text":"one"}}`, "one"},
		"head, text and foot":     {`{"page":{"number":1,"head":["a\n\n"],"text":"b ","foot":["c"]}}`, "a\n\nb c"},
		"many lines at the edges": {`{"page":{"number":1,"head":["a","b","c","d"],"text":"e","foot":["f"]}}`, "abcdef"},
		"marks that turn text":    {`{"page":{"number":1,"head":["\u202ea"],"text":"b\u0000","foot":["\u2066c"]}}`, "abc"},
		"a page of nothing":       {`{"page":{"number":1,"text":" "}}{"page":{"number":2,"text":"two"}}`, "two"},
		"data after the end":      {`{"page":{"number":1,"text":"one"}}{"done":true}{"page":{"number":2,"text":"two"}}`, "one"},
	} {
		t.Run(name, func(t *testing.T) {
			g := &reading{maxPages: 3}
			g.listen(strings.NewReader(`{"ready":true}{"about":{"pages":3}}` + tt.frames))
			d, err := g.document(configOfTests, memory.Bookmark{})
			if got := capturetest.Text(d); err != nil || got != tt.want {
				t.Errorf("text %q, error %v, want %q", got, err, tt.want)
			}
		})
	}
}

// configOfTests is for readings without a child.
var configOfTests = Config{
	MaxPages: 3, MaxText: 1 << 20, PageCPU: time.Second, MaxCPU: time.Minute, Now: func() time.Time { return dateOfTests },
}

func FuzzReading(f *testing.F) {
	f.Add([]byte(`{"ready":true}{"about":{"title":"T","author":"A","created":"D:2024","pages":3}}{"page":{"number":1,"title":"t","head":["h"],"text":"x","foot":["1"]}}{"read":true}{"picture":"AAAA"}{"done":true}`))
	f.Add([]byte(`{"ready":true}{"failure":"password"}`))
	f.Add([]byte(`{"page":{"number":-1,"text":"\ud800"}}{"page":{"number":9e99}}`))
	f.Add([]byte(`{"about":{"pages":-5}}{"read":true}[`))
	f.Fuzz(func(t *testing.T, said []byte) {
		g := &reading{maxPages: 4}
		g.listen(bytes.NewReader(said))
		d, err := g.document(configOfTests, memory.Bookmark{})
		if fail, isFault := errors.AsType[*fault.Error](err); err != nil && (!isFault || fail.Kind != fault.Invalid) {
			t.Errorf("error %v", err)
		}
		if b := d.Bookmark; b.Page < 0 || b.Page > b.Pages || b.End && (err == nil) != (len(d.Sections) > 0) {
			t.Errorf("%+v with %d sections and error %v", b, len(d.Sections), err)
		}
		if d.Pages < 0 || d.Pages > maxPagesStated || len(d.Image) > maxPicture || d.Title != plaintext.OneLine(d.Title, capture.MaxTitle) {
			t.Errorf("title %q, %d pages, a picture of %d bytes", d.Title, d.Pages, len(d.Image))
		}
		before := 0
		for _, s := range d.Sections {
			if s.Page <= before || s.Page > g.maxPages || s.Text != strings.TrimSpace(plaintext.Clean(s.Text)) || !utf8.ValidString(s.Text) {
				t.Errorf("page %d after %d: %q", s.Page, before, s.Text)
			}
			before = s.Page
		}
	})
}
