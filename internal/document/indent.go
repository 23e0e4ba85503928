package document

import (
	"regexp"
	"strings"
)

// reindented adjusts the indentation of list items to CommonMark: models indent by two blanks,
// whatever the parent.
func reindented(markdown string) string {
	var o indenter
	lines := strings.Split(markdown, "\n")
	for i, line := range lines {
		lines[i] = o.line(line)
	}
	return strings.Join(lines, "\n")
}

// indenter tracks the open items, outermost first.
type indenter struct {
	open   []item
	fence  string // closing fence; empty: not in code
	shift  int    // by which the lines of code are moved
	filled bool   // the previous line is not blank
}

// item is an open list item.
type item struct {
	indent int // blanks before it in the input
	inner  int // column of its content in the output
}

var (
	itemSign  = regexp.MustCompile(`^(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)`)
	ruleLine  = regexp.MustCompile(`^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$`)
	fenceLine = regexp.MustCompile("^(?:(`{3,})[^`]*|(~{3,}).*)$")
)

// below is the least extra indentation of a line that belongs to an item.
const below = 2

// line returns the next line, reindented.
func (o *indenter) line(line string) string {
	rest := strings.TrimLeft(line, " \t")
	blanks := width(line[:len(line)-len(rest)])
	behindText := o.filled
	o.filled = rest != ""
	switch sign := itemSign.FindString(rest); {
	case o.fence != "":
		return o.code(rest, blanks)
	case rest == "", rest == sign: // ignores an empty item
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

// close closes the items that a line with this indentation does not belong to.
func (o *indenter) close(blanks int) {
	for len(o.open) > 0 && blanks < o.open[len(o.open)-1].indent+below {
		o.open = o.open[:len(o.open)-1]
	}
}

// column returns the column of content in the innermost open item.
func (o *indenter) column() int {
	if len(o.open) == 0 {
		return 0
	}
	return o.open[len(o.open)-1].inner
}

// opened returns the content of a line, noting if it opens code.
func (o *indenter) opened(words string, blanks int) string {
	if m := fenceLine.FindStringSubmatch(words); m != nil {
		o.fence, o.shift = m[1]+m[2], o.column()-blanks
	}
	return words
}

// code returns a line of fenced code.
func (o *indenter) code(rest string, blanks int) string {
	if ends(rest, o.fence) {
		o.fence = ""
	}
	return strings.Repeat(" ", max(blanks+o.shift, 0)) + rest
}

// width returns the columns of white space; a tab counts four.
func width(blanks string) int { return len(blanks) + 3*strings.Count(blanks, "\t") }

// Settled returns the length of the blocks that later text can't change: up to the last paragraph
// that starts at the margin after a blank line.
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

// begun matches what may become the sign of an item or block.
var begun = regexp.MustCompile("^(?:[0-9]{1,9}[.)]?|[-*+#=_|`~]+)$")

// ends reports whether a line closes a fence.
func ends(line, fence string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= len(fence) && strings.Trim(line, fence[:1]) == ""
}
