package text

// Stop reports whether a folded word says nothing by itself in lang, or in any language where lang is Unknown.
func Stop(word string, lang Lang) bool {
	langs := stopWords[word]
	return langs.has(lang) || lang == Unknown && langs != 0
}
