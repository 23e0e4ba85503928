package page

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"

	"engram/internal/capture"
	"engram/internal/cputime"
)

// bombs returns pages made to exhaust their reader.
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
		"entities without end":   head + rep("&CounterClockwiseContourIntegral", 160_000),
		"numbers as entities":    head + rep("&#x10ffff;", 500_000),
		"script only":            head + "<script>" + rep("document.write('x');", 250_000) + "</script>",
		"one line":               head + rep("some words without an end ", 200_000),
		"json-ld of one string":  head + `<script type=application/ld+json>{"@type":"Article","articleBody":"` + rep("<p>x", 200_000) + `"}</script>`,
		"json-ld of many things": head + `<script type=application/ld+json>[` + rep(`{"@type":"Article","author":[{"name":"x"}]},`, 20_000) + `{}]</script>`,
		"json-ld scripts":        head + rep(`<script type=application/ld+json>{"@type":"Article"}</script>`, 40_000),
		"json-ld round a circle": head + `<script type=application/ld+json>[{"@type":"Article","author":{"@id":"a"}},{"@id":"a","name":{"@id":"a"},"author":{"@id":"a"}}]</script>`,
		"noscripts":              head + rep("<noscript><div><p>x</noscript>", 30_000),
		"a noscript of nests":    head + "<noscript>" + rep("<div>", 400_000) + "</noscript>",
		"dates":                  head + rep("<time class=date datetime='13 May'>x</time>", 39_000),
		"nested headlines":       head + rep("<div itemprop=headline>", 500) + rep("<h1 class=title>x</h1>", 9_000),
		"named like posts":       head + rep("<div class='post comment related'><div class=post-body>some words that are long enough to be said</div></div>", 19_000),
		"classes":                head + "<div class='" + rep("share-nav related-", 50_000) + "'>" + rep("<p class='a-b_c d-e_f'>x", 30_000),
		"srcset":                 head + "<img srcset='" + rep("a.jpg 1w, ", 100_000) + "'>",
		"leads":                  head + "<h1>x</h1>" + rep("<div class=lead>", 400) + rep("<p class=intro>some words that are said twice and more often than that</p>", 9_000),
		"lang":                   "<html lang='" + rep("en-", 100_000) + "'>" + head,
		"blanks in code":         head + "<pre>" + rep(" <!---->", 99_000) + rep("\n ", 1_000_000),
		"tags in code":           head + "<pre>" + rep(" <b></b>", 49_000) + rep(" ", 4_000_000),
		"a noscript of tags":     head + "<noscript>" + rep("<p>", 600_000) + "</noscript>",
		"noscripts of tags":      head + rep("<noscript></i>"+rep("<p>", 90_000)+"</noscript>", 18),
		"json-ld of many texts":  head + `<script type=application/ld+json>{"@type":"Recipe","recipeIngredient":[` + rep(`"</p>",`, 140_000) + `""]}</script>`,
		"blanks in nests":        head + rep("<div>", 480) + rep(" ", 4_500_000),
		"images in a long class": head + "<div class='" + rep("share-nav related-", 55_000) + "'>" + rep("<h1>x</h1><img src=x.jpg><time>x</time>", 900),
		"a long author":          "<meta name=author content='" + rep(" ", 900_000) + "x'><meta name=dc.creator content='" + rep("x@", 450_000) + "'>" + head,
		"a long site":            "<meta property=og:site_name content='" + rep("a | ", 240_000) + "'>" + head + rep("<h1>a | b : c</h1>", 30),
		"columns":                head + "<table>" + rep("<tr>"+rep("<td>x", 500), 150) + "</table>",
		"spanning cells":         head + "<table>" + rep("<tr>"+rep("<td colspan=9999 rowspan=9999>x", 90), 300) + "</table>",
		"lists in lists":         head + rep("<ul><li>a", 220) + rep("<ol><li>b</ol>", 20_000),
		"names and references":   head + rep("<p id=a><a href='#a'>1</a><a href='#b'>2</a>", 20_000) + rep("<p id=b>note", 9_000),
		"a reference to each":    head + numbered("<p><a href='#n%d'>%d</a>", 20_000) + "<ol>" + numbered("<li id=n%d>note %d", 20_000),
		"styles":                 head + "<p>" + rep("<b>x</b><i>y</i><a href=/z>z</a> ", 13_000),
		"code in code":           head + rep("<pre><code>", 250) + rep("x\n", 500_000),
		"quotes in quotes":       head + rep("<blockquote>q", 480) + rep("<p>word", 9_000),
		"tables in tables":       head + rep("<table><tr><td>a<td>b<tr><td>", 160) + rep("<p>word", 9_000),
		"captions":               head + rep("<figure><img src=a.jpg><figcaption>c<figcaption>d</figure>", 9_000),
		"5,000 pictures":         head + rep("<p>some words, with commas, go here</p><img src=a.jpg>", 5_000),
		"lines that are alike":   head + rep("<p>a<p>b<p>a", 12_000),
		"meta tags":              head + rep("<meta name=a content=b>", 90_000),
	}
}

// numbered repeats a text with its number in two places.
func numbered(format string, times int) string {
	var b strings.Builder
	for i := range times {
		fmt.Fprintf(&b, format, i, i)
	}
	return b.String()
}

// longest is more than any of them takes of a processor that others slow down, and less than one
// that is not defused.
const longest = 8 * time.Second

// TestReadPageDefusesWideBombs reads bombs in UTF-16, which are half as long and as large once they
// are decoded.
func TestReadPageDefusesWideBombs(t *testing.T) {
	wide := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()
	for name, page := range map[string]string{
		"tags":       strings.Repeat("<b>", 800_000),
		"three each": strings.Repeat("文", 2_600_000), // bytes of UTF-8 for two of UTF-16
		"halves":     "",
	} {
		body, err := wide.String(page)
		if err != nil {
			t.Fatal(err)
		}
		if name == "halves" {
			body = "\xff\xfe" + strings.Repeat("\x00\xd8", 2_600_000) // of surrogate pairs
		}
		start := cputime.Used()
		if _, err := NewReader().ReadPage(t.Context(), capture.Page{URL: "https://example.com/", ContentType: "text/html", Body: []byte(body)}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if took := cputime.Used() - start; took > longest {
			t.Errorf("%s took %v", name, took)
		}
	}
}

// TestReadPageDefusesBombs reads all bombs, or, where that would take long, every sixth.
func TestReadPageDefusesBombs(t *testing.T) {
	all := bombs()
	for i, name := range slices.Sorted(maps.Keys(all)) {
		if testing.Short() && i%6 != 0 {
			continue
		}
		page := all[name]
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := cputime.Used()
			d, err := NewReader().ReadPage(t.Context(), capture.Page{URL: "https://example.com/", ContentType: "text/html; charset=utf-8", Body: []byte(page)})
			took := cputime.Used() - start
			runtime.ReadMemStats(&after)
			if err != nil {
				t.Fatal(err)
			}
			if d.Title != "Still a title" || d.Description != "Still a description" {
				t.Errorf("title %q, description %q", d.Title, d.Description)
			}
			checkTree(t, d)
			t.Logf("%v, %d MB", took.Round(time.Millisecond), (after.TotalAlloc-before.TotalAlloc)>>20)
			if took > longest {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestReadPageBoundsTitles reads pages whose titles, names and headings are made of separators.
func TestReadPageBoundsTitles(t *testing.T) {
	long := strings.Repeat("a | ", 1_250_000)
	headings := strings.Repeat("<h1>"+strings.Repeat("b : c ", 100)+"</h1>", 30)
	for name, page := range map[string]string{
		"title":       "<title>" + long + "</title>" + headings,
		"claim":       `<meta property="og:title" content="` + long[:900_000] + `"><meta property="og:site_name" content="` + long[:90_000] + `">` + headings,
		"description": `<script type="application/ld+json">{"@type":"Article","headline":"` + long[:1_000_000] + `"}</script>` + headings,
	} {
		start := cputime.Used()
		d, err := NewReader().ReadPage(t.Context(), capture.Page{URL: "https://a.example/", ContentType: "text/html; charset=utf-8", Body: []byte(page)})
		if err != nil || !strings.HasPrefix(d.Title, "a | a") || utf8.RuneCountInString(d.Title) > capture.MaxTitle {
			t.Errorf("%s: title %.40q, error %v", name, d.Title, err)
		}
		if took := cputime.Used() - start; took > longest {
			t.Errorf("%s took %v", name, took)
		}
	}
}
