package odt

import (
	"cmp"
	"encoding/xml"
	"regexp"
	"strings"

	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/document"
)

// style gives words their look, and a paragraph its purpose.
type style struct {
	name, parent string
	span         document.Span // without text
	list         string
}

// list says which levels of a list are numbered.
type list map[string]bool

const maxParents = 10 // of a style

// readStyles reads the styles that users name.
func (r *reader) readStyles(part []byte) {
	x := markup.NewXML(r.ctx, part)
	_ = x.Each(func(xml.StartElement) error {
		return x.Each(func(e xml.StartElement) error {
			if e.Name.Local == "styles" || e.Name.Local == "automatic-styles" {
				return r.styleList(x)
			}
			return nil
		})
	})
}

// styleList reads the styles within the current element.
func (r *reader) styleList(x *markup.XML) error {
	return x.Each(func(e xml.StartElement) error {
		name := markup.Attr(e, "name")
		switch e.Name.Local {
		case "list-style":
			levels := list{}
			r.lists[name] = levels
			return x.Each(func(e xml.StartElement) error {
				levels[markup.Attr(e, "level")] = e.Name.Local == "list-level-style-number" && markup.Attr(e, "num-format") != ""
				return nil
			})
		case "style":
			s := style{name: readable(name), parent: markup.Attr(e, "parent-style-name"), list: markup.Attr(e, "list-style-name")}
			err := x.Each(func(e xml.StartElement) error {
				if e.Name.Local == "text-properties" {
					s.span = spanOf(e)
				}
				return nil
			})
			r.styles[name] = s
			return err
		}
		return nil
	})
}

// readable returns a style's name as users see it, in lower case.
func readable(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "_20_", " "))
}

func spanOf(e xml.StartElement) (s document.Span) {
	s.Bold = markup.Attr(e, "font-weight") == "bold"
	s.Italic = markup.Attr(e, "font-style") == "italic"
	through := markup.Attr(e, "text-line-through-style")
	s.Struck = through != "" && through != "none"
	where, _, _ := strings.Cut(markup.Attr(e, "text-position"), " ")
	s.Script = map[string]document.Script{"super": document.Super, "sub": document.Sub}[where]
	return s
}

// spanStyle returns the look of words in a style, on top of that around them.
func (r *reader) spanStyle(around document.Span, id string) document.Span {
	for range maxParents {
		s, ok := r.styles[id]
		name := s.name
		if !ok {
			name = readable(id)
		}
		around.Bold = around.Bold || s.span.Bold || name == "strong emphasis"
		around.Italic = around.Italic || s.span.Italic || name == "emphasis"
		around.Script = cmp.Or(around.Script, s.span.Script)
		around.Struck = around.Struck || s.span.Struck
		around.Code = around.Code || name == "source text" || name == "teletype" || name == "user entry"
		if id = s.parent; id == "" {
			break
		}
	}
	return around
}

var (
	quoteName = regexp.MustCompile(`quotation|quote`)
	codeName  = regexp.MustCompile(`preformatted|code|listing`)
)

// apply gives a paragraph what its style and the styles above it say.
func (r *reader) apply(item *flow.Item, id string) {
	for range maxParents {
		s, ok := r.styles[id]
		name := s.name
		if !ok {
			name = readable(id)
		}
		if name == "title" {
			item.Level = 1
		}
		item.Quote = item.Quote || quoteName.MatchString(name)
		item.Code = item.Code || codeName.MatchString(name)
		if id = s.parent; id == "" {
			break
		}
	}
}
