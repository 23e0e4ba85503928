package extract

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
)

// bombs are pages made to exhaust whoever reads them.
func bombs() map[string]string {
	const head = "<title>Still a title</title><meta name=description content='Still a description'><body>"
	rep := strings.Repeat
	attrs := new(strings.Builder)
	for i := range 700_000 {
		fmt.Fprintf(attrs, " a%d", i)
	}
	return map[string]string{
		"nested divs":            head + rep("<div>", 600) + "deep",
		"a million nested divs":  head + rep("<div>", 1_000_000),
		"nested to the limit":    head + rep("<div>", 500) + rep("<p>word</p>", 8_000),
		"nested chains":          head + rep(rep("<div>", 480)+"word"+rep("</div>", 480), 60),
		"formatting":             head + rep("<font><p>", 200_000),
		"closed formatting":      head + rep("<font><p></p>", 30_000),
		"bold and italic":        head + rep("<b><i><u>x</p>", 50_000),
		"misnested":              head + rep("<a><div>", 40_000),
		"anchors":                head + rep("<a href=x>x</a> ", 90_000),
		"paragraphs":             head + rep("<p>some words, with commas, go here</p>", 90_000),
		"paragraphs, fewer":      head + rep("<p>some words, with commas, go here, and there", 30_000),
		"line breaks":            head + rep("<br>", 90_000),
		"line breaks, fewer":     head + rep("<br>\n", 39_000),
		"broken lines":           head + rep("word, word<br><br>", 19_000),
		"tables":                 head + rep("<table><tr><td>", 170),
		"table rows":             head + "<table>" + rep("<tr><td>x", 40_000),
		"text in tables":         head + "<table>" + rep("x<tr>", 40_000),
		"two million tags":       head + rep("<b>", 2_000_000)[:5<<20-len(head)],
		"lists":                  head + rep("<ul><li>", 250) + rep("<li>item", 30_000),
		"headings":               head + rep("<h1>h</h1><h2>h</h2>", 19_000),
		"images":                 head + rep("<img src=x>", 90_000),
		"noscript images":        head + rep("<img src=a><noscript><img src=b.jpg></noscript>", 20_000),
		"spans":                  head + "<p>" + rep("<span>x</span>", 39_000),
		"divs":                   head + rep("<div>x</div>", 39_000),
		"articles":               head + rep("<article><p>words, words, words, words, words</article>", 19_000),
		"a tag without end":      head + "<a " + rep("x ", 2_400_000),
		"attributes":             head + "<a" + attrs.String() + ">",
		"attributes in svg":      head + "<svg><style><a" + attrs.String() + "></style></svg>",
		"attributes everywhere":  head + rep("<a"+rep(" b=c", 900)+">", 1_200),
		"comment without end":    head + "<!--" + rep("x", 5<<20),
		"comments":               head + rep("<!---->", 700_000),
		"script without end":     head + "<script>" + rep("<a b>", 1_000_000),
		"svg":                    head + "<svg>" + rep("<g>", 400) + rep("<path/>", 90_000),
		"templates":              head + rep("<template>", 100_000),
		"selects":                head + rep("<select><option>", 40_000),
		"frames":                 head + rep("<frameset>", 90_000),
		"entities":               head + rep("&amp;", 1_000_000),
		"half an entity":         head + rep("&", 5_000_000),
		"angle brackets":         head + rep("<", 5_000_000),
		"nul bytes":              head + rep("\x00", 5_000_000),
		"one word":               head + "<p>" + rep("x", 5_000_000),
		"json-ld nested":         head + "<script type=application/ld+json>" + rep("[", 9_000) + rep("]", 9_000) + "</script>",
		"json-ld authors nested": head + `<script type=application/ld+json>{"@type":"Article","author":` + rep(`{"name":`, 5_000) + `"x"` + rep("}", 5_001) + "</script>",
		"meta tags":              head + rep("<meta name=a content=b>", 90_000),
	}
}

// TestReadPageDefusesBombs reads all bombs, or, where that would take long, every sixth.
func TestReadPageDefusesBombs(t *testing.T) {
	all := bombs()
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if (underRace || testing.Short()) && i%6 != 0 {
			continue
		}
		page := all[name]
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			d, err := HTMLReader{}.ReadPage(t.Context(), capture.Page{URL: "https://example.com/", ContentType: "text/html; charset=utf-8", Body: []byte(page)})
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			if d.Title != "Still a title" || d.Description != "Still a description" {
				t.Errorf("title %q, description %q", d.Title, d.Description)
			}
			t.Logf("%v, %d MB", took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20)
			if took > 5*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}
