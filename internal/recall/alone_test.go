package recall_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func ords(m recall.Match) (all []int) {
	for _, h := range m.Passages {
		all = append(all, h.Ord)
	}
	return all
}

func TestOneMemoryAlone(t *testing.T) {
	var log recalltest.Log
	log.Add("u", note("other", "Boat", "The boat, the boat, the boat."))
	for ord := range 20 {
		p := note("long", "Journal", fmt.Sprintf("Day %d at sea, and wind.", ord))
		if ord == 17 {
			p.Text = "The boat came in."
		}
		p.Ord = ord
		log.Add("u", p)
	}
	e := recall.New(&log)
	t.Run("only that memory is found: matching passages, then its first ones", func(t *testing.T) {
		got := ask(t, e, recall.Query{Text: "boat", Memory: "long"})
		want := []int{17, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
		if ids(got) != "long" || !slices.Equal(ords(got[0]), want) {
			t.Fatalf("%+v", got)
		}
		if got[0].Score <= 0 || got[0].Passages[0].Coverage <= 0 || got[0].Passages[1].Coverage != 0 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("the memory is found even by an unrelated question", func(t *testing.T) {
		got := ask(t, e, recall.Query{Text: "summarise this", Memory: "long"})
		if ids(got) != "long" || got[0].Score != 0 || ords(got[0])[0] != 0 || len(got[0].Passages) != 12 {
			t.Errorf("%+v", got)
		}
	})
	t.Run("the memory is not found if a filter excludes it, or it does not exist or is another user's", func(t *testing.T) {
		for name, q := range map[string]recall.Query{
			"kind": {Kind: "video", Memory: "long"}, "time": {Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Memory: "long"}, "absent": {Memory: "lon"},
		} {
			if got := ask(t, e, q); len(got) != 0 {
				t.Errorf("%s: %+v", name, got)
			}
		}
		if got, err := e.Search(context.Background(), "v", recall.Query{Text: "boat", Memory: "long"}); err != nil || len(got) != 0 {
			t.Errorf("%+v, %v", got, err)
		}
	})
	t.Run("API-31 the memory is not found once deleted", func(t *testing.T) {
		log.Delete("u", "long")
		if got := ask(t, e, recall.Query{Text: "boat", Memory: "long"}); len(got) != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// TestNothingOfAnotherMemory searches in every way, with and without comparing every vector.
func TestNothingOfAnotherMemory(t *testing.T) {
	words := rapid.SampledFrom([]string{"boat", "ship", "sail", "red wind", "harbour boat", "shore"})
	rapid.Check(t, func(rt *rapid.T) {
		var log recalltest.Log
		for i := range rapid.IntRange(1, 30).Draw(rt, "passages") {
			p := meaningful(fmt.Sprint("m", rapid.IntRange(1, 4).Draw(rt, "memory")), words.Draw(rt, "text"))
			p.Ord = i
			log.Add("u", p)
		}
		e := recall.New(&log, recall.WithModel(testModel), recall.FlushFrom(5), recall.WithExactUpTo(rapid.SampledFrom([]int{0, 1000}).Draw(rt, "exact up to")))
		q := recall.Query{Text: words.Draw(rt, "query"), Memory: fmt.Sprint("m", rapid.IntRange(1, 4).Draw(rt, "asked"))}
		q.Vector = meant(q.Text)
		hits, err := e.Passages(context.Background(), "u", q)
		found, err2 := e.Find(context.Background(), "u", q)
		newest, total, err3 := e.Newest(context.Background(), "u", q)
		if err != nil || err2 != nil || err3 != nil || total > 1 {
			rt.Fatal(err, err2, err3, total)
		}
		var of []string
		for _, m := range slices.Concat(found, ask(rt, e, q), newest) {
			of = append(of, m.MemoryID)
			hits = append(hits, m.Passages...)
		}
		for _, h := range hits {
			of = append(of, h.MemoryID)
		}
		for _, id := range of {
			if id != q.Memory {
				rt.Fatalf("%s of %s", id, q.Memory)
			}
		}
	})
}
