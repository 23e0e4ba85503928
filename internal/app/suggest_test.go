package app

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"

	"engram/internal/config"
	"engram/internal/embed/encoder/builtin"
	"engram/internal/lab/eval/evaltest"
	"engram/internal/lab/library"
	"engram/internal/memory"
	"engram/internal/recall"
	"engram/internal/suggest"
)

// givenTags reads who may have tagged what: by memory, in the order of the file.
func givenTags(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/memory-tags.txt")
	if err != nil {
		t.Fatal(err)
	}
	given := make(map[string][]string)
	for line := range strings.Lines(string(text)) {
		tag, numbers, is := strings.Cut(line, ":")
		if !is || strings.HasPrefix(line, "#") {
			continue
		}
		for number := range strings.FieldsSeq(numbers) {
			id := fmt.Sprintf("m%03s", number)
			given[id] = append(given[id], tag)
		}
	}
	return given
}

// tagged is a library whose memories have tags.
type tagged struct {
	*library.Library
	person string
	tags   map[string][]string
}

func (g tagged) Related(ctx context.Context, _, id string, limit int, floor float64) ([]recall.Related, error) {
	return g.Near(ctx, g.person, id, limit, floor)
}

func (g tagged) Phrases(context.Context, string, string, int) ([]string, error) { return nil, nil }

func (g tagged) ByIDs(_ context.Context, _ string, ids []string) ([]memory.Memory, error) {
	found := make([]memory.Memory, len(ids))
	for i, id := range ids {
		found[i] = memory.Memory{ID: id, Tags: g.tags[id]}
	}
	return found, nil
}

// TestHiddenTagsAreSuggested hides one tag of a memory after the other.
func TestHiddenTagsAreSuggested(t *testing.T) {
	if !builtin.Encodes() {
		t.Skip("this build carries no weights of the encoder")
	}
	if os.Getenv("ENGRAM_EVAL_DIR") == "" {
		t.Skip("set ENGRAM_EVAL_DIR to the folder of the retrieval sets to measure: that takes a minute")
	}
	set := evaltest.Read(t, "memories").Sets[0]
	a := newApp(slog.New(slog.DiscardHandler))
	t.Cleanup(func() { a.Close() })
	l, err := a.openLibrary(t.Context(), config.Config{Encoder: config.EncoderOn, Reader: config.ReaderOff}, t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Save(t.Context(), set.Name, set.Memories()); err != nil {
		t.Fatal(err)
	}
	library := tagged{l, set.Name, givenTags(t)}
	service := suggest.New(library, library)
	hidden, first, three, proposed := 0, 0, 0, 0
	for id, tags := range library.tags {
		for _, hide := range tags {
			others := slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return tag == hide })
			suggested, err := service.Tags(t.Context(), memory.Memory{ID: id, Tags: others})
			if err != nil {
				t.Fatal(err)
			}
			hidden++
			proposed += len(suggested)
			at := slices.IndexFunc(suggested, func(tag suggest.Tag) bool { return tag.Name == hide && tag.Known })
			if at == 0 {
				first++
			}
			if at >= 0 {
				three++
			}
		}
	}
	share := func(n, of int) float64 { return float64(n) / float64(max(of, 1)) }
	t.Logf("%d hidden tags: the first suggestion is it %.2f, one of three %.2f; %.2f suggestions each", hidden, share(first, hidden), share(three, hidden), share(proposed, hidden))
	if share(first, hidden) < .65 || share(three, hidden) < .83 {
		t.Error("fewer than before")
	}
}
