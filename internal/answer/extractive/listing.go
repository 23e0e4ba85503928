package extractive

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"engram/internal/answer"
	"engram/internal/answer/document"
	"engram/internal/lang"
	"engram/internal/recall"
)

// mostNamed is how many memories a listing names that asks for no number of them.
const mostNamed = 5

// list says how many memories there are and names the newest, each with how it begins.
func list(l answer.Listing, matches []recall.Match) answer.Answer {
	if len(matches) == 0 {
		return answer.Answer{Blocks: document.Document{document.Say(told(l, nothing(l.Kind)) + ".")}}
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

// told says what was saved, and when.
func told(l answer.Listing, what string) string {
	said := "You saved " + what
	if l.Not == "video" {
		said += " to read"
	}
	if l.Site != "" {
		said += " from " + l.Site
	}
	if l.When != "" {
		said += " " + l.When
	}
	return said
}

// heading stands over so many names. More may be named than there were when they were counted.
func heading(l answer.Listing, names int) string {
	total := max(l.Total, names)
	said := told(l, strconv.Itoa(total)+" "+noun(l.Kind, total))
	switch names {
	case total:
		return said + ":"
	case 1:
		return said + ". The newest:"
	}
	return said + ". The newest " + strconv.Itoa(names) + ":"
}

// noun returns what n memories of a kind are called.
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

// opening is the first sentence of a passage that tells more than its title, where there is one. Its last word is whole even
// where that is an address.
func opening(p recall.Passage) string {
	said := answer.Plain(p.Text)
	all := answer.Sentences(p.Text, maxWords)
	if len(all) == 0 {
		return strings.TrimSpace(p.Text) // signs alone
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
