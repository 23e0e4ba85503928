package answer

import (
	"slices"
	"strings"

	"engram/internal/recall"
)

// Audit says of an answer's text what must hold whatever wrote it. It is for those who measure answers.
type Audit struct {
	Numbers   int `json:"numbers"`   // [n] in the text
	Valid     int `json:"valid"`     // of them, those of a match that is cited
	Sentences int `json:"sentences"` // that state something
	Marked    int `json:"marked"`    // of them, those that hold [?] outside code, or cite matches in which every number that they state stands
}

// Audit reads the answer to a question with these matches, code aside.
func (a Answer) Audit(matches []recall.Match) (found Audit) {
	c := newChecker(gather(matches, chosen(matches, 0, func(passage) int { return 0 })))
	for _, l := range linesOf(a.Markdown) {
		if l.kind == coded {
			continue
		}
		a.numbers(withoutSpans(l.text), matches, &found)
		if l.kind == plain {
			c.audit(l.text[len(leader.FindString(l.text)):], &found)
		}
	}
	return found
}

// numbers counts those that a text cites.
func (a Answer) numbers(s string, matches []recall.Match, found *Audit) {
	for _, n := range cited(s) {
		found.Numbers++
		if slices.ContainsFunc(a.Citations, func(c Citation) bool {
			return c.N == n && n >= 1 && n <= len(matches) && c.MemoryID == matches[n-1].MemoryID
		}) {
			found.Valid++
		}
	}
}

// audit counts the sentences of a line.
func (c *checker) audit(line string, found *Audit) {
	for _, s := range sentencesOf(line) {
		said := claimOf(s, c.langs)
		if !said.states(s) {
			continue
		}
		found.Sentences++
		bare := withoutSpans(s)
		if own := c.of(cited(bare)); strings.Contains(bare, unsupported) || len(own) > 0 && said.counted(own...) {
			found.Marked++
		}
	}
}
