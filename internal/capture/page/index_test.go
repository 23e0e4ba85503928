package page

import (
	"strings"
	"testing"
	"time"
)

// TestReadPageOfAnIndex reads pages that list articles: title, author and date of one of them are
// not the page's.
func TestReadPageOfAnIndex(t *testing.T) {
	const entry = `<article class="hentry"><h2 class="entry-title"><a href="/x">Bread number %</a></h2><time datetime="2024-05-1%">x</time> <span class="byline">by Ann</span><p>Words.</p></article>`
	list := strings.ReplaceAll(entry, "%", "3") + strings.ReplaceAll(entry, "%", "2") + strings.ReplaceAll(entry, "%", "1")
	for name, tt := range map[string]struct {
		address, page, title, published, author string
	}{
		"front of a blog":  {"https://crumb.example/", `<title>The Crumb – Notes of a baker</title><meta property="og:title" content="The Crumb"><meta property="og:site_name" content="The Crumb">` + list, "The Crumb", "", ""},
		"a rubric":         {"https://crumb.example/tag/rye", `<title>Rye</title><h1>Rye</h1>` + list, "Rye", "", ""},
		"a site's root":    {"https://crumb.example/", `<title>The Crumb</title><meta property="og:type" content="website"><meta property="og:site_name" content="The Crumb">` + strings.ReplaceAll(entry, "%", "3"), "The Crumb", "", ""},
		"a page of a site": {"https://crumb.example/a", `<title>Bread number 3 - The Crumb</title><meta property="og:type" content="website">` + strings.ReplaceAll(entry, "%", "3"), "Bread number 3", "2024-05-13", "Ann"},
		"others below":     {"https://crumb.example/a", `<title>Bread number 3 - The Crumb</title>` + list, "Bread number 3", "2024-05-13", "Ann"},
		"posts of a forum": {"https://crumb.example/a", `<title>Leaking gland - Boats</title>` + strings.Repeat(`<div class="post"><h3>Re: Leaking gland</h3><p class="author">by Ann</p></div>`, 3), "Leaking gland - Boats", "", "Ann"},
	} {
		t.Run(name, func(t *testing.T) {
			d := readAt(t, tt.address, tt.page)
			published := ""
			if !d.Published.IsZero() {
				published = d.Published.Format(time.DateOnly)
			}
			if d.Title != tt.title || published != tt.published || d.Author != tt.author {
				t.Errorf("title %q, published %q, author %q", d.Title, published, d.Author)
			}
		})
	}
}
