package answer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/document"
)

// lineKind is the role of a line of a saved text.
type lineKind int

const (
	prose    lineKind = iota // may continue on the next line
	blank                    // blank, or nothing but markup
	heading                  // a heading
	item                     // starts an item of a list
	tableRow                 // of a table
	code                     // inside fences
)

const listMark = `(?:[-*+•–—]|[0-9]{1,3}[.)])\s+(?:\[[ xX]\]\s+)?`

// savedLine is a line of a saved text without its markup; code is unchanged.
type savedLine struct {
	text string
	kind lineKind
}

var (
	headingMark = regexp.MustCompile(`^ {0,3}#{1,6}\s+`)
	headingEnd  = regexp.MustCompile(`\s+#+\s*$`)
	underline   = regexp.MustCompile(`^ {0,3}(?:=+|-{2,})\s*$`)
	boldLine    = regexp.MustCompile(`^(?:\*\*[^*]+\*\*|__[^_]+__):?$`)
	quoteMark   = regexp.MustCompile(`^[ \t]*(?:>[ \t]?)+`)
	entryMark   = regexp.MustCompile(`^[ \t]*` + listMark)
	rowLine     = regexp.MustCompile(`^[ \t]*\|.*\|[ \t]*$`)
	rowRule     = regexp.MustCompile(`^[\s|:-]+$`)
	// linkMark matches a link or picture on one line; group 1 is its text.
	linkMark    = regexp.MustCompile(`!?\[([^\[\]]+)\]\((?:[^()\s]|\([^()\s]*\))*(?:\s+"[^"]*")?\)`)
	sentenceEnd = regexp.MustCompile(`[.!?…。！？][\s"'”’)*_]*$`)
)

// savedLines parses a saved text. It need not be markdown, so only unmistakable markup is removed.
func savedLines(text string) []savedLine {
	var all []savedLine
	fence := ""
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimRightFunc(line, unicode.IsSpace)
		switch opens := fenceOf(strings.TrimLeft(line, " \t")); {
		case fence != "" && closes(strings.TrimLeft(line, " \t"), fence):
			fence = ""
			all = append(all, savedLine{"", blank})
		case fence != "":
			all = append(all, savedLine{line, code})
		case opens != "":
			fence = opens
			all = append(all, savedLine{"", blank})
		case underline.MatchString(line) && len(all) > 0 && all[len(all)-1].kind == prose:
			all[len(all)-1].kind = heading
			all = append(all, savedLine{"", blank})
		default:
			all = append(all, readLine(line))
		}
	}
	return all
}

// readLine parses a line outside code.
func readLine(line string) savedLine {
	line = line[len(quoteMark.FindString(line)):]
	kind := prose
	switch {
	case headingMark.MatchString(line):
		kind = heading
		line = headingEnd.ReplaceAllString(headingMark.ReplaceAllString(line, ""), "")
	case rowLine.MatchString(line):
		kind = tableRow
		if rowRule.MatchString(line) {
			return savedLine{"", blank}
		}
		line = cells(line)
	case boldLine.MatchString(strings.TrimSpace(line)) && !sentenceEnd.MatchString(line):
		kind = heading
	default:
		if mark := entryMark.FindString(line); mark != "" {
			kind = item
			line = line[len(mark):]
		}
	}
	line = withoutMarks(line)
	if strings.TrimSpace(line) == "" {
		kind = blank
	}
	return savedLine{line, kind}
}

// cells returns a table row with dots between its cells.
func cells(line string) string {
	var all []string
	for cell := range strings.SplitSeq(strings.Trim(strings.TrimSpace(line), "|"), "|") {
		if cell = strings.TrimSpace(cell); cell != "" {
			all = append(all, cell)
		}
	}
	return strings.Join(all, " · ")
}

// withoutMarks removes the markup of links and emphasis. Code spans are unchanged.
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

// withoutEmphasis removes paired emphasis around words. A sign within a word is a letter.
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

// Plain returns a saved text without markdown; code is unchanged.
func Plain(text string) string {
	var b strings.Builder
	for _, l := range savedLines(text) {
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return b.String()
}

// Holds reports whether a saved text contains a quote, ignoring markdown and white space.
func Holds(text, quote string) bool { return strings.Contains(oneLine(Plain(text)), oneLine(quote)) }

// fenceLine matches the start of fenced code.
var fenceLine = regexp.MustCompile("^(?:(`{3,})([^`]*)|(~{3,})(.*))$")

// fenceOf returns the fence that a line opens, empty if none.
func fenceOf(line string) string {
	if m := fenceLine.FindStringSubmatch(line); m != nil {
		return m[1] + m[3]
	}
	return ""
}

// closes reports whether a line closes the fence.
func closes(line, fence string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= len(fence) && strings.Trim(line, fence[:1]) == ""
}
