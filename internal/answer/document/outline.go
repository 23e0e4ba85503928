package document

import (
	"regexp"
	"strings"
)

// outlined returns a text in which the items of lists stand where CommonMark wants them to belong to those above: models
// put two blanks before them, whatever stands above.
func outlined(markdown string) string {
	var o outline
	lines := strings.Split(markdown, "\n")
	for i, line := range lines {
		lines[i] = o.line(line)
	}
	return strings.Join(lines, "\n")
}

// outline is the items that the next line may belong to, outermost first.
type outline struct {
	open   []item
	fence  string // what ends the code that is open; empty: none is
	shift  int    // of the lines of that code
	filled bool   // the line before is not blank
}

// item is one of a list.
type item struct {
	indent int // blanks before it as it was written
	inner  int // the column in which its words begin as it is returned
}

var (
	itemSign  = regexp.MustCompile(`^(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)`)
	ruleLine  = regexp.MustCompile(`^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	fenceLine = regexp.MustCompile("^(?:(`{3,})[^`]*|(~{3,}).*)$")
)

// below is how many blanks more than an item a line has at least that belongs to it.
const below = 2

// line returns the next line with the blanks that it needs.
func (o *outline) line(line string) string {
	rest := strings.TrimLeft(line, " \t")
	blanks := width(line[:len(line)-len(rest)])
	behindText := o.filled
	o.filled = rest != ""
	switch sign := itemSign.FindString(rest); {
	case o.fence != "":
		return o.code(rest, blanks)
	case rest == "", rest == sign: // an item of nothing is none
		return ""
	case sign != "" && !ruleLine.MatchString(rest):
		o.close(blanks)
		column := o.column()
		mark := strings.TrimSpace(sign)
		o.open = append(o.open, item{indent: blanks, inner: column + len(mark) + 1})
		return strings.Repeat(" ", column) + mark + " " + o.opened(rest[len(sign):], blanks+len(sign))
	case blanks > 0 || !behindText:
		o.close(blanks)
	case fenceLine.MatchString(rest) || ruleLine.MatchString(rest):
		o.open = nil
	}
	if blanks == 0 {
		return o.opened(rest, 0)
	}
	return strings.Repeat(" ", o.column()) + o.opened(rest, blanks)
}

// close ends the items that a line with so many blanks does not belong to.
func (o *outline) close(blanks int) {
	for len(o.open) > 0 && blanks < o.open[len(o.open)-1].indent+below {
		o.open = o.open[:len(o.open)-1]
	}
}

// column is where a line begins that belongs to the last of the open items.
func (o *outline) column() int {
	if len(o.open) == 0 {
		return 0
	}
	return o.open[len(o.open)-1].inner
}

// opened returns words that stand behind so many blanks, and notes that they begin code if they do.
func (o *outline) opened(words string, blanks int) string {
	if m := fenceLine.FindStringSubmatch(words); m != nil {
		o.fence, o.shift = m[1]+m[2], o.column()-blanks
	}
	return words
}

// code returns a line of fenced code.
func (o *outline) code(rest string, blanks int) string {
	if ends(rest, o.fence) {
		o.fence = ""
	}
	return strings.Repeat(" ", max(blanks+o.shift, 0)) + rest
}

// width is how many columns blanks take; a tab counts as four.
func width(blanks string) int { return len(blanks) + 3*strings.Count(blanks, "\t") }

// Settled returns how much of a text, which goes on, is of blocks that are over: up to the last paragraph that begins at the
// edge behind a blank line.
func Settled(markdown string) (end int) {
	fence, at, blank := "", 0, false
	for line := range strings.Lines(markdown) {
		words := strings.TrimRight(line, " \t\n")
		bare := strings.TrimLeft(words, " \t>")
		switch m := fenceLine.FindStringSubmatch(bare); {
		case fence != "":
			if ends(bare, fence) {
				fence = ""
			}
		case m != nil:
			fence = m[1] + m[2]
		case blank && words != "" && !strings.ContainsRune(" \t>", rune(line[0])) && !itemSign.MatchString(line) && !begun.MatchString(words):
			end = at
		}
		at, blank = at+len(line), words == ""
	}
	return end
}

// begun matches what may yet become the sign of an item or of another block.
var begun = regexp.MustCompile("^(?:[0-9]{1,9}[.)]?|[-*+#=_|`~]+)$")

// ends reports whether a line, without the blanks before it, ends the code that a fence began.
func ends(line, fence string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= len(fence) && strings.Trim(line, fence[:1]) == ""
}
