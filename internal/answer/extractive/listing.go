package extractive

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"engram/internal/answer"
	"engram/internal/document"
	"engram/internal/lang"
	"engram/internal/recall"
)

// mostNamed is the number of memories that a listing names by default.
const mostNamed = 5

// list says how many memories there are and names the newest, each with its first words.
func list(l answer.Listing, matches []recall.Match) answer.Answer {
	if len(matches) == 0 {
		return answer.Answer{Blocks: document.Document{document.Say(saved(l, nothing(l.Kind)) + ".")}}
	}
	a := answer.Answer{Kind: answer.Listed}
	var names []document.Document
	for i, m := range matches[:min(len(matches), cmp.Or(l.Count, mostNamed))] {
		first := m.Passages[0]
		names = append(names, document.Document{answer.Named(first, i)})
		a.Citations = append(a.Citations, answer.Cite(i+1, first.Passage, opening(first.Passage)))
	}
	a.Blocks = document.Document{document.Say(heading(l, len(names))), {Kind: document.List, Items: names}}
	return a
}

// saved says what was saved, and when.
func saved(l answer.Listing, what string) string {
	said := "You saved " + what
	if l.Not == "video" { // "what did I read" excludes videos
		said += " to read"
	}
	if l.Site != "" {
		said += " from " + l.Site
	}
	if l.When != "" {
		said += " " + l.When
	}
	if l.Filter != "" {
		said += " matching " + l.Filter
	}
	return said
}

// heading introduces the list. More may be named than were counted, if one was saved meanwhile.
func heading(l answer.Listing, names int) string {
	total := max(l.Total, names)
	said := saved(l, strconv.Itoa(total)+" "+noun(l.Kind, total))
	switch names {
	case total:
		return said + ":"
	case 1:
		return said + ". The newest:"
	}
	return said + ". The newest " + strconv.Itoa(names) + ":"
}

// noun returns the noun for n memories of a kind.
func noun(kind string, n int) string {
	if n == 1 {
		return lang.KindNames[kind].One
	}
	return lang.KindNames[kind].Many
}

func nothing(kind string) string {
	if kind == "" {
		return "nothing"
	}
	return "no " + noun(kind, 0)
}

// opening returns the first sentence of a passage that says more than the title, cut at a whole
// word.
func opening(p recall.Passage) string {
	said := answer.Plain(p.Text)
	all := answer.Sentences(p.Text, maxWords)
	if len(all) == 0 {
		return strings.TrimSpace(p.Text) // only punctuation
	}
	first := all[0]
	if len(all) > 1 && (first.Heading || first.Text == strings.TrimSpace(p.Title)) {
		first = all[1]
	}
	start := strings.Index(said, first.Text)
	end := start + len(first.Text)
	if rest := strings.IndexFunc(said[end:], unicode.IsSpace); rest >= 0 {
		return said[start : end+rest]
	}
	return said[start:]
}
