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
	maxEdge         = 3   // lines of a page's head or foot that may be those of other pages
	maxEdgeLine     = 200 // bytes of such a line
	maxEdgeNumbers  = 4   // in such a line
	minEdgePages    = 4   // of a document: in a shorter one, equal lines may be chance
	minEdgeRepeated = 3   // pages that have to share a line
	edgeShare       = 0.4 // of the pages have to: left and right pages often differ
	minEdgeNear     = 4   // pages, one or two apart, that have to share a line where few of all do
	edgesKept       = 16  // pages whose edges a piece leaves for the next
)

// pageOf lays a page out, and tells its first and last lines apart where they are also its highest or lowest.
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
	page.Head, page.Foot = texts[:head], texts[foot:]
	return page
}

// inCells is a line with tabs for its wide blanks, which part the number of a page from words beside it.
func inCells(text string, wide []int) string {
	cells := []byte(text)
	for _, at := range wide {
		cells[at] = '\t'
	}
	return string(cells)
}

// edgesOf gives how many lines the head of a page has, and where its foot begins.
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

// withoutRepeats gives the text of each page without the lines at its head and foot that many pages share, those before
// included: they would otherwise stand in the middle of sentences. A line that is the same each time stays where it is first;
// one that counts the pages stays nowhere. A page that has nothing else keeps all.
func withoutRepeats(before, pages []pageText) []string {
	all := slices.Concat(before, pages)
	repeats := repeatsIn(all)
	seen := map[string]bool{}
	out := make([]string, len(all))
	for i, p := range all {
		var text strings.Builder
		for j, part := range slices.Concat(p.Head, []string{p.Text}, p.Foot) {
			if j == len(p.Head) || !repeats.has(p.Number, part, seen) {
				text.WriteString(part)
			}
		}
		if out[i] = strings.TrimSpace(text.String()); out[i] == "" {
			out[i] = strings.TrimSpace(p.whole())
		}
	}
	return out[len(before):]
}

// repeats are the lines that pages share, by their keys.
type repeats struct {
	on    map[string][]int // numbers of the pages that have a line
	pages int              // in all
	runs  map[string]bool  // the line is one that runs along with the pages
}

// has reports whether a line of a page repeats one that was seen, or counts the pages, and marks it as seen.
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

// isNear reports whether a line of a page stands on enough pages around it, on each or on every other, as the name of a
// chapter does.
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

// repeatsIn finds what the heads and feet of pages share. A line that counts the pages has to be one that runs along with
// them, too: with a number that stands apart, or with words that stand elsewhere without any. Otherwise it may be the heading
// of a lesson, each on a page of its own.
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

// edgesOfLast are those of the last pages, which the next piece of a reading is compared with.
func edgesOfLast(pages []pageText) (edges []memory.PageEdges) {
	for _, p := range pages[max(len(pages)-edgesKept, 0):] {
		edges = append(edges, memory.PageEdges{Page: p.Number, Head: p.Head, Foot: p.Foot})
	}
	return edges
}

// pagesOf are pages of which only the edges are known.
func pagesOf(edges []memory.PageEdges) (pages []pageText) {
	for _, e := range edges {
		pages = append(pages, pageText{Number: e.Page, Head: e.Head, Foot: e.Foot})
	}
	return pages
}

// edgeKey is what a line has in common with those that say the same on other pages.
type edgeKey struct {
	text   string // equal for all of them
	words  string // letters of the line without the number that counts the pages
	counts bool   // there is such a number
	runs   bool   // it stands apart from the words, or there is none
}

var (
	edgeNumber = regexp.MustCompile(`\d{1,6}`)
	edgeGap    = regexp.MustCompile(`[\t|•·]`)
	// pageWord is what stands beside the number of a page in place of a heading.
	pageWord = regexp.MustCompile(`^(?:p|pp|pg|pages?|pag|pagina|página|pág|s|seite|blatt|стр|страница|strona|sayfa|[第页頁共]+|of|von|de|sur|di|da|из|z)$`)
)

// edgeKeys are those of a line: its text and, for each number in it, the text with that number as a distance from the
// page's.
func edgeKeys(page int, line string) []edgeKey {
	parts := edgeGap.Split(strings.TrimSpace(line), -1)
	line = strings.Join(strings.Fields(line), " ")
	if line == "" || len(line) > maxEdgeLine {
		return nil
	}
	keys := []edgeKey{{text: line, runs: true}}
	for _, at := range edgeNumber.FindAllStringIndex(line, maxEdgeNumbers) {
		before, number, after := line[:at[0]], line[at[0]:at[1]], line[at[1]:]
		n, _ := strconv.Atoi(number) // of digits
		keys = append(keys, edgeKey{
			text:   fmt.Sprintf("%s\x00%d\x00%s", before, n-page, after),
			words:  plaintext.Letters(before + after),
			counts: true,
			runs:   isFolio(parts[0], number) || isFolio(parts[len(parts)-1], number),
		})
	}
	return keys
}

// isFolio reports whether a part of a line holds a number and says nothing but that it counts the pages.
func isFolio(part, number string) bool {
	between := func(r rune) bool { return !unicode.IsLetter(r) }
	for word := range strings.FieldsFuncSeq(strings.ToLower(part), between) {
		if !pageWord.MatchString(word) {
			return false
		}
	}
	return strings.Contains(part, number)
}
