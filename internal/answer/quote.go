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

// Sentence is a sentence of a saved text, without markdown.
type Sentence struct {
	Text    string
	Heading bool // says nothing by itself about what is under it
	Listed  bool // starts a list item or is a table row: unrelated to the sentence before
	Code    bool
	Opens   bool // starts a line
	Close   bool // no blank stands between it and the sentence before, as in Chinese
}

// Sentences returns the sentences of a passage. Longer ones than words, usually tables, are split.
func Sentences(passage string, words int) []Sentence {
	var all []Sentence
	add := func(s Sentence) {
		for i, piece := range pieces(s.Text, words) {
			if strings.ContainsFunc(piece, isWordRune) {
				next := s
				next.Text, next.Opens, next.Close = piece, s.Opens && i == 0, s.Close && i == 0
				all = append(all, next)
			}
		}
	}
	lines := savedLines(passage)
	for i := 0; i < len(lines); i++ {
		l := lines[i]
		switch l.kind {
		case blank:
		case heading, tableRow, code:
			add(Sentence{Text: strings.TrimSpace(l.text), Heading: l.kind == heading,
				Listed: l.kind == tableRow, Code: l.kind == code, Opens: true})
		default:
			block := l.text
			for i+1 < len(lines) && lines[i+1].kind == prose {
				i++
				block += "\n" + lines[i].text
			}
			inLine := func(r rune) bool { return r != '\n' && unicode.IsSpace(r) }
			for n, s := range text.Sentences(block) {
				before := strings.TrimRightFunc(block[:s.Offset], inLine)
				opens := before == "" || strings.HasSuffix(before, "\n")
				add(Sentence{Text: s.Text, Listed: l.kind == item && n == 0, Opens: opens,
					Close: !opens && len(before) == s.Offset})
			}
		}
	}
	return all
}

// statements returns the sentences that are not headings, or all if there are only headings.
func statements(passage string, words int) []Sentence {
	all := Sentences(passage, words)
	heads := func(s Sentence) bool { return s.Heading }
	if said := slices.DeleteFunc(slices.Clone(all), heads); len(said) > 0 {
		return said
	}
	return all
}

// pieces splits a sentence with too many words.
func pieces(s string, most int) (all []string) {
	if len(strings.Fields(s)) <= most { // usual case
		return []string{s}
	}
	for part := range slices.Chunk(word.FindAllStringIndex(s, -1), most) {
		all = append(all, s[part[0][0]:part[len(part)-1][1]])
	}
	return all
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
