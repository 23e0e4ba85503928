package recall_test

import (
	"testing"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func TestRemarks(t *testing.T) {
	var log recalltest.Log
	log.Add("u", note("m1", "Sourdough", "Yeast eats twice."), note("m2", "", "A plumber comes on Friday."))
	e := recall.New(&log)
	remarked := note("m1", "Sourdough", "Yeast eats twice.")
	remarked.Remarks = "ask grandmother about flour"
	log.Add("u", remarked)

	t.Run("a passage is found by a remark on it, also while typing", func(t *testing.T) {
		if got := ask(t, e, recall.Query{Text: "what did grandmother say of flour"}); ids(got) != "m1" {
			t.Errorf("%s", ids(got))
		}
		found, err := e.Find(t.Context(), "u", recall.Query{Text: "grandm", Limit: 5})
		if err != nil || ids(found) != "m1" {
			t.Errorf("%s, %v", ids(found), err)
		}
	})
	t.Run("its words are no evidence of what the passage says", func(t *testing.T) {
		hit := ask(t, e, recall.Query{Text: "grandmother's yeast"})[0].Passages[0]
		if len(hit.Words) != 1 || hit.Words[0].Forms[0] != "yeast" {
			t.Errorf("words %v", hit.Words)
		}
		if hit.Remarked <= 0 || hit.Remarked >= hit.Score || hit.Coverage <= 0 || hit.Coverage > .5 {
			t.Errorf("coverage %v, of the score %v is due to the remark %v", hit.Coverage, hit.Score, hit.Remarked)
		}
	})
	t.Run("a remark that is gone finds nothing", func(t *testing.T) {
		log.Add("u", note("m1", "Sourdough", "Yeast eats twice."))
		if got := ask(t, e, recall.Query{Text: "grandmother"}); len(got) != 0 {
			t.Errorf("%s", ids(got))
		}
	})
}
