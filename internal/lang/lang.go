// Package lang holds the words of every language that Engram knows, one file per language.
package lang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lang is a language. The numbers are stored in indexes: add new ones at the end.
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
	Count // number of languages
)

var languages = [Count]*Words{
	{}, &english, &spanish, &french, &german, &italian, &portuguese, &dutch, &swedish, &norwegian, &hungarian, &russian, &polish, &turkish,
}

// All returns all languages.
func All() (all []Lang) {
	for l := English; l < Count; l++ {
		all = append(all, l)
	}
	return all
}

// Words returns the language's words.
func (l Lang) Words() *Words { return languages[l] }

// String returns the BCP 47 tag, such as "en".
func (l Lang) String() string { return languages[l].Tag }

// detectWords is the number of words that Detect examines: enough for a passage.
const detectWords = 96

// Detect returns the language of folded words by script and stop words, Unknown if they are too
// few. Each stop word except single letters counts a point for its languages; English wins ties.
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

// IsStop reports whether a folded word is a stop word of the language, or of any if that is
// Unknown.
func (l Lang) IsStop(word string) bool {
	langs := stopWords[word]
	return langs.has(l) || l == Unknown && langs != 0
}

// langSet is a bit set of languages.
type langSet uint32

const _ = 32 - Count // does not compile once there are more languages than bits

func (s langSet) has(l Lang) bool { return s&(1<<l) != 0 }

// stopWords maps a folded word to the languages in which it is a stop word.
var stopWords = func() map[string]langSet {
	m := make(map[string]langSet)
	for l, words := range languages {
		for w := range Set(words.Stop) {
			m[w] |= 1 << l
		}
	}
	return m
}()

// Set returns the folded words of a list.
func Set(list string) map[string]bool {
	m := make(map[string]bool)
	for w := range strings.FieldsSeq(list) {
		m[Fold(w)] = true
	}
	return m
}
