// Package text prepares written text for retrieval: it folds, tokenises and stems words, and cuts texts into sentences
// and passages. Everything in it is a pure function of its arguments, takes any bytes, and never fails.
package text

import "slices"

// Terms returns the terms of a text in reading order, as an index keeps them: folded, stemmed in lang, stop words included.
func Terms(s string, lang Lang) []string {
	words := appendWords(nil, s)
	stemAll(words, lang)
	return words
}

// QueryTerm is a term that a question asks for.
type QueryTerm struct {
	Text  string
	Count int // how often the question has it
}

// QueryTerms returns what a question asks for, in reading order: the terms of Terms without the stop words, each once.
// A question of nothing but stop words keeps them, so that "the who" finds the band. The language is that of the question
// or, when that is too short to tell, fallback. Terms beyond limit are left out: a page of text, pasted in, is a question
// too.
func QueryTerms(s string, fallback Lang, limit int) []QueryTerm {
	words := appendWords(nil, s)
	lang := detect(words)
	if lang == Unknown {
		lang = fallback
	}
	isStop := func(w string) bool { return stopWords[w].has(lang) }
	if content := slices.DeleteFunc(slices.Clone(words), isStop); len(content) > 0 {
		words = content
	}
	stemAll(words, lang)
	return count(words, limit)
}

// count returns the first limit different terms of all, in their order.
func count(all []string, limit int) []QueryTerm {
	places := make(map[string]int, min(len(all), limit))
	var terms []QueryTerm
	for _, s := range all {
		if place, seen := places[s]; seen {
			terms[place].Count++
		} else if len(terms) < limit {
			places[s] = len(terms)
			terms = append(terms, QueryTerm{Text: s, Count: 1})
		}
	}
	return terms
}
