package text

import (
	"github.com/kljensen/snowball/english"
	"github.com/kljensen/snowball/french"
	"github.com/kljensen/snowball/hungarian"
	"github.com/kljensen/snowball/norwegian"
	"github.com/kljensen/snowball/russian"
	"github.com/kljensen/snowball/spanish"
	"github.com/kljensen/snowball/swedish"
)

// stemmers holds the Snowball stemmer of each language that has one.
var stemmers = [Langs]func(word string, stopWordsToo bool) string{
	English:   english.Stem,
	Spanish:   spanish.Stem,
	French:    french.Stem,
	Swedish:   swedish.Stem,
	Norwegian: norwegian.Stem,
	Hungarian: hungarian.Stem,
	Russian:   russian.Stem,
}

// stem reduces a folded word to its stem in the language; words with digits and unknown languages stay as they are.
func stem(word string, lang Lang) string {
	stemmer := stemmers[lang]
	if stemmer == nil || len(word) < 3 || startsWithDigit(word) {
		return word
	}
	if s := stemmer(word, true); s != "" {
		return s
	}
	return word
}
