package app

import (
	"context"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"engram/internal/config"
	"engram/internal/embed"
	"engram/internal/embed/embedtest"
	"engram/internal/recall"
	"engram/internal/store"
)

// The index catches up when passages get their vectors. If it can't read its log it logs that,
// rather than only at the next search.
func TestIndexTakesVectorsBeforeASearch(t *testing.T) {
	cfg := settings(t)
	cfg.Encoder = config.EncoderOn
	e := startWith(t, cfg, carrying(&embedtest.Local{Name: "one", Dims: 16, Steps: 1}))
	db, err := store.Open(t.Context(), store.Config{URL: cfg.Database()})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rename := func(from, to string) {
		if _, err := db.Writer().Exec("ALTER TABLE " + from + " RENAME TO " + to); err != nil {
			t.Fatal(err)
		}
	}
	token := e.user()
	e.note(token, "The car was repaired at the garage.")
	e.want(200, e.search(token, "which car", "all-memories")) // opens the index
	rename("deletions", "elsewhere")
	e.note(token, strings.Repeat("The long way home goes by the river, and back. ", 2000)) // more than is saved at once
	wantEmbedded(t, db, "one", 16)
	rename("elsewhere", "deletions")
	if err := e.app.Close(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(e.log.String(), "an index did not take new vectors") {
		t.Error("the index was not told")
	}
}

// watched is a log whose reading calls do.
type watched struct {
	recall.Source
	do func()
}

func (w watched) LastSeq(context.Context, string) (int64, error) {
	w.do()
	return 0, nil
}

// empty is an embed.Store without vectors.
type empty struct{ embed.Store }

func (empty) Length(context.Context, string) (int, error) { return 0, nil }

func TestSearchesHavePriorityOverEncoding(t *testing.T) {
	for name, search := range map[string]func(gatedIndex) error{
		"search": func(p gatedIndex) error {
			_, err := p.Search(t.Context(), "u", recall.Query{Text: "car"})
			return err
		},
		"search while typing": func(p gatedIndex) error {
			_, err := p.Find(t.Context(), "u", recall.Query{Text: "car"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			meanings := embed.New(empty{}, &embedtest.Local{Name: "one", Steps: 1}, slog.New(slog.NewTextHandler(io.Discard, nil)), time.Now)
			waited := time.Duration(0)
			index := gatedIndex{recall.New(watched{do: func() {
				began, spent := time.Now(), meanings.Stats().Spent
				meanings.Passages(t.Context(), "title", []string{"a passage"})
				waited += time.Since(began) - (meanings.Stats().Spent - spent)
			}}), meanings.Gate()}
			if err := search(index); err != nil || waited < 15*time.Millisecond {
				t.Errorf("%v, the reading waited for %v", err, waited)
			}
		})
	}
}
