package recall_test

import (
	"fmt"
	"strings"
	"testing"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

// shelf is notes about one thing and about others.
func shelf(log *recalltest.Log) {
	log.Add("u",
		meaningful("boat", "boat boat red"), meaningful("ship", "vessel vessel red"), meaningful("wind", "wind from nowhere"),
		meaningful("house", "house door window"), meaningful("soup", "spaghetti broth"),
	)
	log.Add("other", meaningful("theirs", "boat boat red"))
}

func relatedTo(t *testing.T, e *recall.Engine, id string, floor float64) []recall.Related {
	t.Helper()
	found, err := e.Related(t.Context(), "u", id, 5, floor)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func relatedIDs(found []recall.Related) string {
	var all []string
	for _, r := range found {
		all = append(all, r.MemoryID)
	}
	return strings.Join(all, " ")
}

func TestRelated(t *testing.T) {
	var log recalltest.Log
	shelf(&log)
	e := recall.New(&log, recall.WithModel(testModel))
	t.Run("what means the same in other words is related, with the passages that meet", func(t *testing.T) {
		found := relatedTo(t, e, "boat", recall.RelatedFloor)
		if relatedIDs(found) != "ship" {
			t.Fatalf("%+v", found)
		}
		if met := found[0].Because[0]; met.Here.MemoryID != "boat" || met.Here.Text != "boat boat red" || met.There.MemoryID != "ship" || met.There.Text != "vessel vessel red" {
			t.Errorf("%+v", met)
		}
	})
	t.Run("nothing is related where nothing is near", func(t *testing.T) {
		if found := relatedTo(t, e, "wind", recall.RelatedFloor); len(found) != 0 {
			t.Errorf("%+v", found)
		}
	})
	t.Run("a memory that is not there has nothing related", func(t *testing.T) {
		if found := relatedTo(t, e, "theirs", -1); len(found) != 0 {
			t.Errorf("%+v", found)
		}
	})
	t.Run("without a floor all others come, and no stranger's", func(t *testing.T) {
		if got := relatedIDs(relatedTo(t, e, "boat", -1)); !strings.HasPrefix(got, "ship") || strings.Contains(got, "boat") || strings.Contains(got, "theirs") {
			t.Error(got)
		}
	})
	t.Run("a deleted memory is not related", func(t *testing.T) {
		log.Delete("u", "ship")
		if got := relatedIDs(relatedTo(t, e, "boat", -1)); strings.Contains(got, "ship") {
			t.Error(got)
		}
	})
}

func TestRelatedByWordsAlone(t *testing.T) {
	var log recalltest.Log
	log.Add("u", note("one", "", "The Gannet hotel gave crew rooms at Quincy Lantern"), note("two", "", "crew rooms at Quincy Lantern, ask for the Gannet hotel"))
	for i := range 40 {
		log.Add("u", note(fmt.Sprint("other", i), "", fmt.Sprintf("day %d of the log: rain, then sun, hotel rooms were full", i)))
	}
	found := relatedTo(t, recall.New(&log), "one", recall.RelatedFloor)
	if relatedIDs(found) != "two" {
		t.Errorf("%v", relatedIDs(found))
	}
}

// A long memory meets by passages of its end as well.
func TestRelatedSamplesLongMemories(t *testing.T) {
	var log recalltest.Log
	shelf(&log)
	texts := []string{"house door window", "wind from nowhere", "vessel vessel red"}
	for ord := range 30 {
		p := meaningful("book", texts[ord/10])
		p.Ord = ord
		log.Add("u", p)
	}
	found := relatedTo(t, recall.New(&log, recall.WithModel(testModel)), "book", recall.RelatedFloor)
	if got := relatedIDs(found); !strings.Contains(got, "boat") || !strings.Contains(got, "wind") {
		t.Fatal(got)
	}
	for _, r := range found {
		if r.MemoryID == "boat" && r.Because[0].Here.Ord < 20 {
			t.Errorf("the boat is met at passage %d", r.Because[0].Here.Ord)
		}
	}
}

func TestPhrases(t *testing.T) {
	var log recalltest.Log
	for i := range 30 {
		log.Add("u", note(fmt.Sprint("other", i), "", "The water in the harbour was cold, and the boats went out with the water."))
	}
	log.Add("u",
		note("dal", "Red lentil dal", "Simmer the red lentil dal for long. Tamarind, then water. More tamarind: the Red lentil dal needs it. 250 grams, 250 grams. Water."),
		note("short", "", "Milk, eggs"), note("numbers", "", "12 12 13 13 £££ £££ of of the the"),
		note("chinese", "", "红扁豆汤。红扁豆汤。"))
	e := recall.New(&log)
	for id, want := range map[string]string{"dal": "red lentil dal, tamarind", "short": "", "numbers": "", "none": ""} {
		got, err := e.Phrases(t.Context(), "u", id, 2)
		if joined := strings.Join(got, ", "); !strings.EqualFold(joined, want) || err != nil {
			t.Errorf("%s: %q, %v", id, joined, err)
		}
	}
	if got, err := e.Phrases(t.Context(), "u", "chinese", 3); err != nil {
		t.Errorf("%v, %v", got, err)
	}
}
