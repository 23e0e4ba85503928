// Package text prepares text for retrieval: it folds, tokenises and stems words, and splits texts
// into sentences and passages. Its functions are pure, accept any bytes and never fail.
package text

import (
	"slices"

	"engram/internal/lang"
)

// Detect returns a text's language, Unknown if it is too short.
func Detect(s string) lang.Lang {
	if len(s) > detectBytes {
		s = s[:runeStart(s, detectBytes)]
	}
	return lang.Detect(appendWords(nil, s))
}

// detectBytes is enough text to detect a language.
const detectBytes = 96 * maxWord

// Words returns the folded words of a text, stop words included.
func Words(s string) []string {
	const most = 4 << 10 // bytes of a passage; longer texts grow the slice
	return appendWords(make([]string, 0, min(len(s), most)/5), s)
}

// Stems returns the stems of folded words, as stored in an index.
func Stems(words []string, in lang.Lang) []string {
	stems := slices.Clone(words)
	stemAll(stems, in)
	return stems
}

// Terms returns the stems of a text's words.
func Terms(s string, in lang.Lang) []string { return Stems(Words(s), in) }

// QueryTerm is a word that a question asks for.
type QueryTerm struct {
	Forms []string // stems in the question's language, then in the others; some may be equal
	Count int      // occurrences in the question
	// Overlaps means that it shares a character with the term before, as bigrams of one run do:
	// their proximity says nothing.
	Overlaps bool
}

// QueryTerms returns the distinct words of a question except stop words, up to limit. If there are
// only stop words they are kept, so that "the who" finds the band.
//
// langs are the languages of the searched texts, most frequent first. Words are stemmed in each,
// since a name has different stems in different texts. If the question's language is unclear the
// first is assumed.
func QueryTerms(s string, langs []lang.Lang, limit int) []QueryTerm {
	words := appendWords(nil, s)
	own := lang.Detect(words)
	if own == lang.Unknown && len(langs) > 0 {
		own = langs[0]
	}
	if own == lang.English {
		words = dropMeasures(words)
	}
	isStop := func(w string) bool { return own != lang.Unknown && own.IsStop(w) }
	if content := slices.DeleteFunc(slices.Clone(words), isStop); len(content) > 0 {
		words = content
	}
	return count(words, slices.Concat([]lang.Lang{own}, langs), limit)
}

// measures follow "how" when English asks for an amount: "how long". They are in no answer.
var measures = lang.Set(`big deep far fast heavy high large late long many much often old soon tall wide`)

func dropMeasures(words []string) []string {
	kept := make([]string, 0, len(words))
	for i, w := range words {
		if i == 0 || words[i-1] != "how" || !measures[w] {
			kept = append(kept, w)
		}
	}
	return kept
}

// count returns the first limit words with distinct stems.
func count(words []string, langs []lang.Lang, limit int) []QueryTerm {
	places := make(map[string]int, min(len(words), limit))
	var terms []QueryTerm
	before := ""
	for _, w := range words {
		first := stem(w, langs[0])
		if place, seen := places[first]; seen {
			terms[place].Count++
		} else if len(terms) < limit {
			places[first] = len(terms)
			terms = append(terms, QueryTerm{Forms: stems(w, langs), Count: 1, Overlaps: overlap(before, w)})
			before = w
		}
	}
	return terms
}

// stems returns a word's stem in each language.
func stems(word string, langs []lang.Lang) []string {
	all := make([]string, len(langs))
	for i, l := range langs {
		all[i] = stem(word, l)
	}
	return all
}
