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

// QueryTerms returns the distinct terms that a question asks for, in reading order: those of Terms without the stop words.
// A question of nothing but stop words keeps them, so that "the who" finds the band. The language is that of the question
// or, when that is too short to tell, fallback. Terms beyond limit are left out: a page of text, pasted in, is a question
// too.
func QueryTerms(s string, fallback Lang, limit int) []string {
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
	return distinct(words, limit)
}

// distinct returns the first limit different strings of all, in their order.
func distinct(all []string, limit int) []string {
	seen := make(map[string]bool, min(len(all), limit))
	var kept []string
	for _, s := range all {
		if len(kept) == limit {
			break
		}
		if !seen[s] {
			seen[s] = true
			kept = append(kept, s)
		}
	}
	return kept
}
