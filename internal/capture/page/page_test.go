package page

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"engram/internal/capture/capturetest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	xunicode "golang.org/x/text/encoding/unicode"

	"engram/internal/capture"
)

func readString(t *testing.T, page, contentType string) capture.Document {
	t.Helper()
	d, err := NewReader().ReadPage(t.Context(), capture.Page{URL: "https://example.com/a/b.html", ContentType: contentType, Body: []byte(page)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestReadPageGolden reads each page of testdata and compares its text with the file beside it.
func TestReadPageGolden(t *testing.T) {
	pages, _ := filepath.Glob(filepath.Join("testdata", "*.html"))
	if len(pages) == 0 {
		t.Fatal("no pages in testdata")
	}
	for _, page := range pages {
		t.Run(filepath.Base(page), func(t *testing.T) {
			golden := strings.TrimSuffix(page, ".html") + ".txt"
			got := capturetest.Text(readString(t, string(capturetest.File(t, page)), "text/html; charset=utf-8")) + "\n"
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(string(capturetest.File(t, golden)), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadPageMetadata(t *testing.T) {
	for name, tt := range map[string]struct {
		page string
		want capture.Document
	}{
		"open graph": {
			`<title>Plain</title><meta property="og:title" content=" A &amp; B ">
			 <meta property="og:description" content="What it&#39;s about"><meta property="og:image" content="/pic.jpg">
			 <meta property="og:site_name" content="The Site"><meta name="author" content="By Ann Author">`,
			capture.Document{Title: "A & B", Description: "What it's about", ImageURL: "https://example.com/pic.jpg", Site: "The Site", Author: "Ann Author"},
		},
		"twitter": {
			`<meta name="twitter:title" content="T"><meta name="twitter:description" content="D"><meta name="twitter:image" content="pic.png">`,
			capture.Document{Title: "T", Description: "D", ImageURL: "https://example.com/a/pic.png"},
		},
		"plain tags": {
			"<title>\n  Just \t a\u00a0title </title><meta name='Description' content='Plain words'>",
			capture.Document{Title: "Just a title", Description: "Plain words"},
		},
		"heading when there is no title": {`<body><h1>Only a <b>heading</b></h1>`, capture.Document{Title: "Only a heading", Description: "Only a heading"}},
		"nothing at all":                 {``, capture.Document{}},
		"json-ld": {
			`<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"BreadcrumbList","name":"no"},
			 {"@type":["NewsArticle"],"headline":"Tom &amp; Jerry","description":"Cat, mouse","author":[{"name":"A"},{"name":"B"}],
			  "publisher":{"name":"Studio"},"image":[{"url":"//cdn.example.org/i.webp"}]}]}</script>`,
			capture.Document{Title: "Tom & Jerry", Description: "Cat, mouse", Author: "A, B", Site: "Studio", ImageURL: "https://cdn.example.org/i.webp"},
		},
		"broken json-ld": {`<title>T</title><script type="application/ld+json">{"@type":"Article",,}</script>`, capture.Document{Title: "T"}},
		"image beside a base": {
			`<base href="https://static.example.net/x/"><meta property="og:image" content="y.jpg">`,
			capture.Document{ImageURL: "https://static.example.net/x/y.jpg"},
		},
		"image that is no web address": {
			`<meta property="og:image" content="data:image/png;base64,AAAA"><meta name="twitter:image" content="javascript:alert(1)">
			 <link rel="image_src" href="file:///etc/passwd">`,
			capture.Document{},
		},
		"author that is an address": {`<meta property="article:author" content="https://facebook.com/ann">`, capture.Document{}},
		"empty tags fall through":   {`<meta property="og:title" content=" "><title>Real</title>`, capture.Document{Title: "Real"}},
		"tricks with invisible marks": {
			"<title>in\u00advis\u200bible \u202eesrever</title>", capture.Document{Title: "invisible esrever"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := readString(t, tt.page, "text/html; charset=utf-8")
			got.Sections = nil
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestReadPageIsLimitedByCPUTime reads a page while the machine is too busy to go on for an hour in the
// middle of it.
func TestReadPageIsLimitedByCPUTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := NewReader()
		busy.now = func() time.Time {
			time.Sleep(time.Hour) // of the bubble's clock
			return time.Now()
		}
		page := "<title>A page</title><body><h1>Lamps</h1><div class=\"sidebar\"><a href=\"/x\">All harbours</a></div>" + sayings(5)
		d, err := busy.ReadPage(t.Context(), capture.Page{URL: "https://example.com/", Body: []byte(page)})
		if text := capturetest.Text(d); err != nil || strings.Contains(text, "All harbours") || !strings.Contains(text, "lit an hour") {
			t.Errorf("%q, %v", text, err)
		}
	})
}

func TestReadPageCutsWhatIsLong(t *testing.T) {
	long := strings.Repeat("wörter ", 1000)
	d := readString(t, "<title>"+long+"</title><meta name=description content='"+long+"'>", "text/html; charset=utf-8")
	if n := utf8.RuneCountInString(d.Title); n > capture.MaxTitle || n < capture.MaxTitle-20 || !strings.HasSuffix(d.Title, "…") {
		t.Errorf("title of %d characters: %q", n, d.Title)
	}
	if n := utf8.RuneCountInString(d.Description); n > capture.MaxDescription || n < capture.MaxDescription-20 {
		t.Errorf("description of %d characters", n)
	}
}

func TestReadPageInAnyCharset(t *testing.T) {
	utf16 := xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM)
	for name, tt := range map[string]struct {
		encoding           encoding.Encoding
		contentType, title string
		meta               string
	}{
		"windows-1251 by header": {charmap.Windows1251, "text/html; charset=windows-1251", "Съешь же ещё этих мягких булок", ""},
		"windows-1251 by meta":   {charmap.Windows1251, "text/html", "Съешь же ещё этих мягких булок", `<meta charset="windows-1251">`},
		"koi8-r":                 {charmap.KOI8R, "text/html; charset=KOI8-R", "Широкая электрификация", ""},
		"shift_jis":              {japanese.ShiftJIS, "text/html", "いろはにほへと ちりぬるを", `<meta http-equiv=Content-Type content="text/html; charset=Shift_JIS">`},
		"euc-jp":                 {japanese.EUCJP, "text/html; charset=euc-jp", "日本語の頁", ""},
		"euc-kr":                 {korean.EUCKR, "", "키스의 고유조건은", `<meta charset=euc-kr>`},
		"gbk":                    {simplifiedchinese.GBK, "text/html; charset=gb2312", "天地玄黄", ""},
		"utf-16 by mark":         {utf16, "text/html", "Ünï¢ødé 文字", ""},
		"utf-16 against header":  {utf16, "text/html; charset=utf-8", "Ünï¢ødé 文字", ""},
		"latin1 by meta":         {charmap.Windows1252, "text/html", "Crème brûlée à l’été", `<meta charset="ISO-8859-1">`},
		"latin1 by guess":        {charmap.Windows1252, "", "Crème brûlée à l’été", ""},
		"utf-8 by guess":         {encoding.Nop, "", "Zażółć gęślą jaźń", "<!--" + strings.Repeat("x", 2000) + "-->"},
		"gb18030":                {simplifiedchinese.GB18030, "text/html; charset=gb18030", "𠀀丂 天地玄黄", ""},
		"big5":                   {traditionalchinese.Big5, "text/html; charset=Big5", "天地玄黃 宇宙洪荒", ""},
		"iso-8859-2":             {charmap.ISO8859_2, "text/html; charset=iso-8859-2", "Zażółć gęślą jaźń", ""},
		"iso-8859-5":             {charmap.ISO8859_5, "", "Широкая электрификация", `<meta charset=iso-8859-5>`},
		"iso-8859-7":             {charmap.ISO8859_7, "text/html;charset=iso-8859-7", "Ξεσκεπάζω ψυχή", ""},
		"iso-8859-9":             {charmap.ISO8859_9, "text/html;charset=iso-8859-9", "Pijamalı hasta yağız şoföre", ""},
		"iso-2022-jp":            {japanese.ISO2022JP, "text/html; charset=iso-2022-jp", "いろはにほへと", ""},
		"utf-16be by mark":       {xunicode.UTF16(xunicode.BigEndian, xunicode.UseBOM), "text/html", "Ünï¢ødé 文字", ""},
		"utf-16le by header":     {xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM), "text/html; charset=utf-16le", "Ünï¢ødé 文字", ""},
		"utf-16be by header":     {xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM), "text/html; charset=utf-16be", "Ünï¢ødé 文字", ""},
		"utf-16le by its looks":  {xunicode.UTF16(xunicode.LittleEndian, xunicode.IgnoreBOM), "text/html", "Ünï¢ødé 文字", ""},
		"utf-16be by its looks":  {xunicode.UTF16(xunicode.BigEndian, xunicode.IgnoreBOM), "", "Ünï¢ødé 文字", ""},
		"utf-8 by mark":          {xunicode.UTF8BOM, "text/html", "Zażółć gęślą jaźń", ""},
		"utf-8 with both":        {xunicode.UTF8BOM, "text/html; charset=windows-1252", "Zażółć gęślą jaźń", `<meta charset=iso-8859-1>`},
		"utf-8 against header":   {encoding.Nop, "text/html; charset=iso-8859-1", "Zażółć gęślą jaźń", ""},
		"utf-8 against meta":     {encoding.Nop, "", "Zażółć gęślą jaźń", `<meta charset="windows-1252">`},
		"against utf-8":          {charmap.Windows1251, "text/html; charset=utf-8", "Съешь же ещё этих", `<meta charset="windows-1251">`},
		"meta late in the head":  {japanese.ShiftJIS, "", "いろはにほへと", "<script>" + strings.Repeat("x();\n", 1000) + `</script><meta charset="shift_jis">`},
		"meta after its content": {simplifiedchinese.GBK, "text/html", "天地玄黄", "<style>" + strings.Repeat(" ", 1100) + `</style><meta content="text/html; charset=gb2312" http-equiv=content-type>`},
		"xml declaration":        {charmap.ISO8859_2, "application/xhtml+xml", "Zażółć gęślą jaźń", ""},
		"unknown charset":        {encoding.Nop, "text/html; charset=klingon", "Zażółć gęślą jaźń", ""},
	} {
		t.Run(name, func(t *testing.T) {
			start := ""
			if name == "xml declaration" {
				start = `<?xml version="1.0" encoding="iso-8859-2"?>`
			}
			page, err := tt.encoding.NewEncoder().String(start + "<html><head>" + tt.meta + "<title>" + tt.title + "</title></head><body><p>" + tt.title)
			if err != nil {
				t.Fatal(err)
			}
			if d := readString(t, page, tt.contentType); d.Title != tt.title || capturetest.Text(d) != tt.title {
				t.Errorf("title %q, text %q, want %q", d.Title, capturetest.Text(d), tt.title)
			}
		})
	}
}

func TestReadPageKeepsScriptsAsText(t *testing.T) {
	const page = `<title>&lt;script&gt;alert(1)&lt;/script&gt;</title>
	<body><p>before <script>alert("run")</script><img src=x onerror=alert(2)> &lt;img src=x onerror=alert(3)&gt; after</p>
	<noscript><p>no script here</p></noscript><style>p{color:red}</style><iframe srcdoc="<p>framed</p>">inner</iframe>
	<svg><text>drawn</text><script>alert(4)</script></svg><p style="display: none">hidden words</p><p hidden>more hidden</p>`
	d := readString(t, page, "text/html")
	if want := "<script>alert(1)</script>"; d.Title != want {
		t.Errorf("title %q, want %q", d.Title, want)
	}
	if got, want := capturetest.Text(d), "before <img src=x onerror=alert(3)> after"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

func TestReadPageFallsBackToJSONLDBody(t *testing.T) {
	body := strings.Repeat("Sentence after sentence, the article goes on. ", 20)
	d := readString(t, `<script type="application/ld+json">{"@type":"Article","headline":"H","articleBody":"`+body+`\n\nEnd."}</script><p>Please subscribe.`, "")
	if want := strings.TrimSpace(body) + "\n\nEnd."; capturetest.Text(d) != want {
		t.Errorf("text %q", capturetest.Text(d))
	}
}

func TestReadPageEndsWithItsCaller(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewReader().ReadPage(ctx, capture.Page{Body: []byte("<p>x")}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func FuzzReadPage(f *testing.F) {
	f.Add([]byte("<title>x</title><p>y"), "text/html")
	f.Add([]byte("\xff\xfe<\x00p\x00>\x00"), "")
	f.Add([]byte(`<script type="application/ld+json">[{"@graph":[{"@type":"Article","image":[[]]}]}]</script>`), "text/html; charset=euc-kr")
	f.Add([]byte("<table><svg><style><pre>\n\n a\r\n b</pre><base href='//['>"), "text/html;charset=utf-16")
	f.Fuzz(func(t *testing.T, body []byte, contentType string) {
		defer time.AfterFunc(10*time.Second, func() { panic("a page that takes for ever") }).Stop()
		d, err := NewReader().ReadPage(t.Context(), capture.Page{URL: "https://example.com/", ContentType: contentType, Body: body})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []string{d.Title, d.Description, d.Site, d.Author, d.ImageURL, capturetest.Text(d)} {
			if !utf8.ValidString(s) || strings.ContainsRune(s, 0) || strings.Contains(s, "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n") {
				t.Errorf("no text: %q", s)
			}
		}
	})
}
