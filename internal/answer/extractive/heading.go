package extractive

import (
	"regexp"
	"strings"

	"engram/internal/answer"
	"engram/internal/lang"
	"engram/internal/recall"
)

// headings are those over the sentence that is read: the title and that of its part.
type headings struct {
	title       string // bare; empty: no line is taken for it
	whole, part map[string]bool
}

// newHeadings begins to read a passage of so many sentences. A note that is its title and no more says it.
func newHeadings(hit recall.Hit, sentences int) *headings {
	h := &headings{title: bare(hit.Title)}
	if sentences == 1 && (hit.Kind == lang.Note || hit.Kind == lang.Any) {
		h.title = ""
	}
	return h
}

// add takes the next sentence, and reports whether it is a heading. One that equals the title is, unless it ends as a
// sentence, and one that leads on to the next.
func (h *headings) add(s answer.Sentence, last bool, lang lang.Lang) bool {
	line := bare(s.Text)
	switch titled := h.title != "" && line == h.title && !ended.MatchString(s.Text); {
	case titled:
		h.whole = terms(s.Text, lang)
	case s.Heading, s.Opens && fileName.MatchString(s.Text), leadsOn(s) && !last:
		h.part = terms(s.Text, lang)
	default:
		return false
	}
	return true
}

// terms are those of all that stand over the sentence.
func (h *headings) terms() map[string]bool {
	all := make(map[string]bool, len(h.whole)+len(h.part))
	for t := range h.whole {
		all[t] = true
	}
	for t := range h.part {
		all[t] = true
	}
	return all
}

var (
	ended    = regexp.MustCompile(`[.!?…。！？]$`)
	fileName = regexp.MustCompile(`(?i)^\S.{0,150}\.(?:pdf|docx?|xlsx?|pptx?|odt|txt|md|epub|jpe?g|png|heic|webp)$`)
)

// bare is a line as it is compared with a title: the ending of a file's name is no part of it.
func bare(s string) string {
	s = lang.Fold(strings.Trim(strings.Join(strings.Fields(s), " "), "*_`~:# "))
	return strings.TrimSuffix(s, ".pdf")
}
