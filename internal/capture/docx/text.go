package docx

import (
	"cmp"
	"encoding/xml"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"engram/internal/capture/flow"
	"engram/internal/capture/markup"
	"engram/internal/document"
)

// isWord reports whether an element is one of the text's own: not of a drawing or a formula.
func isWord(e xml.StartElement) bool {
	return strings.HasSuffix(e.Name.Space, "/main") && strings.Contains(e.Name.Space, "wordprocessingml")
}

// blocks adds the paragraphs and tables within the current element.
func (r *reader) blocks(items *[]flow.Item) error {
	return r.x.Each(func(e xml.StartElement) error {
		if !isWord(e) {
			return nil
		}
		switch e.Name.Local {
		case "p":
			return r.paragraph(items)
		case "tbl":
			return r.table(items)
		case "document", "body", "sdt", "sdtContent", "customXml", "ins", "moveTo":
			return r.blocks(items)
		}
		return nil
	})
}

// paragraph is one that is being read.
type paragraph struct {
	flow.Item
	style    string
	list     numbering
	link     string // of the runs to come
	field    string // instruction of a field, until its result begins
	pictures []flow.Item
	alt      string      // of the picture that is being read
	boxes    []flow.Item // of text boxes, which follow it
}

func (r *reader) paragraph(items *[]flow.Item) error {
	p := &paragraph{}
	err := r.inline(p)
	listed := r.apply(&p.Item, &p.list, p.style)
	r.lists.enlist(&p.Item, p.list)
	if !listed && (p.Code || len(p.Spans) > 0) {
		*items = append(*items, p.Item)
	}
	*items = append(append(*items, p.pictures...), p.boxes...)
	return err
}

// inline reads the content of a paragraph, or of an element within one.
func (r *reader) inline(p *paragraph) error {
	return r.x.Each(func(e xml.StartElement) error {
		if !isWord(e) {
			if e.Name.Local == "oMath" || e.Name.Local == "oMathPara" {
				return r.formula(p)
			}
			return nil
		}
		switch e.Name.Local {
		case "pPr":
			return r.properties(p)
		case "r":
			return r.run(p)
		case "hyperlink":
			return r.linked(p, addressOf(r.links[markup.Attr(e, "id")]))
		case "fldSimple":
			return r.linked(p, fieldLink(markup.Attr(e, "instr")))
		case "ins", "moveTo", "smartTag", "sdt", "sdtContent", "customXml", "dir", "bdo":
			return r.inline(p)
		}
		return nil
	})
}

// linked reads words that are a link, if it has an address.
func (r *reader) linked(p *paragraph, address string) error {
	before := p.link
	if address != "" {
		p.link = address
	}
	err := r.inline(p)
	p.link = before
	return err
}

func (r *reader) properties(p *paragraph) error {
	return r.x.Each(func(e xml.StartElement) (err error) {
		switch e.Name.Local {
		case "pStyle":
			p.style = markup.Attr(e, "val")
		case "numPr":
			p.list, err = numberingOf(r.x)
		case "outlineLvl":
			p.Level = outline(e)
		}
		return err
	})
}

// run reads text of one style.
func (r *reader) run(p *paragraph) error {
	var style document.Span
	hidden := false
	return r.x.Each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "rPr":
			return r.x.Each(func(e xml.StartElement) error {
				hidden = restyle(&style, e) || hidden
				return nil
			})
		case "fldChar":
			p.fieldMark(markup.Attr(e, "fldCharType"))
			return nil
		case "instrText":
			text, err := r.x.Text()
			p.field += text
			return err
		case "AlternateContent", "Choice", "drawing", "pict", "object":
			err := r.drawing(p, e)
			p.picture(nil)
			return err
		}
		if hidden || !isWord(e) {
			return nil
		}
		return r.words(p, style, e)
	})
}

// words adds what an element of a run says.
func (r *reader) words(p *paragraph, style document.Span, e xml.StartElement) (err error) {
	said := style
	said.Link = p.link
	switch e.Name.Local {
	case "t":
		said.Text, err = r.x.Text()
	case "tab":
		said.Text = "\t"
	case "br", "cr":
		if kind := markup.Attr(e, "type"); kind == "" || kind == "textWrapping" {
			said.Text = "\n"
		}
	case "noBreakHyphen":
		said.Text = "-"
	case "footnoteReference", "endnoteReference":
		said = r.cite(strings.TrimSuffix(e.Name.Local, "Reference") + "s" + markup.Attr(e, "id"))
	}
	if said.Text != "" {
		p.Spans = append(p.Spans, said)
	}
	return err
}

// cite returns the mark of a note.
func (r *reader) cite(id string) document.Span {
	if len(r.notes[id]) == 0 {
		return document.Span{}
	}
	n := slices.Index(r.cited, id)
	if n < 0 {
		n = len(r.cited)
		r.cited = append(r.cited, id)
	}
	return document.Span{Text: "[" + strconv.Itoa(n+1) + "]", Ref: noteAnchor(n)}
}

func noteAnchor(n int) string { return "note-" + strconv.Itoa(n+1) }

// restyle applies a property of a run and reports whether it hides the text.
func restyle(style *document.Span, e xml.StartElement) (hides bool) {
	value := markup.Attr(e, "val")
	on := value != "0" && value != "false" && value != "none" && value != "off"
	switch e.Name.Local {
	case "b":
		style.Bold = on
	case "i":
		style.Italic = on
	case "strike", "dstrike":
		style.Struck = on
	case "vertAlign":
		style.Script = map[string]document.Script{"superscript": document.Super, "subscript": document.Sub}[value]
	case "rStyle":
		style.Code = style.Code || codeName.MatchString(strings.ToLower(value))
	case "vanish":
		return on
	}
	return false
}

var fieldAddress = regexp.MustCompile(`^\s*HYPERLINK\s+"([^"]+)"`)

func fieldLink(instruction string) string {
	if m := fieldAddress.FindStringSubmatch(instruction); m != nil {
		return addressOf(m[1])
	}
	return ""
}

// fieldMark handles the marks around a field: its instruction, and then the result that is shown.
func (p *paragraph) fieldMark(mark string) {
	switch mark {
	case "begin":
		p.field = ""
	case "separate":
		p.link = fieldLink(p.field)
	case "end":
		p.link, p.field = "", ""
	}
}

// formula adds the letters of a formula.
func (r *reader) formula(p *paragraph) error {
	text, err := r.x.Text()
	p.Spans = append(p.Spans, document.Span{Text: text})
	return err
}

// picture adds a picture, or the description of one that is missing.
func (p *paragraph) picture(content []byte) {
	if content != nil || p.alt != "" {
		p.pictures = append(p.pictures, flow.Item{Alt: p.alt, Picture: content})
	}
	p.alt = ""
}

// drawing adds what a picture shows in words, and the text of boxes in it.
func (r *reader) drawing(p *paragraph, e xml.StartElement) error {
	if e.Name.Local == "Fallback" {
		return nil // the same for older programs
	}
	return r.x.Each(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "docPr":
			p.alt = markup.Attr(e, "descr")
			return nil
		case "blip", "imagedata":
			if target := r.links[cmp.Or(markup.Attr(e, "embed"), markup.Attr(e, "id"))]; target != "" {
				p.picture(r.pictures.Read(path.Join(path.Dir(r.main), target)))
			}
			return nil
		case "txbxContent":
			return r.blocks(&p.boxes)
		case "Fallback":
			return nil
		}
		return r.drawing(p, e)
	})
}
