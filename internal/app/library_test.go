package app

import (
	"archive/zip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"engram/internal/config"
)

// edit changes a memory and returns it.
func (e *engram) edit(token, id string, change map[string]any) map[string]any {
	e.t.Helper()
	return e.want(200, e.call("PATCH", "/api/v1/content/"+id, token, change)).body["content"].(map[string]any)
}

func (e *engram) bulk(token, action string, tags []string, ids ...string) []any {
	e.t.Helper()
	changed := e.want(200, e.call("POST", "/api/v1/content/bulk", token, map[string]any{"ids": ids, "action": action, "tags": tags})).body["changed"]
	return changed.([]any)
}

// TestLibrary shapes what is saved through the running program.
func TestLibrary(t *testing.T) {
	onEachEngine(t, func(t *testing.T, cfg config.Config) {
		e := start(t, cfg)
		token, stranger := e.user(), e.user()
		id := e.note(token, "# Boiler\n\nThe spare key hangs behind the boiler.")
		path := "/api/v1/content/" + id
		finds := func(query string) int {
			return len(e.want(200, e.call("GET", "/api/v1/content?q="+query, token, nil)).memories("content"))
		}

		t.Run("a title, a date, a remark, flags and tags are the user's own, and can be put back", func(t *testing.T) {
			before := e.want(200, e.call("GET", path, token, nil)).body["content"].(map[string]any)
			m := e.edit(token, id, map[string]any{
				"title": " Where the\nkey is ", "createdAt": "2021-03-09", "remark": "frag Hanna", "starred": true, "archived": true,
				"tags": []string{"#Rezepte", "rezepte", " two  words ", "🔑"},
			})
			if m["title"] != "Where the key is" || m["createdAt"] != "2021-03-09T00:00:00Z" || m["remark"] != "frag Hanna" || m["starred"] != true || m["archived"] != true {
				t.Errorf("it became %v", m)
			}
			if got := m["tags"].([]any); len(got) != 3 || got[0] != "Rezepte" || got[1] != "two words" || got[2] != "🔑" {
				t.Errorf("tagged %v", got)
			}
			captured := m["captured"].(map[string]any)
			if captured["title"] != "Boiler" || captured["createdAt"] == nil {
				t.Errorf("captured was %v", captured)
			}
			for _, words := range []string{"where", "hanna", "rezepte", "boiler"} {
				if finds(words) != 1 {
					t.Errorf("it is not found by %q", words)
				}
			}
			if listed := e.want(200, e.call("GET", "/api/v1/content", token, nil)); len(listed.memories("content")) != 0 || strings.Contains(listed.raw, `"note":1`) {
				t.Errorf("an archived memory is listed: %v", listed)
			}
			m = e.edit(token, id, map[string]any{"title": nil, "createdAt": nil, "remark": "", "starred": false, "archived": false, "tags": []string{}})
			if m["captured"] != nil || m["title"] != before["title"] || m["remark"] != nil || len(m["tags"].([]any)) != 0 || m["archived"] != nil || finds("hanna") != 0 {
				t.Errorf("put back it is %v", m)
			}
		})

		t.Run("an edited text is found, keeps its highlights, and withdraws what it says no more", func(t *testing.T) {
			mark := map[string]any{"start": map[string]int{"leaf": 1, "offset": 4}, "end": map[string]int{"leaf": 1, "offset": 13}, "quote": "spare key", "remark": "wichtig"}
			e.want(200, e.call("POST", path+"/highlights", token, mark))
			asked := e.want(200, e.ask(token, "Where is the spare key?", ""))
			turn := func() map[string]any { return e.turns(token, asked.text("conversation"))[0] }
			m := e.edit(token, id, map[string]any{"description": "# Heating\n\nNew: ask Tom.\n\nThe spare key hangs behind the boiler.", "edition": 0})
			if m["title"] != "Heating" || m["edition"] != 1.0 || finds("tom") != 1 {
				t.Errorf("it became %v", m)
			}
			if marks := e.want(200, e.call("GET", path+"/highlights", token, nil)).memories("highlights"); len(marks) != 1 || marks[0]["orphaned"] != false || marks[0]["start"].(map[string]any)["leaf"] != 2.0 {
				t.Errorf("its marks are %v", marks)
			}
			if turn()["withdrawn"] == true || !strings.Contains(turn()["answer"].(string), "boiler") {
				t.Errorf("withdrawn was %v", turn())
			}
			m = e.edit(token, id, map[string]any{"description": "# Heating\n\nThe spare key lies in the shed.", "edition": 1})
			if m["edition"] != 2.0 || finds("boiler") != 0 || finds("shed") != 1 {
				t.Errorf("it became %v", m)
			}
			if turn()["withdrawn"] != true || turn()["answer"] != "" {
				t.Errorf("left is %v", turn())
			}
			got := e.want(409, e.call("PATCH", path, token, map[string]any{"description": "Of another device", "edition": 1}))
			if got.body["current"].(map[string]any)["description"] != m["description"] {
				t.Errorf("the other edit is answered %v", got)
			}
		})

		t.Run("an edit of another version changes nothing, and shows what is stored", func(t *testing.T) {
			version := e.want(200, e.call("GET", path, token, nil)).body["content"].(map[string]any)["version"].(string)
			edit := func(version, title string) answer {
				request, _ := http.NewRequest(http.MethodPatch, e.url+path, strings.NewReader(`{"title": "`+title+`"}`))
				request.Header.Set("authorization", token)
				request.Header.Set("If-Match", version)
				return e.send(request)
			}
			first := e.want(200, edit(`"`+version+`"`, "First")).body["content"].(map[string]any)
			late := e.want(409, edit(version, "Late")).body["current"].(map[string]any)
			if late["title"] != "First" || late["version"] != first["version"] || first["version"] == version {
				t.Errorf("made %v of version %s, and then %v", first, version, late)
			}
			e.want(409, edit("none", "Late"))
			e.want(200, edit(first["version"].(string), ""))
		})

		t.Run("earlier texts of a note are kept, and put back by an edit", func(t *testing.T) {
			versions := e.want(200, e.call("GET", path+"/versions", token, nil)).memories("versions")
			if len(versions) != 2 || versions[0]["edition"] != 1.0 || versions[1]["edition"] != 0.0 || versions[1]["title"] != "Boiler" || versions[1]["characters"] != 48.0 {
				t.Fatalf("kept %v", versions)
			}
			first := e.want(200, e.call("GET", path+"/versions/0", token, nil)).text("description")
			if m := e.edit(token, id, map[string]any{"description": first, "edition": 2}); m["title"] != "Boiler" || finds("boiler") != 1 {
				t.Errorf("put back it is %v", m)
			}
			e.want(404, e.call("GET", path+"/versions/77", token, nil))
		})

		t.Run("many are changed at once, and the answer says which", func(t *testing.T) {
			other := e.note(token, "Another one.")
			if got := e.bulk(token, "tag", []string{"Haus"}, id, other, id, "nonsense"); len(got) != 2 {
				t.Errorf("tagged %v", got)
			}
			if got := e.bulk(token, "tag", []string{"HAUS"}, id); len(got) != 0 {
				t.Errorf("tagged again %v", got)
			}
			tags := func(query string) string { return e.want(200, e.call("GET", "/api/v1/tags"+query, token, nil)).raw }
			if got := tags("?q=ha"); !strings.Contains(got, `{"name":"Haus","count":2}`) {
				t.Errorf("tags are %s", got)
			}
			e.want(200, e.call("PATCH", "/api/v1/tags/haus", token, map[string]string{"name": "Zu Hause"}))
			if got := tags(""); !strings.Contains(got, `[{"name":"Zu Hause","count":2}]`) {
				t.Errorf("tags are %s", got)
			}
			e.want(200, e.call("DELETE", "/api/v1/tags/zu%20hause", token, nil))
			e.want(404, e.call("DELETE", "/api/v1/tags/haus", token, nil))
			for _, pair := range [][2]string{{"star", "unstar"}, {"archive", "unarchive"}, {"delete", "restore"}} {
				for _, action := range pair {
					if got := e.bulk(token, action, nil, id, other); len(got) != 2 {
						t.Errorf("%s changed %v", action, got)
					}
				}
			}
			if got := e.bulk(token, "refresh", nil, id); len(got) != 0 {
				t.Errorf("a note was fetched: %v", got)
			}
			exported := e.want(200, e.call("POST", "/api/v1/content/export", token, map[string]any{"ids": []string{id, other}, "format": "markdown"}))
			files, err := zip.NewReader(strings.NewReader(exported.raw), int64(len(exported.raw)))
			if err != nil || len(files.File) != 2 || !strings.HasSuffix(files.File[0].Name, " Boiler.md") {
				t.Fatalf("exported %v, %v", files, err)
			}
			file, err := files.File[0].Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(file)
			if err != nil || !strings.Contains(string(text), "hangs behind the boiler.") {
				t.Errorf("it holds %q, %v", text, err)
			}
			whole := e.want(200, e.call("POST", "/api/v1/content/export", token, map[string]any{"ids": []string{id, other}, "format": "json"}))
			if got := whole.memories("memories"); len(got) != 2 || got[0]["text"] != "# Boiler\n\nThe spare key hangs behind the boiler." {
				t.Errorf("exported %v", whole)
			}
		})

		t.Run("what can't be kept is refused with a reason, and changes nothing", func(t *testing.T) {
			before := e.want(200, e.call("GET", path, token, nil)).raw
			for _, bad := range []any{
				map[string]any{"title": strings.Repeat("x", 301)}, map[string]any{"remark": strings.Repeat("x", 4001)},
				map[string]any{"description": strings.Repeat("x", 5<<20)}, map[string]any{"description": " \x00 "},
				map[string]any{"createdAt": "1969-12-31"}, map[string]any{"createdAt": "2999-01-01"}, map[string]any{"createdAt": "soon"},
				map[string]any{"tags": []string{strings.Repeat("x", 10_000)}}, map[string]any{"tags": []string{"#"}}, map[string]any{"tags": make([]string, 100_000)},
				map[string]any{"title": 7}, `{"starred":"yes"}`, "{",
			} {
				e.want(400, e.call("PATCH", path, token, bad))
			}
			if got := e.want(400, e.call("PATCH", path, token, map[string]any{"description": strings.Repeat("x", 5<<20)})); !strings.Contains(got.text("message"), "256 KB") {
				t.Errorf("it says %v", got)
			}
			e.want(400, e.call("POST", "/api/v1/content/bulk", token, map[string]any{"ids": make([]string, 2001), "action": "star"}))
			e.want(400, e.call("POST", "/api/v1/content/bulk", token, map[string]any{"ids": []string{id}, "action": "paint"}))
			e.want(400, e.call("POST", "/api/v1/content/export", token, map[string]any{"ids": []string{id}, "format": "pdf"}))
			if after := e.want(200, e.call("GET", path, token, nil)).raw; after != before {
				t.Errorf("it became %v", after)
			}
		})

		t.Run("ROLE-06 a stranger changes and sees nothing", func(t *testing.T) {
			e.edit(token, id, map[string]any{"tags": []string{"secret"}})
			e.want(404, e.call("PATCH", path, stranger, map[string]any{"title": "mine"}))
			e.want(404, e.call("POST", path+"/opened", stranger, nil))
			e.want(404, e.call("GET", path+"/versions", stranger, nil))
			e.want(404, e.call("GET", path+"/versions/0", stranger, nil))
			e.want(404, e.call("DELETE", "/api/v1/tags/secret", stranger, nil))
			for _, action := range []string{"tag", "star", "archive", "read", "delete", "refresh"} {
				if got := e.bulk(stranger, action, []string{"x"}, id); len(got) != 0 {
					t.Errorf("%s changed %v", action, got)
				}
			}
			for path, body := range map[string]any{"/api/v1/tags": nil, "/api/v1/content/export": map[string]any{"ids": []string{id}, "format": "json"}} {
				method := "GET"
				if body != nil {
					method = "POST"
				}
				if got := e.want(200, e.call(method, path, stranger, body)); strings.Contains(got.raw, "secret") || strings.Contains(got.raw, id) {
					t.Errorf("%s answers %v", path, got)
				}
			}
			e.want(200, e.call("POST", path+"/opened", token, nil))
			if m := e.want(200, e.call("GET", path, token, nil)).body["content"].(map[string]any); m["openedAt"] == nil || m["title"] != "Boiler" {
				t.Errorf("it is %v", m)
			}
		})
	})
}

func TestSavingWithTags(t *testing.T) {
	e := start(t, settings(t))
	ada := e.user()
	save := func(body map[string]any) answer {
		t.Helper()
		return e.call("POST", "/api/v1/content", ada, body)
	}
	t.Run("what is said of a memory is kept with it", func(t *testing.T) {
		got := e.want(200, save(map[string]any{"type": "note", "description": "A heron.", "tags": []string{"Birds", "birds", "pond"}, "remark": " seen today "}))
		m := got.body["content"].(map[string]any)
		if fmt.Sprint(m["tags"]) != "[Birds pond]" || m["remark"] != "seen today" {
			t.Error(got)
		}
	})
	t.Run("tags are added to a memory whose address is known", func(t *testing.T) {
		link := map[string]any{"type": "link", "link": "https://example.com/a", "tags": []string{"one"}, "ifNew": true}
		e.want(200, save(link))
		link["tags"] = []string{"two"}
		if m := e.want(200, save(link)).body["content"].(map[string]any); fmt.Sprint(m["tags"]) != "[one two]" {
			t.Error(m)
		}
	})
	t.Run("what can't be kept saves nothing", func(t *testing.T) {
		before := len(e.call("GET", "/api/v1/content", ada, nil).memories("content"))
		for _, wrong := range []map[string]any{{"tags": []string{strings.Repeat("x", 65)}}, {"remark": strings.Repeat("x", 4001)}} {
			wrong["type"], wrong["description"] = "note", "A stork."
			e.want(400, save(wrong))
		}
		if after := len(e.call("GET", "/api/v1/content", ada, nil).memories("content")); after != before {
			t.Errorf("%d memories more", after-before)
		}
	})
}
