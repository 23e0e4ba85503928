// Package evaltest gives tests the retrieval sets that lie on the machine.
package evaltest

import (
	"os"
	"path/filepath"
	"testing"

	"engram/internal/lab/eval"
	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// Read reads the set, or the sets, of the given name: in ENGRAM_EVAL_DIR or, when that is not set, in shared/eval beside
// the repository. It skips the test when the folder is not there.
func Read(t testing.TB, name string) eval.Sets {
	t.Helper()
	root := os.Getenv("ENGRAM_EVAL_DIR")
	if root == "" {
		root = filepath.Join(repository(t), "..", "shared", "eval")
	}
	dir := filepath.Join(root, name)
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("no retrieval set in %s: set ENGRAM_EVAL_DIR to measure quality", dir)
	}
	sets, err := eval.ReadSets(dir)
	if err != nil {
		t.Fatal(err)
	}
	return sets
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

// Log saves everything of the set in memory, as of the user whose id is the set's name.
func Log(set eval.Set) *recalltest.Log {
	var log recalltest.Log
	for _, m := range set.Memories() {
		for _, p := range m.Passages {
			log.Add(set.Name, recall.Passage{
				MemoryID: m.ID, Kind: m.Kind, Title: m.Title, CreatedAt: m.CreatedAt,
				Ord: p.Ord, Text: p.Text, Place: recall.Place{Offset: p.Offset},
			})
		}
	}
	return &log
}
