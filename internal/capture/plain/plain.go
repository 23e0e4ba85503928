// Package plain reads plain text, markdown and data.
package plain

import (
	"context"
	"path"
	"regexp"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/document/note"
	"engram/internal/plaintext"
)

// Reader implements capture.PageReader.
type Reader struct{}

var _ capture.PageReader = Reader{}

// ReadPage reads a text. It never fails.
func (Reader) ReadPage(_ context.Context, p capture.Page) (capture.Document, error) {
	return read(p), nil
}

// read reads the first 5 MB of plain text, markdown, tables or data in any charset. The title is
// markdown's first heading or a short first line; otherwise, and always for data, the name of the
// file.
func read(p capture.Page) capture.Document {
	text := strings.TrimSpace(markup.Verbatim(string(markup.Decode(p.Body, p.ContentType))))
	name, title := metadata.FileName(p.URL), ""
	if !isData(metadata.MediaType(p.ContentType), name) {
		title, text = front(text)
		title = plaintext.First(title, heading(text))
	}
	d := capture.Document{Title: plaintext.OneLine(plaintext.First(title, name), capture.MaxTitle)}
	if text != "" {
		d.Sections = []capture.Section{{Text: text}}
		if len(text) <= maxMarkdown && isMarkdown(metadata.MediaType(p.ContentType), name) {
			d.Sections[0].Blocks = note.ParseFile(text)
		}
		d.Description = plaintext.OneLine(plaintext.FirstParagraph(text), capture.MaxDescription)
	}
	return d
}

// isMarkdown reports whether a text says that it is markdown.
func isMarkdown(media, name string) bool {
	extension := strings.ToLower(path.Ext(name))
	return media == "text/markdown" || extension == ".md" || extension == ".markdown"
}

// isData reports whether a text has no headline: it begins with a row of a table or a value.
func isData(media, name string) bool {
	switch media {
	case "text/csv", "text/tab-separated-values", "application/json", "application/x-ndjson", "text/css", "text/javascript", "application/javascript":
		return true
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xml", ".yaml", ".yml", ".toml", ".ini", ".css", ".js", ".ts", ".go", ".py", ".c", ".h", ".rs", ".java", ".sh", ".sql", ".log":
		return true
	}
	return false
}

const (
	maxMarkdown     = 1 << 20 // bytes that are read as such: a longer text has paragraphs alone
	maxHeading      = 120     // characters: a longer first line is a paragraph
	maxHeadingLines = 100     // searched for a heading
	maxFront        = 4 << 10 // bytes searched for an HTML heading
)

var (
	frontMatter = regexp.MustCompile(`^---\n((?:[^-].*\n)+)---(?:\n|$)`)
	frontTitle  = regexp.MustCompile(`(?m)^title:[ \t]*["']?([^\n]+?)["']?$`)
	markedTitle = regexp.MustCompile(`(?is)<h1[^>]*>(.{1,500}?)</h1>`)
)

// front removes YAML front matter and returns the title in it.
func front(text string) (title, rest string) {
	found := frontMatter.FindStringSubmatch(text[:min(len(text), maxFront)])
	if found == nil {
		return "", text
	}
	if marked := frontTitle.FindStringSubmatch(found[1]); marked != nil {
		title = marked[1]
	}
	return title, strings.TrimSpace(text[len(found[0]):])
}

// heading returns the first heading of a text, or its first line.
func heading(text string) string {
	fenced, lines := false, 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "~~~") {
			fenced = !fenced
		}
		if h, ok := strings.CutPrefix(line, "# "); ok && !fenced {
			return strings.TrimRight(h, "# \n")
		}
		if lines++; lines > maxHeadingLines {
			break
		}
	}
	if found := markedTitle.FindStringSubmatch(text[:min(len(text), maxFront)]); found != nil {
		return markup.Unmarked(context.Background(), found[1])
	}
	return firstLine(text)
}

func firstLine(text string) string {
	top, _, _ := strings.Cut(text, "\n")
	if len([]rune(top)) > maxHeading || strings.HasPrefix(top, "{") || strings.HasPrefix(top, "[") || strings.HasPrefix(top, "<") {
		return ""
	}
	return strings.TrimLeft(top, "#= ")
}
