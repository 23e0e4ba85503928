package extract

import (
	"net/url"
	"path"
	"strings"

	"engram/internal/capture"
)

// ReadText reads plain text or markdown in any charset, its first 5 MB. The title is markdown's first heading or, in
// text without one, the first line when it is short, else the name of the file.
func ReadText(p capture.Page) capture.Document {
	text := strings.TrimSpace(plain(string(decode(p.Body, p.ContentType))))
	d := capture.Document{Title: fold(first(heading(text), fileName(p.URL)), maxTitle)}
	if text != "" {
		d.Sections = []capture.Section{{Text: text}}
		d.Description = fold(firstParagraph(text), maxDescription)
	}
	return d
}

// plain keeps the lines of a text, which may be verse or code, and folds what lies between paragraphs.
func plain(s string) string {
	w := &textWriter{pre: 1}
	w.text(s)
	return w.String()
}

const maxHeading = 120 // characters: a longer first line is a paragraph

func heading(text string) string {
	top, _, _ := strings.Cut(text, "\n")
	for line := range strings.Lines(text) {
		if h, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimRight(h, "# \n")
		}
	}
	if len([]rune(top)) > maxHeading || strings.HasPrefix(top, "{") || strings.HasPrefix(top, "[") {
		return ""
	}
	return strings.TrimLeft(top, "#= ")
}

func fileName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if name := path.Base(u.Path); name != "." && name != "/" {
		return name
	}
	return ""
}
