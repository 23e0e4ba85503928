package page

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"golang.org/x/net/html"

	"engram/internal/capture"
	"engram/internal/capture/capturetest"
	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/document"
	"engram/internal/plaintext"
)

// The floors lie just under what is reached. Of the pictures, those above the text are not in what
// was expected.
var treeFloors = []struct {
	kind              string
	precision, recall float64
}{
	{"headings", 0.97, 0.99}, {"items", 0.99, 0.99}, {"tables", 0.99, 0.99}, {"links", 0.99, 0.97}, {"code", 0.96, 0.99}, {"figures", 0.86, 0.87},
}

// inventory counts the parts of each kind, by what they say.
type inventory map[string]map[string]int

func (i inventory) add(kind, key string) {
	if i[kind] == nil {
		i[kind] = map[string]int{}
	}
	if key != "" {
		i[kind][key]++
	}
}

// inventoryOf counts the parts of a tree.
func inventoryOf(d document.Document) inventory {
	all := inventory{}
	var walk func(d document.Document)
	walk = func(d document.Document) {
		for _, b := range d {
			for _, row := range append(b.Rows, []document.Cell{b.Spans}) {
				for _, cell := range row {
					all.links(cell)
				}
			}
			switch b.Kind {
			case document.Heading:
				all.add("headings", plaintext.Letters(b.Plain()))
			case document.Quote:
				walk(b.Blocks)
			case document.Code:
				all.add("code", plaintext.Letters(b.Text))
			case document.Table:
				all.add("tables", tableKey(b))
			case document.Figure:
				all.add("figures", pictureName(b.Image.Address))
			case document.List:
				for _, item := range b.Items {
					all.add("items", plaintext.Letters(item.Text()))
					walk(item)
				}
			}
		}
	}
	walk(d)
	return all
}

func (i inventory) links(spans []document.Span) {
	address, words := "", ""
	for _, s := range append(spans, document.Span{}) {
		if s.Link != address {
			if address != "" {
				i.add("links", strings.TrimSuffix(address, "/")+" "+plaintext.Letters(words))
			}
			address, words = s.Link, ""
		}
		words += s.Text
	}
}

// expectedInventory counts the parts of a page's expected content. What the text lacks can't be in
// its tree: it is left out.
func expectedInventory(t *testing.T, dir string, base *url.URL, text string) inventory {
	t.Helper()
	root, err := html.Parse(strings.NewReader(string(capturetest.File(t, dir, "expected.html"))))
	if err != nil {
		t.Fatal(err)
	}
	all, text := inventory{}, plaintext.Letters(text)
	add := func(kind, said, key string) {
		if said = plaintext.Letters(said); said != "" && strings.Contains(text, said) {
			all.add(kind, key)
		}
	}
	doc := goquery.NewDocumentFromNode(root)
	doc.Find(`a[href*="action=edit"][title^="Edit section"]`).Parent().Remove() // a wiki's "[edit]", which the reader leaves out
	doc.Find("h1,h2,h3,h4,h5,h6").Each(func(_ int, s *goquery.Selection) { add("headings", s.Text(), plaintext.Letters(s.Text())) })
	doc.Find("li").Each(func(_ int, s *goquery.Selection) {
		said := markup.Text(s.Get(0))
		add("items", said, plaintext.Letters(said))
	})
	doc.Find("pre").Each(func(_ int, s *goquery.Selection) { add("code", s.Text(), plaintext.Letters(s.Text())) })
	doc.Find("table").Each(func(_ int, s *goquery.Selection) {
		if s.Find("table,pre,h1,h2,h3").Length() > 0 {
			return
		}
		s.Find("tr").EachWithBreak(func(_ int, row *goquery.Selection) bool {
			words := row.Find("td,th").FilterFunction(func(_ int, cell *goquery.Selection) bool { return plaintext.Letters(cell.Text()) != "" })
			if words.Length() > 1 {
				add("tables", words.First().Text(), plaintext.Letters(words.Text()))
			}
			return words.Length() < 2
		})
	})
	doc.Find("a[href]").Not("pre a").Each(func(_ int, s *goquery.Selection) {
		address := metadata.FirstURL(base, s.AttrOr("href", ""))
		if here, _, _ := strings.Cut(address, "#"); address != "" && (here == address || here != base.String()) {
			add("links", s.Text(), strings.TrimSuffix(address, "/")+" "+plaintext.Letters(s.Text()))
		}
	})
	doc.Find("img").Each(func(_ int, s *goquery.Selection) {
		if address := metadata.FirstURL(base, s.AttrOr("src", "")); address != "" {
			all.add("figures", pictureName(address))
		}
	})
	return all
}

// tableKey returns the first row that has words in two columns. A table of none is for layout.
func tableKey(table document.Block) string {
	for _, row := range table.Rows {
		said, n := "", 0
		for _, cell := range row {
			if letters := plaintext.Letters(document.Block{Spans: cell}.Plain()); letters != "" {
				said, n = said+letters, n+1
			}
		}
		if n > 1 {
			return said
		}
	}
	return "a table for layout"
}

// pictureName returns the name of a picture, which is one in several sizes.
func pictureName(address string) string {
	name, _, _ := strings.Cut(address, "?")
	name = sized.ReplaceAllString(name, "")
	return name[strings.LastIndexByte(name, '/')+1:]
}

var sized = regexp.MustCompile(`[0-9]{2,4}px-|-[0-9]{2,4}x[0-9]{2,4}\b|-article(?:Large|Inline)|-superJumbo|-jumbo`)

func TestTreesOfRealPages(t *testing.T) {
	dirs, _ := filepath.Glob(filepath.Join(capturetest.Corpus(t, "html"), "*"))
	base, _ := url.Parse("http://fakehost/test/page.html")
	text, size := 0, 0
	common, wanted, got := map[string]int{}, map[string]int{}, map[string]int{}
	for _, dir := range dirs {
		d, err := NewReader().ReadPage(t.Context(), capture.Page{URL: base.String(), Body: capturetest.File(t, dir, "source.html")})
		if err != nil {
			t.Fatal(err)
		}
		var tree document.Document
		for _, s := range d.Sections {
			tree = append(tree, s.Blocks...)
		}
		checkTree(t, d)
		texts, stored := sizesOf(t, d)
		text, size = text+texts, size+stored
		mine, want := inventoryOf(tree), expectedInventory(t, dir, base, capturetest.Text(d))
		for _, floor := range treeFloors {
			kind, n := floor.kind, 0
			for key, count := range want[kind] {
				wanted[kind] += count
				n += min(count, mine[kind][key])
				if mine[kind][key] < count && testing.Verbose() {
					t.Logf("%s: %s: missing %.150q", filepath.Base(dir), kind, key)
				}
			}
			common[kind] += n
			for key, count := range mine[kind] {
				got[kind] += count
				if count > want[kind][key] && testing.Verbose() {
					t.Logf("%s: %s: too many %.150q", filepath.Base(dir), kind, key)
				}
			}
		}
	}
	t.Logf("the trees take %.2f times their text: %d of %d bytes", float64(size)/float64(text), size, text)
	if float64(size) > maxTreeShare*float64(text) {
		t.Error("the trees are too large")
	}
	for _, floor := range treeFloors {
		kind := floor.kind
		precision := float64(common[kind]) / float64(max(got[kind], 1))
		recall := float64(common[kind]) / float64(max(wanted[kind], 1))
		t.Logf("%-9s %5d expected, %5d in the trees: precision %.3f, recall %.3f", kind, wanted[kind], got[kind], precision, recall)
		if precision < floor.precision || recall < floor.recall {
			t.Errorf("fewer %s are right than there were", kind)
		}
	}
}
