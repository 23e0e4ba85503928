package answer

import (
	"regexp"
	"strings"
)

// kind says what a line of an answer is.
type kind int

const (
	plain  kind = iota
	coded       // of fenced code, its fences among it
	tabled      // of a table
	headed      // a heading
)

// textLine is one of an answer, as it is shown.
type textLine struct {
	text string
	kind kind
}

var (
	// fenceLine matches what begins fenced code: no backtick stands behind those of a fence.
	fenceLine     = regexp.MustCompile("^(?:(`{3,})([^`]*)|(~{3,})(.*))$")
	delimiterLine = regexp.MustCompile(`^\|(?:[ \t]*:?-+:?[ \t]*\|)+$`)
	heading       = regexp.MustCompile(`^ {0,3}#{1,6}(?:\s+|$)`)
)

// linesOf reads the lines of an answer that is clean: its fences and its tables begin where a line does. So every reader of
// markdown takes them for the same.
func linesOf(markdown string) (all []textLine) {
	fence := ""
	for text := range strings.SplitSeq(markdown, "\n") {
		l := textLine{text: text}
		switch {
		case fence != "":
			l.kind = coded
			if closes(text, fence) {
				fence = ""
			}
		case fenceOf(text) != "":
			l.kind, fence = coded, fenceOf(text)
		case heading.MatchString(text):
			l.kind = headed
		}
		all = append(all, l)
	}
	for i := 0; i < len(all); i++ {
		from := i
		for i < len(all) && all[i].kind == plain && strings.HasPrefix(all[i].text, "|") {
			i++
		}
		if isTable(all[from:i]) {
			for j := from; j < i; j++ {
				all[j].kind = tabled
			}
		}
	}
	return all
}

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

// isTable reports whether lines that begin with a bar are one: a head, and below it what divides it into as many columns.
func isTable(lines []textLine) bool {
	return len(lines) > 1 && delimiterLine.MatchString(lines[1].text) && columns(lines[0].text) == columns(lines[1].text)
}

// columns counts the cells of a line that begins with a bar.
func columns(line string) int {
	return strings.Count(strings.TrimSuffix(strings.TrimRight(line, " \t"), "|"), "|")
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
// their own line, and backslashes before them, are left out: then every reader of the markdown sees the same spans. Where the
// line begins with a bar no span reaches beyond the next, since a table may come of it.
func runs(line string) (all []run) {
	return spans(line, strings.HasPrefix(line[len(container.FindString(line)):], "|"))
}

// cleanRuns takes a line that is clean, or a part of it, into the same: that it begins with a bar says nothing of a part.
func cleanRuns(part string) []run { return spans(part, false) }

// spans is both; cells says that no span reaches beyond a bar.
func spans(line string, cells bool) (all []run) {
	line = escapedTick.ReplaceAllString(line, "`")
	signs := ticks.FindAllStringIndex(line, -1)
	partner := partners(signs)
	from := 0
	for i := 0; i < len(signs); i++ {
		all = append(all, run{text: line[from:signs[i][0]]})
		from = signs[i][1]
		if end := partner[i]; end > 0 && (!cells || !strings.Contains(line[from:signs[end][0]], "|")) {
			all = append(all, run{text: line[signs[i][0]:signs[end][1]], code: true})
			from, i = signs[end][1], end
		}
	}
	return append(all, run{text: line[from:]})
}

// partners returns for each run of backticks the next of the same length, which ends the span that it opens; 0 where none does.
func partners(signs [][]int) []int {
	all, next := make([]int, len(signs)), map[int]int{}
	for i := len(signs) - 1; i >= 0; i-- {
		length := signs[i][1] - signs[i][0]
		all[i], next[length] = next[length], i
	}
	return all
}

// prose is a text without its code.
func prose(markdown string) string {
	var b strings.Builder
	for _, l := range linesOf(markdown) {
		if l.kind != coded {
			b.WriteString(withoutSpans(l.text))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// withoutSpans is a line without its code spans.
func withoutSpans(line string) string {
	var b strings.Builder
	for _, r := range cleanRuns(line) {
		if r.code {
			r.text = " "
		}
		b.WriteString(r.text)
	}
	return b.String()
}
