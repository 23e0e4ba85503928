// Package lang holds everything that Engram knows of languages: one file of words for each.
package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lang is a language that Engram tells apart. The numbers stand in indexes: new ones go at the end.
type Lang uint8

// The languages. Unknown has no words.
const (
	Unknown Lang = iota
	English
	Spanish
	French
	German
	Italian
	Portuguese
	Dutch
	Swedish
	Norwegian
	Hungarian
	Russian
	Polish
	Turkish
	Count // how many there are
)

var languages = [Count]*Words{
	{}, &english, &spanish, &french, &german, &italian, &portuguese, &dutch, &swedish, &norwegian, &hungarian, &russian, &polish, &turkish,
}

// All returns the languages that are told apart.
func All() (all []Lang) {
	for l := English; l < Count; l++ {
		all = append(all, l)
	}
	return all
}

// Words returns what is known of the language.
func (l Lang) Words() *Words { return languages[l] }

// String returns the tag of the language, such as "en".
func (l Lang) String() string { return languages[l].Tag }

// detectWords is how many words are read to tell a language: enough for a passage, cheap for a book.
const detectWords = 96

// Detect tells the language of folded words by their script and by stop words, Unknown when there is too little to go by.
// Every stop word counts one point for each language that has it, save single letters, which are initials as often; the most
// points win, and English, the most frequent, wins a draw.
func Detect(words []string) Lang {
	var points [Count]int
	for _, w := range words[:min(len(words), detectWords)] {
		if r, _ := utf8.DecodeRuneInString(w); unicode.Is(unicode.Cyrillic, r) {
			points[Russian] += 2
		}
		if len(w) == 1 {
			continue
		}
		langs := stopWords[w]
		for l := English; langs != 0 && l < Count; l++ {
			if langs.has(l) {
				points[l]++
			}
		}
	}
	best := Unknown
	for l, p := range points {
		if p > points[best] {
			best = Lang(l)
		}
	}
	return best
}

// IsStop reports whether a folded word says nothing by itself in the language, or in any where that is Unknown.
func (l Lang) IsStop(word string) bool {
	langs := stopWords[word]
	return langs.has(l) || l == Unknown && langs != 0
}

// langSet is a set of languages, one bit for each.
type langSet uint16

func (s langSet) has(l Lang) bool { return s&(1<<l) != 0 }

// stopWords maps a folded word to the languages in which it says nothing by itself.
var stopWords = func() map[string]langSet {
	m := make(map[string]langSet)
	for l, words := range languages {
		for w := range Set(words.Stop) {
			m[w] |= 1 << l
		}
	}
	return m
}()

// Set returns the words of a list, folded.
func Set(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[Fold(w)] = true
	}
	return m
}
