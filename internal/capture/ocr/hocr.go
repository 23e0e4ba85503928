package ocr

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"

	"engram/internal/plaintext"
)

// parse reads hOCR, the HTML in which Tesseract says what it found.
func parse(hocr string) (Page, error) {
	var p Page
	d := xml.NewDecoder(strings.NewReader(hocr))
	d.Strict, d.Entity = false, xml.HTMLEntity
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return p, nil
		}
		if err != nil {
			return p, fmt.Errorf("ocr: read hOCR: %w", err)
		}
		element, is := token.(xml.StartElement)
		if !is {
			continue
		}
		switch class := attribute(element, "class"); class {
		case "ocr_page":
			box, _ := boxOf(attribute(element, "title"))
			p.Width, p.Height = box[2], box[3]
		case "ocr_par":
			p.Paragraphs = append(p.Paragraphs, Paragraph{})
		case "ocr_line", "ocr_header", "ocr_caption", "ocr_textfloat":
			if last := len(p.Paragraphs) - 1; last >= 0 {
				p.Paragraphs[last] = append(p.Paragraphs[last], Line{})
			}
		case "ocrx_word":
			text, err := textWithin(d)
			if err != nil {
				return p, fmt.Errorf("ocr: read hOCR: %w", err)
			}
			p.add(wordOf(text, attribute(element, "title")))
		}
	}
}

// textWithin returns the text up to the end of the element that was opened.
func textWithin(d *xml.Decoder) (string, error) {
	var text strings.Builder
	for depth := 1; depth > 0; {
		token, err := d.Token()
		if err != nil {
			return "", err
		}
		switch token := token.(type) {
		case xml.StartElement:
			depth++
		case xml.EndElement:
			depth--
		case xml.CharData:
			text.Write(token)
		}
	}
	return text.String(), nil
}

func wordOf(text, title string) Word {
	w := Word{Text: plaintext.Clean(strings.TrimSpace(text))}
	w.Box, w.Confidence = boxOf(title)
	return w
}

// add appends a word to the last line.
func (p *Page) add(w Word) {
	last := len(p.Paragraphs) - 1
	if last < 0 || len(p.Paragraphs[last]) == 0 || w.Text == "" {
		return
	}
	lines := p.Paragraphs[last]
	lines[len(lines)-1] = append(lines[len(lines)-1], w)
}

// boxOf reads a title such as "bbox 1 2 3 4; x_wconf 96".
func boxOf(title string) (box [4]int, confidence int) {
	for property := range strings.SplitSeq(title, ";") {
		property = strings.TrimSpace(property)
		_, _ = fmt.Sscanf(property, "bbox %d %d %d %d", &box[0], &box[1], &box[2], &box[3])
		_, _ = fmt.Sscanf(property, "x_wconf %d", &confidence)
	}
	return box, confidence
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
