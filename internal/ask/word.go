package ask

import (
	"maps"

	"engram/internal/lang"
)

// Folded words of the languages in which follow-ups are understood.

// clauses begin what an earlier "it" refers to; ordinals precede a "one" that refers back.
var (
	clauses  = lang.Set(`to that how if whether`)
	ordinals = lang.Set(`the this that which first second third other another last next`)
)

// Of all languages: periods after "this", forms of "to be", and words without content, kinds of
// memories among them.
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

// By language: conjunctions begin a continuation, pronouns usually refer back.
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
