package text

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/sentences"

	"engram/internal/lang"
)

// Sentence is a sentence of a text, as written, trimmed.
type Sentence struct {
	Text   string
	Offset int // in bytes
}

// Sentences splits a text into sentences. List items, headings and lines of verse are sentences;
// wrapped lines are joined.
func Sentences(s string) []Sentence {
	var cut []Sentence
	for _, p := range trimmed(s, sentenceSpans(s, span{0, len(s)})) {
		cut = append(cut, Sentence{Text: p.of(s), Offset: p.start})
	}
	return cut
}

// sentenceSpans splits a span by the Unicode rules, which end sentences at every newline and stop,
// and rejoins what they split too eagerly.
func sentenceSpans(s string, within span) []span {
	var spans []span
	it := sentences.FromString(within.of(s))
	for it.Next() {
		next := span{within.start + it.Start(), within.start + it.End()}
		if last := len(spans) - 1; last >= 0 && joined(spans[last].of(s), next.of(s)) {
			spans[last].end = next.end
			continue
		}
		spans = append(spans, next)
	}
	return spans
}

// joined reports whether two neighbouring Unicode sentences are one.
func joined(before, after string) bool {
	line := before[strings.LastIndexByte(strings.TrimRight(before, "\r\n"), '\n')+1:]
	body := strings.TrimRightFunc(line, unicode.IsSpace)
	if body == "" || strings.TrimSpace(after) == "" {
		return false
	}
	if strings.ContainsAny(line[len(body):], "\r\n\u0085\u2028\u2029") {
		return wrapped(body, after)
	}
	return marker.MatchString(body) || abbreviated(body)
}

// wrapWidth is the length in bytes from which on a line may be wrapped.
const wrapWidth = 40

// wrapped reports whether a line continues in the next: it is long, unfinished, and the next starts
// in lower case.
func wrapped(line, next string) bool {
	if len(line) < wrapWidth || strings.ContainsRune(".!?:;…。！？", lastRune(line)) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(next)
	return unicode.IsLower(first)
}

// marker matches only the marker of a list item: "12." or "b)".
var marker = regexp.MustCompile(`^\s*([0-9]{1,3}|[A-Za-z])[.)]$`)

// abbreviated reports whether the final stop of s belongs to an abbreviation or initial.
func abbreviated(s string) bool {
	s, found := strings.CutSuffix(s, ".")
	if !found {
		return false
	}
	word := s[strings.LastIndexFunc(s,
		func(r rune) bool { return unicode.IsSpace(r) || r == '(' || r == '"' })+1:]
	if r, size := utf8.DecodeRuneInString(word); size > 0 && size == len(word) {
		return unicode.IsUpper(r) && r != 'I'
	}
	return abbreviations[strings.ToLower(word)]
}

var abbreviations = lang.Set(`dr mr mrs ms prof st sr jr rev hon gen col capt lt sgt gov sen rep no nos vol fig figs eq ch sec pp
	vs cf e.g i.e approx ca dept est inc ltd co corp bros ave blvd rd mt ft jan feb mar apr jun jul aug sept sep oct nov dec
	u.s u.k ph.d al sra srta dra ud uds av mme mlle mm bzw z.b d.h nr str usw ggf`)

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}
