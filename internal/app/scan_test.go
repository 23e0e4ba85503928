package app

import (
	"bytes"
	"errors"
	"image"
	"image/png"
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

func TestPicturesAreRecognised(t *testing.T) {
	onEachEngine(t, testPictures)
}

func testPictures(t *testing.T, cfg config.Config) {
	cfg.OCR, cfg.FreeDocuments = ocr.English, 0
	e := start(t, cfg)
	ann := e.signUp("ann")
	sign := ocrtest.Printed(t, ocrtest.Fonts["regular"], 12, []string{"Harbour office", "The ferry to Moss leaves at nine."})
	var signed, blank bytes.Buffer
	if err := errors.Join(png.Encode(&signed, sign), png.Encode(&blank, image.NewGray(image.Rect(0, 0, 300, 200)))); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for name, file := range map[string][]byte{"sign.png": signed.Bytes(), "dusk.png": blank.Bytes()} {
		ids[name] = e.document(ann, name, file)
	}
	for name, id := range ids {
		m := e.settled(ann, id)
		kinds := ""
		for _, b := range e.blocksOf(ann, id) {
			kinds += b["kind"].(string) + " "
		}
		want := "figure paragraph "
		if name == "dusk.png" {
			want = "figure "
		}
		if m["status"] != "ready" || m["error"] != "" || !strings.HasPrefix(kinds, want) || name == "dusk.png" && kinds != want {
			t.Errorf("%s has %s: %v", name, kinds, m)
		}
	}
	got := e.want(200, e.search(ann, "When does the ferry to Moss leave?", "all-memories"))
	if answer := got.text("answer"); !strings.Contains(answer, "at nine") {
		t.Errorf("answer %q", answer)
	}
	cited := got.memories("citations")
	if len(cited) == 0 || cited[0]["memoryId"] != ids["sign.png"] {
		t.Fatalf("citations %v", cited)
	}
	kept := e.want(200, e.mark(ann, ids["sign.png"], map[string]any{
		"passage": cited[0]["passage"], "span": cited[0]["span"], "quote": cited[0]["quote"],
	})).body["highlight"].(map[string]any)
	if start := kept["start"].(map[string]any); start["leaf"].(float64) < 1 {
		t.Errorf("it is highlighted at %v, behind the picture", start)
	}
	e.want(200, e.call("POST", "/api/v1/content/"+ids["sign.png"]+"/refresh", ann, nil))
	if m := e.settled(ann, ids["sign.png"]); m["status"] != "ready" || m["error"] != "" {
		t.Errorf("captured anew: %v", m)
	}
	if blocks := e.blocksOf(ann, ids["sign.png"]); len(blocks) < 2 || blocks[0]["image"].(map[string]any)["url"] == nil {
		t.Errorf("captured anew it shows %v", blocks)
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
