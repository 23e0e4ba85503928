package answer

import (
	"regexp"
	"strings"
)

// blocks reads markdown line by line and tells which lines are code, as far as one can without reading ahead. The zero value
// is the beginning of a text.
type blocks struct {
	fence string // what ends the code that is open; empty: none is
	list  bool   // the last line that was not indented is an item of a list, below which code may be indented
	table bool   // a table has begun
}

var (
	fenceLine     = regexp.MustCompile("^( *)(`{3,}|~{3,})(.*)$")
	itemLine      = regexp.MustCompile(`^ {0,3}(?:[-*+]|[0-9]{1,9}[.)])\s`)
	delimiterLine = regexp.MustCompile(`^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?[ \t]*)?$`)
)

// code reports whether a line belongs to fenced code, its fences among it.
func (b *blocks) code(line string) bool {
	m := fenceLine.FindStringSubmatch(line)
	if b.fence != "" {
		if m != nil && m[2][0] == b.fence[0] && len(m[2]) >= len(b.fence) && strings.TrimSpace(m[3]) == "" {
			b.fence = ""
		}
		return true
	}
	if m != nil && (len(m[1]) <= 3 || b.list) && (m[2][0] == '~' || !strings.Contains(m[3], "`")) {
		b.fence = m[2]
		return true
	}
	if line != "" && !strings.HasPrefix(line, "  ") {
		b.list = itemLine.MatchString(line)
	}
	if strings.TrimSpace(line) == "" {
		b.table = false
	}
	b.table = b.table || delimiterLine.MatchString(line)
	return false
}

// row reports whether a line that is no code belongs to a table.
func (b *blocks) row(line string) bool {
	return b.table || strings.HasPrefix(strings.TrimLeft(line, " \t>"), "|")
}

// run is a stretch of a line.
type run struct {
	text string
	code bool // a code span with its backticks
}

var (
	escapedTick = regexp.MustCompile("\\\\+`")
	ticks       = regexp.MustCompile("`+")
)

// runs takes a line that is no fenced code into its code spans and what is between them. Backticks that open no span on
// their own line, and backslashes before them, are left out: then every reader of the markdown sees the same spans. In a row
// of a table no span reaches beyond its cell.
func runs(line string, row bool) (all []run) {
	line = escapedTick.ReplaceAllString(line, "`")
	for line != "" {
		open := ticks.FindStringIndex(line)
		if open == nil {
			break
		}
		end := spanEnd(line[open[1]:], open[1]-open[0], row)
		if end < 0 {
			all = append(all, run{text: line[:open[0]]})
			line = line[open[1]:]
			continue
		}
		all = append(all, run{text: line[:open[0]]}, run{text: line[open[0] : open[1]+end], code: true})
		line = line[open[1]+end:]
	}
	return append(all, run{text: line})
}

// spanEnd returns where a span ends whose opening backticks stand before rest, -1 when it does not.
func spanEnd(rest string, length int, row bool) int {
	for _, close := range ticks.FindAllStringIndex(rest, -1) {
		if close[1]-close[0] == length {
			if row && strings.Contains(rest[:close[0]], "|") {
				return -1
			}
			return close[1]
		}
	}
	return -1
}
