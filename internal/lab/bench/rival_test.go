//go:build baselines && sqlite_fts5 && cgo

package bench

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// easy asks for a passage by six of its rarest words, and by its own meaning.
func easy(c *corpus, userID string, number int) question {
	rank := make(map[string]int)
	for i, w := range c.vocabulary {
		rank[w] = i
	}
	words := slices.DeleteFunc(strings.Fields(c.passage(userID, number).Text), func(w string) bool { _, known := rank[w]; return !known })
	slices.SortFunc(words, func(a, b string) int { return rank[b] - rank[a] })
	return question{strings.Join(words[:6], " "), c.meaning(userID, number)}
}

func TestTheSQLBaselineFindsTheSame(t *testing.T) {
	const passages = 500
	c := newCorpus(seed)
	shared, err := openSQLite(filepath.Join(t.TempDir(), "shared.db"), c)
	if err != nil {
		t.Fatal(err)
	}
	defer shared.close()
	own, err := openSQLite(filepath.Join(t.TempDir(), "own.db"), c)
	if err != nil {
		t.Fatal(err)
	}
	defer own.close()
	for user := range 3 {
		if err := shared.add(t.Context(), userID(user), 0, passages); err != nil {
			t.Fatal(err)
		}
	}
	if err := own.add(t.Context(), theUser, 0, passages); err != nil {
		t.Fatal(err)
	}
	e := open(source{corpus: c, passages: passages}, "")
	defer e.close()
	for _, number := range []int{3, 250, 499} {
		q, want := easy(c, theUser, number), c.passage(theUser, number).MemoryID
		ours, err := e.hybrid(t.Context(), theUser, q)
		if err != nil || ours[0].MemoryID != want {
			t.Errorf("engram found %s, want %s, %v", ours[0].MemoryID, want, err)
		}
		for _, search := range []func(context.Context, string, question) ([]string, error){shared.hybrid, shared.tuned, own.words} {
			if got, err := search(t.Context(), theUser, q); err != nil || got[0] != want {
				t.Errorf("SQL found %v, want %s first, %v", got, want, err)
			}
		}
	}
}

func TestMerge(t *testing.T) {
	if got := merge([]int64{1, 2, 3}, []int64{4, 2, 5}); !slices.Equal(got, []int64{2, 1, 4, 3, 5}) {
		t.Errorf("%v: what both lists hold comes first", got)
	}
}
