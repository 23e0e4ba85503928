package table

import (
	"strconv"
	"strings"
	"testing"

	"engram/internal/importer"
	"engram/internal/importer/importertest"
)

// bySample has a file of each format, and what is read of it.
var bySample = []struct {
	format importer.Format
	file   string
	want   []string
}{
	{Pocket, `title,url,time_added,tags,status
"Tea, green",https://tea.example/,1600322788,brew|old leaves,unread
https://plain.example,https://plain.example,1600322788000,,archive
Bad,javascript:1,0,,unread

Late,late.example,99999999999,,unread
Later,later.example,1601-01-01,,unread
`, []string{
		"https://tea.example/ | Tea, green | tags=brew, old leaves | at=2020-09-17 06:06:28 | unread",
		"https://plain.example | at=2020-09-17 06:06:28 | archived",
		"! Bad | Its address is not one of the web, such as a bookmark that runs a script.",
		"https://late.example | Late | unread | lost=1 date: No calendar has this date, or it lies in the future or before 1990.",
		"https://later.example | Later | unread | lost=1 date: No calendar has this date, or it lies in the future or before 1990.",
	}},
	{Instapaper, "URL,Title,Selection,Folder\nhttps://a.example,A,,Unread\nhttps://b.example,B,a sentence,Archive\nhttps://c.example,C,,Starred\nhttps://d.example,D,,Garden\n,Thought,\"first\nsecond\",Unread\n", []string{
		"https://a.example | A | unread", "https://b.example | B | archived | mark=a sentence",
		"https://c.example | C | starred", "https://d.example | D | tags=Garden", "note | Thought | text=first\nsecond | unread",
	}},
	{Instapaper, "URL,Title,Selection,Folder,Timestamp,Tags\nhttps://a.example,A,,Garden,1700000000,\"[\"\"tea\"\",\"\"old leaves\"\"]\"\ninstapaper-private://email/1,Mail,its words,Unread,1700000000,[]\n", []string{
		"https://a.example | A | tags=Garden, tea, old leaves | at=2023-11-14 22:13:20", "note | Mail | text=its words | at=2023-11-14 22:13:20 | unread",
	}},
	{Raindrop, `id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite
1,A,my remark,what it says,https://a.example,Garden/Trees,"oak, elm",2023-11-14T22:13:20.000Z,,"Highlight:old trees
Note:so it is
Highlight:new trees",true
2,B,,,https://b.example,Unsorted,,2023-11-14T22:13:20.000Z,,plain words,false
`, []string{
		"https://a.example | A | about=what it says | remark=my remark | tags=Garden, Trees, oak, elm | at=2023-11-14 22:13:20 | starred | mark=old trees/so it is | mark=new trees",
		"https://b.example | B | at=2023-11-14 22:13:20 | mark=plain words",
	}},
	{Reader, `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen
A,https://a.example,1,"['tea', 'it\'s']",2023-11-14 22:13:20.123+00:00,0.25,later,True
B,https://b.example,2,[],2023-11-14 22:13:20+00:00,1,archive,True
C,https://c.example,3,[],2023-11-14 22:13:20+00:00,0,feed,False
`, []string{
		"https://a.example | A | tags=tea, it's | at=2023-11-14 22:13:20 | progress=0.25",
		"https://b.example | B | at=2023-11-14 22:13:20 | archived | progress=1", "! C | " + msgReaderFeed,
	}},
	{Readwise, `Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags
Tea is *old*.,On Tea,Ida,B0,indeed,yellow,brew,page,12,2023-11-14 22:13:20+00:00,drinks
Rain falls.,On Rain,,B1,,,,location,3,2023-11-14 22:13:20+00:00,
It is green.,On Tea,Ida,B0,,blue,,page,13,2023-11-12 22:13:20+00:00,drinks
,On Rain,,B1,,,,,,,
`, []string{
		"! On Rain | " + msgNoWords,
		"note | On Tea | text=# On Tea\n\nIda\n\n> Tea is \\*old\\*.\n>\n> Page 12\n\n> It is green.\n>\n> Page 13 | author=Ida | tags=drinks, brew | at=2023-11-12 22:13:20" +
			" | mark=Tea is *old*./indeed/yellow/brew/2023-11-14 22:13:20 | mark=It is green.//blue//2023-11-12 22:13:20",
		"note | On Rain | text=# On Rain\n\n> Rain falls.\n>\n> Location 3 | at=2023-11-14 22:13:20 | mark=Rain falls.////2023-11-14 22:13:20",
	}},
	{Matter, `Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read,Highlight_Count,Last Interaction Date,File Id
A,Ida,The Paper,https://a.example,tea;rain,100,True,True,False,2,2023-11-14 22:13:20,
B,,,https://b.example,,100,False,False,True,0,2023-11-14 22:13:20,
`, []string{
		"https://a.example | A | author=Ida | site=The Paper | tags=tea, rain | at=2023-11-14 22:13:20 | starred | unread | lost=2 highlights: " + msgMatterMarks,
		"https://b.example | B | at=2023-11-14 22:13:20 | archived",
	}},
	{Mymind, `id,type,title,url,content,note,tags,created
1,WebPage,A,https://a.example,what it says,my remark,"tea,rain",2023-11-14T22:13:20Z
2,Note,B,,its words,,tea,2023-11-14T22:13:20Z
3,Note,,,,only a remark,,2023-11-14T22:13:20Z
4,Image,C,,,,,2023-11-14T22:13:20Z
`, []string{
		"https://a.example | A | about=what it says | remark=my remark | tags=tea, rain | at=2023-11-14 22:13:20",
		"note | B | text=its words | tags=tea | at=2023-11-14 22:13:20", "note | text=only a remark | at=2023-11-14 22:13:20",
		"! C | It has no address and no text.",
	}},
	{Playlist, "Video-ID,Zeitstempel der Playlist\nabcdefghijk,2023-11-14T22:13:20+00:00\nabcdefghijl,2023-11-14T22:13:20+00:00\n", []string{
		"https://www.youtube.com/watch?v=abcdefghijk | at=2023-11-14 22:13:20", "https://www.youtube.com/watch?v=abcdefghijl | at=2023-11-14 22:13:20",
	}},
	{Playlist, "Playlist Id,Title\nPL1,Tea\n\nVideo Id,Time Added\nabcdefghijk,2023-11-14 22:13:20 UTC\n", []string{
		"https://www.youtube.com/watch?v=abcdefghijk | at=2023-11-14 22:13:20",
	}},
	{Subscriptions, "Channel Id,Channel Url,Channel Title\nUC0123456789012345678901,http://www.youtube.com/channel/UC0123456789012345678901,\"Tea, daily\"\n", []string{
		"feed https://www.youtube.com/feeds/videos.xml?channel_id=UC0123456789012345678901 | Tea, daily | ",
	}},
	{Any, "Link;Name;Labels;Comment;Stars\nhttps://a.example;A;tea, rain;=1+1;5\n", []string{
		"https://a.example | A | remark==1+1 | tags=tea, rain | lost=1 stars: " + msgColumn,
	}},
	{Any, "Title,Category,Tags,Content,Date,Priority\nA,Work,tea rain,its words,2024-01-15,High\nB,,,,,\n", []string{
		"note | A | text=its words\n\npriority: High | tags=Work, tea, rain | at=2024-01-15 00:00:00", "note | B | text=B",
	}},
}

// TestAQuoteThatNeverEndsCostsItsRowAlone has a stray quote in front of sound rows.
func TestAQuoteThatNeverEndsCostsItsRowAlone(t *testing.T) {
	file := "title,url,time_added,tags,status\n"
	for n := range 9 {
		title := strconv.Itoa(n)
		if n == 2 {
			title = `"Stray`
		}
		file += title + ",https://a.example/" + strconv.Itoa(n) + ",,,unread\n"
	}
	got := importertest.Lines(importertest.Read(t, Pocket, file))
	if len(got) != 9 || got[2] != "!  | "+msgRow || got[8] != "https://a.example/8 | 8 | unread" {
		t.Errorf("got %q", got)
	}
}

// TestAQuoteThatALaterRowCloses has stray quotes, and texts of several lines that are none.
func TestAQuoteThatALaterRowCloses(t *testing.T) {
	const head, first, last = "title,url,time_added,tags,status\n", "0,https://a.example/0,,,unread\n", "9,https://a.example/9,,,unread\n"
	for title, c := range map[string]struct {
		rows string
		want []string
	}{
		"by a title with a comma": {
			"\"Stray,https://a.example/1,,,unread\n2,https://a.example/2,,,unread\n\"Three, four\",https://a.example/3,,,unread\n",
			[]string{"!  | " + msgStray, "https://a.example/2 | 2 | unread", "https://a.example/3 | Three, four | unread"},
		},
		"by a text of several lines": {
			"\"Stray,https://a.example/1,,,unread\n\"Two\nlines\",https://a.example/2,,,unread\n",
			[]string{"!  | " + msgStray, "https://a.example/2 | Two lines | unread"},
		},
		"behind an empty cell": {
			"1,https://a.example/1,,\"tea,unread\n2,https://a.example/2,,\"\",unread\n3,https://a.example/3,,\"tea\",unread\n",
			[]string{"!  | " + msgStray, "https://a.example/2 | 2 | unread", "https://a.example/3 | 3 | tags=tea | unread"},
		},
		"by another stray one": {
			"\"Stray,https://a.example/1,,,unread\n2,https://a.example/2,,,unread\n27\",https://a.example/3,,,unread\n",
			[]string{"!  | " + msgStray, "https://a.example/2 | 2 | unread", "https://a.example/3 | 27\" | unread"},
		},
		"in the row before another": {
			"\"Stray,https://a.example/1,,,unread\n\"Stray,https://a.example/2,,,unread\n\"Three\",https://a.example/3,,,unread\n",
			[]string{"!  | " + msgStray, "!  | " + msgStray, "https://a.example/3 | Three | unread"},
		},
		"a text with as many commas": {
			"\"Milk, eggs, tea, rice, bread\nbutter\",https://a.example/1,,,unread\n",
			[]string{"https://a.example/1 | Milk, eggs, tea, rice, bread butter | unread"},
		},
		"a text with quotes as they are": {
			"\"He said \"tea, always\" and\nleft\",https://a.example/1,,,unread\n",
			[]string{"https://a.example/1 | He said \"tea, always\" and left | unread"},
		},
	} {
		want := append(append([]string{"https://a.example/0 | 0 | unread"}, c.want...), "https://a.example/9 | 9 | unread")
		t.Run(title, func(t *testing.T) {
			importertest.Same(t, importertest.Read(t, Pocket, head+first+c.rows+last), want...)
		})
	}
}

// TestTooManyBrokenRowsAreSaid has more rows with stray quotes than are tried.
func TestTooManyBrokenRowsAreSaid(t *testing.T) {
	got := importertest.Lines(importertest.Read(t, Pocket, "title,url,time_added,tags,status\n"+strings.Repeat("\"Stray,https://a.example/1 x\n", 999)))
	if last := got[len(got)-1]; !strings.Contains(last, msgGivenUp) {
		t.Errorf("it ends with %q", last)
	}
}

func TestFormats(t *testing.T) {
	for _, test := range bySample {
		t.Run(test.format.Name, func(t *testing.T) {
			importertest.Same(t, importertest.Read(t, test.format, test.file), test.want...)
		})
	}
}

func TestAQuoteThatNeverEnds(t *testing.T) {
	file := "title,url,time_added,tags,status\nA,https://a.example,,,unread\nB,https://b.example,,,\"unread\n" +
		strings.Repeat("C,https://c.example,,,unread\n", 200_000) + "D,https://d.example,,,archive\n"
	all := importertest.Read(t, Pocket, file)
	if got := len(all); got != 200_003 || importertest.Line(all[1]) != "!  | "+msgRow || importertest.Line(all[got-1]) != "https://d.example | D | archived" {
		t.Errorf("%d entries, %q, %q", got, importertest.Line(all[1]), importertest.Line(all[got-1]))
	}
}

func FuzzTables(f *testing.F) {
	for _, test := range bySample {
		f.Add(test.file)
	}
	f.Add("a,url,time_added,tags\n\"\"\",\"\n\x00\xff\"\n")
	f.Fuzz(func(t *testing.T, content string) {
		for _, test := range bySample {
			importertest.Hostile(t, test.format, content)
		}
	})
}
