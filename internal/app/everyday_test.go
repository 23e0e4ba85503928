package app

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/config"
	"engram/internal/lab/eval"
)

// everyday counts what became of questions over HTTP.
type everyday struct{ right, wrong, headings, refused, unfounded int }

// TestEverydayQuestions saves notes as people do, the title first and markdown as it comes, and asks about them in whole. The
// bounds were set on "fitted" and not on "aside".
func TestEverydayQuestions(t *testing.T) {
	for folder, least := range map[string]everyday{"fitted": {right: 38, unfounded: 6}, "aside": {right: 42, unfounded: 4}} {
		t.Run(folder, func(t *testing.T) {
			set, err := eval.Read(filepath.Join("..", "answer", "extractive", "testdata", "everyday", folder))
			if err != nil {
				t.Fatal(err)
			}
			cfg := settings(t)
			cfg.Encoder, cfg.Reader, cfg.FreeSearchesPerDay = config.EncoderOn, config.ReaderOn, 0
			e := startAs(t, cfg, func(a *App) { a.reading = patience })
			token, titles := e.user(), map[string]bool{}
			for _, d := range set.Docs {
				e.note(token, d.Text)
				titles[d.Title] = true
			}
			var got everyday
			for _, q := range set.Queries {
				a := e.want(200, e.search(token, q.Text, "all-memories"))
				got.add(t, q, a, titles)
			}
			t.Logf("%+v of %d", got, len(set.Queries))
			if got.headings > 0 || got.right < least.right || got.unfounded > least.unfounded {
				t.Errorf("%+v, want no heading, %d right at least and %d unfounded at most", got, least.right, least.unfounded)
			}
		})
	}
}

func (c *everyday) add(t *testing.T, q eval.Query, a answer, titles map[string]bool) {
	t.Helper()
	quotes, named := "", true
	for _, citation := range a.memories("citations") {
		quote := fmt.Sprint(citation["quote"])
		quotes += quote + "\n"
		named = named && titles[strings.Trim(quote, "#* ")]
	}
	var outcome string
	switch {
	case a.body["answered"] != true:
		c.refused++
		outcome = "refused"
	case named:
		c.headings++
		outcome = "a heading"
	case q.Kind == eval.Unanswerable:
		c.unfounded++
		outcome = "unfounded"
	case strings.Contains(quotes, q.Answer):
		c.right++
		outcome = "right"
	default:
		c.wrong++
		outcome = "wrong"
	}
	t.Logf("%-10s %s → %s", outcome, q.Text, strings.ReplaceAll(a.text("answer"), "\n", " / "))
}
