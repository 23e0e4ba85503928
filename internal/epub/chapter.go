package epub

import (
	"bytes"
	"fmt"
	"strings"

	"engram/internal/document"
	"engram/internal/document/xhtml"
	"engram/internal/memory"
)

// chapter writes blocks as the next chapter, behind the pictures in them.
func (b *book) chapter(doc document.Document) error {
	name := fmt.Sprintf("text/%d.xhtml", len(b.chapters)+1)
	b.chapters = append(b.chapters, name)
	c := xhtml.New(doc, xhtml.Options{
		Picture: func(key string) (string, error) {
			picture, err := b.picture(key)
			if picture == "" {
				return "", err
			}
			return "../" + picture, err
		},
		Heading: func(words string, level int, id string) {
			if level <= 3 && len(b.contents) < mostHeadings {
				b.contents = append(b.contents, heading{words, name + "#" + id})
			}
		},
	})
	if len(b.chapters) == 1 {
		b.contents = append(b.contents, heading{titleOf(b.memory), name + "#top"})
		front(c, b.memory)
	}
	if err := c.Blocks(doc); err != nil {
		return err
	}
	var page bytes.Buffer
	fmt.Fprintf(&page, xhtmlHead, languageOf(b.memory), xhtml.Text(titleOf(b.memory)))
	_, _ = c.WriteTo(&page) // a buffer takes everything
	page.WriteString("</body>\n</html>\n")
	return b.put("EPUB/"+name, page.Bytes())
}

// front writes what is known of a memory.
func front(c *xhtml.Writer, m memory.Memory) {
	c.Say(`<h1 id="top" dir="auto">`, xhtml.Text(titleOf(m)), "</h1>\n")
	var facts []string
	for _, fact := range []string{m.Site, m.Author} {
		if fact != "" {
			facts = append(facts, xhtml.Text(fact))
		}
	}
	if !m.PublishedAt.IsZero() {
		facts = append(facts, m.PublishedAt.UTC().Format("2 January 2006"))
	}
	if len(facts) > 0 {
		c.Say(`<p class="facts" dir="auto">`, strings.Join(facts, " · "), "</p>\n")
	}
	if address, ok := xhtml.Address(m.URL); ok {
		c.Say(`<p class="facts"><a href="`, xhtml.Text(address), `">`, xhtml.Text(m.URL), "</a></p>\n")
	}
	if m.Remark != "" {
		c.Say(`<p class="remark" dir="auto">`, xhtml.Text(m.Remark), "</p>\n")
	}
	if m.Kind != memory.Note && m.Description != "" {
		c.Say(`<p class="lead" dir="auto">`, xhtml.Text(m.Description), "</p>\n")
	}
}
