package extractive

import (
	"regexp"
	"strings"

	"engram/internal/answer"
	"engram/internal/lang"
	"engram/internal/recall"
)

// headings are those above the current sentence: the title and the section's.
type headings struct {
	title       string // bare; empty: no line equals it
	whole, part map[string]bool
}

// newHeadings starts a passage. A note that consists of its title is not a heading.
func newHeadings(hit recall.Hit, sentences int) *headings {
	h := &headings{title: bare(hit.Title)}
	if sentences == 1 && (hit.Kind == lang.Note || hit.Kind == lang.Any) {
		h.title = ""
	}
	return h
}

// add advances to the next sentence and reports whether it is a heading: also if it equals the
// title or leads on to the next.
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

// terms returns the terms of all headings above the sentence.
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

// bare normalises a line for comparison with a title, without a file extension.
func bare(s string) string {
	s = lang.Fold(strings.Trim(strings.Join(strings.Fields(s), " "), "*_`~:# "))
	return strings.TrimSuffix(s, ".pdf")
}
