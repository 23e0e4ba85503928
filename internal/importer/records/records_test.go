package records

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
	{Wallabag, `[{"id":1,"title":"A","url":"https://a.example","is_archived":false,"is_starred":1,"created_at":"2023-11-14T23:13:20+0100","content":"<p>its words</p>",
   "tags":["tea",{"label":"rain"}],"language":"en","published_by":["Ida","Jon"],"published_at":"1999-01-02 00:00:00","annotations":[{"quote":"words","text":"so","created_at":"2023-11-14T23:13:20+0100"}]},
  {"title":"B","url":"https://b.example","is_archived":1,"content":"wallabag can't retrieve contents for this article."}, 5, {"url":["x"]}, {"title":"C","url":"https://c.example","annotations":{}}]`, []string{
		"https://a.example | A | html=<p>its words</p> | author=Ida, Jon | language=en | tags=tea, rain | at=2023-11-14 22:13:20 | published=1999-01-02 00:00:00 | starred | unread | mark=words/so///2023-11-14 22:13:20",
		"https://b.example | B | archived", "!  | It has no address and no text.", "!  | It has no address and no text.", "https://c.example | C | unread",
	}},
	{Wallabag, `[{"0":"1","1":"A","id":"1","title":"A","url":"https://a.example","is_read":"1","is_fav":"0","content":"<p>x</p>","tags":"tea,old leaves"}]`, []string{
		"https://a.example | A | html=<p>x</p> | tags=tea, old leaves | archived",
	}},
	{Pinboard, `[{"href":"https://a.example","description":"A","extended":"my remark","time":"2023-11-14T22:13:20Z","shared":"no","toread":"yes","tags":"tea rain"}]`, []string{
		"https://a.example | A | remark=my remark | tags=tea, rain | at=2023-11-14 22:13:20 | unread",
	}},
	{Readability, `{"bookmarks":[{"article__excerpt":"what it says","favorite":true,"article__url":"https://a.example","date_added":"2023-11-14T22:13:20","article__title":"A","archive":0}],"recommendations":[{"article__url":"https://not.example"}]}`, []string{
		"https://a.example | A | about=what it says | at=2023-11-14 22:13:20 | starred | unread",
	}},
	{Omnivore, `[{"slug":"a","title":"A","description":"what it says","author":"Ida","url":"https://a.example","state":"Archived","readingProgress":50,"labels":["tea"],"savedAt":"2023-11-14T22:13:20.000Z","publishedAt":"1999-01-02"}]`, []string{
		"https://a.example | A | about=what it says | author=Ida | tags=tea | at=2023-11-14 22:13:20 | published=1999-01-02 00:00:00 | archived | progress=0.5",
	}},
	{Karakeep, `{"bookmarks":[{"createdAt":1700000000,"title":"A","tags":["tea"],"lists":["2"],"content":{"type":"link","url":"https://a.example"},"note":"my remark","archived":true},
   {"createdAt":1700000000,"title":null,"tags":[],"content":{"type":"text","text":"its words"}},{"title":"a picture","content":null}],
   "lists":[{"id":"1","name":"Garden","parentId":null},{"id":"2","name":"Trees","parentId":"1"}]}`, []string{
		"https://a.example | A | remark=my remark | tags=Garden, Trees, tea | at=2023-11-14 22:13:20 | archived",
		"note | text=its words | at=2023-11-14 22:13:20", "! a picture | " + msgKarakeepFile,
	}},
	{Linkwarden, `{"id":1,"username":"ida","collections":[{"links":[{"id":7,"name":"A","type":"url","description":"my remark","url":"https://a.example","createdAt":"2023-11-14T22:13:20.000Z","collectionId":2,"tags":[{"id":1,"name":"tea"}]},
    {"id":8,"name":"scan","type":"pdf","url":null}],"id":2,"name":"Trees","parentId":1},{"id":1,"name":"Garden","parentId":2,"links":[]}],"pinnedLinks":[{"id":7,"name":"A"}]}`, []string{
		"https://a.example | A | remark=my remark | tags=Garden, Trees, tea | at=2023-11-14 22:13:20 | starred | lost=1 folders: " + msgDeep,
		"! scan | " + msgLinkwardenPDF,
	}},
	{YouTube, `[{"header":"YouTube","title":"Watched How tea grows","titleUrl":"https://www.youtube.com/watch?v=abcdefghijk","subtitles":[{"name":"Ida","url":"https://www.youtube.com/channel/x"}],"time":"2023-11-14T22:13:20.000Z"},
   {"header":"YouTube","title":"Regen angesehen","titleUrl":"https://www.youtube.com/watch?v=abcdefghijl","time":"2023-11-14T22:13:20Z"},
   {"header":"YouTube","title":"Watched https://www.youtube.com/watch?v=abcdefghijm","titleUrl":"https://www.youtube.com/watch?v=abcdefghijm","time":"2023-11-14T22:13:20Z"},
   {"header":"YouTube","title":"Watched a video that has been removed","time":"2023-11-14T22:13:20Z"},
   {"header":"YouTube","title":"Watched Soap","titleUrl":"https://www.youtube.com/watch?v=abcdefghijn","time":"2023-11-14T22:13:20Z","details":[{"name":"From Google Ads"}]}]`, []string{
		"https://www.youtube.com/watch?v=abcdefghijk | How tea grows | author=Ida | at=2023-11-14 22:13:20",
		"https://www.youtube.com/watch?v=abcdefghijl | Regen | at=2023-11-14 22:13:20", "https://www.youtube.com/watch?v=abcdefghijm | at=2023-11-14 22:13:20",
		"! a video that has been removed | " + msgNoVideo, "! Soap | " + msgAdvertisement,
	}},
	{YouTubePage, `<html><body><div class="outer-cell mdl-cell"><p class="mdl-typography--title">YouTube</p></div></body></html>`, []string{"!  | " + msgHistoryPage}},
	{Any, `[{"uri":"https://a.example","name":"A","tags":"tea, rain","created":"1700000000","highlights":[{"quote":"words","created_at":1700000000}]},"x"]`, []string{
		"https://a.example | A | tags=tea, rain | at=2023-11-14 22:13:20 | mark=words////2023-11-14 22:13:20", "!  | It has no address and no text.",
	}},
}

func TestFormats(t *testing.T) {
	for _, test := range bySample {
		t.Run(test.format.Name, func(t *testing.T) {
			importertest.Same(t, importertest.Read(t, test.format, test.file), test.want...)
		})
	}
}

func TestABrokenRecordCostsItselfAlone(t *testing.T) {
	all := importertest.Read(t, Pinboard, `[{"href":"https://a.example","description":"A"},{"href":"https://b.example" "description":"B"},{"href":"https://c.example","description":"`+
		strings.Repeat("c", maxRecord)+`"},{"href":"https://d.example","description":"D"},{"href":`)
	importertest.Same(t, all, "https://a.example | A", "!  | "+msgBroken, "!  | "+msgTooLong, "https://d.example | D", "!  | "+msgEnds)
}

func FuzzRecords(f *testing.F) {
	for _, test := range bySample {
		f.Add(test.file)
	}
	f.Fuzz(func(t *testing.T, content string) {
		for _, test := range bySample {
			importertest.Hostile(t, test.format, content)
		}
	})
}
