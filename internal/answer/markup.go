package answer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/answer/document"
)

// lineSort says what a line of a saved text is to whoever reads it.
type lineSort int

const (
	told    lineSort = iota // words, which may go on in the next line
	silent                  // blank, or nothing but marks
	titling                 // a heading
	entry                   // begins an item of a list
	row                     // of a table
	code                    // within fences
)

// savedLine is a line of a saved text without the marks of markdown, code as it is.
type savedLine struct {
	text string
	sort lineSort
}

var (
	headingMark = regexp.MustCompile(`^ {0,3}#{1,6}\s+`)
	headingEnd  = regexp.MustCompile(`\s+#+\s*$`)
	underline   = regexp.MustCompile(`^ {0,3}(?:=+|-{2,})\s*$`)
	boldLine    = regexp.MustCompile(`^(?:\*\*[^*]+\*\*|__[^_]+__):?$`)
	quoteMark   = regexp.MustCompile(`^[ \t]*(?:>[ \t]?)+`)
	entryMark   = regexp.MustCompile(`^[ \t]*(?:[-*+•–—]|[0-9]{1,3}[.)])\s+(?:\[[ xX]\]\s+)?`)
	rowLine     = regexp.MustCompile(`^[ \t]*\|.*\|[ \t]*$`)
	rowRule     = regexp.MustCompile(`^[\s|:-]+$`)
	// linkMark matches a link or a picture of one line; what it says stands in its first group.
	linkMark    = regexp.MustCompile(`!?\[([^\[\]]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)`)
	sentenceEnd = regexp.MustCompile(`[.!?…。！？][\s"'”’)*_]*$`)
)

// savedLines reads the lines of a saved text. It is nobody's markdown by right, so that a sign is a mark only where it plainly is one.
func savedLines(text string) []savedLine {
	var all []savedLine
	fence := ""
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		switch opens := fenceOf(strings.TrimLeft(line, " \t")); {
		case fence != "" && closes(strings.TrimLeft(line, " \t"), fence):
			fence = ""
			all = append(all, savedLine{"", silent})
		case fence != "":
			all = append(all, savedLine{line, code})
		case opens != "":
			fence = opens
			all = append(all, savedLine{"", silent})
		case underline.MatchString(line) && len(all) > 0 && all[len(all)-1].sort == told:
			all[len(all)-1].sort = titling
			all = append(all, savedLine{"", silent})
		default:
			all = append(all, readLine(line))
		}
	}
	return all
}

// readLine reads a line that is no code.
func readLine(line string) savedLine {
	line = line[len(quoteMark.FindString(line)):]
	sort := told
	switch {
	case headingMark.MatchString(line):
		sort = titling
		line = headingEnd.ReplaceAllString(headingMark.ReplaceAllString(line, ""), "")
	case rowLine.MatchString(line):
		sort = row
		if rowRule.MatchString(line) {
			return savedLine{"", silent}
		}
		line = cells(line)
	case boldLine.MatchString(strings.TrimSpace(line)) && !sentenceEnd.MatchString(line):
		sort = titling
	default:
		if mark := entryMark.FindString(line); mark != "" {
			sort = entry
			line = line[len(mark):]
		}
	}
	line = withoutMarks(line)
	if strings.TrimSpace(line) == "" {
		sort = silent
	}
	return savedLine{line, sort}
}

// cells is a row of a table with a dot between its cells.
func cells(line string) string {
	var all []string
	for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
		if cell = strings.TrimSpace(cell); cell != "" {
			all = append(all, cell)
		}
	}
	return strings.Join(all, " · ")
}

// withoutMarks is a line without the marks of links and of emphasis. Code spans stay as they are.
func withoutMarks(line string) string {
	if !strings.ContainsAny(line, "*_~[`") {
		return line
	}
	var b strings.Builder
	from := 0
	for _, at := range document.CodeIn(line) {
		b.WriteString(withoutEmphasis(linkMark.ReplaceAllString(line[from:at[0]], "$1")) + line[at[0]:at[1]])
		from = at[1]
	}
	b.WriteString(withoutEmphasis(linkMark.ReplaceAllString(line[from:], "$1")))
	return b.String()
}

var emphasis = regexp.MustCompile(`\*{1,3}|_{1,3}|~~`)

// withoutEmphasis takes out the marks that come in pairs round words. One within a word is a letter like others.
func withoutEmphasis(s string) string {
	type mark struct{ from, to int }
	var open []mark
	gone := make(map[int]int)
	for _, at := range emphasis.FindAllStringIndex(s, -1) {
		m := mark{at[0], at[1]}
		before, _ := utf8.DecodeLastRuneInString(s[:m.from])
		after, _ := utf8.DecodeRuneInString(s[m.to:])
		switch {
		case m.to < len(s) && !unicode.IsSpace(after) && (m.from == 0 || !isWordRune(before)):
			open = append(open, m)
		case m.from > 0 && !unicode.IsSpace(before) && (m.to == len(s) || !isWordRune(after)):
			for i := len(open) - 1; i >= 0; i-- {
				if o := open[i]; s[o.from:o.to] == s[m.from:m.to] {
					gone[o.from], gone[m.from] = o.to, m.to
					open = open[:i]
					break
				}
			}
		}
	}
	if len(gone) == 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if to, is := gone[i]; is {
			i = to
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// Plain is a saved text without the marks of markdown, code as it is.
func Plain(text string) string {
	var b strings.Builder
	for _, l := range savedLines(text) {
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// Holds reports whether a quote stands in a saved text, marks of markdown and blanks aside.
func Holds(text, quote string) bool { return strings.Contains(oneLine(Plain(text)), oneLine(quote)) }

// fenceLine matches what begins fenced code: no backtick stands behind those of a fence.
var fenceLine = regexp.MustCompile("^(?:(`{3,})([^`]*)|(~{3,})(.*))$")

// fenceOf returns the sign that a line begins fenced code with, empty when it begins none.
func fenceOf(line string) string {
	if m := fenceLine.FindStringSubmatch(line); m != nil {
		return m[1] + m[3]
	}
	return ""
}

// closes reports whether a line ends the code that this fence began.
func closes(line, fence string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= len(fence) && strings.Trim(line, fence[:1]) == ""
}
