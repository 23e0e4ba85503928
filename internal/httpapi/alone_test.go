package httpapi_test

import (
	"encoding/json"
	"testing"
)

// about returns the body of a question about one memory.
func about(fields map[string]string) string {
	asked := map[string]string{"query": "Which knot?", "type": "all-memories"}
	for name, value := range fields {
		asked[name] = value
	}
	body, _ := json.Marshal(asked)
	return string(body)
}

func TestAskOneMemory(t *testing.T) {
	const path = "/api/v1/vector-search"
	t.Run("the search and the answer get the memory's id, and the response contains it", func(t *testing.T) {
		writer := &answerer{}
		a := newTalkAPI(t, writer, 0)
		got := a.decoded(t, 200, "POST", path, about(map[string]string{"contentId": "knot"}))
		if a.engine.asked[0].Memory != "knot" || !writer.asked[0].Alone || got["contentId"] != "knot" {
			t.Errorf("searched %+v, answered %+v: %v", a.engine.asked[0], writer.asked[0], got)
		}
		got = a.decoded(t, 200, "POST", path, about(nil))
		if _, said := got["contentId"]; said || a.engine.asked[1].Memory != "" || writer.asked[1].Alone {
			t.Errorf("of all: %v", got)
		}
	})
	t.Run("the events related and done contain the memory's id", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		events := readStream(t, a.call("POST", "/api/v1/ask", about(map[string]string{"contentId": "knot"})))
		if first, done := events[0], last(events); first.Data["contentId"] != "knot" || done.Name != "done" || done.Data["contentId"] != "knot" {
			t.Errorf("%+v", events)
		}
	})
	t.Run("a conversation about a memory stays about it", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		id := a.decoded(t, 200, "POST", path, about(map[string]string{"contentId": "knot"}))["conversation"].(string)
		for _, again := range []map[string]string{{"conversation": id}, {"conversation": id, "contentId": "knot"}} {
			if got := a.decoded(t, 200, "POST", path, about(again)); got["contentId"] != "knot" || a.engine.asked[len(a.engine.asked)-1].Memory != "knot" {
				t.Errorf("%v: %v", again, got)
			}
		}
		kept := a.decoded(t, 200, "GET", "/api/v1/conversations/"+id, "")
		listed := a.decoded(t, 200, "GET", "/api/v1/conversations", "")["conversations"].([]any)[0].(map[string]any)
		if about, _ := kept["about"].(map[string]any); kept["contentId"] != "knot" || about["_id"] != "knot" || listed["contentId"] != "knot" {
			t.Errorf("kept %v, listed %v", kept, listed)
		}
		a.decoded(t, 400, "POST", path, about(map[string]string{"conversation": id, "contentId": "bend"}))
		all := a.askOn(t, 200, "Which knot?", "")["conversation"].(string)
		a.decoded(t, 400, "POST", path, about(map[string]string{"conversation": all, "contentId": "knot"}))
	})
	t.Run("a conversation about a deleted memory takes no question, and does not search others", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 0)
		id := a.decoded(t, 200, "POST", path, about(map[string]string{"contentId": "knot"}))["conversation"].(string)
		if err := a.rows.Delete(t.Context(), a.userID, "knot"); err != nil {
			t.Fatal(err)
		}
		if got := a.decoded(t, 404, "POST", path, about(map[string]string{"conversation": id})); got["message"] != "The memory that this conversation is about is not there any more" {
			t.Errorf("%v", got)
		}
		if kept := a.decoded(t, 200, "GET", "/api/v1/conversations/"+id, ""); kept["about"] != nil || kept["contentId"] != "knot" {
			t.Errorf("%v", kept)
		}
	})
	t.Run("an invalid question is refused before it is counted", func(t *testing.T) {
		a := newTalkAPI(t, &answerer{}, 1)
		for _, test := range []struct {
			status int
			fields map[string]string
			says   string
		}{
			{404, map[string]string{"contentId": "nothing"}, "Memory not found"},
			{404, map[string]string{"contentId": "kn\x00ot"}, "Memory not found"},
			{400, map[string]string{"contentId": "knot", "type": "video"}, "The memory is of another type"},
		} {
			if got := a.decoded(t, test.status, "POST", path, about(test.fields)); got["message"] != test.says {
				t.Errorf("%v: %v", test.fields, got)
			}
		}
		a.decoded(t, 200, "POST", path, about(map[string]string{"contentId": "knot", "type": "note"}))
		a.decoded(t, 429, "POST", path, about(map[string]string{"contentId": "knot"})) // API-32
	})
}
