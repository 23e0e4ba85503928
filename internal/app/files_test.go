package app

import (
	"bytes"
	"image"
	"image/png"
	"strings"
	"testing"
)

// sample is an uploaded file, a question that it answers, and what must be seen of it.
type sample struct {
	name      string
	file      []byte
	mediaType string // it is served as
	saved     bool   // by the browser, not shown
	asked     string
	answer    string // in the answer
	blocks    string // its kinds of blocks, from the first
	shown     map[string]string
}

func samples() []sample {
	var photo bytes.Buffer
	_ = png.Encode(&photo, image.NewGray(image.Rect(0, 0, 120, 90)))
	return []sample{
		{
			name: "ferry notes.md", mediaType: "text/plain",
			file:  []byte("# Ferries\n\nThe last ferry to Moss leaves at twenty past nine.\n\n- Bring coins.\n"),
			asked: "when does the last ferry to Moss leave", answer: "twenty past nine",
		},
		{
			name: "plan.txt", mediaType: "text/plain",
			file:  []byte("The greenhouse needs eleven panes of glass.\r\n\r\nGr\xfc\xdfe"),
			asked: "how many panes of glass does the greenhouse need", answer: "eleven panes",
		},
		{
			name: "saved page.html", mediaType: "text/html", saved: true,
			file: []byte(`<!doctype html><title>Kiln</title><script>document.title = "owned"</script>` +
				`<article><h1>The kiln</h1><p>The kiln fires stoneware at 1240 degrees, which takes nine hours from cold.</p></article>`),
			asked: "at how many degrees does the kiln fire stoneware", answer: "1240 degrees",
			shown: map[string]string{"description": "Kiln"},
		},
		{
			name: "harbour at dusk.png", mediaType: "image/png", file: photo.Bytes(),
			asked: "harbour at dusk", answer: "",
		},
	}
}

// TestFiles uploads a file of each format, asks what it says, and opens it.
func TestFiles(t *testing.T) {
	cfg := settings(t)
	cfg.FreeDocuments = 100
	e := start(t, cfg)
	token := e.user()
	for _, s := range samples() {
		t.Run(s.name, func(t *testing.T) { s.check(t, e, token) })
	}
}

func (s sample) check(t *testing.T, e *engram, token string) {
	link := e.want(200, e.upload(token, s.name, s.file)).text("url")
	id := e.add(token, map[string]string{"type": "document", "link": link})["_id"].(string)
	m := e.settled(token, id)
	if m["status"] != "ready" || m["title"] != s.name || m["error"] != "" {
		t.Fatalf("got %v", m)
	}
	for field, want := range s.shown {
		if m[field] != want {
			t.Errorf("%s is %v, want %q", field, m[field], want)
		}
	}
	got := e.want(200, e.search(token, s.asked, "document"))
	if found := got.memories("content"); len(found) == 0 || found[0]["_id"] != id || !strings.Contains(got.text("answer"), s.answer) {
		t.Errorf("asked, it is not the first: %v", got)
	}
	kinds := ""
	for _, block := range e.blocksOf(token, id) {
		kinds += block["kind"].(string) + " "
	}
	if !strings.HasPrefix(kinds, s.blocks) {
		t.Errorf("blocks %s, want %s", kinds, s.blocks)
	}
	s.open(t, e, m["link"].(string))
}

// open opens the original as a browser does.
func (s sample) open(t *testing.T, e *engram, link string) {
	opened := e.want(200, e.call("GET", link, "", nil))
	way := "inline; "
	if s.saved {
		way = "attachment; "
	}
	h := opened.header
	if h.Get("Content-Type") != s.mediaType || !strings.HasPrefix(h.Get("Content-Disposition"), way) ||
		h.Get("X-Content-Type-Options") != "nosniff" || !strings.HasPrefix(h.Get("Content-Security-Policy"), "default-src 'none'; sandbox") {
		t.Errorf("headers %v", h)
	}
	if opened.raw != string(s.file) {
		t.Errorf("%d bytes, want the %d of the original", len(opened.raw), len(s.file))
	}
}
