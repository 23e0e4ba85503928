package docx

import (
	"encoding/xml"
	"strconv"

	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
)

// lists are the numberings of a document.
type lists struct {
	kinds  map[string]map[int]level // by the abstract numbering
	of     map[string]string        // the abstract numbering of one
	counts map[numbering]int        // items so far
}

// level is one level of a list.
type level struct {
	ordered bool
	start   int
}

func (r *reader) readLists() {
	r.lists = lists{map[string]map[int]level{}, map[string]string{}, map[numbering]int{}}
	r.parse(r.beside("numbering"), func(x *markup.XML, e xml.StartElement) error {
		switch e.Name.Local {
		case "abstractNum":
			levels := map[int]level{}
			r.lists.kinds[markup.Attr(e, "abstractNumId")] = levels
			return x.Each(func(e xml.StartElement) error {
				if e.Name.Local != "lvl" {
					return nil
				}
				at, _ := strconv.Atoi(markup.Attr(e, "ilvl"))
				l, err := levelOf(x)
				levels[at] = l
				return err
			})
		case "num":
			return x.Each(func(inner xml.StartElement) error {
				if inner.Name.Local == "abstractNumId" {
					r.lists.of[markup.Attr(e, "numId")] = markup.Attr(inner, "val")
				}
				return nil
			})
		}
		return nil
	})
}

func levelOf(x *markup.XML) (l level, err error) {
	l.start = 1
	err = x.Each(func(e xml.StartElement) error {
		switch value := markup.Attr(e, "val"); e.Name.Local {
		case "numFmt":
			l.ordered = value != "bullet" && value != "none"
		case "start":
			l.start, _ = strconv.Atoi(value)
		}
		return nil
	})
	return l, err
}

// enlist makes a paragraph an item of its list. Numbered headings are none.
func (l lists) enlist(item *flow.Item, n numbering) {
	if n.id == "" || n.id == "0" || item.Level > 0 {
		return
	}
	kind := l.kinds[l.of[n.id]][n.level]
	item.Depth, item.Ordered = n.level+1, kind.ordered
	for deeper := n.level + 1; deeper <= 8; deeper++ {
		delete(l.counts, numbering{n.id, deeper})
	}
	item.Number = min(max(kind.start, 1)+l.counts[n], 1_000_000)
	l.counts[n]++
}
