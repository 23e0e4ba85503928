package pdf

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"engram/internal/document"
)

const (
	headingSize  = 1.12 // times the usual size: the minimum of a heading
	maxHeading   = 300  // bytes
	maxLevel     = 3    // of headings
	mostlyBold   = 0.4  // of the text: then bold tells nothing
	hanging      = 3    // points by which the lines of an item are further right than its sign
	deeper       = 6    // points by which an item of an inner list is
	minTableRows = 3
	maxCell      = 100 // bytes
	maxCaption   = 600
)

var (
	bullet  = regexp.MustCompile(`^(?:[•‣◦▪▫●○■□➢➤✓·]\s*|[-–—*]\s+)`)
	sure    = regexp.MustCompile(`^[•‣◦▪▫●○■□➢➤✓]`)
	counted = regexp.MustCompile(`^\(?([0-9]{1,3})[.)]\s+`)
	section = regexp.MustCompile(`^(?:[0-9]{1,2}(?:\.[0-9]{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-H]\.)\s+\p{Lu}`)
	figure  = regexp.MustCompile(`^(?i:figure|fig\.|table|abbildung|abb\.|tabelle|figura|tabla|tableau|tab\.)\s*[0-9]+[.0-9]*\s*[.:–—|]`)
)

// styles are the sizes of the text of a PDF.
type styles struct {
	usual int   // of most text
	large []int // of headings, largest first
	bold  bool  // bold lines are headings
}

// stylesOf returns the styles of pages.
func stylesOf(pages []kept) (s styles) {
	bySize, total, bold := map[int]int{}, 0, 0
	for _, page := range pages {
		for _, l := range page.lines {
			bySize[l.font] += l.size
			total += l.size
			if l.bold {
				bold += l.size
			}
		}
	}
	s.bold = float64(bold) < mostlyBold*float64(total)
	half := total
	sizes := make([]int, 0, len(bySize))
	for size := range bySize {
		sizes = append(sizes, size)
	}
	slices.Sort(sizes)
	for _, size := range sizes {
		if half -= 2 * bySize[size]; half <= 0 {
			s.usual = size
			break
		}
	}
	for _, size := range slices.Backward(sizes) {
		isOther := len(s.large) == 0 || float64(size) < .96*float64(s.large[len(s.large)-1])
		if s.isLarge(size) && isOther {
			s.large = append(s.large, size)
		}
	}
	return s
}

func (s styles) isLarge(size int) bool {
	return s.usual > 0 && float64(size) >= headingSize*float64(s.usual)
}

// level returns the level of a heading: by its size, or below all larger ones by its number.
func (s styles) level(l placed, words string) int {
	if s.isLarge(l.font) {
		smaller := slices.IndexFunc(s.large, func(size int) bool { return float64(l.font) >= .96*float64(size) })
		return min(smaller+1, maxLevel)
	}
	number, _, _ := strings.Cut(words, " ")
	depth := 1
	if section.MatchString(words) {
		depth += strings.Count(strings.Trim(number, "."), ".")
	}
	return min(len(s.large)+depth, maxLevel)
}

// placed is a line at a place of a page's text.
type placed struct {
	textLine
	from, to int
}

// layout reads the lines of a page as blocks.
type layout struct {
	styles
	text  string
	lines []placed
}

// blocks returns the blocks of a page, whose sources hold all of its text.
func (s styles) blocks(text string, lines []placed) (all document.Document) {
	p := layout{s, text, lines}
	for i := 0; i < len(lines); {
		next := i + 1
		switch {
		case p.isTable(i) > 0:
			next = i + p.isTable(i)
			all = append(all, p.table(i, next))
		case p.isHeading(i):
			for next < len(lines) && p.isHeading(next) && lines[next].font == lines[i].font && lines[next].bold == lines[i].bold && p.ends(next-1) < gap {
				next++
			}
			all = append(all, p.heading(i, next))
		default:
			if b, end := p.list(i); end > i {
				all, next = append(all, b), end
				break
			}
			for next < len(lines) && p.ends(next-1) < gap && !p.isHeading(next) && p.isTable(next) == 0 && !p.begins(next) {
				next++
			}
			all = append(all, p.paragraph(i, next))
		}
		i = next
	}
	return all
}

// ending tells how a line ends.
type ending int

const (
	runsOn ending = iota
	breaks        // a line break
	gap           // a blank line, or the end
)

func (p layout) ends(i int) ending {
	if i+1 == len(p.lines) {
		return gap
	}
	said := p.text[p.lines[i].from:p.lines[i].to]
	switch strings.Count(said[len(strings.TrimRightFunc(said, unicode.IsSpace)):], "\n") {
	case 0:
		return runsOn
	case 1:
		return breaks
	}
	return gap
}

func (p layout) words(i int) string { return strings.TrimSpace(p.text[p.lines[i].from:p.lines[i].to]) }

// isAlone reports whether a line neither goes on nor is gone on with.
func (p layout) isAlone(i int) bool {
	return (i == 0 || p.ends(i-1) > runsOn) && p.ends(i) > runsOn
}

func (p layout) isHeading(i int) bool {
	l, words := p.lines[i], p.words(i)
	if l.font == 0 || len(words) < 2 || len(words) > maxHeading || !strings.ContainsFunc(words, unicode.IsLetter) {
		return false
	}
	if p.isLarge(l.font) {
		return true
	}
	isPart := strings.HasSuffix(words, ".") || strings.HasSuffix(words, ",") || strings.HasSuffix(words, ";") || strings.HasSuffix(words, ":")
	return l.bold && p.bold && p.isAlone(i) && !isPart && len(words) < maxHeading/2 && !figure.MatchString(words)
}

// block returns a block with the words of lines.
func (p layout) block(kind document.Kind, from, to int) document.Block {
	begin, end := p.lines[from].from, p.lines[to-1].to
	words := strings.TrimSpace(p.text[begin:end])
	begin += strings.Index(p.text[begin:end], words)
	return document.Block{Kind: kind, Spans: []document.Span{{Text: words}}, Source: [2]int{begin, begin + len(words)}}
}

func (p layout) heading(from, to int) document.Block {
	b := p.block(document.Heading, from, to)
	if len(b.Spans[0].Text) > maxHeading {
		return p.paragraph(from, to)
	}
	b.Level = p.level(p.lines[from], b.Spans[0].Text)
	b.Spans[0].Text = strings.Join(strings.Fields(b.Spans[0].Text), " ")
	return b
}

func (p layout) paragraph(from, to int) document.Block {
	b := p.block(document.Paragraph, from, to)
	b.Spans[0].Italic = len(b.Spans[0].Text) < maxCaption && figure.MatchString(b.Spans[0].Text)
	return b
}

// isTable returns the number of rows of a table that begins with a line, zero if none does.
func (p layout) isTable(i int) (rows int) {
	for i+rows < len(p.lines) {
		l := p.lines[i+rows]
		if len(l.far) == 0 || len(l.far) != len(p.lines[i].far) || !slices.ContainsFunc(p.cells(i+rows), func(c string) bool { return c != "" }) ||
			slices.ContainsFunc(p.cells(i+rows), func(c string) bool { return len(c) > maxCell }) {
			break
		}
		rows++
	}
	if rows < minTableRows {
		return 0
	}
	return rows
}

// cells returns the words between the wide blanks of a line.
func (p layout) cells(i int) (all []string) {
	l := p.lines[i]
	said, at := p.text[l.from:l.to], 0
	for _, far := range l.far {
		far = min(max(far-l.cut, at), len(said))
		all, at = append(all, strings.TrimSpace(said[at:far])), far
	}
	return append(all, strings.TrimSpace(said[at:]))
}

func (p layout) table(from, to int) document.Block {
	b := p.block(document.Table, from, to)
	b.Spans, b.Align = nil, make([]document.Align, len(p.lines[from].far)+1)
	for i := from; i < to; i++ {
		var row []document.Cell
		for _, words := range p.cells(i) {
			row = append(row, document.Join(nil, document.Span{Text: words}))
		}
		b.Rows = append(b.Rows, row)
	}
	return b
}

// item is an item of a list: its lines, its sign, and its number if it has one.
type item struct {
	from, to, left, sign, number int
}

// begins reports whether a list begins with a line.
func (p layout) begins(i int) bool {
	_, end := p.list(i)
	return end > i
}

// itemAt returns the item that begins with a line.
func (p layout) itemAt(i int) (it item, ok bool) {
	words := p.words(i)
	it = item{from: i, to: i + 1, left: p.lines[i].left}
	if found := bullet.FindString(words); found != "" && len(found) < len(words) {
		it.sign = len(found)
	} else if m := counted.FindStringSubmatch(words); m != nil && len(m[0]) < len(words) {
		it.sign = len(m[0])
		it.number, _ = strconv.Atoi(m[1])
		it.number++ // so that 0 counts
	} else {
		return it, false
	}
	for it.to < len(p.lines) && p.ends(it.to-1) < gap && !p.isHeading(it.to) {
		if p.ends(it.to-1) == breaks && p.lines[it.to].left <= it.left+hanging {
			break
		}
		if next := p.words(it.to); bullet.MatchString(next) || counted.MatchString(next) && p.ends(it.to-1) == breaks {
			break
		}
		it.to++
	}
	return it, true
}

// list returns the list that begins with a line, and the line behind it; that line if none begins.
func (p layout) list(i int) (b document.Block, end int) {
	var items []item
	for end = i; end < len(p.lines); end = items[len(items)-1].to {
		it, ok := p.itemAt(end)
		if !ok || len(items) > 0 && !it.follows(items) {
			break
		}
		items = append(items, it)
	}
	if len(items) < 2 && (len(items) == 0 || !sure.MatchString(p.words(i))) {
		return b, i
	}
	return p.listOf(items), end
}

// follows reports whether an item may be the next of a list: the same kind of sign, or further in.
func (it item) follows(items []item) bool {
	first := items[0]
	if it.left > first.left+deeper {
		return true
	}
	number := 0
	for _, before := range items {
		if before.left <= first.left+deeper {
			number = before.number
		}
	}
	return it.left >= first.left-deeper && (it.number == 0) == (first.number == 0) && (number == 0 || it.number == number+1)
}

func (p layout) listOf(items []item) document.Block {
	b := document.Block{Kind: document.List, Ordered: items[0].number > 0}
	if b.Ordered {
		b.Start = items[0].number - 1
	}
	for i := 0; i < len(items); {
		said := p.paragraph(items[i].from, items[i].to)
		said.Spans[0].Text = strings.TrimSpace(said.Spans[0].Text[items[i].sign:])
		next := i + 1
		for next < len(items) && items[next].left > items[0].left+deeper {
			next++
		}
		entry := document.Document{said}
		if next > i+1 {
			entry = append(entry, p.listOf(items[i+1:next]))
		}
		b.Items, i = append(b.Items, entry), next
	}
	return b
}
