package ask

import (
	"maps"

	"engram/internal/lang"
)

// The words of the languages that follow-ups are read in, folded.

// clauses open what an "it" before them stands for; ordinals come before a "one" that points back.
var (
	clauses  = lang.Set(`to that how if whether`)
	ordinals = lang.Set(`the this that which first second third other another last next`)
)

// Of all languages together: periods that "this" may stand before, forms of "to be", and words that are about nothing by
// themselves, what a saved thing is called among them.
var (
	periods = ofAll(func(f lang.Follow) string { return f.Periods })
	copulas = ofAll(func(f lang.Follow) string { return f.Copulas })
	vague   = func() map[string]bool {
		all := ofAll(func(f lang.Follow) string { return f.Vague })
		for _, n := range lang.English.Words().Nouns {
			if !n.OfSite {
				maps.Copy(all, lang.Set(n.One+" "+n.Many))
			}
		}
		return all
	}()
)

// conjunctions open a question that goes on, pronouns stand for something that was named before, mostly; by language.
var (
	conjunctions = byLang(func(f lang.Follow) string { return f.And })
	pronouns     = byLang(func(f lang.Follow) string { return f.Pronouns })
)

func ofAll(list func(lang.Follow) string) map[string]bool {
	all := map[string]bool{}
	for _, words := range byLang(list) {
		maps.Copy(all, words)
	}
	return all
}

func byLang(list func(lang.Follow) string) (all [lang.Count]map[string]bool) {
	for _, l := range lang.All() {
		all[l] = lang.Set(list(l.Words().Follow))
	}
	return all
}
