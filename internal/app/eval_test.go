package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"engram/internal/config"
	"engram/internal/embed/embedtest"
)

// newSet writes a small retrieval set. Its memories are of every kind that a set can tell.
func newSet(t *testing.T, qrels string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "garden")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"corpus.jsonl": `{"_id":"m1","type":"note","title":"Compost","text":"Turn the compost heap every second week."}
{"_id":"m2","type":"document","title":"Pruning.pdf","text":"Prune the apple trees in late winter.","createdAt":"2025-02-01T10:00:00Z"}
{"_id":"m3","title":"Quinces","text":"The quince tree bears in October."}
`,
		"queries.jsonl": `{"_id":"q1","text":"when are apple trees pruned","kind":"lexical"}
{"_id":"q2","text":"how often is the compost turned","kind":"lexical"}
{"_id":"q3","text":"who won the cup in 1998","kind":"unanswerable"}
`,
		"qrels.tsv": qrels,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestEval(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	dir := newSet(t, "q1\tm2\t1\nq2\tm1\t1\n")
	var table, wire bytes.Buffer
	if err := Eval(t.Context(), config.Config{}, slog.New(slog.DiscardHandler), &table, EvalOptions{Dirs: []string{dir}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"garden ", "  lexical ", "BM25 alone", "  words ", "difference", "1.000"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, table.String())
		}
	}
	if err := Eval(t.Context(), config.Config{}, slog.New(slog.DiscardHandler), &wire, EvalOptions{Dirs: []string{dir, dir}, JSON: true}); err != nil {
		t.Fatal(err)
	}
	var reports []struct {
		Memories, Questions, LeftOut int
		Engram, BM25, Words          struct{ Scores map[string]float64 }
		Meaning                      *struct{}
	}
	if err := json.Unmarshal(wire.Bytes(), &reports); err != nil || len(reports) != 2 {
		t.Fatalf("%v: %s", err, wire.String())
	}
	for _, r := range reports {
		if r.Memories != 3 || r.Questions != 2 || r.LeftOut != 1 || r.Engram.Scores["nDCG@10"] != 1 || r.BM25.Scores["hit@1"] != 1 || r.Words.Scores["hit@1"] != 1 || r.Meaning != nil {
			t.Errorf("%+v", r)
		}
	}
	if left, err := filepath.Glob(filepath.Join(temp, "engram-eval-*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestEvalSaysWhatIsWrong(t *testing.T) {
	for name, test := range map[string]struct{ dir, want string }{
		"an unknown document": {newSet(t, "q1\tm9\t1\n"), `qrels.tsv:1: no document has the _id "m9"`},
		"no folder":           {filepath.Join(t.TempDir(), "absent"), "absent"},
		"an empty folder":     {t.TempDir(), "holds no corpus.jsonl"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			err := Eval(t.Context(), config.Config{}, slog.New(slog.DiscardHandler), &out, EvalOptions{Dirs: []string{test.dir}})
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") || out.Len() > 0 {
				t.Errorf("%v, %q; want %s", err, out.String(), test.want)
			}
		})
	}
}

func TestEvalWithAModel(t *testing.T) {
	endpoint := embedtest.New(t)
	cfg := config.Config{AIURL: endpoint.URL, EmbeddingModel: "small"}
	dir := newSet(t, "q1\tm2\t1\nq2\tm1\t1\n")
	var out bytes.Buffer
	if err := Eval(t.Context(), cfg, slog.New(slog.DiscardHandler), &out, EvalOptions{Dirs: []string{dir}, JSON: true}); err != nil {
		t.Fatal(err)
	}
	type result struct{ Scores map[string]float64 }
	var reports []struct {
		PassagesPerSecond            float64
		Engram, BM25, Words, Meaning result
	}
	if err := json.Unmarshal(out.Bytes(), &reports); err != nil || len(reports) != 1 {
		t.Fatalf("%v: %s", err, out.String())
	}
	for _, r := range []result{reports[0].Engram, reports[0].BM25, reports[0].Words, reports[0].Meaning} {
		if r.Scores["hit@5"] != 1 || reports[0].PassagesPerSecond <= 0 {
			t.Errorf("%s", out.String())
		}
	}
	asked := map[string]bool{}
	for _, call := range endpoint.Calls() {
		for _, text := range call.Inputs {
			asked[text] = true
		}
	}
	for _, want := range []string{"Quinces\nThe quince tree bears in October.", "how often is the compost turned"} {
		if !asked[want] {
			t.Errorf("%q was not embedded, but %v", want, asked)
		}
	}
	cfg.EmbeddingModel = "unknown"
	err := Eval(t.Context(), cfg, slog.New(slog.DiscardHandler), &out, EvalOptions{Dirs: []string{dir}})
	if err == nil || !strings.HasPrefix(err.Error(), "eval: ") {
		t.Errorf("a model that does not answer: %v", err)
	}
}

func TestEvalAnswers(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	cfg := config.Config{Encoder: config.EncoderOff}
	dir := newSet(t, "q1\tm2\t1\nq2\tm1\t1\n")
	var table bytes.Buffer
	if err := Eval(t.Context(), cfg, slog.New(slog.DiscardHandler), &table, EvalOptions{Dirs: []string{dir}, Answers: true}); err != nil {
		t.Fatalf("%v\n%s", err, table.String())
	}
	for _, want := range []string{"garden ", "  lexical ", "  unanswerable ", "1.000"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("%q is missing in:\n%s", want, table.String())
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "queries.jsonl"), []byte(`{"_id":"q1","text":"when are apple trees pruned","answer":"in May"}
{"_id":"q2","text":"how often is the compost turned","answer":"daily"}
`), 0o600); err != nil {
		t.Fatal(err)
	}
	var wire bytes.Buffer
	err := Eval(t.Context(), cfg, slog.New(slog.DiscardHandler), &wire, EvalOptions{Dirs: []string{dir}, Answers: true, JSON: true})
	if !errors.Is(err, errFloor) || !strings.Contains(wire.String(), "best sentence 0.000, floor 0.75") {
		t.Errorf("answers that lack their words: %v\n%s", err, wire.String())
	}
}
