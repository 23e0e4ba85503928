package bookmarks

import (
	"strings"
	"testing"

	"engram/internal/importer"
	"engram/internal/importer/importertest"
)

var bySample = []struct {
	format importer.Format
	file   string
	want   []string
}{
	{Firefox, `{"guid":"root________","title":"","children":[
  {"guid":"toolbar_____","root":"toolbarFolder","title":"Bar","children":[
    {"title":"Garden","dateAdded":1,"children":[
      {"children":[{"title":"Oak","type":"text/x-moz-place","uri":"https://oak.example","dateAdded":1700000000000000,"tags":"tree,old",
         "annos":[{"name":"bookmarkProperties/description","value":"It is old."}]}],"title":"Trees"},
      {"type":"text/x-moz-place-separator"},{"title":"Gone","type":"text/x-moz-place"},
      {"title":"Recent","uri":"place:sort=8"}]}]},
  {"guid":"unfiled_____","root":"unfiledBookmarksFolder","title":"Others"}]}`, []string{
		"https://oak.example | Oak | remark=It is old. | tags=Garden, Trees, tree, old | at=2023-11-14 22:13:20",
		"! Gone | It has no address and no text.",
		"! Recent | Its address is not one of the web, such as a bookmark that runs a script.",
	}},
	{Chrome, `{"checksum":"x","roots":{"bookmark_bar":{"children":[
   {"children":[{"date_added":"13344473600000000","name":"Oak","type":"url","url":"https://oak.example/"},
      {"children":[],"name":"Empty","type":"folder"}],"name":"Garden","type":"folder"}],"name":"Bar","type":"folder"},
   "other":{"children":[{"name":"Pages","type":"url","url":"chrome://history/"}],"name":"Other"},"sync_metadata":"x"},"version":1}`, []string{
		"https://oak.example/ | Oak | tags=Garden | at=2023-11-14 22:13:20",
		"! Pages | Its address is not one of the web, such as a bookmark that runs a script.",
	}},
	{Sessions, `[{"windows":{"1":{"7":{"url":"https://a.example","title":"A","lastAccessed":1700000000000},"8":{"url":"about:blank","title":"B"}},"2":{"9":{"url":"https://c.example","title":"C"}}},
   "name":"Tuesday","date":1700000000001,"tag":["work"]},{"windows":{},"name":"Empty"}]`, []string{
		"https://a.example | A | tags=Tuesday, work | at=2023-11-14 22:13:20",
		"! B | Its address is not one of the web, such as a bookmark that runs a script.",
		"https://c.example | C | tags=Tuesday, work | at=2023-11-14 22:13:20",
	}},
	{Tabs, "https://a.example | A | B\r\nhttps://b.example\r\n\r\nchrome://settings | Settings\nplain words\n", []string{
		"https://a.example | A | B", "https://b.example",
		"! Settings | Its address is not one of the web, such as a bookmark that runs a script.", "! plain words | " + msgNoLink,
	}},
	{Sections, `<!DOCTYPE html><html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
<li><a href="https://a.example" time_added="1700000000" tags="tea,old leaves">A &amp; a</a></li></ul>
<h1>Read Archive</h1><ul><li><a href="https://b.example" time_added="0" tags="">https://b.example</a></li></ul>
<h1>Garden</h1><ol><li><a href="ftp://c.example">C</a></ol>`, []string{
		"https://a.example | A & a | tags=tea, old leaves | at=2023-11-14 22:13:20 | unread", "https://b.example | archived",
		"! C | Its address is not one of the web, such as a bookmark that runs a script.",
	}},
	{OPML, `<?xml version="1.0" encoding="ISO-8859-1"?><opml version="2.0"><head><title>Feeds</title></head><body>
<outline text="Garden"><outline type="rss" text="Trees &amp; more" xmlUrl="https://a.example/feed" htmlUrl="https://a.example" category="oak,elm"/>
<outline text="Pages"><outline type="link" text="B" url="https://b.example" created="Tue, 14 Nov 2023 22:13:20 GMT"/></outline></outline>
<outline text="Only words"/><outline text="Bad" xmlUrl="feed"/></body></opml>`, []string{
		"feed https://a.example/feed | Trees & more | Garden, oak, elm", "https://b.example | B | tags=Garden, Pages | at=2023-11-14 22:13:20",
		"! Only words | " + msgOutline, "! Bad | Its address is not one of the web, such as a bookmark that runs a script.",
	}},
	{OPML, `<opml><body><outline text="A" xmlUrl="https://a.example/feed"><outline text="B`, []string{
		"feed https://a.example/feed | A | ", "!  | " + msgDamaged,
	}},
}

func TestFormats(t *testing.T) {
	for _, test := range bySample {
		t.Run(test.format.Name, func(t *testing.T) {
			importertest.Same(t, importertest.Read(t, test.format, test.file), test.want...)
		})
	}
}

func TestTreesHoldTheirLimits(t *testing.T) {
	deep := strings.Repeat(`{"title":"f","children":[`, 600) + `{"title":"deep","uri":"https://deep.example"}` + strings.Repeat(`]}`, 600)
	all := importertest.Read(t, Firefox, `{"guid":"root","children":[`+deep+`,{"title":"after","uri":"https://after.example"}]}`)
	importertest.Same(t, all, "! f | "+msgTree, "https://after.example | after")

	all = importertest.Read(t, OPML, "<opml>"+strings.Repeat("<outline>", 150_000)+`<outline xmlUrl="https://a.example"/>`+strings.Repeat("</outline>", 150_000)+
		`<outline text="after" xmlUrl="https://b.example"/>`)
	importertest.Same(t, all, "feed https://a.example |  | ", "feed https://b.example | after | ")

	all = importertest.Read(t, Firefox, `{"guid":"root","children":[{"title":"a","uri":"https://a.example"},{"title":"b`)
	importertest.Same(t, all, "https://a.example | a", "!  | The file is damaged or ends too early. What follows is missing.")
}

func FuzzTrees(f *testing.F) {
	for _, test := range bySample {
		f.Add(test.file)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for _, test := range bySample {
			importertest.Hostile(t, test.format, content)
		}
	})
}
