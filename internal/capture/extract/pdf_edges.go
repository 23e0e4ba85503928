package extract

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	maxEdge         = 3   // lines of a page's head or foot that may be those of other pages
	maxEdgeLine     = 200 // bytes of such a line
	maxEdgeNumbers  = 4   // in such a line
	minEdgePages    = 4   // of a document: in a shorter one, equal lines may be chance
	minEdgeRepeated = 3   // pages that have to share a line
	edgeShare       = 0.4 // of the pages have to: left and right pages often differ
)

// pageOf lays a page out, and tells its first and last lines apart where they are also its highest or lowest.
func pageOf(number int, lines []line) pageText {
	page := pageText{Number: number}
	if number == 1 {
		page.Title = pageTitle(lines)
	}
	texts := layOut(lines)
	head, foot := edgesOf(lines)
	page.Head, page.Foot = texts[:head], texts[foot:]
	page.Text = strings.Join(texts[head:foot], "")
	return page
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

// withoutRepeats gives the text of each page without the lines at its head and foot that many pages share: they would
// otherwise stand in the middle of sentences. A line that is the same each time stays where it is first; one that counts
// the pages stays nowhere. A page that has nothing else keeps all.
func withoutRepeats(pages []pageText) []string {
	repeated := repeatedLines(pages)
	seen := map[string]bool{}
	out := make([]string, len(pages))
	for i, p := range pages {
		var text strings.Builder
		for j, part := range slices.Concat(p.Head, []string{p.Text}, p.Foot) {
			if j == len(p.Head) || !isRepeat(p.Number, part, repeated, seen) {
				text.WriteString(part)
			}
		}
		if out[i] = strings.TrimSpace(text.String()); out[i] == "" {
			out[i] = strings.TrimSpace(p.whole())
		}
	}
	return out
}

// isRepeat reports whether a line of a page repeats one that was seen, or counts the pages, and marks it as seen.
func isRepeat(page int, line string, repeated, seen map[string]bool) bool {
	for i, key := range edgeKeys(page, line) {
		if repeated[key] && (i > 0 || seen[key]) {
			return true
		}
		seen[key] = true
	}
	return false
}

// repeatedLines are the keys of lines that enough pages share.
func repeatedLines(pages []pageText) map[string]bool {
	if len(pages) < minEdgePages {
		return nil
	}
	count, on := map[string]int{}, map[string]int{} // pages that have a line, and the last of them
	for _, p := range pages {
		for _, line := range slices.Concat(p.Head, p.Foot) {
			for _, key := range edgeKeys(p.Number, line) {
				if on[key] != p.Number {
					on[key] = p.Number
					count[key]++
				}
			}
		}
	}
	repeated := map[string]bool{}
	for key, n := range count {
		repeated[key] = n >= minEdgeRepeated && float64(n) >= edgeShare*float64(len(pages))
	}
	return repeated
}

var edgeNumber = regexp.MustCompile(`\d{1,6}`)

// edgeKeys are what a line has in common with those that say the same on other pages: its text and, for each number in it,
// the text with that number as a distance from the page's.
func edgeKeys(page int, line string) []string {
	line = strings.Join(strings.Fields(line), " ")
	if line == "" || len(line) > maxEdgeLine {
		return nil
	}
	keys := []string{line}
	for _, at := range edgeNumber.FindAllStringIndex(line, maxEdgeNumbers) {
		n, _ := strconv.Atoi(line[at[0]:at[1]]) // of digits
		keys = append(keys, fmt.Sprintf("%s\x00%d\x00%s", line[:at[0]], n-page, line[at[1]:]))
	}
	return keys
}
