package text

import (
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/portuguese"
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

	German:     by(german.Stem),
	Italian:    by(italian.Stem),
	Portuguese: by(portuguese.Stem),
	Dutch:      by(dutch.Stem),
}

// by fits a stemmer of the other library to the signature of the first.
func by(stem func(*snowballstem.Env) bool) func(string, bool) string {
	return func(word string, _ bool) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
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
