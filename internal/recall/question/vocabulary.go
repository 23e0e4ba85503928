package question

import (
	"engram/internal/lang"
	"engram/internal/recall/question/grammar"
)

// vocabulary is a language's words for listings, as lookup tables.
type vocabulary struct {
	lang     lang.Lang
	signs    map[string]grammar.Sign // by word
	verbs    map[string]string       // verbs that apply to one kind only, with it
	singular map[string]string       // nouns for a kind, with it; empty: any memory
	plural   map[string]string       // the same in the plural
	my       set                     // nouns that include "my"
	vague    map[string]bool         // nouns for anything; true: plural
	numbers  map[string]int
	ones     set // forms of "one"
	and      set
	bare     bool // a plural alone lists memories
	times    *times
	subject  *subjectWords
}

// vocabularies are tried in order, English first: a question is in one language.
var vocabularies = func() (all []*vocabulary) {
	for l := lang.English; l < lang.Count; l++ {
		if w := l.Words(); w.Listing.What != "" {
			all = append(all, newVocabulary(l, w))
		}
	}
	return all
}()

var english = vocabularies[0]

// readable stands for every kind that is read: all but videos.
const readable = "readable"

func newVocabulary(l lang.Lang, w *lang.Words) *vocabulary {
	v := &vocabulary{
		lang: l, signs: signsOf(w.Listing), verbs: map[string]string{}, singular: map[string]string{}, plural: map[string]string{}, my: set{},
		vague: map[string]bool{}, numbers: w.Numerals(), ones: set{}, and: lang.Set(w.Follow.And), bare: w.Listing.PluralAsks,
		times: newTimes(l, w), subject: newSubjectWords(w),
	}
	for word, n := range v.numbers {
		if n == 1 {
			v.ones[word] = true
			delete(v.numbers, word)
		}
	}
	for kind, verbs := range map[string]string{
		lang.Video: w.Listing.Doing.Watch, lang.Note: w.Listing.Doing.Write, lang.Document: w.Listing.Doing.Upload, readable: w.Listing.Doing.Read,
	} {
		for verb := range lang.Set(verbs) {
			v.verbs[verb] = kind
		}
	}
	for _, n := range w.Nouns {
		if !n.OfSite {
			v.add(n)
		}
	}
	for word := range lang.Set(w.Listing.Thing) {
		v.vague[word] = false
	}
	for word := range lang.Set(w.Listing.Things) {
		v.vague[word] = true
	}
	return v
}

func (v *vocabulary) add(n lang.Noun) {
	for word := range lang.Set(n.One) {
		v.singular[word] = n.Kind
	}
	for word := range lang.Set(n.Many) {
		v.plural[word] = n.Kind
	}
	for word := range lang.Set(n.My) {
		v.plural[word], v.my[word] = n.Kind, true
	}
	for word := range lang.Set(n.MyOne) {
		v.singular[word], v.my[word] = n.Kind, true
	}
}

// signsOf returns the sign of each word, the first of several.
func signsOf(w lang.Listing) map[string]grammar.Sign {
	all := map[string]grammar.Sign{}
	for _, of := range []struct {
		list string
		sign grammar.Sign
	}{
		{w.What, grammar.Ask}, {w.Show, grammar.Show}, {w.Saved, grammar.Saved}, {w.Kept, grammar.Kept}, {w.Read, grammar.Used}, {w.Mine, grammar.Mine}, {w.Newest, grammar.Newest}, {w.Last, grammar.Last}, {w.All, grammar.Everything},
		{w.Some, grammar.Some}, {w.Those, grammar.Those}, {w.Helpers, grammar.Helper}, {w.Have, grammar.Having}, {w.Exists, grammar.IsThere}, {w.Articles, grammar.Article}, {w.From, grammar.Article},
		{w.Filler, grammar.Nothing}, {w.Most, grammar.Most},
	} {
		for word := range lang.Set(of.list) {
			if all[word] == grammar.Unknown {
				all[word] = of.sign
			}
		}
	}
	return all
}
