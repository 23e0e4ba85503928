package feed

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/capture/capturetest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"engram/internal/capture"
	"engram/internal/cputime"
	"engram/internal/document"
)

var now = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// most is more than any feed takes of a processor that others slow down, and less than one that is
// not defused.
const most = 8 * time.Second

func TestReadFeed(t *testing.T) {
	for name, tt := range map[string]struct {
		feed string
		want capture.Document
	}{
		"rss": {`<?xml version="1.0" encoding="utf-8"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>
			<title>The Crumb</title><link>https://example.com/</link><description>Notes of a &lt;b&gt;baker&lt;/b&gt;</description><language>en-us</language>
			<image><url>/logo.png</url><title>Logo</title></image>
			<item><title>Why &amp; how</title><description>Short.</description><content:encoded><![CDATA[<p>First words.</p><p>Last <i>words</i>.</p>]]></content:encoded><pubDate>Mon, 13 May 2024 10:00:00 +0200</pubDate></item>
			<item><title>Rye</title><description>A grain.</description></item></channel></rss>`,
			capture.Document{Title: "The Crumb", Description: "Notes of a baker", ImageURL: "https://example.com/logo.png", Language: "en-US",
				Published: time.Date(2024, 5, 13, 8, 0, 0, 0, time.UTC), Sections: []capture.Section{{Text: "Why & how\n\nFirst words.\n\nLast words.\n\nRye\n\nA grain."}}}},
		"atom": {`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>Die Krume</title><subtitle>Notizen</subtitle><updated>2024-05-13T10:00:00Z</updated><author><name>Ann Author</name></author>
			<entry><title type="html">Vom &lt;i&gt;Mahlen&lt;/i&gt;</title><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Erste Worte.</p><p>Letzte <b>Worte</b>.</p></div></content></entry></feed>`,
			capture.Document{Title: "Die Krume", Description: "Notizen", Author: "Ann Author", Language: "de", Published: time.Date(2024, 5, 13, 10, 0, 0, 0, time.UTC),
				Sections: []capture.Section{{Text: "Vom Mahlen\n\nErste Worte.\n\nLetzte Worte."}}}},
		"dates ahead of now": {`<rss><channel><title>T</title><lastBuildDate>Mon, 13 May 2052 10:00:00 GMT</lastBuildDate><item><title>One</title><pubDate>Mon, 13 May 2024 10:00:00 GMT</pubDate></item></channel></rss>`,
			capture.Document{Title: "T", Published: time.Date(2024, 5, 13, 10, 0, 0, 0, time.UTC), Sections: []capture.Section{{Text: "One"}}}},
		"broken in the middle": {`<rss><channel><title>T</title><item><title>One</title></item><item><title>Two</title><descr<<<`,
			capture.Document{Title: "T", Sections: []capture.Section{{Text: "One\n\nTwo"}}}},
		"empty": {``, capture.Document{}},
	} {
		t.Run(name, func(t *testing.T) {
			got := read(t.Context(), capture.Page{URL: "https://example.com/feed", ContentType: "application/xml", Body: []byte(tt.feed)}, now)
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(capture.Section{}, "Blocks")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEntriesKeepTheirStructure(t *testing.T) {
	const rss = `<rss><channel><title>T</title><item><title>Rye</title><link>/rye</link><description>&lt;h3&gt;How&lt;/h3&gt;&lt;ul&gt;&lt;li&gt;Mill &lt;a href="/mill"&gt;it&lt;/a&gt;&lt;li&gt;Bake&lt;/ul&gt;` +
		`&lt;script&gt;x&lt;/script&gt;</description></item><item><title>Oat</title><description>One &amp; two &lt; three.</description></item></channel></rss>`
	const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Rye</title><link rel="self" href="/self"/><link href="/rye"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">` +
		`<h3>How</h3><ul><li>Mill <a href="/mill">it</a></li><li>Bake<br/>now &lt;b&gt;</li></ul><img src="/p.jpg" alt="A loaf"/></div></content></entry></feed>`
	for name, test := range map[string]struct{ feed, kinds, text string }{
		"rss":  {rss, "heading heading list heading paragraph ", "Rye\n\nHow\n\nMill it\nBake\n\nOat\n\nOne & two < three."},
		"atom": {atom, "heading heading list figure ", "Rye\n\nHow\n\nMill it\nBake\nnow <b>"},
	} {
		d := read(t.Context(), capture.Page{URL: "https://example.com/feed", Body: []byte(test.feed)}, now)
		s := d.Sections[0]
		kinds := ""
		for _, b := range s.Blocks {
			kinds += string(b.Kind) + " "
		}
		if kinds != test.kinds || s.Text != test.text {
			t.Errorf("%s: %s of %q", name, kinds, s.Text)
		}
		if title := s.Blocks[0].Spans[0]; title.Link != "https://example.com/rye" {
			t.Errorf("%s: the title leads to %q", name, title.Link)
		}
		if link := s.Blocks[2].Items[0][0].Spans[1]; link.Text != "it" || link.Link != "https://example.com/mill" {
			t.Errorf("%s: the link is %+v", name, link)
		}
		placed(t, s)
	}
}

func TestFootnotesStayWithTheirEntry(t *testing.T) {
	const entry = `<item><description>&lt;p&gt;Bread&lt;a href="#n"&gt;1&lt;/a&gt;&lt;/p&gt;&lt;ol&gt;&lt;li id="n"&gt;A note on %s.&lt;/li&gt;&lt;/ol&gt;</description></item>`
	body := "<rss><channel>" + strings.ReplaceAll(entry, "%s", "rye") + strings.ReplaceAll(entry, "%s", "oats") + "</channel></rss>"
	blocks := read(t.Context(), capture.Page{Body: []byte(body)}, now).Sections[0].Blocks
	var refs, anchors []string
	for leaf := range blocks.Leaves() {
		for _, s := range leaf.Spans {
			if s.Ref != "" {
				refs = append(refs, s.Ref)
			}
		}
		if leaf.Anchor != "" {
			anchors = append(anchors, leaf.Anchor)
		}
	}
	if len(refs) != 2 || refs[0] == refs[1] || !slices.Equal(refs, anchors) {
		t.Errorf("%q refer to %q", refs, anchors)
	}
}

func TestMediaIsNoText(t *testing.T) {
	for name, media := range map[string]string{"declared": ` xmlns:media="http://search.yahoo.com/mrss/"`, "undeclared": ""} {
		body := `<rss` + media + `><channel><item><title>Rye</title><media:content url="a.jpg"><media:credit>Photo: Jo Park</media:credit>` +
			`<media:description>A field</media:description></media:content><media:title>IMG_1</media:title><description>Rye likes the cold.</description></item></channel></rss>`
		if got := capturetest.Text(read(t.Context(), capture.Page{Body: []byte(body)}, now)); got != "Rye\n\nRye likes the cold." {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestAddressesOfEntries(t *testing.T) {
	const link = `<a href="mill">mill</a>`
	for _, test := range []struct{ title, feed, want string }{
		{"are relative to the entry's page", `<rss><channel><item><link>https://blog.example/2026/rye/</link><description>` +
			`&lt;a href="mill"&gt;mill&lt;/a&gt;</description></item></channel></rss>`, "https://blog.example/2026/rye/mill"},
		{"without one to the feed", `<rss><channel><item><description>&lt;a href="mill"&gt;mill&lt;/a&gt;</description></item></channel></rss>`,
			"https://example.com/feeds/mill"},
		{"to the base that is stated", `<feed xml:base="https://base.example/a/"><entry xml:base="b/"><link href="/page/"/><content type="xhtml" xml:base="c/"><div>` +
			link + `</div></content></entry></feed>`, "https://base.example/a/b/c/mill"},
	} {
		d := read(t.Context(), capture.Page{URL: "https://example.com/feeds/all", Body: []byte(test.feed)}, now)
		if got := d.Sections[0].Blocks[0].Spans[0].Link; got != test.want {
			t.Errorf("%s: %q, want %q", test.title, got, test.want)
		}
	}
}

// placed fails unless each leaf stands in the text where it says.
func placed(t *testing.T, s capture.Section) {
	t.Helper()
	for leaf := range s.Blocks.Leaves() {
		if leaf.Source[1] > len(s.Text) || leaf.Kind != document.Table && leaf.Kind != document.Figure && leaf.Plain() != s.Text[leaf.Source[0]:leaf.Source[1]] {
			t.Fatalf("%q is not at %v of %q", leaf.Plain(), leaf.Source, s.Text)
		}
	}
}

func TestReadFeedDefusesBombs(t *testing.T) {
	const head = "<rss><channel><title>T</title>"
	for name, feed := range map[string]string{
		"nested":     head + strings.Repeat("<item>", 1_000_000),
		"entries":    head + strings.Repeat("<item><title>x</title></item>", 200_000),
		"one text":   head + "<item><title>x</title><description>" + strings.Repeat("words ", 900_000),
		"attributes": head + "<item " + strings.Repeat(`a="b" `, 800_000) + ">",
		"entities":   `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>` + head + strings.Repeat("&b;", 1_000_000),
		"tags":       head + strings.Repeat("<x/>", 1_200_000),
	} {
		t.Run(name, func(t *testing.T) {
			start := cputime.Used()
			d := read(t.Context(), capture.Page{Body: []byte(feed)}, now)
			if took := cputime.Used() - start; d.Title != "T" || took > most {
				t.Errorf("title %q after %v", d.Title, took)
			}
		})
	}
}

func FuzzReadFeed(f *testing.F) {
	f.Add([]byte("<rss><channel><title>T</title><item><title>x</title><description>y</description></item></channel></rss>"))
	f.Add([]byte(`<feed xml:lang="de"><entry><content type="xhtml"><div><p>x</p></div></content></entry></feed>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		defer time.AfterFunc(10*time.Second, func() { panic("a feed that takes for ever") }).Stop()
		d := read(context.Background(), capture.Page{URL: "https://example.com/feed", Body: body}, now)
		for _, s := range d.Sections {
			placed(t, s)
		}
		if len(capturetest.Text(d)) > 20*len(body)+100 {
			t.Errorf("%d bytes of text from %d", len(capturetest.Text(d)), len(body))
		}
	})
}
