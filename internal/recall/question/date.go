package question

import (
	"slices"
	"time"

	"engram/internal/lang"
	"engram/internal/recall/question/calendar"
)

// proof is how much a question must tell of saving before a time in it is taken for that of saving.
type proof int

const (
	none   proof = iota // "last week", "three days ago": people say so of what they did
	past                // "in June": something was, or was done then: not "what to sow in June"
	recall              // "on 5 May", "in March 2025": so exact is the date of a fact, unless the question speaks of the saved thing
	saving              // "in 2024": the saving itself is spoken of
)

// period is a stretch of time that words of the question name.
type period struct {
	calendar.Span
	words int
	alone bool // it needs no "in", "on" or "from" before it
	needs proof
	of    func(year int) calendar.Span // that of another year; nil: there is none
	week  bool                         // it comes again every week
	prep  string                       // "in", "on": what stands before it in English; empty: nothing
	name  string                       // in English, where the words are not, or say more than is meant
}

// What may stand before a period.
var (
	within = lang.Set("in on at from during over within through throughout around")
	until  = lang.Set("before until till")
	from   = lang.Set("since after")
)

// dates returns the time of saving that the sentence asks for, zero without bounds. ofKind tells that it names the kind
// of a saved thing.
func (s sentence) dates(c calendar.Calendar, ofKind bool) (since, before time.Time, quoted string) {
	given := s.proofs(ofKind)
	for i := range s.words {
		p, bound, skip, ok := s.bounded(c, i)
		if until[bound] || bound == "after" {
			p.needs = max(p.needs, recall) // else "before March" is the time of what is asked about
		}
		about := bound == "on" && (p.prep == "in" || nouns[s.at(i-1)].kind != "") // "on the summer of 2003", "notes on Easter"
		if !ok || about || !given.enough(p.needs, i) || skip == 0 && !p.alone {
			continue
		}
		found := p.from(bound)
		if found.Since.After(c.Today) {
			continue
		}
		return found.Since, found.Until, s.quote(i, i+skip+p.words)
	}
	return s.datesAbroad(c, ofKind)
}

// datesAbroad returns the time of saving that the sentence asks for in another language than English.
func (s sentence) datesAbroad(c calendar.Calendar, ofKind bool) (since, before time.Time, quoted string) {
	for _, v := range vocabularies {
		if !s.has(v.times.hints) {
			continue
		}
		given := v.proofs(s, ofKind)
		for i := range s.words {
			p, bound, skip, ok := v.time(s, c, i)
			if !ok || !p.alone && bound == "" || v.times.articlesOnly(s, bound, i) {
				continue
			}
			if p.Until.After(c.Today) && p.Days() == 1 {
				p.needs = saving // "what is on today"
			}
			if v.times.homonyms[s.at(i)] {
				p.needs = max(p.needs, recall)
			}
			found := p.from(bound)
			if given.enough(p.needs, i) && !found.Since.After(c.Today) {
				return found.Since, found.Until, s.quote(i, i+skip+p.words)
			}
		}
	}
	return since, before, ""
}

// articlesOnly reports whether a month stands behind an article alone: "el mayo" is no time.
func (t *times) articlesOnly(s sentence, bound string, i int) bool {
	return bound == "from" && !t.from[s.at(i-1)]
}

func (s sentence) has(any set) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return any[w.form] })
}

// bounded reads the period from word i, with the word before it that says how it bounds the saving.
func (s sentence) bounded(c calendar.Calendar, i int) (p period, bound string, skip int, ok bool) {
	if p, ok = s.stretch(c, i); ok {
		return p, between, 0, true
	}
	bound, skip = s.bound(i)
	p, ok = s.period(c, i+skip)
	return p, bound, skip, ok
}

// between is the bound of a period that names both its ends.
const between = "between"

// bound returns the word that says how the period that follows bounds the saving, and how many words it takes.
func (s sentence) bound(i int) (w string, skip int) {
	w = s.at(i)
	if s.words[i].closes || !within[w] && !until[w] && !from[w] {
		return "", 0
	}
	return w, 1
}

// from returns the time that the period and the word before it ask for.
func (p period) from(bound string) calendar.Span {
	switch {
	case bound == "before":
		return calendar.Span{Until: p.Since}
	case until[bound]:
		return calendar.Span{Until: p.Until}
	case bound == "after":
		return calendar.Span{Since: p.Until}
	case from[bound]:
		return calendar.Span{Since: p.Since}
	case bound == "around" && !p.alone && p.Days() <= calendar.LongestMonth:
		return p.Widened(aroundDays)
	}
	return p.Span
}

const aroundDays = 7 // "around Christmas": before and behind it

// period reads what the words from i name.
func (s sentence) period(c calendar.Calendar, i int) (period, bool) {
	if i >= len(s.words) {
		return period{}, false
	}
	for _, read := range []func(calendar.Calendar, int) (period, bool){
		s.near, s.loose, s.weekOf, s.partOf, s.relative, s.counted, s.ago, s.digits, s.dayOfMonth, s.ordinal, s.monthOfYear,
		s.quarter, s.holiday, s.seasonOfYear, s.weekend, s.plain,
	} {
		if p, ok := read(c, i); ok {
			return p, true
		}
	}
	return period{}, false
}

// article counts the word "the" at i.
func (s sentence) article(i int) int {
	if s.at(i) == "the" && s.next(i) != "" {
		return 1
	}
	return 0
}

// startingBefore goes back to the latest such period that begins before t.
func (p period) startingBefore(t time.Time) period {
	for n := 0; !p.Since.Before(t) && n < maxYears; n++ {
		switch {
		case p.of != nil:
			p.Span = p.of(p.Since.Year() - 1)
		case p.week:
			p.Span = calendar.Span{Since: p.Since.AddDate(0, 0, -7), Until: p.Until.AddDate(0, 0, -7)}
		}
	}
	return p
}
