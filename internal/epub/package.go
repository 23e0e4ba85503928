package epub

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"engram/internal/document/xhtml"
	"engram/internal/memory"
)

// container says where the package is.
const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`

// style leaves fonts and colours to the reader.
const style = `h1, h2, h3, h4, h5, h6 { line-height: 1.25; page-break-after: avoid; }
img { max-width: 100%; height: auto; }
figure { margin: 1em 0; page-break-inside: avoid; }
figcaption, .facts, .absent { font-size: 0.85em; }
.remark, .lead { font-style: italic; }
blockquote { margin: 1em 0 1em 1.2em; }
pre { white-space: pre-wrap; font-size: 0.85em; }
table { border-collapse: collapse; }
td, th { border: 1px solid; padding: 0.2em 0.5em; text-align: start; }
`

// xhtmlHead begins a chapter, by its language and title.
const xhtmlHead = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="%[1]s" lang="%[1]s">
<head><title>%[2]s</title><link rel="stylesheet" type="text/css" href="../style.css"/></head>
<body>
`

// languageForm is the form of the names of languages that we know to be valid.
var languageForm = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z]{4})?(-([A-Z]{2}|[0-9]{3}))?$`)

// languageOf returns the language of a text; "und" where it is unknown.
func languageOf(m memory.Memory) string {
	if languageForm.MatchString(m.Language) {
		return m.Language
	}
	return "und"
}

// describe writes the contents and the package, which list what was written.
func (b *book) describe() error {
	if err := b.put("EPUB/nav.xhtml", []byte(b.nav())); err != nil {
		return err
	}
	if err := b.put("EPUB/toc.ncx", []byte(b.ncx())); err != nil {
		return err
	}
	return b.put("EPUB/package.opf", []byte(b.opf()))
}

func (b *book) opf() string {
	m := b.memory
	var out strings.Builder
	element := func(name, value string) {
		if value = strings.TrimSpace(value); value != "" {
			fmt.Fprintf(&out, "<dc:%s>%s</dc:%s>\n", name, xhtml.Text(value), name)
		}
	}
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
`)
	fmt.Fprintf(&out, "<dc:identifier id=\"id\">urn:uuid:%s</dc:identifier>\n", xhtml.Text(m.ID))
	element("title", titleOf(m))
	element("language", languageOf(m))
	element("creator", m.Author)
	element("publisher", m.Site)
	element("source", m.URL)
	if !m.PublishedAt.IsZero() {
		element("date", m.PublishedAt.UTC().Format(time.DateOnly))
	}
	for _, tag := range m.Tags {
		element("subject", tag)
	}
	fmt.Fprintf(&out, "<meta property=\"dcterms:modified\">%s</meta>\n", b.changed().Format("2006-01-02T15:04:05Z"))
	if b.cover != "" {
		out.WriteString("<meta name=\"cover\" content=\"p1\"/>\n")
	}
	out.WriteString(`</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
<item id="style" href="style.css" media-type="text/css"/>
`)
	for i, name := range b.order {
		cover := ""
		if name == b.cover {
			cover = ` properties="cover-image"`
		}
		fmt.Fprintf(&out, "<item id=\"p%d\" href=\"%s\" media-type=\"image/jpeg\"%s/>\n", i+1, name, cover)
	}
	for i, name := range b.chapters {
		fmt.Fprintf(&out, "<item id=\"c%d\" href=\"%s\" media-type=\"application/xhtml+xml\"/>\n", i+1, name)
	}
	out.WriteString("</manifest>\n<spine toc=\"ncx\">\n")
	for i := range b.chapters {
		fmt.Fprintf(&out, "<itemref idref=\"c%d\"/>\n", i+1)
	}
	out.WriteString("</spine>\n</package>\n")
	return out.String()
}

// nav returns the table of contents.
func (b *book) nav() string {
	var out strings.Builder
	out.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">
<head><title>` + xhtml.Text(titleOf(b.memory)) + `</title></head>
<body>
<nav epub:type="toc"><ol>
`)
	for _, h := range b.contents {
		fmt.Fprintf(&out, "<li><a href=\"%s\">%s</a></li>\n", xhtml.Text(h.Address), xhtml.Text(h.Text))
	}
	out.WriteString("</ol></nav>\n</body>\n</html>\n")
	return out.String()
}

// ncx returns the table of contents as readers of EPUB 2 know it.
func (b *book) ncx() string {
	var out strings.Builder
	fmt.Fprintf(&out, `<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="urn:uuid:%s"/></head>
<docTitle><text>%s</text></docTitle>
<navMap>
`, xhtml.Text(b.memory.ID), xhtml.Text(titleOf(b.memory)))
	for i, h := range b.contents {
		fmt.Fprintf(&out, "<navPoint id=\"n%[1]d\" playOrder=\"%[1]d\"><navLabel><text>%[2]s</text></navLabel><content src=\"%[3]s\"/></navPoint>\n",
			i+1, xhtml.Text(h.Text), xhtml.Text(h.Address))
	}
	out.WriteString("</navMap>\n</ncx>\n")
	return out.String()
}
