package pdf

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"engram/internal/memory"
	"engram/internal/plaintext"
)

const (
	maxEdge         = 3   // lines of a header or footer
	maxEdgeLine     = 200 // bytes of such a line
	maxEdgeNumbers  = 4   // in such a line
	minEdgePages    = 4   // in shorter documents equal lines may be chance
	minEdgeRepeated = 3   // minimum number of pages that share a line
	edgeShare       = 0.4 // of the pages share it: left and right pages often differ
	minEdgeNear     = 4   // pages, one or two apart, that share a line which few of all pages have
	edgesKept       = 16  // pages whose edges are compared with the next piece
)

// pageOf lays a page out and splits off its header and footer: first and last lines that are also
// the highest and lowest.
func pageOf(number int, lines []line) pageText {
	page := pageText{Number: number}
	if number == 1 {
		page.Title = pageTitle(lines)
	}
	texts := layOut(lines)
	head, foot := edgesOf(lines)
	page.Text = strings.Join(texts[head:foot], "")
	for i, l := range lines {
		texts[i] = inCells(texts[i], l.far)
	}
	page.Head, page.Foot, page.Lines = texts[:head], texts[foot:], writtenLines(lines, texts)
	return page
}

// inCells replaces wide blanks by tabs, which separate a page number from words beside it.
func inCells(text string, wide []int) string {
	cells := []byte(text)
	for _, at := range wide {
		cells[at] = '\t'
	}
	return string(cells)
}

// edgesOf returns the number of lines in a page's header, and the index of its footer.
func edgesOf(lines []line) (head, foot int) {
	var heights []float64
	for _, l := range lines {
		heights = append(heights, l.y)
	}
	slices.Sort(heights)
	heights = slices.Compact(heights)
	n := len(heights)
	isEdge := func(l line) bool {
		return len(l.text) <= maxEdgeLine && (l.y <= heights[min(maxEdge, n)-1] || l.y >= heights[max(n-maxEdge, 0)])
	}
	for head < min(maxEdge, len(lines)) && isEdge(lines[head]) {
		head++
	}
	foot = len(lines)
	for foot > max(head, len(lines)-maxEdge) && isEdge(lines[foot-1]) {
		foot--
	}
	return head, foot
}

// withoutRepeats returns the text of the pages without the headers and footers they share, also
// with the pages before; they would interrupt sentences. A repeated line is kept once, a page
// number never. A page with nothing else is unchanged.
func withoutRepeats(before, pages []pageText) []kept {
	all := slices.Concat(before, pages)
	repeats := repeatsIn(all)
	seen := map[string]bool{}
	out := make([]kept, len(all))
	for i, p := range all {
		lines := p.linesOf()
		for j, part := range slices.Concat(p.Head, []string{p.Text}, p.Foot) {
			own := lines[:min(1, len(lines))]
			if j == len(p.Head) {
				own = lines[:max(len(lines)-len(p.Foot), 0)]
			}
			lines = lines[len(own):]
			if j == len(p.Head) || !repeats.has(p.Number, part, seen) {
				out[i].add(part, own)
			}
		}
		if out[i] = out[i].trimmed(); out[i].text == "" {
			out[i].add(p.whole(), p.linesOf())
			out[i] = out[i].trimmed()
		}
	}
	return out[len(before):]
}

// repeats are the lines that pages share, by key.
type repeats struct {
	on    map[string][]int // pages with the line
	pages int              // in total
	runs  map[string]bool  // keys of running page numbers
}

// has reports whether a line repeats one already seen, or counts pages, and marks it as seen.
func (r repeats) has(page int, line string, seen map[string]bool) bool {
	for _, key := range edgeKeys(page, line) {
		if (key.counts || seen[key.text]) && r.runs[key.text] && (r.isFrequent(key.text) || r.isNear(key.text, page)) {
			return true
		}
		seen[key.text] = true
	}
	return false
}

// isFrequent reports whether enough of all pages share a line.
func (r repeats) isFrequent(key string) bool {
	n := len(r.on[key])
	return n >= minEdgeRepeated && float64(n) >= edgeShare*float64(r.pages)
}

// isNear reports whether enough pages nearby share a line, on each or every other page, such as a
// chapter's title.
func (r repeats) isNear(key string, page int) bool {
	on := r.on[key]
	at, _ := slices.BinarySearch(on, page)
	first, last := at, at
	for first > 0 && on[first]-on[first-1] <= 2 {
		first--
	}
	for last+1 < len(on) && on[last+1]-on[last] <= 2 {
		last++
	}
	return last-first+1 >= minEdgeNear
}

// repeatsIn finds the headers and footers that pages share. A line with a page number must also be
// a running one: its number is apart from the words, or the words occur elsewhere without it.
// Otherwise it may be a heading such as "Lesson 3", on a page of its own.
func repeatsIn(pages []pageText) repeats {
	r := repeats{on: map[string][]int{}, pages: len(pages), runs: map[string]bool{}}
	if len(pages) < minEdgePages {
		return r
	}
	unnumbered := map[string]bool{plaintext.Letters(pages[0].Title): true}
	words := map[string]string{}
	for _, p := range pages {
		for _, line := range slices.Concat(p.Head, p.Foot) {
			unnumbered[plaintext.Letters(line)] = true
			for _, key := range edgeKeys(p.Number, line) {
				words[key.text], r.runs[key.text] = key.words, r.runs[key.text] || key.runs
				if on := r.on[key.text]; len(on) == 0 || on[len(on)-1] != p.Number {
					r.on[key.text] = append(on, p.Number)
				}
			}
		}
	}
	for key := range r.on {
		r.runs[key] = r.runs[key] || unnumbered[words[key]]
	}
	return r
}

// edgesOfLast returns the edges of the last pages, for comparison with the next piece.
func edgesOfLast(pages []pageText) (edges []memory.PageEdges) {
	for _, p := range pages[max(len(pages)-edgesKept, 0):] {
		edges = append(edges, memory.PageEdges{Page: p.Number, Head: p.Head, Foot: p.Foot})
	}
	return edges
}

// pagesOf returns pages with edges only.
func pagesOf(edges []memory.PageEdges) (pages []pageText) {
	for _, e := range edges {
		pages = append(pages, pageText{Number: e.Page, Head: e.Head, Foot: e.Foot})
	}
	return pages
}

// edgeKey identifies equal lines on different pages.
type edgeKey struct {
	text   string // the common text
	words  string // its letters without the page number
	counts bool   // it has a page number
	runs   bool   // the number is apart from the words, or there are no words
}

var (
	edgeNumber = regexp.MustCompile(`\d{1,6}`)
	edgeGap    = regexp.MustCompile(`[\t|•·]`)
	// pageWord matches words beside a page number that are no heading.
	pageWord = regexp.MustCompile(`^(?:p|pp|pg|pages?|pag|pagina|página|pág|s|seite|blatt|стр|страница|strona|sayfa|[第页頁共]+|of|von|de|sur|di|da|из|z)$`)
)

// edgeKeys returns the keys of a line: its text and, for each number in it, the text with that
// number relative to the page's.
func edgeKeys(page int, line string) []edgeKey {
	parts := edgeGap.Split(strings.TrimSpace(line), -1)
	line = strings.Join(strings.Fields(line), " ")
	if line == "" || len(line) > maxEdgeLine {
		return nil
	}
	keys := []edgeKey{{text: line, runs: true}}
	for _, at := range edgeNumber.FindAllStringIndex(line, maxEdgeNumbers) {
		before, number, after := line[:at[0]], line[at[0]:at[1]], line[at[1]:]
		n, _ := strconv.Atoi(number) // only digits
		keys = append(keys, edgeKey{
			text:   fmt.Sprintf("%s\x00%d\x00%s", before, n-page, after),
			words:  plaintext.Letters(before + after),
			counts: true,
			runs:   isFolio(parts[0], number) || isFolio(parts[len(parts)-1], number),
		})
	}
	return keys
}

// isFolio reports whether a part of a line is nothing but a page number.
func isFolio(part, number string) bool {
	between := func(r rune) bool { return !unicode.IsLetter(r) }
	for word := range strings.FieldsFuncSeq(strings.ToLower(part), between) {
		if !pageWord.MatchString(word) {
			return false
		}
	}
	return strings.Contains(part, number)
}
