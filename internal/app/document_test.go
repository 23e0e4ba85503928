package app

import (
	"testing"

	"engram/internal/config"
)

// blocksOf returns the blocks of a memory's document.
func (e *engram) blocksOf(token, id string) []map[string]any {
	e.t.Helper()
	return e.want(200, e.call("GET", "/api/v1/content/"+id+"/document", token, nil)).memories("blocks")
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
