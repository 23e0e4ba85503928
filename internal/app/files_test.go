package app

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"strings"
	"testing"

	"engram/internal/capture/capturetest"
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
			name: "saved by a browser.mhtml", mediaType: "multipart/related", saved: true,
			file: capturetest.SavedPage("https://mill.example/", `<title>Mill</title><article><h1>The mill</h1><p>The mill grinds eleven sacks of rye a day, as long as the beck has water, `+
				`and the miller sleeps beside it.</p><img src="https://mill.example/wheel.png" alt="An overshot wheel"></article>`, map[string][]byte{"https://mill.example/wheel.png": photo.Bytes()}),
			asked: "how many sacks of rye does the mill grind", answer: "eleven sacks", blocks: "heading paragraph figure",
			shown: map[string]string{"description": "The mill"},
		},
		{
			name: "novel.epub", mediaType: "application/epub+zip", saved: true,
			file: capturetest.Book("The Salt Road", `<h1>One</h1><p>Marta kept the ledger of the salt road in a tin box.</p>`,
				`<h1>Two</h1><p>The caravan carried forty sacks of salt to Timbuktu.</p><ul><li>One camel</li></ul>`),
			asked: "how many sacks of salt did the caravan carry", answer: "forty sacks", blocks: "heading paragraph heading paragraph list",
			shown: map[string]string{"description": "The Salt Road", "author": "Ada Byron", "language": "en-GB"},
		},
		{
			name: "terms.docx", mediaType: "application/vnd.openxmlformats-officedocument.wordprocessingml.document", saved: true,
			file: capturetest.Word(`<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Deposit</w:t></w:r></w:p>` +
				`<w:p><w:r><w:t>The deposit for the boathouse is seven hundred crowns.</w:t></w:r></w:p>`),
			asked: "what is the deposit for the boathouse", answer: "seven hundred crowns", blocks: "heading paragraph",
			shown: map[string]string{"description": "The terms", "author": "Grace Hopper"},
		},
		{
			name: "garden.odt", mediaType: "application/vnd.oasis.opendocument.text", saved: true,
			file: capturetest.OpenText(`<text:h text:outline-level="1">Beds</text:h><text:p>The leeks go into the third bed in April.</text:p>` +
				`<text:list text:style-name="L1"><text:list-item><text:p>Water</text:p></text:list-item></text:list>`),
			asked: "into which bed do the leeks go", answer: "third bed", blocks: "heading paragraph list",
			shown: map[string]string{"description": "The garden", "author": "Karel"},
		},
		{
			name: "letter.rtf", mediaType: "application/rtf", saved: true,
			file:  []byte(`{\rtf1\ansi\ansicpg1252{\info{\title A letter}{\author Zo\'eb}}\pard The piano tuner comes on the ninth of \b March\b0 .\par}`),
			asked: "when does the piano tuner come", answer: "ninth of March", blocks: "paragraph",
			shown: map[string]string{"description": "A letter", "author": "Zoë"},
		},
		{
			name: "harbour at dusk.png", mediaType: "image/png", file: photo.Bytes(), blocks: "figure",
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

// TestHostileFiles uploads what tries to exhaust or to fool its reader. Each is refused in words or
// kept with what could be read of it, and none takes the program down.
func TestHostileFiles(t *testing.T) {
	cfg := settings(t)
	cfg.FreeDocuments = 100
	e := start(t, cfg)
	token := e.user()
	zeros := strings.Repeat("\x00", 60<<20)
	for name, test := range map[string]struct {
		file []byte
		says string // the reason; empty: it is read
	}{
		"bomb.epub":      {capturetest.Packed("mimetype", "application/epub+zip", "META-INF/container.xml", zeros), "damaged"},
		"bomb.docx":      {capturetest.Packed("[Content_Types].xml", "x", "word/document.xml", zeros), "damaged"},
		"bomb.odt":       {capturetest.Packed("mimetype", "application/vnd.oasis.opendocument.text", "content.xml", zeros), "damaged"},
		"laughs.docx":    {capturetest.Packed("[Content_Types].xml", "x", "word/document.xml", `<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>`), "damaged"},
		"deep.odt":       {capturetest.OpenText(strings.Repeat("<text:section>", 50_000)), "damaged"},
		"deep.rtf":       {[]byte(`{\rtf1 Words ` + strings.Repeat("{", 100_000)), ""},
		"cut.mhtml":      {[]byte("From: <Saved by Blink>\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n"), "damaged"},
		"deep.html":      {[]byte("<!doctype html><title>Deep</title>" + strings.Repeat("<div>", 100_000)), ""},
		"protected.epub": {capturetest.Packed("mimetype", "application/epub+zip", "META-INF/container.xml", "<x>"), "damaged"},
		"huge.png":       {[]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x80\x00\x00\x00\x80\x00\x08\x02\x00\x00\x00\x00\x00\x00\x00"), "image"},
	} {
		t.Run(name, func(t *testing.T) {
			link := e.want(200, e.upload(token, name, test.file)).text("url")
			m := e.settled(token, e.add(token, map[string]string{"type": "document", "link": link})["_id"].(string))
			said, _ := m["error"].(string)
			if (m["status"] == "ready") != (test.says == "") || !strings.Contains(said, test.says) {
				t.Errorf("%v: %q", m["status"], said)
			}
		})
	}
	t.Run("a ZIP file of nothing known is refused", func(t *testing.T) {
		e.want(415, e.upload(token, "files.zip", capturetest.Packed("a.txt", "x")))
		e.want(415, e.upload(token, "sheet.docx", capturetest.Packed("[Content_Types].xml", "x", "xl/workbook.xml", "x")))
	})
}

// A capture may have saved a picture anew since its removal was enqueued.
func TestAFileThatIsNamedAgainStays(t *testing.T) {
	named := func(context.Context, string) (bool, error) { return true, nil }
	if err := removeBlobs(nil, nil, named)(t.Context(), []string{"pictures/u/m-a1.jpg"}); err != nil { // nothing is there to remove it with
		t.Error(err)
	}
}
