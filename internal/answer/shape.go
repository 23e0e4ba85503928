package answer

import (
	"regexp"
	"strings"
)

// shape writes markdown, line by line, in the few forms that every reader of it takes for the same. Fenced code and tables
// stand by themselves at the beginning of a line, with the columns of a table's head below it; of the indentation only
// that of items below others is left. The zero value is the beginning of a text.
type shape struct {
	outline
	fence  string // what ends the code that is open; empty: none is
	column int    // where the lines of that code begin
	quoted bool   // it stands in a quotation
	list   bool   // the last line that was not indented is an item of a list, below which code may be indented
	last   kind   // of the line before; tabled: it begins with a bar
	filled bool   // the line before is not blank
	cells  int    // columns of the line before, where it may be the head of a table
	width  int    // columns of the table that the line before belongs to
}

// container matches what stands before the words of a line: blanks, quotation marks, the marks of items.
var container = regexp.MustCompile(`^(?:[ \t]*(?:>|(?:[-*+]|[0-9]{1,9}[.)])(?:[ \t]+|$)))*[ \t]*`)

var (
	quotation = regexp.MustCompile(`^[ \t]*(?:> ?)+`)
	language  = regexp.MustCompile(`^[ \t]*([\w+#.-]*)`)
	delimiter = regexp.MustCompile(`^[-:| \t]*(?:-[-:| \t]*[:|]|[:|][-:| \t]*-)[-:| \t]*$`)
	aligned   = regexp.MustCompile(`:?-+:?`)
)

// code takes the next line where it belongs to fenced code, and returns what is to be written for it. Where it ends the code
// by not being a part of it, closing is to be written before it.
func (f *shape) code(s string) (text, closing string, is bool) {
	begin := container.FindString(s)
	if f.fence == "" {
		return f.opening(s, begin)
	}
	inner := s
	if f.quoted {
		inner = s[len(quotation.FindString(s)):]
	}
	switch {
	case closes(strings.TrimLeft(inner, " \t"), f.fence):
		text, f.fence = f.fence, ""
		return text, "", true
	case f.quoted && inner == s, strings.TrimSpace(s) != "" && indent(s) < f.column:
		closing, f.fence = f.fence, ""
		text, _, is = f.opening(s, begin)
		return text, closing, is
	case f.quoted:
		return inner, "", true
	}
	return outdented(s, f.column), "", true
}

// opening takes a line that begins code, wherever it stands.
func (f *shape) opening(s, begin string) (text, closing string, is bool) {
	fence := fenceOf(s[len(begin):])
	if fence == "" {
		return "", "", false
	}
	f.fence, f.quoted, f.column = fence, strings.Contains(begin, ">"), 0
	if !f.quoted && (f.list || strings.TrimSpace(begin) != "") {
		f.column = indent(begin) + len(strings.TrimLeft(begin, " \t"))
	}
	f.last, f.filled, f.open = coded, true, 0
	return fence + language.FindStringSubmatch(s[len(begin)+len(fence):])[1], "", true
}

// indent counts the blanks before a line.
func indent(s string) int {
	n := 0
	for _, r := range s {
		switch r {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

// outdented is a line without so many of the blanks before it.
func outdented(s string, by int) string {
	begin := indent(s)
	return strings.Repeat(" ", max(begin-by, 0)) + strings.TrimLeft(s, " \t")
}

// place writes the next line that is no code, and whose words are clean.
func (f *shape) place(s string) string {
	begin := container.FindString(s)
	rest := s[len(begin):]
	marker := strings.Join(containers(begin), " ")
	if s != "" && indent(s) < 2 {
		f.list = strings.Trim(marker, "> ") != ""
	}
	switch {
	case delimiter.MatchString(rest):
		return f.write(f.delimiter(rest), tabled)
	case strings.HasPrefix(rest, "|"):
		f.cells = 0
		if f.last != tabled || !f.filled {
			f.cells, f.width = columns(rest), 0
		}
		return f.write(narrow(rest, f.width), tabled)
	case rest == "": // an item of nothing is none
		return f.write("", plain)
	case marker != "":
		rest = strings.Repeat(" ", indent(s)) + marker + " " + rest
	}
	return f.write(f.put(rest, f.filled), plain)
}

// narrow puts the cells of a row that a table has no columns for into its last: nobody would see them.
func narrow(row string, width int) string {
	cells := strings.Split(strings.TrimSuffix(row[1:], "|"), "|")
	if width == 0 || len(cells) <= width {
		return row
	}
	return "|" + strings.Join(cells[:width], "|") + "&#124;" + strings.Join(cells[width:], "&#124;") + "|"
}

// unindented is a line with one blank behind each sign that begins it, of which more make code.
func unindented(s string) string {
	begin := container.FindString(s)
	if trimmed := strings.TrimLeft(begin, " "); len(containers(begin)) > 0 {
		marker := begin[:len(begin)-len(trimmed)] + strings.Join(containers(begin), " ")
		return strings.TrimRight(marker+" "+s[len(begin):], " ")
	}
	return s[len(begin):]
}

var containerMark = regexp.MustCompile(`>|[-*+]|[0-9]{1,9}[.)]`)

func containers(begin string) []string { return containerMark.FindAllString(begin, -1) }

// write puts a blank line between what begins with a bar and what does not.
func (f *shape) write(s string, as kind) string {
	apart := s != "" && f.filled && (f.last == tabled) != (as == tabled)
	f.last, f.filled = as, s != ""
	if as != tabled || s == "" {
		f.cells = 0
	} else {
		f.open = 0
	}
	if apart {
		return "\n" + s
	}
	return s
}

// delimiter is what divides the table's head, if that was the line before, into its columns; elsewhere such a line says nothing.
func (f *shape) delimiter(s string) string {
	n := f.cells
	f.cells, f.width = 0, n
	if n == 0 {
		return ""
	}
	all := aligned.FindAllString(s, -1)
	for len(all) < n {
		all = append(all, "---")
	}
	return "| " + strings.Join(all[:n], " | ") + " |"
}
