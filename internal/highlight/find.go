package highlight

import (
	"strings"
	"unicode/utf8"
)

// maxMatches bounds how many places with the same words are compared.
const maxMatches = 10_000

// words are words to find, with what is known of their place.
type words struct {
	quote          string
	near           Position // of several places the nearest is taken
	prefix, suffix string   // around them; empty: unknown
}

// find returns the place of the words: with the same characters, else with the same letters. White
// space is ignored. Of several places it returns the one with the most of the context, of those the
// nearest.
func (t *Text) find(w words) (Range, bool) {
	for _, keep := range []kept{visible, letters} {
		if key := keyOf(w.quote, keep); key != "" {
			if r, found := t.by(keep).find(key, w); found {
				return t.widened(r, w.quote, keep), true
			}
		}
	}
	return Range{}, false
}

func (x *index) find(key string, w words) (best Range, found bool) {
	prefix, suffix := keyOf(w.prefix, x.keep), keyOf(w.suffix, x.keep)
	cutBefore, cutBehind := cuts(w.prefix, w.quote), cuts(w.quote, w.suffix)
	start, last := cursor{index: x}, cursor{index: x}
	near, context, distance := x.byteOf(w.near), -1, 0
	for from, n := 0, 0; n < maxMatches; n++ {
		i := strings.Index(x.key[from:], key)
		if i < 0 {
			break
		}
		i += from
		end := i + len(key)
		_, size := utf8.DecodeRuneInString(x.key[i:])
		from = i + size
		same := commonSuffix(x.key[:i], prefix) + commonPrefix(x.key[end:], suffix)
		away := max(i-near, near-i)
		if same < context || same == context && away >= distance {
			continue
		}
		start.forward(i)
		last.forward(end - 1)
		// Words are not found within a word, unless they were in one.
		if (cutBefore || !start.cutsBefore()) && (cutBehind || !last.cutsBehind()) {
			best, found, context, distance = Range{start.position(), last.next()}, true, same, away
		}
	}
	return best, found
}

// cuts reports whether one word goes on from before to after.
func cuts(before, after string) bool {
	last, _ := utf8.DecodeLastRuneInString(before)
	first, _ := utf8.DecodeRuneInString(after)
	return joins(last, first)
}

// widened returns the range with the characters around it that the comparison ignored and the quote
// has, such as quotation marks.
func (t *Text) widened(r Range, quote string, keep kept) Range {
	ignored := func(c rune) bool { return !keep.keeps(c) }
	kept := strings.TrimLeftFunc(quote, ignored)
	lead, tail := quote[:len(quote)-len(kept)], kept[len(strings.TrimRightFunc(kept, ignored)):]
	lead, tail = strings.TrimSpace(lead), strings.TrimSpace(tail)
	if n := utf8.RuneCountInString(lead); t.before(r.Start, n) == lead && r.Start.Offset >= n {
		r.Start.Offset -= n
	}
	if n := utf8.RuneCountInString(tail); t.after(r.End, n) == tail {
		r.End.Offset += n
	}
	return r
}

func commonPrefix(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonSuffix(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// says reports whether a range of the document holds these words, white space aside.
func (t *Text) says(r Range, quote string) bool {
	key := keyOf(quote, visible)
	return key != "" && t.holds(r) && keyOf(t.between(r), visible) == key
}
