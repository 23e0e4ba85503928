package tweet

import (
	"regexp"
	"slices"
	"strings"

	"engram/internal/capture"
	"engram/internal/document"
)

// profiles begins the addresses of the names that a tweet mentions.
const profiles = "https://x.com/"

var (
	mention = regexp.MustCompile(`@[A-Za-z0-9_]{1,15}\b`)
	opened  = regexp.MustCompile(`^https?://[^\s<>]+$`)
)

// section returns a tweet with its author in bold, and its addresses and mentions as links.
func (t *tweet) section(how string) capture.Section {
	s := capture.Section{Text: t.fullText(how)}
	s.Blocks = document.FromText(s.Text)
	if len(s.Blocks) == 0 {
		return s
	}
	first := &s.Blocks[0]
	who, said := how+t.author(), first.Spans[0].Text
	rest, ok := strings.CutPrefix(said, who)
	if !ok {
		return s
	}
	first.Spans = []document.Span{{Text: who, Bold: true}}
	targets := t.targets(rest)
	for at := 0; at < len(rest); {
		end, address := len(rest), ""
		for _, l := range targets {
			if l.from >= at {
				if end = l.from; l.from == at {
					end, address = l.to, l.address
				}
				break
			}
		}
		first.Spans = document.Join(first.Spans, document.Span{Text: rest[at:end], Link: address})
		at = end
	}
	return s
}

// target is a range of a text that leads to an address.
type target struct {
	from, to int
	address  string
}

// targets returns the links in a text, in order and apart from each other.
func (t *tweet) targets(text string) (all []target) {
	at := 0
	for _, l := range t.links([]rune(t.Text)) {
		found := strings.Index(text[at:], l.Display)
		if l.Display == "" || found < 0 || !opened.MatchString(l.Expanded) {
			continue
		}
		at += found + len(l.Display)
		all = append(all, target{at - len(l.Display), at, l.Expanded})
	}
	for _, m := range mention.FindAllStringIndex(text, -1) {
		inLink := slices.ContainsFunc(all, func(l target) bool { return m[0] < l.to && m[1] > l.from })
		if !inLink && (m[0] == 0 || !strings.ContainsRune("_.@/", rune(text[m[0]-1]))) {
			all = append(all, target{m[0], m[1], profiles + text[m[0]+1:m[1]]})
		}
	}
	slices.SortFunc(all, func(a, b target) int { return a.from - b.from })
	return all
}

// quoted returns a section as a quotation.
func quoted(s capture.Section) capture.Section {
	if len(s.Blocks) > 0 {
		s.Blocks = document.Document{{Kind: document.Quote, Blocks: s.Blocks}}
	}
	return s
}
