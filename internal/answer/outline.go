package answer

import "strings"

// mostLevels is how many lists are kept within each other: what is below the last of them stands beside it.
const mostLevels = 4

// outline is the items of lists that the next line may stand below. Each begins where what the one above it says begins, so
// that every reader of markdown takes it for an item of it, and nothing for code. The zero value is the beginning of a text.
type outline struct {
	items [mostLevels]item
	open  int // how many of them
}

// item is one that every reader of markdown sees as such.
type item struct {
	indent int  // blanks before it as it was written
	inner  int  // the column in which what it says begins as it is shown
	sign   byte // what ends the mark before it
}

// put returns the next line that is no code and no row of a table, with the blanks that it needs. Behind text says that the
// line before is not blank. What is no item closes those that are open, blank lines aside.
func (o *outline) put(s string, behindText bool) string {
	begin := container.FindString(s)
	signs := containers(begin)
	if len(signs) == 0 || signs[0] == ">" {
		if s != "" {
			o.open = 0
		}
		return strings.TrimLeft(s, " \t")
	}
	written, mark := indent(s), signs[0]
	level := o.level(written)
	column := o.column(level, written)
	i := item{indent: written, inner: column + len(mark) + 1, sign: mark[len(mark)-1]}
	goesOn := level < o.open && o.items[level].sign == i.sign
	o.open = level
	// A number that is not the first opens no list in the middle of a text, and signs alone may be a line across.
	if (len(mark) == 1 || mark[:len(mark)-1] == "1" || goesOn || !behindText) && hasWords(s) {
		o.items[level] = i
		o.open++
	}
	return strings.Repeat(" ", column) + strings.TrimLeft(s, " \t")
}

// level is how many of the open items an item with so many blanks before it stands below.
func (o *outline) level(written int) int {
	n := o.open
	for n > 0 && written < o.items[n-1].indent+2 {
		n--
	}
	return min(n, mostLevels-1)
}

// column is where an item of that level begins. Below what is not known three blanks make no code.
func (o *outline) column(level, written int) int {
	switch {
	case level > 0:
		return o.items[level-1].inner
	case written >= 2:
		return 3
	}
	return 0
}
