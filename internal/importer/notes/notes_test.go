package notes

import (
	"encoding/base64"
	"strings"
	"testing"

	"engram/internal/importer"
	"engram/internal/importer/importertest"
)

var picture = base64.StdEncoding.EncodeToString([]byte("PNG"))

var bySample = []struct {
	format importer.Format
	file   string
	want   []string
}{
	{Evernote, `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-export SYSTEM "x"><en-export>
<note><title>A &amp; B</title><created>20231114T221320Z</created><tag>tea</tag><tag>old leaves</tag>
<note-attributes><author>Ida</author><source-url>https://a.example</source-url><reminder-time>20240101T000000Z</reminder-time></note-attributes>
<content><![CDATA[<?xml version="1.0"?><!DOCTYPE en-note SYSTEM "x"><en-note><div>One <b>two</b></div><div><en-todo checked="true"/>done</div>
<ul><li style="--en-checked:false"><div>open</div></li></ul><div style="--en-codeblock:true"><div>x&nbsp;= 1</div><div>  y</div></div>
<div><en-media hash="1bc5cb3fe5ba2b1ef0b4a9ff5ddd6bd2" type="image/png"/><en-media hash="` + hashOfPNG + `" type="image/png"/></div>
<div><span style="--en-highlight:yellow">marked words</span> <en-crypt>xyz</en-crypt></div></en-note>]]></content>
<task><title>call</title><taskStatus>completed</taskStatus></task>
<resource><data encoding="base64">` + picture[:2] + "\n" + picture[2:] + `</data><mime>image/png</mime><resource-attributes><file-name>p.png</file-name></resource-attributes></resource>
<resource><data encoding="base64">JVBERi0xLjc=</data><mime>application/pdf</mime><resource-attributes><file-name>x.pdf</file-name></resource-attributes></resource>
<resource><data encoding="base64">AAAA</data><mime>audio/mpeg</mime></resource></note>
<note><title>Second</title><content><![CDATA[<en-note/>]]></content></note></en-export>`, []string{
		"note | https://a.example | A & B | text=One **two**\n\n☑ done\n\n- [ ] open\n\n```\nx = 1\n  y\n```\n\n![](<p.png>)\n\nmarked words\n\n- [x] call | attachment=p.png PNG | author=Ida | tags=tea, old leaves" +
			" | at=2023-11-14 22:13:20 | mark=marked words | lost=1 reminders: " + msgDevice + " | lost=1 attachments: " + msgFiles + " | lost=1 encrypted texts: " + msgSecret,
		"document | x.pdf | file=%PDF-1.7 | name=x.pdf | tags=tea, old leaves | at=2023-11-14 22:13:20",
		"note | Second | text=Second",
	}},
	{Evernote, `<en-export><note><title>A</title><content><![CDATA[<en-note>x</en-note>]]></content></note><note><title>B</ti`, []string{
		"note | A | text=x", "!  | " + msgDamaged,
	}},
	{Roam, `[{"title":"Page","create-time":1700000000000,"children":[{"string":"{{[[TODO]]}} tea #brew #[[old leaves]]","uid":"abcdefghi","children":[{"string":"a\nb","heading":2},{"string":"deep","heading":2}]},
  {"string":"see ((abcdefghi)) and ((nothing99))"}]},{"title":"Empty","edit-time":1}]`, []string{
		"note | Page | text=- [ ] tea #brew #[[old leaves]]\n  - a\n    b\n  - ## deep\n- see {{[[TODO]]}} tea #brew #[[old leaves]] and ((nothing99)) | tags=brew, old leaves | at=2023-11-14 22:13:20",
		"! Empty | " + msgEmptyPage,
	}},
}

const hashOfPNG = "55505ba281b015ec31f03ccb151b2a34"

func TestFormats(t *testing.T) {
	for _, test := range bySample {
		t.Run(test.format.Name, func(t *testing.T) {
			importertest.Same(t, importertest.Read(t, test.format, test.file), test.want...)
		})
	}
}

// TestLargeFilesOfANote reads a note with a file that is far larger than what is held of it.
func TestLargeFilesOfANote(t *testing.T) {
	const size = 6 << 20 // bytes
	file := `<en-export><note><title>A</title><content><![CDATA[<en-note>x</en-note>]]></content><resource><data encoding="base64">` +
		strings.Repeat("QUFB", size/3) + `</data><mime>image/png</mime></resource></note></en-export>`
	all := importertest.Read(t, Evernote, file)
	importertest.Same(t, all, "note | A | text=x | attachment=picture-1.png (6291456 bytes)")
}

func TestANotebookIsATag(t *testing.T) {
	in, err := importer.NewInput(strings.NewReader("<en-export><note><title>A</title><tag>tea</tag><content>x</content></note></en-export>"))
	if err != nil {
		t.Fatal(err)
	}
	in.Name = "Garden.enex"
	var all []importer.Entry
	err = Evernote.Read(t.Context(), in, importer.NewOut(t.Context(), importertest.Now, func(e importer.Entry) error {
		all = append(all, e)
		return nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	importertest.Same(t, all, "note | A | text=x | tags=Garden, tea")
}

func TestElementsWithinManyOthers(t *testing.T) {
	all := importertest.Read(t, Evernote, "<en-export><note>"+strings.Repeat("<a>", 100_000)+strings.Repeat("</a>", 100_000)+
		"<title>A</title><content>x</content></note></en-export>")
	importertest.Same(t, all, "note | A | text=x")
}

func FuzzNotes(f *testing.F) {
	for _, test := range bySample {
		f.Add(test.file)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for _, test := range bySample {
			importertest.Hostile(t, test.format, content)
		}
	})
}
