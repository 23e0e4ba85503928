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

	"engram/internal/lang"
)

// stemmers holds the stemmer of each language that has one: Snowball's, save for Polish, which it has none for in Go.
var stemmers = [lang.Count]func(word string, stopWordsToo bool) string{
	lang.English:   english.Stem,
	lang.Spanish:   spanish.Stem,
	lang.French:    french.Stem,
	lang.Swedish:   swedish.Stem,
	lang.Norwegian: norwegian.Stem,
	lang.Hungarian: hungarian.Stem,
	lang.Russian:   russian.Stem,

	lang.German:     by(german.Stem),
	lang.Italian:    by(italian.Stem),
	lang.Portuguese: by(portuguese.Stem),
	lang.Dutch:      by(dutch.Stem),

	lang.Polish:  stemPolish,
	lang.Turkish: stemTurkish,
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
func stem(word string, in lang.Lang) string {
	stemmer := stemmers[in]
	if stemmer == nil || len(word) < 3 || startsWithDigit(word) {
		return word
	}
	if s := stemmer(word, true); s != "" {
		return s
	}
	return word
}
