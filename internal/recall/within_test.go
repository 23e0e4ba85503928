package recall_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func TestNothingIsFoundOutsideASet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var log recalltest.Log
		var all, within []string
		for i := range rapid.IntRange(0, 30).Draw(t, "memories") {
			id := fmt.Sprintf("m%02d", rapid.IntRange(0, 99).Draw(t, "id"))
			if slices.Contains(all, id) {
				continue
			}
			all = append(all, id)
			log.Add("u", recall.Passage{MemoryID: id, Kind: "note", Title: fmt.Sprint("boat ", i), Text: "a red boat"})
			if rapid.Bool().Draw(t, "within") {
				within = append(within, id)
			}
			if rapid.IntRange(0, 5).Draw(t, "deleted") == 0 {
				log.Delete("u", id)
				within = slices.DeleteFunc(within, func(other string) bool { return other == id })
			}
		}
		slices.Sort(within)
		asked := append([]string{}, within...)
		asked = append(asked, "z")
		e := recall.New(&log, recall.FlushFrom(7))
		defer e.Close()
		q := recall.Query{Text: "red boat", Within: asked, Limit: 50}
		for name, find := range map[string]func() ([]recall.Match, error){
			"search": func() ([]recall.Match, error) { return e.Search(t.Context(), "u", q) },
			"find":   func() ([]recall.Match, error) { return e.Find(t.Context(), "u", q) },
			"newest": func() ([]recall.Match, error) { matches, _, err := e.Newest(t.Context(), "u", q); return matches, err },
			"split":  func() ([]recall.Match, error) { q := q; q.Text = "redboat"; return e.Find(t.Context(), "u", q) },
		} {
			found, err := find()
			var got []string
			for _, m := range found {
				got = append(got, m.MemoryID)
			}
			slices.Sort(got)
			if err != nil || !slices.Equal(got, within) {
				t.Fatalf("%s: got %v, %v, want %v", name, got, err, within)
			}
		}
	})
}
