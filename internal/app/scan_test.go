package app

import (
	"strings"
	"testing"

	"engram/internal/capture/ocr"
	"engram/internal/capture/ocr/ocrtest"
	"engram/internal/config"
)

func TestScansAreRecognised(t *testing.T) {
	cfg := settings(t)
	cfg.OCR = ocr.English
	e := start(t, cfg)
	ann := e.signUp("ann")
	regular := ocrtest.Fonts["regular"]
	scan := ocrtest.PDF(t,
		ocrtest.Printed(t, regular, 12, []string{"Minutes of the allotment committee", "The second tank leaks at the joint."}),
		ocrtest.Printed(t, regular, 12, []string{"The waiting list has nine names, first Ida."}),
	)
	m := e.settled(ann, e.document(ann, "minutes.pdf", scan))
	if m["status"] != "ready" || m["error"] != "" || m["pages"] != 2.0 {
		t.Fatalf("got %v", m)
	}
	id := m["_id"].(string)
	got := e.search(ann, "Who is first on the waiting list?", "all-memories")
	if answer := got.text("answer"); !strings.Contains(answer, "first Ida") {
		t.Errorf("answer %q", answer)
	}
	if cited := got.memories("citations"); len(cited) == 0 || cited[0]["page"] != 2.0 {
		t.Errorf("citations %v, want page 2", cited)
	}
	words := e.want(200, e.call("GET", "/api/v1/content/"+id+"/pages/2", ann, nil)).memories("words")
	if len(words) != 8 || words[7]["text"] != "Ida." || words[7]["ends"] != true {
		t.Fatalf("words %v", words)
	}
	// at 12 points from the left, where the scan has it: 100 pixels of 150 dots an inch
	if box := words[0]["box"].([]any); box[0].(float64) < 46 || box[0].(float64) > 50 {
		t.Errorf("%q is at %v", words[0]["text"], box)
	}
}

func TestScansWithoutRecognition(t *testing.T) {
	e := start(t, config.Config{DataDir: t.TempDir(), OCR: config.OCROff})
	ann := e.signUp("ann")
	scan := ocrtest.PDF(t, ocrtest.Printed(t, ocrtest.Fonts["regular"], 12, []string{"Nine gulls, no ferry."}))
	m := e.settled(ann, e.document(ann, "scan.pdf", scan))
	if m["status"] != "failed" || !strings.Contains(m["error"].(string), "no text") {
		t.Errorf("got %v", m)
	}
}
