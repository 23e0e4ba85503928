package question

import (
	"strings"

	"engram/internal/lang"
)

// vocabulary is the words of a language that ask for memories without a subject, folded.
type vocabulary struct {
	asks    set               // for something, and not whether it is so nor how much
	shows   set               // tell somebody to bring it
	helpers set               // verbs that help others, and the persons that stand at them
	having  set               // helpers that say by themselves that the person has something
	exists  set               // says, with others, that there is something
	saves   set               // what was done to a memory; in English the order of words tells it
	kept    set               // the same, as a property of the memory
	used    set               // read and the like, as a property
	verbs   map[string]string // what is done to one kind alone, with it
	all     set
	some    set
	links   set // articles, and what may stand before a time
	those   set // at what was spoken of
	mine    set
	newest  set
	lasts   set
	most    set // before these
	fill    set // says nothing
	and     set
	numbers map[string]int
	one     map[string]string // nouns of a kind in the singular, with it; empty: any memory
	many    map[string]string // in the plural
	vague   map[string]bool   // nouns of anything in the world: in the plural true
	days    map[string]foreignTime
	within  set // stands before a month, a weekday or a holiday, beside links

	agoBefore, agoAfter string            // "vor" and "fa"; empty: there is none
	stretches           map[string]string // "zwischen", with the word before its other end
	months              map[string]int    // from 1
	week                map[string]int    // weekdays, Monday is 1 and Sunday 7
	times               map[string]string // phrases, each with the English that is read for it
	units               map[string]unit
	ones                set  // "a" before one of these
	bare                bool // a plural by itself asks for memories: "videos"
}

// inOrder numbers names from 1, each with its spellings: "март/марте апрель/апреле".
func inOrder(names string) map[string]int {
	all := make(map[string]int)
	for i, name := range strings.Fields(names) {
		for spelling := range strings.SplitSeq(name, "/") {
			all[lang.Fold(spelling)] = i + 1
		}
	}
	return all
}

// readable is the kind of what is read: all but videos.
const readable = "readable"

// kinds are the nouns of each kind.
type kinds map[string]string

func (k kinds) byNoun() map[string]string {
	all := make(map[string]string)
	for kind, nouns := range k {
		for w := range words(nouns) {
			all[w] = kind
		}
	}
	return all
}

// vague are nouns for one thing and for several that may be anything in the world.
func vague(one, many string) map[string]bool {
	all := make(map[string]bool)
	for w := range words(one) {
		all[w] = false
	}
	for w := range words(many) {
		all[w] = true
	}
	return all
}

// daysOf are the names of today, yesterday and the day before, so far as they are one word, each with its spellings.
func daysOf(names ...string) map[string]foreignTime {
	all := make(map[string]foreignTime)
	for ago, spellings := range names {
		for name := range words(spellings) {
			all[name] = foreignTime{ago, day}
		}
	}
	return all
}

// unitsOf are the names of a day, a week, a month and a year.
func unitsOf(names ...string) map[string]unit {
	all := make(map[string]unit)
	for i, list := range names {
		for name := range words(list) {
			all[name] = unit(i)
		}
	}
	return all
}

// phrasesOf takes lines of a phrase and its English, the phrase folded.
func phrasesOf(lines string) map[string]string {
	all := make(map[string]string)
	for line := range strings.SplitSeq(lines, "\n") {
		phrase, english, _ := strings.Cut(line, " = ")
		all[lang.Fold(phrase)] = english
	}
	return all
}

// counts are the names of the numbers from two, each with its spellings.
func counts(names ...string) map[string]int {
	all := make(map[string]int)
	for i, name := range names {
		for spelling := range strings.SplitSeq(name, "/") {
			all[lang.Fold(spelling)] = i + 2
		}
	}
	return all
}

// vocabularies are tried one by one: a question is in one language.
var vocabularies = []vocabulary{english, spanish, german, french, italian, portuguese, dutch, russian}
