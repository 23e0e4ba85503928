package capturetest

// Book returns an EPUB of chapters, each the content of a body.
func Book(title string, chapters ...string) []byte {
	manifest, spine := "", ""
	entries := []string{"mimetype", "application/epub+zip",
		"META-INF/container.xml", `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>` +
			`<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`}
	for i, chapter := range chapters {
		name := "chapter " + string(rune('a'+i))
		manifest += `<item id="c` + string(rune('a'+i)) + `" href="chapter%20` + string(rune('a'+i)) + `.xhtml" media-type="application/xhtml+xml"/>`
		spine += `<itemref idref="c` + string(rune('a'+i)) + `"/>`
		entries = append(entries, "OEBPS/"+name+".xhtml",
			`<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>`+chapter+`</body></html>`)
	}
	opf := `<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>` +
		`<dc:title>` + title + `</dc:title><dc:creator>Ada Byron</dc:creator><dc:language>en-GB</dc:language><dc:date>1998-04-01</dc:date>` +
		`<meta name="cover" content="cover"/></metadata><manifest>` + manifest +
		`<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/><item id="cover" href="cover.png" media-type="image/png"/></manifest>` +
		`<spine toc="ncx">` + spine + `</spine></package>`
	return Packed(append(entries, "OEBPS/book.opf", opf, "OEBPS/cover.png", "\x89PNG")...)
}

// Word returns a DOCX with the content of a body, in the usual styles.
func Word(body string, more ...string) []byte {
	const w = ` xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	return Packed(append([]string{
		"[Content_Types].xml", `<Types/>`,
		"word/document.xml", `<?xml version="1.0" encoding="UTF-8"?><w:document` + w + `><w:body>` + body + `</w:body></w:document>`,
		"word/styles.xml", `<w:styles` + w + `><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>` +
			`<w:style w:styleId="Q"><w:name w:val="Quote"/></w:style><w:style w:styleId="C"><w:name w:val="Source Code"/></w:style>` +
			`<w:style w:styleId="V"><w:name w:val="toc 1"/></w:style></w:styles>`,
		"word/numbering.xml", `<w:numbering` + w + `><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="3"/>` +
			`<w:numFmt w:val="decimal"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>` +
			`<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>`,
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="r1" Type="x/hyperlink" Target="https://example.com/a"/>` +
			`<Relationship Id="r2" Type="x/hyperlink" Target="javascript:alert(1)"/></Relationships>`,
		"word/footnotes.xml", `<w:footnotes` + w + `><w:footnote w:id="0" w:type="separator"><w:p/></w:footnote>` +
			`<w:footnote w:id="2"><w:p><w:r><w:t>Said in 1890.</w:t></w:r></w:p></w:footnote></w:footnotes>`,
		"docProps/core.xml", `<p xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>The terms</dc:title>` +
			`<dc:creator>Grace Hopper</dc:creator><dcterms:created>2019-03-02T10:00:00Z</dcterms:created></p>`,
	}, more...)...)
}

// OpenText returns an ODT with the content of its text.
func OpenText(body string, more ...string) []byte {
	const names = ` xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:style="s" xmlns:fo="f" xmlns:xlink="x" xmlns:draw="d" xmlns:svg="v"`
	return Packed(append([]string{
		"mimetype", "application/vnd.oasis.opendocument.text",
		"content.xml", `<?xml version="1.0" encoding="UTF-8"?><office:document-content` + names + `><office:automatic-styles>` +
			`<style:style style:name="T2"><style:text-properties style:text-position="super 58%"/></style:style>` +
			`<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>` +
			`<style:style style:name="P1" style:parent-style-name="Preformatted_20_Text"/>` +
			`<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/>` +
			`<text:list-level-style-bullet text:level="2"/></text:list-style></office:automatic-styles><office:body><office:text>` +
			body + `</office:text></office:body></office:document-content>`,
		"meta.xml", `<m:document-meta xmlns:m="o" xmlns:dc="http://purl.org/dc/elements/1.1/"><m:meta><dc:title>The garden</dc:title>` +
			`<m:initial-creator>Karel</m:initial-creator><dc:date>2020-05-06T00:00:00</dc:date></m:meta></m:document-meta>`,
	}, more...)...)
}
