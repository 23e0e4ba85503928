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

// stemmers are the stemmers by language: Snowball's, and ours for Polish, which Snowball lacks in
// Go.
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

// by adapts a stemmer of the second Snowball library.
func by(stem func(*snowballstem.Env) bool) func(string, bool) string {
	return func(word string, _ bool) string {
		env := snowballstem.NewEnv(word)
		stem(env)
		return env.Current()
	}
}

// stem stems a folded word. Words with digits and unknown languages are unchanged.
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
