package question

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/lang"
)

// word is a word of a sentence.
type word struct {
	form   string // folded
	start  int    // byte offsets in the sentence
	end    int
	closes bool // the clause ends after it
}

// sentence is a question in words.
type sentence struct {
	text  string
	words []word
}

// at returns the folded word i, empty if there is none.
func (s sentence) at(i int) string {
	if i < 0 || i >= len(s.words) {
		return ""
	}
	return s.words[i].form
}

// next returns the word after i in the same clause, empty at its end.
func (s sentence) next(i int) string {
	if i < 0 || i >= len(s.words) || s.words[i].closes {
		return ""
	}
	return s.at(i + 1)
}

// opens reports whether word i begins a clause.
func (s sentence) opens(i int) bool { return i == 0 || s.words[i-1].closes }

// last reports whether word i is the last.
func (s sentence) last(i int) bool { return i == len(s.words)-1 }

// quote returns words i to j-1 as they were written.
func (s sentence) quote(i, j int) string { return s.text[s.words[i].start:s.words[j-1].end] }

// maxForm is the bytes of a word that are examined: the words that matter are short.
const maxForm = 32

// split returns the first n words. Hyphens and apostrophes between letters belong to the word:
// "note-taking" is not a note.
func split(s string, n int) []word {
	var words []word
	for i := 0; i < len(s) && len(words) < n; {
		size := wordAt(s[i:])
		if size == 0 {
			r, width := utf8.DecodeRuneInString(s[i:])
			if len(words) > 0 && closesClause(r) {
				words[len(words)-1].closes = true
			}
			i += width
			continue
		}
		words = append(words, word{form: fold(s[i : i+size]), start: i, end: i + size})
		i += size
	}
	if len(words) > 0 {
		words[len(words)-1].closes = true
	}
	return words
}

// wordAt returns the length in bytes of the word at the start of s, else 0.
func wordAt(s string) int {
	end := 0
	for i, r := range s {
		switch {
		case unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark):
			end = i + utf8.RuneLen(r)
		case i == 0 || end < i || !strings.ContainsRune("'’-", r): // leading, doubled or not a letter
			return end
		}
	}
	return end
}

func fold(w string) string {
	if len(w) > maxForm {
		return ""
	}
	return lang.Fold(strings.ReplaceAll(w, "’", "'"))
}

// closesClause reports whether r ends a clause. A hyphen on its own is a dash.
func closesClause(r rune) bool { return strings.ContainsRune(",.;:?!()–—-…\n", r) }

// set is a set of words.
type set = map[string]bool
