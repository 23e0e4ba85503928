package page

import (
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
)

var today = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// readAt reads a page as if it stood at an address today.
func readAt(t *testing.T, address, page string) capture.Document {
	t.Helper()
	r := NewReader()
	r.now = func() time.Time { return today }
	d, err := r.ReadPage(t.Context(), capture.Page{URL: address, ContentType: "text/html; charset=utf-8", Body: []byte(page)})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReadPagePublished(t *testing.T) {
	const day = "2024-05-13"
	for name, tt := range map[string]struct{ address, page, want string }{
		"article tag":             {"", `<meta property="article:published_time" content="2024-05-13T10:00:00Z">`, day},
		"tag before description":  {"", `<meta property="article:published_time" content="2024-05-13"><script type="application/ld+json">{"@type":"Article","datePublished":"2020-01-01"}</script>`, day},
		"description":             {"", `<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2024-05-13"}</script>`, day},
		"description of the page": {"", `<script type="application/ld+json">{"@graph":[{"@type":"WebPage","datePublished":"2024-05-13T08:00:00+02:00"}]}</script>`, day},
		"microdata":               {"", `<article><span itemprop="datePublished" content="2024-05-13">May</span></article>`, day},
		"parsely":                 {"", `<meta name="parsely-pub-date" content="2024-05-13T10:00:00Z">`, day},
		"sailthru":                {"", `<meta name="sailthru.date" content="Mon, 13 May 2024 10:00:00 +0000">`, day},
		"dublin core":             {"", `<meta name="DC.date" content="2024-05-13">`, day},
		"dublin core with colons": {"", `<meta property="dc:date.issued" content="2024-05-13">`, day},
		"time element":            {"", `<h1>x</h1><time datetime="2024-05-13">recently</time>`, day},
		"time of a comment":       {"", `<div class="comment"><time datetime="2024-05-14">x</time></div><time datetime="2024-05-13">y</time>`, day},
		"time of a change":        {"", `<time class="updated" datetime="2024-06-01">x</time><time class="entry-date" datetime="2024-05-13">y</time>`, day},
		"shown":                   {"", `<p class="post-date">13. Mai 2024</p>`, day},
		"below the headline":      {"", `<h1>Bread</h1><p>By Ann</p><p>May 13, 2024</p>`, day},
		"address":                 {"https://example.com/2024/05/13/bread", `<p>x`, day},
		"address with hyphens":    {"https://example.com/news/2024-05-13-bread.html", `<p>x`, day},
		"address of a month":      {"https://example.com/2024/05/bread", `<p>x`, ""},
		"address of no day":       {"https://example.com/2024/13/45/bread", `<p>x`, ""},
		"tomorrow":                {"", `<meta name="date" content="2026-11-22T11:00:00Z">`, "2026-11-22"},
		"next year":               {"", `<meta name="date" content="2027-11-22">`, ""},
		"next year, then told":    {"", `<meta property="article:published_time" content="2027-11-22"><meta name="date" content="2024-05-13">`, day},
		"before print":            {"", `<meta name="date" content="1812-05-13">`, ""},
		"nonsense":                {"", `<meta property="article:published_time" content="{{ published }}">`, ""},
		"in a sentence":           {"", `<h1>About us</h1><p>Founded on 4 May 1921 by Ann Lee, we are a bakery.</p>`, ""},
		"of a birth":              {"", `<h1>Ann Lee</h1><p><b>Ann Lee</b> (born 4 May 1961) is an engineer who builds ovens, mills and the like.</p>`, ""},
		"of a birth, in a table":  {"", `<h1>Ann Lee</h1><table><tr><th>Born</th><td>Rye, 4 May 1961</td></tr></table><p>born 4 May 1961</p>`, ""},
		"of an event in a text":   {"", `<h1>Ann</h1><p>` + strings.Repeat("words of a paragraph ", 20) + `<time datetime="1961-05-04">then</time></p>`, ""},
		"in an example":           {"", `<h1>API</h1><pre>{"updated":"2012-04-23T18:25:43Z"}</pre><p><code>2012-04-23</code></p>`, ""},
		"of a review":             {"", `<h1>Kettle</h1><div class="review"><span class="review-date">3 March 2022</span><p>3 March 2022</p></div>`, ""},
		"of a page of reviews":    {"", `<div class="reviews"><h1>Kettles</h1><p class="date">13 May 2024</p></div>`, day},
		"of a version":            {"", `<h1>Notes</h1><p>Version 2.10.2023</p>`, ""},
		"of a change":             {"", `<h1>Notes</h1><p>Last updated on Mar 3, 2023</p>`, ""},
		"of the headline":         {"", `<h1>What happened on 4 May 1961</h1>`, ""},
		"with an author":          {"", `<h1>Bread</h1><div>By <a>Ann Author</a> | <span>Mon</span>, 13 May 2024, 10:15 | 5 min read</div>`, day},
		"between breaks":          {"", `<h1>Bread</h1>by Ann<br>13 May 2024<br>` + strings.Repeat("Words go on. ", 30), day},
		"above the headline":      {"", `<div>13 May 2024</div><h1>Bread</h1>`, day},
		"with a source":           {"", `<h1>x</h1><div>2024年5月13日 10:20 来源：港口报 作者：李明</div>`, day},
		"copyright":               {"", `<footer><p class="date">May 13, 2024</p></footer>`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if tt.address == "" {
				tt.address = "https://example.com/a"
			}
			got := ""
			if d := readAt(t, tt.address, tt.page); !d.Published.IsZero() {
				got = d.Published.Format(time.DateOnly)
			}
			if got != tt.want {
				t.Errorf("published %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadPageLanguage(t *testing.T) {
	for page, want := range map[string]string{
		`<html lang="en">`:                                                  "en",
		`<html lang="pt_br">`:                                               "pt-BR",
		`<html lang="ZH-hant-tw">`:                                          "zh-Hant-TW",
		`<html lang="en-Latn-GB-u-ca-gregory">`:                             "en-GB",
		`<html lang="iw">`:                                                  "he",
		`<html xml:lang="de-AT">`:                                           "de-AT",
		`<meta http-equiv="Content-Language" content="fr, en">`:             "fr",
		`<meta property="og:locale" content="es_ES">`:                       "es-ES",
		`<html lang=""><meta property="og:locale" content="it">`:            "it",
		`<html lang="klingon">`:                                             "",
		`<html lang="{{lang}}"><meta property="og:locale" content="nl_NL">`: "nl-NL",
		`<html lang="mul">`:                                                 "",
		`<html lang="und">`:                                                 "",
		`<html lang="` + strings.Repeat("x-", 5000) + `">`:                  "",
		`<p>no language`:                                                    "",
		`<p>Нет языка, на котором это написано.`:                            "",
		`<p>いろはにほへと 散りぬるを 漢字漢字漢字漢字漢字漢字`:                        "ja",
		`<p>天地玄黄宇宙洪荒日月盈昃辰宿列張`:                                  "zh",
		`<p>항만 당국은 화요일 새 방파제가 늦게 완공될 것이라고`:                     "ko",
		`<p>Ξεσκεπάζω την ψυχοφθόρα βδελυγμία`:                 "el",
		`<html lang="en"><p>Ξεσκεπάζω την ψυχοφθόρα βδελυγμία`: "en",
		`<p>The letter Ξ in a text that is English`:            "",
	} {
		if got := readAt(t, "https://example.com/", page).Language; got != want {
			t.Errorf("%.60s: language %q, want %q", page, got, want)
		}
	}
}

func TestReadPageCanonical(t *testing.T) {
	const address = "https://www.example.co.uk/a/b?utm_source=x"
	for page, want := range map[string]string{
		`<link rel="canonical" href="/a/b">`:                                                         "https://www.example.co.uk/a/b",
		`<link rel="Canonical" href="https://m.example.co.uk/a/b#top">`:                              "https://m.example.co.uk/a/b",
		`<base href="/x/"><link rel="canonical" href="y">`:                                           "https://www.example.co.uk/x/y",
		`<meta property="og:url" content="https://example.co.uk/a/b">`:                               "https://example.co.uk/a/b",
		`<link rel="canonical" href="https://other.co.uk/a"><meta property="og:url" content="/a/b">`: "https://www.example.co.uk/a/b",
		`<link rel="canonical" href="https://example.co.uk.evil.test/a/b">`:                          "",
		`<link rel="canonical" href="https://www.example.co.uk/">`:                                   "",
		`<link rel="canonical" href="https://www.example.co.uk/404">`:                                "",
		`<link rel="canonical" href="/en/login.php">`:                                                "",
		`<link rel="canonical" href="https://www.example.co.uk/about/404">`:                          "https://www.example.co.uk/about/404",
		`<link rel="canonical" href="javascript:alert(1)">`:                                          "",
		`<link rel="canonical" href="https://me:secret@www.example.co.uk/a/b">`:                      "",
		`<link rel="canonical" href="">`:                                                             "",
	} {
		if got := readAt(t, address, page).Canonical; got != want {
			t.Errorf("%s: canonical %q, want %q", page, got, want)
		}
	}
}

func TestReadPageImage(t *testing.T) {
	for page, want := range map[string]string{
		`<meta property="og:image" content="/a.jpg"><meta name="twitter:image" content="/b.jpg">`:                                                             "/a.jpg",
		`<meta name="twitter:image:src" content="/b.jpg">`:                                                                                                    "/b.jpg",
		`<script type="application/ld+json">{"@type":"Article","image":{"@type":"ImageObject","contentUrl":"/c.jpg"}}</script>`:                               "/c.jpg",
		`<script type="application/ld+json">{"@graph":[{"@type":"Article","image":{"@id":"#i"}},{"@id":"#i","@type":"ImageObject","url":"/d.jpg"}]}</script>`: "/d.jpg",
		`<img itemprop="image" src="/e.jpg">`:                                                                                                    "/e.jpg",
		`<link rel="image_src" href="/f.jpg"><link rel="icon" href="/favicon.ico">`:                                                              "/f.jpg",
		`<img src="/first.jpg"><article><img src="/g.jpg"></article>`:                                                                            "/g.jpg",
		`<img src="/logo.png"><img src="/x.svg"><img width=1 height=1 src="/count.gif"><img src="data:image/gif;base64,R0lG"><img src="/h.jpg">`: "/h.jpg",
		`<img src="data:image/gif;base64,R0lG" data-src="/i.jpg">`:                                                                               "/i.jpg",
		`<img srcset="/s.jpg 320w, /m.jpg 800w, /l.jpg 1600w" src="/t.jpg">`:                                                                     "/m.jpg",
		`<img srcset="/1.jpg, /2.jpg 2x">`:                                                                                                       "/2.jpg",
		`<aside><img src="/side.jpg"></aside><video poster="/j.jpg"></video>`:                                                                    "/j.jpg",
		`<base href="/img/"><p><img src="k.jpg">`:                                                                                                "/img/k.jpg",
		`<link rel="icon" href="/favicon.ico"><p>no picture`:                                                                                     "",
	} {
		if want != "" {
			want = "https://example.com" + want
		}
		if got := readAt(t, "https://example.com/a/b", page).ImageURL; got != want {
			t.Errorf("%s: image %q, want %q", page, got, want)
		}
	}
}

func TestReadPageDuration(t *testing.T) {
	for page, want := range map[string]time.Duration{
		`<meta property="og:video:duration" content="185">`:                                                                   185 * time.Second,
		`<script type="application/ld+json">{"@type":"VideoObject","name":"x","duration":"PT3M5S"}</script>`:                  185 * time.Second,
		`<script type="application/ld+json">{"@type":"Article","video":{"@type":"VideoObject","duration":"PT3M5S"}}</script>`: 185 * time.Second,
		`<div itemscope itemtype="https://schema.org/VideoObject"><meta itemprop="duration" content="PT3M5S"></div>`:          185 * time.Second,
		`<div itemscope itemtype="https://schema.org/Recipe"><meta itemprop="duration" content="PT3M5S"></div>`:               0,
		`<script type="application/ld+json">{"@type":"Recipe","totalTime":"PT3M5S"}</script>`:                                 0,
	} {
		if got := readAt(t, "https://example.com/", page).Duration; got != want {
			t.Errorf("%s: duration %v, want %v", page, got, want)
		}
	}
}

func TestReadPageTitle(t *testing.T) {
	for name, tt := range map[string]struct{ page, want string }{
		"the headline alone":            {`<title>Bread has holes - The Crumb</title><h1>Bread has holes</h1>`, "Bread has holes"},
		"a rubric before it":            {`<title>Baking: Bread has holes | The Crumb</title><h1>Bread has holes</h1>`, "Bread has holes"},
		"the site by its name":          {`<meta property="og:site_name" content="The Crumb"><meta property="og:title" content="Bread has holes | The Crumb">`, "Bread has holes"},
		"the site by its host":          {`<meta property="og:title" content="Bread has holes – Crumb-Blog">`, "Bread has holes"},
		"the site before a bar":         {`<title>Crumb-Blog | Bread has holes</title>`, "Bread has holes"},
		"a subject before a colon":      {`<meta property="og:title" content="Crumb-Blog: the year in review">`, "Crumb-Blog: the year in review"},
		"a subject before a dash":       {`<meta property="og:title" content="Crumb-Blog - the good parts">`, "Crumb-Blog - the good parts"},
		"a subject of the tab":          {`<title>Windows 11 - what changed - and why it matters</title>`, "Windows 11 - what changed - and why it matters"},
		"a subject like the site":       {`<title>What is best - Crumb-Blog or a book on bread or something else</title>`, "What is best - Crumb-Blog or a book on bread or something else"},
		"the site and its rubric":       {`<meta property="og:site_name" content="Baker Times"><title>Bread has holes and why - Baker Times - Science</title>`, "Bread has holes and why"},
		"the site with an article":      {`<meta property="og:site_name" content="Crumb"><title>Bread has holes - The Crumb</title>`, "Bread has holes"},
		"the site behind a colon":       {`<meta property="og:site_name" content="Baker Times"><title>Bread has holes: Baker Times</title>`, "Bread has holes"},
		"the host itself":               {`<title>Bread has holes - crumb-blog.example</title>`, "Bread has holes"},
		"a suffix that is not the site": {`<title>Why does bread have holes – Notes of a baker</title>`, "Why does bread have holes – Notes of a baker"},
		"a smaller heading":             {`<title>Bosun - View topic - Leaking stern gland</title><h2>Leaking stern gland</h2>`, "Leaking stern gland"},
		"a beginning before an end":     {`<title>Evolve: Shared History — evolve for Baking</title><h1>evolve for Baking</h1><h1>Evolve: Shared History</h1>`, "Evolve: Shared History"},
		"a script without blanks":       {`<title>防波堤推迟两年完工_新闻_港口网</title><h1>防波堤推迟两年完工</h1>`, "防波堤推迟两年完工"},
		"low lines in a name":           {`<title>How snake_case came to be</title><h1>Names</h1>`, "How snake_case came to be"},
		"no site at the end":            {`<meta property="og:title" content="Rye - a grain for poor soils">`, "Rye - a grain for poor soils"},
		"the tag that the page shows":   {`<meta property="og:title" content="You won't believe bread"><meta name="twitter:title" content="Bread has holes"><h1>Bread has holes</h1>`, "Bread has holes"},
		"a heading that is the site":    {`<title>Bread has holes :: crumb blog</title><h1>Crumb Blog</h1>`, "Bread has holes"},
		"a tab with the site alone":     {`<title>Crumb Blog</title><h1>Crumb Blog</h1><h1>Bread has holes</h1>`, "Bread has holes"},
		"a heading of another article":  {`<title>Bread has holes</title><aside><h1>Most read this week</h1></aside>`, "Bread has holes"},
		"a drawing's title":             {`<svg><title>Menu</title></svg><title>Bread has holes</title>`, "Bread has holes"},
		"only a drawing's title":        {`<svg><title>Menu</title></svg><p>x`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readAt(t, "https://www.crumb-blog.example/a", tt.page).Title; got != tt.want {
				t.Errorf("title %q, want %q", got, tt.want)
			}
		})
	}
}

func TestReadPageAuthor(t *testing.T) {
	for name, tt := range map[string]struct{ page, want string }{
		"a name that begins like a byline": {`<html lang="it"><meta name="author" content="Di Stefano">`, "Di Stefano"},
		"a byline in the page's language":  {`<html lang="de-AT"><p class="byline">Von Ann Author</p>`, "Ann Author"},
		"a byline in another":              {`<html lang="en"><p class="byline">Von Neumann</p>`, "Von Neumann"},
		"a byline by a description":        {`<html lang="fr"><script type="application/ld+json">{"@type":"Article","author":"Par Lagerkvist"}</script>`, "Par Lagerkvist"},
		"a post of a forum":                {`<p class="author">by <strong><a href="u">Ann</a></strong> Mon Mar 1, 2021 3:10 pm</p>`, "Ann"},
		"two authors":                      {`<p class="byline">By <a>Ann</a> and <a>Bob</a></p>`, "Ann and Bob"},
		"the site, and who is shown":       {`<meta property="og:site_name" content="The Crumb"><meta name="author" content="The Crumb"><p class="byline">By Ann</p>`, "Ann"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := readAt(t, "https://example.com/a", tt.page).Author; got != tt.want {
				t.Errorf("author %q, want %q", got, tt.want)
			}
		})
	}
}
