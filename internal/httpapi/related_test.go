package httpapi_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"engram/internal/ask"
	"engram/internal/httpapi"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/recall"
)

// twin has every memory be similar to one.
type twin struct{ id string }

func (t twin) Similar(context.Context, string, string) (memory.Memory, error) {
	return memory.Memory{ID: t.id, Title: "The same in March", CreatedAt: time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC)}, nil
}

func met(id string, score float64) recall.Related {
	return recall.Related{MemoryID: id, Score: score, Because: []recall.Meeting{{
		Here:  recall.Passage{MemoryID: "knot", Text: "A bowline holds.", Place: recall.Place{Page: 2}},
		There: recall.Passage{MemoryID: id, Text: "Two ropes are joined.", Place: recall.Place{Second: 42}},
	}}}
}

func TestRelatedMemories(t *testing.T) {
	a := newTalkAPI(t, &answerer{}, 0)
	a.engine.near = []recall.Related{met("bend", .9), met("deleted meanwhile", .8), met("far", recall.RelatedFloor-.01)}
	got := a.decoded(t, 200, "GET", "/api/v1/content/knot/related", "")
	memories := got["memories"].([]any)
	if len(memories) != 1 {
		t.Fatalf("%v", got)
	}
	first := memories[0].(map[string]any)
	because := first["because"].([]any)[0].(map[string]any)
	here := because["here"].(map[string]any)
	if first["content"].(map[string]any)["_id"] != "bend" || because["text"] != "Two ropes are joined." || because["second"] != 42. ||
		here["text"] != "A bowline holds." || here["page"] != 2. {
		t.Errorf("%v", first)
	}
	if _, is := got["similar"]; is {
		t.Errorf("similar to nothing: %v", got)
	}
	a.decoded(t, 404, "GET", "/api/v1/content/none/related", "")
}

func TestSimilarMemoryIsTold(t *testing.T) {
	a := newAPI(t, func(p *httpapi.Parts, _ *ask.Parts) { p.Likenesses = twin{"march"} })
	m := memory.Memory{ID: "page", UserID: a.userID, Kind: memory.Link, Title: "A page", Status: memory.Ready, CapturedAt: time.Now(), CreatedAt: time.Now()}
	if err := a.rows.Add(t.Context(), m, nil, plan.Table{}); err != nil {
		t.Fatal(err)
	}
	for path, of := range map[string]func(map[string]any) any{
		"/api/v1/content/page":         func(got map[string]any) any { return got["content"].(map[string]any)["similar"] },
		"/api/v1/content/page/related": func(got map[string]any) any { return got["similar"] },
	} {
		similar, _ := of(a.decoded(t, 200, "GET", path, "")).(map[string]any)
		if similar["_id"] != "march" || similar["title"] != "The same in March" || similar["createdAt"] != "2026-03-05T00:00:00Z" {
			t.Errorf("%s: %v", path, similar)
		}
	}
}

func TestSuggestedTags(t *testing.T) {
	a := newTalkAPI(t, &answerer{}, 0)
	ropes := memory.Memory{ID: "ropes", UserID: a.userID, Kind: memory.Note, Status: memory.Ready, Tags: []string{"Sailing"}, CreatedAt: time.Now()}
	if err := a.rows.Add(t.Context(), ropes, nil, plan.Table{}); err != nil {
		t.Fatal(err)
	}
	a.engine.near = []recall.Related{met("ropes", .5)}
	got := a.decoded(t, 200, "GET", "/api/v1/content/knot/suggested-tags", "")
	var said []string
	for _, tag := range got["tags"].([]any) {
		said = append(said, fmt.Sprint(tag.(map[string]any)["name"], " ", tag.(map[string]any)["known"]))
	}
	if fmt.Sprint(said) != "[Sailing true Bowline false sheet bend false]" {
		t.Error(said)
	}
	a.decoded(t, 404, "GET", "/api/v1/content/none/suggested-tags", "")
}
