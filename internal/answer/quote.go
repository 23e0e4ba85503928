package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"engram/internal/recall/text"
)

// maxQuoted is the most words of a sentence that is quoted whole.
const maxQuoted = 45

var word = regexp.MustCompile(`\S+`)

// Sentence is one of a saved text that says anything, without the marks of markdown.
type Sentence struct {
	Text    string
	Heading bool // it stands over others, and alone says nothing of what is under it
	Listed  bool // it begins an item of a list or is a row of a table: what stands before it is another
	Code    bool
	Opens   bool // it begins a line
}

// Sentences returns the sentences of a passage. One of more words than these, which is a table or a list without stops, comes
// in pieces.
func Sentences(passage string, words int) []Sentence {
	var all []Sentence
	add := func(s Sentence) {
		for i, piece := range pieces(s.Text, words) {
			if strings.ContainsFunc(piece, isWordRune) {
				next := s
				next.Text, next.Opens = piece, s.Opens && i == 0
				all = append(all, next)
			}
		}
	}
	lines := savedLines(passage)
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		switch l.sort {
		case silent:
		case titling, row, code:
			add(Sentence{Text: strings.TrimSpace(l.text), Heading: l.sort == titling, Listed: l.sort == row, Code: l.sort == code, Opens: true})
		default:
			block := l.text
			for i+1 < len(lines) && lines[i+1].sort == told {
				i++
				block += "\n" + lines[i].text
			}
			for n, s := range text.Sentences(block) {
				before := strings.TrimRight(block[:s.Offset], " \t")
				add(Sentence{Text: s.Text, Listed: l.sort == entry && n == 0, Opens: before == "" || strings.HasSuffix(before, "\n")})
			}
		}
	}
	return all
}

// saying are the sentences of a passage that are no headings; all where there is nothing else.
func saying(passage string, words int) []Sentence {
	all := Sentences(passage, words)
	heads := func(s Sentence) bool { return s.Heading }
	if said := slices.DeleteFunc(slices.Clone(all), heads); len(said) > 0 {
		return said
	}
	return all
}

// pieces cuts a sentence of too many words into several.
func pieces(s string, most int) (all []string) {
	if blanks(s) < most { // most sentences, which so need no search for their words
		return []string{s}
	}
	for part := range slices.Chunk(word.FindAllStringIndex(s, -1), most) {
		all = append(all, s[part[0][0]:part[len(part)-1][1]])
	}
	return all
}

// blanks counts the bytes that words end at.
func blanks(s string) (n int) {
	for i := range len(s) {
		if s[i] <= ' ' {
			n++
		}
	}
	return n
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
