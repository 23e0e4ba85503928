package question

import (
	"engram/internal/lang"
	"engram/internal/recall/question/grammar"
)

// vocabulary is the words of a language by which memories are asked for without a subject, made ready to be looked up.
type vocabulary struct {
	lang    lang.Lang
	signs   map[string]grammar.Sign // what a word says by itself
	verbs   map[string]string       // what is done to one kind alone, with it
	one     map[string]string       // nouns of a kind in the singular, with it; empty: any memory
	many    map[string]string       // in the plural
	my      set                     // nouns that say "my" as well
	vague   map[string]bool         // nouns of anything in the world: in the plural true
	numbers map[string]int
	ones    set // forms of "one"
	and     set
	bare    bool // a plural by itself asks for memories
	times   *times
	subject *subjectWords
}

// vocabularies are tried one by one: a question is in one language. English is the first.
var vocabularies = func() (all []*vocabulary) {
	for l := lang.English; l < lang.Count; l++ {
		if w := l.Words(); w.Listing.What != "" {
			all = append(all, newVocabulary(l, w))
		}
	}
	return all
}()

var english = vocabularies[0]

// readable is the kind of what is read: all but videos.
const readable = "readable"

func newVocabulary(l lang.Lang, w *lang.Words) *vocabulary {
	v := &vocabulary{
		lang: l, signs: signsOf(w.Listing), verbs: map[string]string{}, one: map[string]string{}, many: map[string]string{}, my: set{},
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
		v.one[word] = n.Kind
	}
	for word := range lang.Set(n.Many) {
		v.many[word] = n.Kind
	}
	for word := range lang.Set(n.My) {
		v.many[word], v.my[word] = n.Kind, true
	}
	for word := range lang.Set(n.MyOne) {
		v.one[word], v.my[word] = n.Kind, true
	}
}

// signsOf tells what each word says by itself. A word that says several things says the first of these.
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
