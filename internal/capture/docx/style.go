package docx

import (
	"encoding/xml"
	"regexp"
	"strconv"
	"strings"

	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
)

// style places paragraphs: what the text in it is for.
type style struct {
	name   string // in lower case
	parent string
	level  int // of a heading, from 1
	list   numbering
}

// numbering places a paragraph in a list.
type numbering struct {
	id    string
	level int
}

const maxParents = 10 // of a style

func (r *reader) readStyles() {
	r.styles = map[string]style{}
	r.parse(r.beside("styles"), func(x *markup.XML, e xml.StartElement) error {
		if e.Name.Local != "style" {
			return nil
		}
		var s style
		err := x.Each(func(inner xml.StartElement) error {
			switch inner.Name.Local {
			case "name":
				s.name = strings.ToLower(markup.Attr(inner, "val"))
			case "basedOn":
				s.parent = markup.Attr(inner, "val")
			case "pPr":
				return x.Each(func(p xml.StartElement) error { return s.property(x, p) })
			}
			return nil
		})
		r.styles[markup.Attr(e, "styleId")] = s
		return err
	})
}

func (s *style) property(x *markup.XML, e xml.StartElement) (err error) {
	switch e.Name.Local {
	case "outlineLvl":
		s.level = outline(e)
	case "numPr":
		s.list, err = numberingOf(x)
	}
	return err
}

// outline returns the level of a heading; 0 for body text.
func outline(e xml.StartElement) int {
	if n, err := strconv.Atoi(markup.Attr(e, "val")); err == nil && n >= 0 && n < 6 {
		return n + 1
	}
	return 0
}

func numberingOf(x *markup.XML) (n numbering, err error) {
	err = x.Each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "numId":
			n.id = markup.Attr(e, "val")
		case "ilvl":
			n.level, _ = strconv.Atoi(markup.Attr(e, "val"))
		}
		return nil
	})
	n.level = min(max(n.level, 0), 8)
	return n, err
}

var (
	headingName = regexp.MustCompile(`^(?:heading|überschrift|titre|título|titolo|kop|nagłówek|başlık) ?([1-6])$`)
	quoteName   = regexp.MustCompile(`quot|zitat|citation|block ?text`)
	codeName    = regexp.MustCompile(`code|preformatted|verbatim|macro text|listing`)
	contents    = regexp.MustCompile(`^(?:toc \d|toc heading|table of figures|index \d)$`)
)

// apply gives a paragraph what its style and the styles above it say, and reports whether it is
// part of a table of contents.
func (r *reader) apply(item *flow.Item, list *numbering, id string) (listed bool) {
	for range maxParents {
		s, ok := r.styles[id]
		if !ok {
			s.name = strings.ToLower(id)
		}
		if item.Level == 0 {
			item.Level = s.heading()
		}
		item.Quote = item.Quote || quoteName.MatchString(s.name)
		item.Code = item.Code || codeName.MatchString(s.name)
		listed = listed || contents.MatchString(s.name)
		if list.id == "" {
			*list = s.list
		}
		if id = s.parent; id == "" {
			break
		}
	}
	return listed
}

func (s style) heading() int {
	if s.name == "title" {
		return 1
	}
	if m := headingName.FindStringSubmatch(s.name); m != nil {
		return int(m[1][0] - '0')
	}
	return s.level
}
