package app

import (
	"strings"
	"testing"

	"engram/internal/config"
)

// blocksOf returns the blocks of a memory's document.
func (e *engram) blocksOf(token, id string) []map[string]any {
	e.t.Helper()
	return e.want(200, e.call("GET", "/api/v1/content/"+id+"/document", token, nil)).memories("blocks")
}

// markdownOf returns a memory as a markdown file.
func (e *engram) markdownOf(token, id string) string {
	e.t.Helper()
	got := e.want(200, e.call("GET", "/api/v1/content/"+id+"/document?format=markdown", token, nil))
	if kind := got.header.Get("Content-Type"); kind != "text/markdown; charset=utf-8" {
		e.t.Errorf("the content type is %q", kind)
	}
	return got.raw
}

func TestDocuments(t *testing.T) {
	onEachEngine(t, testDocuments)
}

func testDocuments(t *testing.T, cfg config.Config) {
	e := start(t, cfg)
	ann, bob := e.signUp("ann"), e.signUp("bob")
	id := e.note(ann, "Yeast eats twice.\n\nThe jar stands in the fridge.")
	blocks := e.blocksOf(ann, id)
	if len(blocks) != 2 {
		t.Fatalf("blocks %v, want two paragraphs", blocks)
	}
	from := blocks[1]["from"].(map[string]any)
	if blocks[1]["kind"] != "paragraph" || from["passage"] != 0.0 || from["offset"] != 19.0 {
		t.Errorf("second paragraph %v, from character 19 of passage 0", blocks[1])
	}
	e.want(404, e.call("GET", "/api/v1/content/"+id+"/document", bob, nil))
	e.want(401, e.call("GET", "/api/v1/content/"+id+"/document", "", nil))
}

func TestNotesAreBlocks(t *testing.T) {
	onEachEngine(t, testNotesAreBlocks)
}

func testNotesAreBlocks(t *testing.T, cfg config.Config) {
	e := start(t, cfg)
	ann := e.signUp("ann")
	e.note(ann, "Just words.")
	id := e.note(ann, "# Bread\n\nFeed it **twice**.\n\n- [x] flour")
	blocks := e.blocksOf(ann, id)
	if len(blocks) != 3 || blocks[0]["kind"] != "heading" || blocks[2]["kind"] != "list" {
		t.Fatalf("blocks %v, want a heading, a paragraph and a list", blocks)
	}
	if from := blocks[1]["from"].(map[string]any); from["passage"] != 0.0 || from["offset"] != 9.0 {
		t.Errorf("the paragraph is at %v, want character 9 of passage 0", from)
	}
	if got := e.markdownOf(ann, id); !strings.HasPrefix(got, "---\ntitle: \"Bread\"\nsaved: \"20") || !strings.HasSuffix(got, "---\n\n# Bread\n\nFeed it **twice**.\n\n- [x] flour\n") {
		t.Errorf("as markdown\n%s", got)
	}
	e.want(400, e.call("GET", "/api/v1/content/"+id+"/document?format=docx", ann, nil))
	list := e.want(200, e.call("GET", "/api/v1/content", ann, nil)).memories("content")
	if preview := list[0]["blocks"].([]any); len(preview) != 3 || list[0]["description"] != "# Bread\n\nFeed it **twice**.\n\n- [x] flour" {
		t.Errorf("%v lists %v", list[0]["description"], preview)
	}
	if plain, has := list[1]["blocks"]; has {
		t.Errorf("a note without markup lists %v", plain)
	}
}

func TestProgress(t *testing.T) {
	onEachEngine(t, testProgress)
}

func testProgress(t *testing.T, cfg config.Config) {
	e := start(t, cfg)
	ann, bob := e.signUp("ann"), e.signUp("bob")
	id := e.note(ann, "Yeast eats twice.")
	path := "/api/v1/content/" + id
	read := func() map[string]any {
		return e.want(200, e.call("GET", path, ann, nil)).body["content"].(map[string]any)
	}
	if share, ok := read()["progress"]; ok {
		t.Errorf("a new memory is read to %v", share)
	}
	e.want(200, e.call("PUT", path+"/progress", ann, map[string]any{"leaf": 7, "share": 0.5}))
	if m := read(); m["progress"] != 0.5 || m["readTo"] != 7.0 {
		t.Errorf("read to %v, %v; want 0.5, 7", m["progress"], m["readTo"])
	}
	for _, body := range []map[string]any{{"leaf": -1, "share": 0}, {"leaf": 0, "share": 1.5}, {"leaf": 99_000_000, "share": 0}} {
		e.want(400, e.call("PUT", path+"/progress", ann, body))
	}
	e.want(404, e.call("PUT", path+"/progress", bob, map[string]any{"leaf": 0, "share": 0}))
}
