package client

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"golang.org/x/text/width"

	"engram/internal/plaintext"
)

const (
	widest   = 96 // columns of text, which is hard to read in longer lines
	narrow   = 20
	indented = 4
)

// Printer writes for a terminal, or plainly for what is not one.
type Printer struct {
	Out    io.Writer
	Width  int // columns; 0: lines are not broken
	Colour bool
}

// Answer writes an answer and what it rests on.
func (p Printer) Answer(a Answer, page func(id string) string) error {
	var out strings.Builder
	p.paragraphs(&out, a.Answer, 0)
	for _, c := range a.Citations {
		if c.N < 1 || c.N > len(a.Content) {
			continue
		}
		m := a.Content[c.N-1]
		where := plain(titleOf(m))
		if c.Place != "" {
			where += ", " + plain(c.Place)
		}
		out.WriteString("\n" + p.bold(fmt.Sprintf("[%d] ", c.N)+where) + "\n")
		if c.Quote != "" {
			p.paragraphs(&out, "“"+plain(c.Quote)+"”", indented)
		}
		address := source(m)
		if address == "" {
			address = page(m.ID)
		}
		out.WriteString(strings.Repeat(" ", indented) + p.faint(plain(address)) + "\n")
	}
	_, err := io.WriteString(p.Out, out.String())
	return err
}

// List writes memories, one a line: to a terminal in columns, else with tabs between.
func (p Printer) List(memories []Memory) error {
	var out strings.Builder
	for _, m := range memories {
		day, title := m.CreatedAt.Local().Format("2006-01-02"), plain(titleOf(m))
		if p.Width == 0 {
			out.WriteString(strings.Join([]string{m.ID, day, m.Type, title, plain(source(m))}, "\t") + "\n")
			continue
		}
		line := fmt.Sprintf("%s  %-8s  ", day, m.Type)
		room := max(narrow, p.Width-len(m.ID)-len(line)-2)
		out.WriteString(p.faint(m.ID) + "  " + line + p.bold(cut(title, room)) + "\n")
	}
	_, err := io.WriteString(p.Out, out.String())
	return err
}

// Text writes a text of its user's: without what a terminal would obey, if it is one.
func (p Printer) Text(text string) error {
	if p.Width > 0 {
		text = plaintext.Clean(text)
	}
	_, err := io.WriteString(p.Out, strings.TrimRight(text, "\n")+"\n")
	return err
}

// paragraphs writes text in lines that fit, behind a margin.
func (p Printer) paragraphs(out *strings.Builder, text string, margin int) {
	space := strings.Repeat(" ", margin)
	for paragraph := range strings.SplitSeq(strings.TrimSpace(plaintext.Clean(text)), "\n") {
		for _, line := range wrap(paragraph, p.room(margin)) {
			out.WriteString(strings.TrimRight(space+line, " ") + "\n")
		}
	}
}

func (p Printer) room(margin int) int {
	if p.Width == 0 {
		return 0
	}
	return max(narrow, min(p.Width, widest)-margin)
}

func (p Printer) bold(s string) string { return p.style("1", s) }

func (p Printer) faint(s string) string { return p.style("2", s) }

func (p Printer) style(code, s string) string {
	if !p.Colour {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// wrap breaks a text into lines of at most room columns, 0: one line. A longer word has a line of its own.
func wrap(text string, room int) []string {
	if room == 0 {
		return []string{text}
	}
	var lines []string
	line, columns := "", 0
	for word := range strings.FieldsSeq(text) {
		n := columnsOf(word)
		if line != "" && columns+1+n > room {
			lines, line, columns = append(lines, line), "", 0
		}
		if line != "" {
			line, columns = line+" ", columns+1
		}
		line, columns = line+word, columns+n
	}
	return append(lines, line)
}

// cut shortens a text to at most room columns.
func cut(text string, room int) string {
	if columnsOf(text) <= room {
		return text
	}
	columns := 0
	for i, r := range text {
		if columns += columnsOf(string(r)); columns > room-1 {
			return strings.TrimRight(text[:i], " ") + "…"
		}
	}
	return text
}

// columnsOf returns the columns that a terminal needs for a text.
func columnsOf(text string) (n int) {
	for _, r := range text {
		kind := width.LookupRune(r).Kind()
		switch {
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Me, r):
		case kind == width.EastAsianWide, kind == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// plain returns a text on one line, without what a terminal would obey.
func plain(s string) string { return strings.Join(strings.Fields(plaintext.Clean(s)), " ") }

// source returns the address that a memory is from. A document's link is signed: it opens the file to all who read it.
func source(m Memory) string {
	if m.Type == "note" || m.Type == "document" {
		return ""
	}
	return m.Link
}

func titleOf(m Memory) string {
	if strings.TrimSpace(m.Title) != "" {
		return m.Title
	}
	return m.Link
}
