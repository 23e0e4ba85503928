package bookmarks

import (
	"strings"
	"testing"

	"engram/internal/importer/importertest"
)

func TestNetscape(t *testing.T) {
	all := importertest.Read(t, Netscape, `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks Menu</H1>
<DL><p>
  <DT><A HREF="https://one.example/?a=1&amp;b=2" ADD_DATE="1466271584" TAGS="tea,green leaves" ICON="data:image/png;base64,AAAA">One &amp; only</A>
  <DD>First line
second <b>line</b> <a href="https://within.example">there</a>
  <HR>
  <DT><H3 ADD_DATE="1466271500" PERSONAL_TOOLBAR_FOLDER="true">Bar</H3>
  <DL><p>
    <DT><H3>Garden</H3>
    <DD>What grows
    <DL><p>
      <DT><H3>Trees</H3>
      <DL><p>
        <DT><A HREF="two.example/oak" ADD_DATE="13118850929335823" TAGS="oak old Oak">Two</A>
      </DL><p>
      <DT><A HREF="javascript:alert(1)">Script</A>
      <DT><A HREF="place:sort=8">Recent</A>
      <DT><A HREF="?xYz" TAGS="dev">A note of the service</A>
      <DD>Its text
    </DL><p>
    <DT><A HREF="?gone">Only a title</A>
  </DL><p>
  <DT><A HREF="https://three.example" ADD_DATE="-62135596800000">Three
  <DT><A HREF="https://ida:secret@four.example" ADD_DATE="10/Oct/2000:13:55:36 +0300">Four</A>
</DL><p>
`)
	importertest.Same(t, all,
		"https://one.example/?a=1&b=2 | One & only | remark=First line\nsecond line there https://within.example | tags=tea, green leaves | at=2016-06-18 17:39:44",
		"! Garden | "+msgFolderRemark,
		"https://two.example/oak | Two | tags=Garden, Trees, oak, old | at=2016-09-20 13:15:29",
		"! Script | Its address is not one of the web, such as a bookmark that runs a script.",
		"! Recent | Its address is not one of the web, such as a bookmark that runs a script.",
		"note | A note of the service | text=Its text | tags=Garden, dev",
		"! Only a title | Please enter a link that begins with http:// or https://.",
		"https://three.example | Three | lost=1 date: No calendar has this date, or it lies in the future or before 1990.",
		"! Four | A link must not carry a user name or password.",
	)
}

func TestNetscapeInAnyCharset(t *testing.T) {
	const file = `<DL><p><DT><A HREF="https://a.example">Grüße</A></DL>`
	wide := "\xff\xfe"
	for _, r := range file {
		wide += string([]byte{byte(r), byte(r >> 8)})
	}
	for what, content := range map[string]string{
		"UTF-8":                         file,
		"with a byte order mark":        "\ufeff" + file,
		"Windows-1252":                  strings.NewReplacer("ü", "\xfc", "ß", "\xdf").Replace(file),
		"UTF-16":                        wide,
		"UTF-16 without its mark":       wide[2:],
		"declared, far behind the head": `<meta charset="windows-1252">` + strings.Repeat(" ", 100_000) + strings.NewReplacer("ü", "\xfc", "ß", "\xdf").Replace(file),
	} {
		if strings.HasPrefix(what, "declared") {
			content = "<!DOCTYPE NETSCAPE-Bookmark-file-1>" + content
		}
		all := importertest.Read(t, Netscape, content)
		if len(all) != 1 || all[0].Item == nil || all[0].Item.Title != "Grüße" {
			t.Errorf("%s: %q", what, importertest.Lines(all))
		}
	}
}

func TestNetscapeHoldsItsLimits(t *testing.T) {
	deep := strings.Repeat("<DT><H3>f</H3><DL>", 200_000) + `<DT><A HREF="https://deep.example">x</A>` + strings.Repeat("</DL>", 200_000)
	all := importertest.Read(t, Netscape, "<DL><p><DT>"+deep+`<DT><A HREF="https://after.example">y</A>`)
	importertest.Same(t, all,
		"https://deep.example | x | tags=f | lost=1 folders: "+msgDeep, "https://after.example | y")

	var tags strings.Builder
	for i := range 100_000 {
		tags.WriteString(",t" + strings.Repeat("x", i%70) + string(rune('a'+i%26)))
	}
	all = importertest.Read(t, Netscape, `<DL><p><DT><A HREF="https://a.example" TAGS="`+tags.String()+`">x</A>`)
	if len(all) != 1 || len(all[0].Item.Tags) != 50 || len(all[0].Item.Lost) != 2 {
		t.Errorf("%q", importertest.Lines(all))
	}

	long := `<DL><p><DT><A HREF="https://a.example">a</A><DT><A HREF="https://b.example/` + strings.Repeat("b", maxToken) +
		`">b</A><DD>lost</DD><DT><A HREF="https://c.example">c</A>`
	all = importertest.Read(t, Netscape, long)
	importertest.Same(t, all, "https://a.example | a", "!  | "+msgTooLong, "https://c.example | c")
}

func FuzzNetscape(f *testing.F) {
	f.Add(`<DL><p><DT><H3>a</H3><DD>b<DL><DT><A HREF="https://c.example" TAGS="d e" ADD_DATE="1">f</A><DD>g</DL></DL>`)
	f.Add("<dt><a href=x>\xff<script><dt></dl></dl><h3><plaintext>")
	f.Fuzz(func(t *testing.T, content string) { importertest.Hostile(t, Netscape, content) })
}
