package export

import (
	"engram/internal/document"
	"engram/internal/document/note"
	"engram/internal/portable"
)

// noteKind is the kind of memories that are markdown.
const noteKind = "note"

// body writes a memory as Markdown and as a page, piece by piece.
type body struct {
	*writer
	memory   portable.Memory
	pictures map[string]portable.Figure
	read     bool // a document was written, which has the words of the passages
}

func (b *body) begin() error {
	if err := b.frontMatter(); err != nil {
		return err
	}
	if err := b.run("memory", pageOf(b.memory)); err != nil {
		return err
	}
	if b.memory.Kind != noteKind {
		return nil
	}
	if err := b.say(b.memory.Description + "\n"); err != nil {
		return err
	}
	return b.run("blocks", note.Parse(b.memory.Description))
}

// document writes a part of the text.
func (b *body) document(doc document.Document) error {
	b.read = true
	if b.memory.Kind == noteKind {
		return nil
	}
	doc = illustrated(doc, b.pictures)
	if err := b.say(doc.Markdown() + "\n\n"); err != nil {
		return err
	}
	return b.run("blocks", doc)
}

// passage writes a passage of a text that has no document.
func (b *body) passage(p portable.Passage) error {
	if b.read || b.memory.Kind == noteKind {
		return nil
	}
	doc := document.FromText(p.Text)
	if err := b.say(doc.Markdown() + "\n\n"); err != nil {
		return err
	}
	return b.run("blocks", doc)
}

func (b *body) end() error {
	if err := b.say(highlightsOf(b.memory)); err != nil {
		return err
	}
	return b.run("end", b.memory)
}

// say writes Markdown.
func (b *body) say(markdown string) error {
	_, err := b.markdown.WriteString(markdown)
	return err
}

// run writes a part of the page.
func (b *body) run(template string, value any) error {
	return pages.ExecuteTemplate(b.page, template, value)
}
