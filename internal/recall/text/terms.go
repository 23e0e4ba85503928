// Package text prepares written text for retrieval: it folds, tokenises and stems words, and cuts texts into sentences
// and passages. Everything in it is a pure function of its arguments, takes any bytes, and never fails.
package text

import (
	"slices"

	"engram/internal/lang"
)

// Detect tells the language of a text, Unknown when there is too little to go by.
func Detect(s string) lang.Lang {
	if len(s) > detectBytes {
		s = s[:runeStart(s, detectBytes)]
	}
	return lang.Detect(appendWords(nil, s))
}

// detectBytes hold as many words as tell a language.
const detectBytes = 96 * maxWord

// Words returns the words of a text in reading order, folded, stop words included.
func Words(s string) []string {
	const most = 4 << 10 // of a passage's bytes; of longer texts the rest is found room for
	return appendWords(make([]string, 0, min(len(s), most)/5), s)
}

// Stems returns the stems of folded words in a language: the terms that an index keeps.
func Stems(words []string, in lang.Lang) []string {
	stems := slices.Clone(words)
	stemAll(stems, in)
	return stems
}

// Terms returns the terms of a text in reading order: the stems of its words.
func Terms(s string, in lang.Lang) []string { return Stems(Words(s), in) }

// QueryTerm is a word that a question asks for.
type QueryTerm struct {
	Forms []string // its stems: in the question's language, then in the others, in their order; some may be equal
	Count int      // how often the question has it
	// Overlaps says that it shares a character with the term before it, as the pairs of characters of one run do: that
	// they stand side by side is how they were made, and says nothing.
	Overlaps bool
}

// QueryTerms returns what a question asks for, in reading order: its words without the stop words, each once. A question
// of nothing but stop words keeps them, so that "the who" finds the band. Words beyond limit are left out: a page of
// text, pasted in, is a question too.
//
// langs are the languages of the texts to be found, the commonest first. A name is stemmed in each, since Fontana in a
// Spanish text is another term than in an English question. The question's own language is the first where its words
// do not tell.
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

// measures are what English asks an amount with: "how long", "how many". After "how" they say what sort of answer is
// wanted, and stand in none.
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

// count returns the first limit words of different stems, in their order.
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

// stems returns the stem of a word in each of the languages.
func stems(word string, langs []lang.Lang) []string {
	all := make([]string, len(langs))
	for i, l := range langs {
		all[i] = stem(word, l)
	}
	return all
}
