package app

import (
	"strings"
	"testing"

	"engram/internal/config"
)

// mark highlights words of a memory and returns the answer.
func (e *engram) mark(token, id string, body any) answer {
	e.t.Helper()
	return e.call("POST", "/api/v1/content/"+id+"/highlights", token, body)
}

// highlights lists the highlights of a memory.
func (e *engram) highlights(token, id string) []map[string]any {
	e.t.Helper()
	return e.want(200, e.call("GET", "/api/v1/content/"+id+"/highlights", token, nil)).memories("highlights")
}

// at returns a position on the wire.
func at(leaf, offset int) map[string]int { return map[string]int{"leaf": leaf, "offset": offset} }

func TestHighlights(t *testing.T) {
	onEachEngine(t, testHighlights)
}

func testHighlights(t *testing.T, cfg config.Config) {
	e := start(t, cfg)
	ann, bob := e.user(), e.user()
	id := e.note(ann, "Yeast eats twice.\n\nThe jar stands in the fridge. The jar is full.")

	t.Run("words are highlighted where they stand, or are found by words", func(t *testing.T) {
		made := e.want(200, e.mark(ann, id, map[string]any{
			"start": at(1, 4), "end": at(1, 7), "quote": "jar", "color": "sage", "remark": "Buy a second one",
		})).body["highlight"].(map[string]any)
		if made["quote"] != "jar" || made["color"] != "sage" || made["remark"] != "Buy a second one" || made["orphaned"] != false {
			t.Errorf("made %v", made)
		}
		found := e.want(200, e.mark(ann, id, map[string]any{"start": at(7, 0), "end": at(7, 9), "quote": " eats  twice. "})).body["highlight"].(map[string]any)
		if start := found["start"].(map[string]any); found["quote"] != "eats twice." || start["leaf"] != 0.0 || start["offset"] != 6.0 || found["color"] != "amber" {
			t.Errorf("found %v", found)
		}
		all := e.highlights(ann, id)
		if len(all) != 2 || all[0]["id"] != found["id"] || all[1]["id"] != made["id"] {
			t.Errorf("listed %v, want them in reading order", all)
		}
	})

	t.Run("a citation is kept as a highlight of its source", func(t *testing.T) {
		got := e.want(200, e.mark(ann, id, map[string]any{"passage": 0, "span": []int{48, 64}, "quote": "The jar is full."})).body["highlight"].(map[string]any)
		if start := got["start"].(map[string]any); start["leaf"] != 1.0 || start["offset"] != 30.0 {
			t.Errorf("kept %v", got)
		}
	})

	t.Run("a highlight is changed, deleted, and nobody else's", func(t *testing.T) {
		one := e.highlights(ann, id)[0]["id"].(string)
		path := "/api/v1/highlights/" + one
		changed := e.want(200, e.call("PATCH", path, ann, map[string]string{"color": "rose"})).body["highlight"].(map[string]any)
		if changed["color"] != "rose" || changed["remark"] != "" {
			t.Errorf("changed %v", changed)
		}
		e.want(400, e.call("PATCH", path, ann, map[string]string{"color": "mauve"}))
		for _, call := range []answer{
			e.call("PATCH", path, bob, map[string]string{"remark": "mine"}), e.call("DELETE", path, bob, nil),
			e.call("GET", "/api/v1/content/"+id+"/highlights", bob, nil), e.mark(bob, id, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Yeast"}),
			e.call("POST", path+"/review", bob, map[string]string{"answer": "kept"}), e.call("DELETE", "/api/v1/highlights/x", ann, nil),
		} {
			e.want(404, call)
		}
		e.want(401, e.call("GET", "/api/v1/highlights", "", nil))
		e.want(200, e.call("DELETE", path, ann, nil))
		e.want(404, e.call("DELETE", path, ann, nil))
		if all := e.highlights(ann, id); len(all) != 2 {
			t.Errorf("left %v", all)
		}
	})

	t.Run("what can't be kept is refused in words", func(t *testing.T) {
		long := strings.Repeat("w", 8001)
		for _, body := range []any{
			map[string]any{}, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": " \n"},
			map[string]any{"start": at(0, 5), "end": at(0, 5), "quote": "Yeast"}, map[string]any{"start": at(0, 5), "end": at(0, -5), "quote": "Yeast"},
			map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": long}, map[string]any{"passage": -1, "span": []int{0, 5}, "quote": "Yeast"},
			map[string]any{"passage": 0, "span": []int{0}, "quote": "Yeast"}, map[string]any{"passage": 0, "start": at(0, 0), "end": at(0, 5), "quote": "Yeast"},
			map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Yeast", "remark": long}, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Yeast", "color": "red"},
			`{"start":`, `[]`, `{"start":{"leaf":1e99,"offset":0},"end":{"leaf":0,"offset":1},"quote":"Yeast"}`,
		} {
			e.want(400, e.mark(ann, id, body))
		}
		e.want(409, e.mark(ann, id, map[string]any{"start": at(0, 0), "end": at(0, 5), "quote": "Sourdough"}))
		if all := e.highlights(ann, id); len(all) != 2 {
			t.Errorf("left %v", all)
		}
	})

	t.Run("all highlights are listed with their memories, filtered and in pages", func(t *testing.T) {
		list := func(query string) answer { return e.want(200, e.call("GET", "/api/v1/highlights"+query, ann, nil)) }
		all := list("").memories("highlights")
		if len(all) != 2 || all[0]["quote"] != "The jar is full." || all[0]["memory"].(map[string]any)["_id"] != id {
			t.Fatalf("listed %v", all)
		}
		for query, want := range map[string]int{"?color=sage": 1, "?color=sky": 0, "?type=note": 2, "?type=video": 0, "?q=second+jar": 1, "?q=JA": 2, "?q=fridge": 0, "?q=.": 0} {
			if got := list(query).memories("highlights"); len(got) != want {
				t.Errorf("%s lists %v", query, got)
			}
		}
		first := list("?limit=1")
		second := list("?limit=1&cursor=" + first.text("next"))
		if first.memories("highlights")[0]["id"] != all[0]["id"] || second.memories("highlights")[0]["id"] != all[1]["id"] || second.text("next") != "" {
			t.Errorf("pages %v, %v", first, second)
		}
		if others := e.want(200, e.call("GET", "/api/v1/highlights", bob, nil)).memories("highlights"); len(others) != 0 {
			t.Errorf("a stranger lists %v", others)
		}
		for _, query := range []string{"?color=mauve", "?type=thing", "?cursor=x", "?limit=0", "?limit=999"} {
			e.want(400, e.call("GET", "/api/v1/highlights"+query, ann, nil))
		}
	})

	t.Run("they go with their memory", func(t *testing.T) {
		e.want(200, e.call("DELETE", "/api/v1/content", ann, map[string]string{"contentId": id}))
		if left := e.want(200, e.call("GET", "/api/v1/highlights", ann, nil)).memories("highlights"); len(left) != 0 {
			t.Errorf("left %v", left)
		}
		e.want(404, e.call("GET", "/api/v1/content/"+id+"/highlights", ann, nil))
	})
}
