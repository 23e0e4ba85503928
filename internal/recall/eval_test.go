package recall

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/recall/text"
)

// evalDir is the folder of the retrieval sets: ENGRAM_EVAL_DIR, or shared/eval beside the repository.
func evalDir(t *testing.T) string {
	t.Helper()
	dir := cmp.Or(os.Getenv("ENGRAM_EVAL_DIR"), filepath.Join("..", "..", "..", "shared", "eval"))
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no retrieval sets in %s: set ENGRAM_EVAL_DIR to measure quality", dir)
	}
	return dir
}

// evalDoc, evalQuery and evalSet are a retrieval set as it lies on disk.
type evalDoc struct {
	ID        string    `json:"_id"`
	Kind      string    `json:"type"`
	Title     string    `json:"title"`
	Text      string    `json:"text"`
	CreatedAt time.Time `json:"createdAt"`
}

type evalQuery struct {
	ID     string `json:"_id"`
	Text   string `json:"text"`
	Kind   string `json:"kind"`
	Answer string `json:"answer"`
}

type evalSet struct {
	docs     []evalDoc
	queries  []evalQuery
	relevant map[string]map[string]float64 // by query, by document
}

func readSet(t *testing.T, dir string) evalSet {
	t.Helper()
	set := evalSet{
		docs:     readLines[evalDoc](t, filepath.Join(dir, "corpus.jsonl")),
		queries:  readLines[evalQuery](t, filepath.Join(dir, "queries.jsonl")),
		relevant: make(map[string]map[string]float64),
	}
	judged, err := os.ReadFile(filepath.Join(dir, "qrels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(judged)) {
		var query, doc string
		var grade float64
		if _, err := fmt.Sscan(line, &query, &doc, &grade); err != nil {
			continue // a heading
		}
		if set.relevant[query] == nil {
			set.relevant[query] = make(map[string]float64)
		}
		set.relevant[query][doc] = grade
	}
	return set
}

func readLines[T any](t *testing.T, path string) []T {
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

// asLog saves every document of the set as a memory.
func (s evalSet) asLog() []Change {
	var log []Change
	for _, d := range s.docs {
		chunks := text.Chunks(d.Text)
		if len(chunks) == 0 {
			chunks = []text.Chunk{{}}
		}
		for ord, c := range chunks {
			log = append(log, Change{Seq: int64(len(log) + 1), Passage: Passage{
				MemoryID: d.ID, Kind: d.Kind, Title: d.Title, CreatedAt: d.CreatedAt, Ord: ord, Text: c.Text,
			}})
		}
	}
	return log
}

// measures are means over the queries that have a relevant document.
type measures struct {
	ndcg10, r1, r5, r10 float64
	queries             int
}

func (m *measures) add(found []string, relevant map[string]float64) {
	var gain, ideal float64
	grades := slices.SortedFunc(func(yield func(float64) bool) {
		for _, g := range relevant {
			if !yield(g) {
				return
			}
		}
	}, func(a, b float64) int { return cmp.Compare(b, a) })
	for i, g := range grades[:min(len(grades), 10)] {
		ideal += g / math.Log2(float64(i+2))
	}
	hits := 0.0
	for i, id := range found[:min(len(found), 10)] {
		g := relevant[id]
		gain += g / math.Log2(float64(i+2))
		if g > 0 {
			hits++
		}
		share := hits / float64(len(relevant))
		_ = share
	}
	m.ndcg10 += gain / ideal
	recall := func(k int) float64 {
		n := 0.0
		for _, id := range found[:min(len(found), k)] {
			if relevant[id] > 0 {
				n++
			}
		}
		return n / float64(len(relevant))
	}
	m.r1 += recall(1)
	m.r5 += recall(5)
	m.r10 += recall(10)
	m.queries++
}

func TestEvalX(t *testing.T) {
	dir := evalDir(t)
	for _, name := range strings.Fields(cmp.Or(os.Getenv("SETS"), "memories xquad-en xquad-es xquad-ru cranfield cisi scifact covidqa")) {
		set := readSet(t, filepath.Join(dir, name))
		src := &memSource{}
		t0 := time.Now()
		log := set.asLog()
		src.log = map[string][]Change{"u": log}
		e := New(src)
		e.Search(context.Background(), "u", Query{Text: "x"})
		build := time.Since(t0)
		t0 = time.Now()
		by := map[string]*measures{}
		for _, q := range set.queries {
			ms, _ := e.Search(context.Background(), "u", Query{Text: q.Text})
			var ids []string
			for _, m := range ms {
				ids = append(ids, m.MemoryID)
			}
			if len(set.relevant[q.ID]) == 0 {
				continue
			}
			if by[q.Kind] == nil {
				by[q.Kind] = &measures{}
			}
			by[q.Kind].add(ids, set.relevant[q.ID])
		}
		el := time.Since(t0) / time.Duration(len(set.queries))
		for k, m := range by {
			n := float64(m.queries)
			fmt.Printf("%-10s %-12s ndcg %.4f r1 %.4f r5 %.4f r10 %.4f n=%d passages %d build %v search %v bytes %d\n", name, k, m.ndcg10/n, m.r1/n, m.r5/n, m.r10/n, m.queries, len(log), build, el, e.cache.size)
		}
	}
}

type memSource struct{ log map[string][]Change }

func (s *memSource) LastSeq(_ context.Context, u string) (int64, error) {
	l := s.log[u]
	if len(l) == 0 {
		return 0, nil
	}
	return l[len(l)-1].Seq, nil
}
func (s *memSource) Changes(_ context.Context, u string, after int64, yield func(Change) error) error {
	for _, c := range s.log[u] {
		if c.Seq > after {
			if err := yield(c); err != nil {
				return err
			}
		}
	}
	return nil
}
