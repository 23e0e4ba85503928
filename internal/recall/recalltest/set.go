package recalltest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"engram/internal/recall"
	"engram/internal/recall/text"
)

// Dir returns the folder of a retrieval set: in ENGRAM_EVAL_DIR or, when that is not set, in shared/eval beside the
// repository. It skips the test when the set is not there.
func Dir(t testing.TB, name string) string {
	t.Helper()
	root := os.Getenv("ENGRAM_EVAL_DIR")
	if root == "" {
		root = filepath.Join(repository(t), "..", "shared", "eval")
	}
	dir := filepath.Join(root, name)
	if _, err := os.Stat(filepath.Join(dir, "corpus.jsonl")); err != nil {
		t.Skipf("no retrieval set in %s: set ENGRAM_EVAL_DIR to measure quality", dir)
	}
	return dir
}

// repository returns the folder that holds go.mod.
func repository(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("no go.mod above the test")
		}
		dir = filepath.Dir(dir)
	}
}

// Doc, Query and Set are a retrieval set as it lies on disk: corpus.jsonl, queries.jsonl and qrels.tsv.
type Doc struct {
	ID        string    `json:"_id"`
	Kind      string    `json:"type"`
	Title     string    `json:"title"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

// Query is a question; Kind and Answer are empty in sets that do not tell.
type Query struct {
	ID     string `json:"_id"`
	Text   string `json:"text"`
	Kind   string `json:"kind"`
	Answer string `json:"answer"`
}

// Set is documents, questions and which answer which.
type Set struct {
	Docs     []Doc
	Queries  []Query
	Relevant map[string]map[string]float64 // grade by query, by document
}

// Read reads the set of the given name; see Dir.
func Read(t testing.TB, name string) Set {
	t.Helper()
	dir := Dir(t, name)
	return Set{
		Docs:     lines[Doc](t, filepath.Join(dir, "corpus.jsonl")),
		Queries:  lines[Query](t, filepath.Join(dir, "queries.jsonl")),
		Relevant: grades(t, filepath.Join(dir, "qrels.tsv")),
	}
}

// Log saves every document of the set as a memory of user "u".
func (s Set) Log() *Log {
	var log Log
	for _, d := range s.Docs {
		for ord, c := range text.Chunks(d.Text) {
			log.Add("u", recall.Passage{
				MemoryID: d.ID, Kind: d.Kind, Title: d.Title, CreatedAt: d.CreatedAt,
				Ord: ord, Text: c.Text, Place: recall.Place{Offset: c.Offset},
			})
		}
	}
	return &log
}

func lines[T any](t testing.TB, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	for d := json.NewDecoder(bufio.NewReader(f)); d.More(); {
		var v T
		if err := d.Decode(&v); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, v)
	}
	return all
}

func grades(t testing.TB, path string) map[string]map[string]float64 {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]map[string]float64)
	for line := range strings.Lines(string(file)) {
		var query, doc string
		var grade float64
		if _, err := fmt.Sscan(line, &query, &doc, &grade); err != nil || grade <= 0 {
			continue // a heading, or judged and found irrelevant
		}
		if all[query] == nil {
			all[query] = make(map[string]float64)
		}
		all[query][doc] = grade
	}
	return all
}
