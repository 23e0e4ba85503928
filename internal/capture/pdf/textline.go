package pdf

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// textLine describes a line of a page, as its blocks need it.
type textLine struct {
	size int   // bytes, with the white space after it
	font int   // its height in tenths of a point; 0: unknown
	left int   // in points
	bold bool  // its first character is
	far  []int // offsets of wide blanks
	cut  int   // bytes that are cut off its beginning
}

// writtenLines returns lines as text: numbers, and a semicolon after each line.
func writtenLines(lines []line, texts []string) string {
	if len(lines) > maxPlaced {
		return ""
	}
	var b strings.Builder
	for i, l := range lines {
		bold := 0
		if l.bold {
			bold = 1
		}
		fmt.Fprintf(&b, "%d %d %d %d", len(texts[i]), int(math.Round(10*l.size)), int(math.Round(l.left)), bold)
		for _, far := range l.far {
			fmt.Fprintf(&b, " %d", far)
		}
		b.WriteByte(';')
	}
	return b.String()
}

// linesOf is the inverse of writtenLines for the lines of a page; nil if they are not those of its
// text.
func (p pageText) linesOf() (all []textLine) {
	left := len(p.whole())
	for written := range strings.SplitSeq(strings.TrimSuffix(p.Lines, ";"), ";") {
		var numbers []int
		for field := range strings.FieldsSeq(written) {
			n, err := strconv.Atoi(field)
			if err != nil || n > 1<<20 || n < -1<<20 {
				return nil
			}
			numbers = append(numbers, n)
		}
		if len(numbers) < 4 || numbers[0] < 0 || len(all) == maxPlaced {
			return nil
		}
		left -= numbers[0]
		all = append(all, textLine{size: numbers[0], font: max(numbers[1], 0), left: numbers[2], bold: numbers[3] == 1, far: numbers[4:]})
	}
	if left != 0 {
		return nil
	}
	return all
}

// kept is the text of a page that is kept, with its lines where they are known.
type kept struct {
	text    string
	lines   []placed
	strange bool // lines are missing
}

// add adds a part of a page with its lines. Lines that are not of it make all unknown.
func (k *kept) add(part string, lines []textLine) {
	at := len(k.text)
	k.text += part
	for _, l := range lines {
		k.lines = append(k.lines, placed{l, at, at + l.size})
		at += l.size
	}
	k.strange = k.strange || at != len(k.text)
}

// trimmed returns the text without white space around it.
func (k kept) trimmed() kept {
	cut := len(k.text) - len(strings.TrimLeft(k.text, " \t\n"))
	k.text = strings.TrimSpace(k.text)
	if k.strange {
		k.lines = nil
	}
	lines := k.lines[:0]
	for _, l := range k.lines {
		l.cut = max(cut-l.from, 0)
		l.from, l.to = max(l.from-cut, 0), min(l.to-cut, len(k.text))
		if l.from < l.to && strings.TrimSpace(k.text[l.from:l.to]) != "" {
			lines = append(lines, l)
		}
	}
	k.lines = lines
	return k
}
