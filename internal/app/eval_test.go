package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/answer/answertest"
	"engram/internal/config"
	"engram/internal/embed/embedtest"
	"engram/internal/endpoint/endpointtest"
	"engram/internal/lab/eval"
	"engram/internal/lab/library"
	"engram/internal/store/storetest"
)

// newSet writes a small retrieval set. Its memories are of every kind that a set can tell.
func newSet(t *testing.T, qrels string) (dir string) {
	t.Helper()
	return writeSet(t, "garden", map[string]string{
		"corpus.jsonl": `{"_id":"m1","type":"note","title":"Compost","text":"Turn the compost heap every second week."}
{"_id":"m2","type":"document","title":"Pruning.pdf","text":"Prune the apple trees in late winter.","createdAt":"2025-02-01T10:00:00Z"}
{"_id":"m3","title":"Quinces","text":"The quince tree bears in October."}
`,
		"queries.jsonl": `{"_id":"q1","text":"when are apple trees pruned","kind":"lexical"}
{"_id":"q2","text":"how often is the compost turned","kind":"lexical"}
{"_id":"q3","text":"who won the cup in 1998","kind":"unanswerable"}
`,
		"qrels.tsv": qrels,
	})
}

func writeSet(t *testing.T, name string, files map[string]string) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), name)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
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

// What is found does not depend on the engine, digit for digit.
func TestEvalOnPostgres(t *testing.T) {
	dir, database := newSet(t, "q1\tm2\t1\nq2\tm1\t1\n"), storetest.Postgres(t)
	speed := regexp.MustCompile(`"\w*(Ms|PerSecond)": [0-9.e+-]+`)
	measured := func(database string) string {
		t.Helper()
		var out bytes.Buffer
		o := EvalOptions{Dirs: []string{dir}, Database: database, JSON: true}
		if err := Eval(t.Context(), config.Config{}, slog.New(slog.DiscardHandler), &out, o); err != nil {
			t.Fatal(err)
		}
		return speed.ReplaceAllString(out.String(), "")
	}
	if embedded, shared := measured(""), measured(database); embedded != shared {
		t.Errorf("SQLite finds\n%s\nand Postgres\n%s", embedded, shared)
	}
	err := Eval(t.Context(), config.Config{}, slog.New(slog.DiscardHandler), io.Discard, EvalOptions{Dirs: []string{dir}, Database: database})
	if err == nil || !strings.Contains(err.Error(), "has accounts") {
		t.Errorf("where people have accounts: %v", err)
	}
}

func TestEvalReportsInvalidSets(t *testing.T) {
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
	cfg := config.Config{Encoder: config.EncoderOff, Reader: config.ReaderOff}
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
	if !errors.Is(err, library.ErrFloor) || !strings.Contains(wire.String(), "best sentence 0.000, floor 0.75") {
		t.Errorf("answers that lack their words: %v\n%s", err, wire.String())
	}
}

// What becomes of questions while the endpoint does all that endpoints do.
func TestEvalAnswersOfAModel(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir := writeSet(t, "house", map[string]string{
		"corpus.jsonl": `{"_id":"m1","title":"Lease","text":"The landlord returns the deposit within thirty days after the tenant moves out."}
{"_id":"m2","title":"Boiler","text":"The boiler was serviced on 12 May by Gregor the plumber."}
`,
		"queries.jsonl": `{"_id":"q1","text":"when does the landlord return the deposit","answer":"thirty days"}
{"_id":"q2","text":"who serviced the boiler","answer":"Gregor"}
{"_id":"q3","text":"what did the boiler cost","kind":"unanswerable"}
`,
		"qrels.tsv": "q1\tm1\t1\nq2\tm2\t1\n",
	})
	const deposit, boiler = "The landlord returns the deposit within thirty days [1].", "Gregor the plumber serviced the boiler [1]."
	for _, c := range []struct {
		title   string
		answers [3]http.HandlerFunc
		calls   int
		want    eval.Tally // of all, without how good the answers are
	}{
		{"it streams, and knows when it does not know", [3]http.HandlerFunc{answertest.Says(deposit), answertest.Whole(boiler), answertest.Says("**NO_ANSWER**\n\nNo lo sé.")}, 3,
			eval.Tally{Refused: 1, Quotes: 2, Verbatim: 2, ByModel: 3, Audit: eval.Audit{Numbers: 2, Valid: 2, Sentences: 2, Marked: 2}}},
		{"wrong citations, and what nothing supports", [3]http.HandlerFunc{
			answertest.Says("The landlord returns the deposit within thirty days [2][7]. The flat has a view over the lake [1]. See ![x](https://evil.example)."),
			answertest.Says("The boiler was serviced on 13 May [1]. Gregor did it【9†source】. `x[1]`"),
			answertest.Says("It cost 900 euros [1].")}, 3,
			eval.Tally{Quotes: 1, Verbatim: 1, ByModel: 3, Audit: eval.Audit{Numbers: 1, Valid: 1, Sentences: 6, Marked: 6}}},
		{"errors in the middle, and an answer that is too long", [3]http.HandlerFunc{answertest.Fails(deposit+" ", "server_error"), answertest.TooLong(boiler + " And then the"), answertest.Dies(deposit)}, 3,
			eval.Tally{Refused: 1, Closest: 1, Quotes: 2, Verbatim: 2, ByModel: 1, EndedEarly: 1, FellBack: 2, Audit: eval.Audit{Numbers: 1, Valid: 1, Sentences: 1, Marked: 1}}},
		{"it hangs, sends half a stream and wants a tool called", [3]http.HandlerFunc{answertest.Hangs("The landlord "), answertest.Half(boiler), answertest.CallsATool}, 3,
			eval.Tally{Refused: 1, Closest: 1, Quotes: 2, Verbatim: 2, FellBack: 3}},
		{"a rate ends what is asked", [3]http.HandlerFunc{answertest.Says(deposit), endpointtest.Busy("60"), answertest.Says(boiler)}, 2,
			eval.Tally{Refused: 1, Closest: 1, Quotes: 2, Verbatim: 2, ByModel: 1, FellBack: 2, Audit: eval.Audit{Numbers: 1, Valid: 1, Sentences: 1, Marked: 1}}},
	} {
		t.Run(c.title, func(t *testing.T) {
			endpoint := answertest.New(t)
			endpoint.Next(c.answers[:]...)
			cfg := config.Config{Encoder: config.EncoderOff, Reader: config.ReaderOff, AIURL: endpoint.URL, ChatModel: endpoint.Model, ChatTokens: 3000, ChatTimeout: 300 * time.Millisecond, ChatParallel: 1}
			var wire bytes.Buffer
			if err := Eval(t.Context(), cfg, slog.New(slog.DiscardHandler), &wire, EvalOptions{Dirs: []string{dir}, Answers: true, JSON: true}); err != nil && !errors.Is(err, library.ErrFloor) {
				t.Fatal(err)
			}
			var reports []struct {
				Way    string
				All    eval.Tally
				Missed []string
			}
			if err := json.Unmarshal(wire.Bytes(), &reports); err != nil || len(reports) != 2 || reports[1].Way != "with the model" {
				t.Fatalf("%v: %s", err, wire.String())
			}
			got := reports[1].All
			t.Logf("%+v", got)
			if all := (eval.Hits{First: 2, Five: 2}); got.Found != all || got.Ranked != all {
				t.Errorf("found %+v, once read %+v", got.Found, got.Ranked)
			}
			got.Found, got.Ranked = eval.Hits{}, eval.Hits{}
			got.Questions, got.Told, got.Best, got.Any, got.Right = 0, 0, 0, 0, 0
			if diff := cmp.Diff(c.want, got); diff != "" || len(reports[1].Missed) > 0 || len(endpoint.Calls()) != c.calls {
				t.Errorf("%d calls, missed %v, %s\n%s", len(endpoint.Calls()), reports[1].Missed, diff, wire.String())
			}
		})
	}
}
