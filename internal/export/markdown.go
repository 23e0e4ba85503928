package export

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"engram/internal/document"
	"engram/internal/portable"
)

// frontMatter writes what is known of a memory as YAML, then its picture and remark.
func (b *body) frontMatter() error {
	m := b.memory
	var y strings.Builder
	y.WriteString("---\n")
	field := func(name, value string) {
		if value != "" {
			y.WriteString(name + ": " + value + "\n")
		}
	}
	for _, f := range [][2]string{
		{"title", m.Title}, {"type", m.Kind}, {"url", m.URL}, {"site", m.Site}, {"author", m.Author}, {"language", m.Language},
	} {
		if f[1] != "" {
			field(f[0], quoted(f[1]))
		}
	}
	field("saved", stamp(m.CreatedAt))
	field("published", stamp(m.PublishedAt))
	field("starred", yes(!m.StarredAt.IsZero()))
	field("archived", yes(!m.ArchivedAt.IsZero()))
	field("unread", yes(m.OpenedAt.IsZero() && m.Kind != noteKind))
	if m.Remark != "" {
		field("remark", quoted(m.Remark))
	}
	field("tags", list(tagsOf(m.Tags)))
	field("engram", m.ID)
	y.WriteString("---\n\n")
	if m.Picture != nil && m.Picture.Path != "" {
		y.WriteString("![](" + link(m.Picture.Path) + ")\n\n")
	}
	for _, f := range m.Files {
		y.WriteString("[" + escaped(f.Name) + "](" + link(f.Path) + ")\n\n")
	}
	if m.Kind != noteKind && m.Description != "" && m.OwnDescription {
		y.WriteString(m.Description + "\n\n")
	}
	return b.say(y.String())
}

// quoted returns a text as YAML. It reads Go's quotes.
func quoted(text string) string { return strconv.Quote(text) }

func yes(is bool) string {
	if is {
		return "true"
	}
	return ""
}

func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

func list(all []string) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	for _, one := range all {
		b.WriteString("\n  - " + quoted(one))
	}
	return b.String()
}

// tagsOf returns tags as a wiki takes them: without blanks and signs, and not of digits alone. The
// data has them as they are.
func tagsOf(tags []string) []string {
	var all []string
	for _, tag := range tags {
		name := strings.Trim(strings.Join(strings.FieldsFunc(tag, func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !unicode.Is(unicode.So, r) && r != '_' && r != '-' && r != '/'
		}), "-"), "-/")
		if name != "" && strings.Trim(name, "0123456789") == "" {
			name = "_" + name
		}
		if name != "" {
			all = append(all, name)
		}
	}
	return all
}

// escaped returns plain words as Markdown in one line.
func escaped(words string) string {
	return strings.TrimSpace(document.Document{document.Say(strings.Join(strings.Fields(words), " "))}.Markdown())
}

// highlightsOf returns the highlights of a memory as a section.
func highlightsOf(m portable.Memory) string {
	if len(m.Highlights) == 0 {
		return ""
	}
	doc := document.Document{{Kind: document.Heading, Level: 2, Spans: []document.Span{{Text: "Highlights"}}}}
	for _, h := range m.Highlights {
		doc = append(doc, document.Block{Kind: document.Quote, Blocks: document.Document{document.Say(h.Quote)}})
		if h.Remark != "" {
			doc = append(doc, document.Say(h.Remark))
		}
		doc = append(doc, document.Block{Kind: document.Paragraph, Spans: []document.Span{{Text: about(h), Italic: true}}})
	}
	return "\n" + strings.TrimSpace(doc.Markdown()) + "\n"
}

// about returns what is known of a highlight, in words.
func about(h portable.Highlight) string {
	var all []string
	switch {
	case h.Page > 0:
		all = append(all, "page "+strconv.Itoa(h.Page))
	case h.Second > 0:
		all = append(all, "at "+(time.Duration(h.Second)*time.Second).String())
	}
	all = append(all, h.Color, h.CreatedAt.UTC().Format(time.DateOnly))
	if h.Orphaned {
		all = append(all, "no longer in the text")
	}
	return strings.Join(all, ", ")
}

// firstLine returns the first line of a note with words in it, without the signs of Markdown.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(unmarked.Replace(strings.Trim(strings.TrimSpace(line), "#_>-= \t"))); line != "" {
			return line
		}
	}
	return ""
}

var unmarked = strings.NewReplacer("*", "", "`", "")
