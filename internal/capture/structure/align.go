package structure

import (
	"slices"
	"strings"

	"engram/internal/document"
)

// Of returns the structure of a text that was taken from the page, in the order of the page or
// nearly. Each leaf's Source is its range in the text. What is not found on the page, or stands
// elsewhere, is a paragraph.
func (o Outline) Of(text string) document.Document {
	page, taken := linesOf(o.text), linesOf(text)
	pairs := extended(heaviest(pairsOf(taken, page)), taken, page)
	found := make([]match, 0, len(pairs))
	for _, p := range pairs {
		found = append(found, match{text: taken[p.text].at, page: page[p.page].at, length: len(taken[p.text].words)})
	}
	found = filled(found, taken, squeezed(o.text))
	o.parts = beside(o.parts, found)
	return o.weave(text, found)
}

// line is a line of a text without white space, and the place where it begins.
type line struct {
	words string
	at    int
}

func linesOf(text string) (all []line) {
	at := 0
	for s := range strings.SplitSeq(text, "\n") {
		if s = squeezed(s); s != "" {
			all = append(all, line{s, at})
			at += len(s)
		}
	}
	return all
}

// pair says that a line of the text is one of the page.
type pair struct{ text, page int }

const maxAlike = 8 // lines of the page that one of the text is compared with

// pairsOf returns the lines of the page that each line of the text may be, the last one first.
// Lines that stand everywhere are none.
func pairsOf(text, page []line) (all []weighed) {
	where := map[string][]int{}
	for i, l := range page {
		if at := where[l.words]; len(at) <= maxAlike {
			where[l.words] = append(at, i)
		}
	}
	for i, l := range text {
		at := where[l.words]
		if len(at) > maxAlike {
			continue
		}
		for _, j := range slices.Backward(at) {
			all = append(all, weighed{pair: pair{i, j}, weight: len(l.words)})
		}
	}
	return all
}

// weighed is a pair that may be part of a sequence, by the weight of the heaviest that ends in it.
type weighed struct {
	pair
	weight int
	before int // the pair before in that sequence, counted from 1
}

// heaviest returns the pairs with the most text that follow each other in the text and the page.
func heaviest(all []weighed) (best []pair) {
	width := 0
	for _, p := range all {
		width = max(width, p.page+1)
	}
	ends := make([]int, width+1) // a Fenwick tree of the best pair up to a line of the page
	last := 0
	weightOf := func(i int) int {
		if i == 0 {
			return 0
		}
		return all[i-1].weight
	}
	for i := range all {
		p := &all[i]
		for j := p.page; j > 0; j -= j & -j {
			if weightOf(ends[j]) > weightOf(p.before) {
				p.before = ends[j]
			}
		}
		p.weight += weightOf(p.before)
		for j := p.page + 1; j <= width; j += j & -j {
			if p.weight > weightOf(ends[j]) {
				ends[j] = i + 1
			}
		}
		if p.weight > weightOf(last) {
			last = i + 1
		}
	}
	for ; last > 0; last = all[last-1].before {
		best = append(best, all[last-1].pair)
	}
	slices.Reverse(best)
	return best
}

// extended adds the equal lines that follow or precede a pair.
func extended(pairs []pair, text, page []line) []pair {
	return grown(grown(pairs, text, page, 1), text, page, -1)
}

// grown adds the equal lines in one direction from each pair up to the next.
func grown(pairs []pair, text, page []line, step int) (all []pair) {
	if step < 0 {
		pairs = slices.Clone(pairs)
		slices.Reverse(pairs)
	}
	for i, p := range pairs {
		end := pair{len(text), len(page)}
		if step < 0 {
			end = pair{-1, -1}
		}
		if i+1 < len(pairs) {
			end = pairs[i+1]
		}
		all = append(all, p)
		for p.text, p.page = p.text+step, p.page+step; p.text*step < end.text*step && p.page*step < end.page*step; {
			if text[p.text].words != page[p.page].words {
				break
			}
			all = append(all, p)
			p.text, p.page = p.text+step, p.page+step
		}
	}
	if step < 0 {
		slices.Reverse(all)
	}
	return all
}

const (
	minFound   = 8        // bytes of a line that is searched within lines
	maxScanned = 64 << 20 // bytes of the page that are searched so
)

// filled adds the lines of the text that are parts of lines of the page or span several, between
// the matches around them.
func filled(matches []match, taken []line, page string) (all []match) {
	left, scanned := 0, 0 // place up to which the page is matched, and what was searched
	for _, l := range taken {
		end := len(page)
		if len(matches) > 0 {
			end = matches[0].page
		}
		switch {
		case len(matches) > 0 && matches[0].text == l.at:
			left = end + matches[0].length
			all, matches = append(all, matches[0]), matches[1:]
		case len(l.words) >= minFound && scanned <= maxScanned:
			scanned += end - left
			if i := strings.Index(page[left:end], l.words); i >= 0 {
				all = append(all, match{text: l.at, page: left + i, length: len(l.words)})
				left += i + len(l.words)
			}
		}
	}
	return all
}
