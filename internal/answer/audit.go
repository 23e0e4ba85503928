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
	Marked    int `json:"marked"`    // of them, those that end in [?] or cite matches in which every number that they state stands
}

// Audit reads the answer to a question with these matches, code aside.
func (a Answer) Audit(matches []recall.Match) (found Audit) {
	c := newChecker(gather(matches, chosen(matches, 0, func(passage) int { return 0 })))
	var b blocks
	for line := range strings.SplitSeq(a.Markdown, "\n") {
		if b.code(line) {
			continue
		}
		for _, r := range runs(line, b.row(line)) {
			if !r.code {
				a.numbers(r.text, matches, &found)
			}
		}
		if !b.row(line) && !heading.MatchString(line) {
			c.audit(line[len(leader.FindString(line)):], &found)
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
		if own := c.of(cited(s)); strings.Contains(s, unsupported) || len(own) > 0 && said.counted(own...) {
			found.Marked++
		}
	}
}
