package question

import (
	"slices"
	"time"

	"engram/internal/lang"
	"engram/internal/recall/question/calendar"
)

// dateEvidence says how strongly a question must refer to saving before a date in it filters on
// CreatedAt.
type dateEvidence int

const (
	none   dateEvidence = iota // "last week", "three days ago": people say this of what they did
	past                       // "in June": if the question speaks of the past; not "what to sow in June"
	recall                     // "on 5 May", "in March 2025": also dates of facts, so the question must speak of a saved thing
	saving                     // "in 2024": the question must speak of saving
)

// period is a span of time named by words of the question.
type period struct {
	calendar.Span
	words int
	alone bool // needs no "in", "on" or "from" before it
	needs dateEvidence
	of    func(year int) calendar.Span // the same period of another year; nil: none
	week  bool                         // recurs every week
	prep  string                       // English preposition, "in" or "on"; empty: none
	name  string                       // English name, if the words differ from it
}

// The prepositions that may come before a period.
var (
	within = lang.Set("in on at from during over within through throughout around")
	until  = lang.Set("before until till")
	from   = lang.Set("since after")
)

// dates returns when the memory was saved according to the sentence, zero for no bound, and the
// words that say so. ofKind means that the sentence names a kind of memory.
func (s sentence) dates(c calendar.Calendar, ofKind bool) (since, before time.Time, quoted string) {
	evidence := s.evidence(ofKind)
	for i := range s.words {
		p, bound, skip, ok := s.bounded(c, i)
		if until[bound] || bound == "after" {
			p.needs = max(p.needs, recall) // else "before March" is about the subject
		}
		about := bound == "on" && (p.prep == "in" || nouns[s.at(i-1)].kind != "") // "on the summer of 2003", "notes on Easter"
		if !ok || about || !evidence.suffices(p.needs, i) || skip == 0 && !p.alone {
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

// datesAbroad is dates for languages other than English.
func (s sentence) datesAbroad(c calendar.Calendar, ofKind bool) (since, before time.Time, quoted string) {
	for _, v := range vocabularies {
		if !s.has(v.times.hints) {
			continue
		}
		evidence := v.evidence(s, ofKind)
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
			if evidence.suffices(p.needs, i) && !found.Since.After(c.Today) {
				return found.Since, found.Until, s.quote(i, i+skip+p.words)
			}
		}
	}
	return since, before, ""
}

// articlesOnly reports whether only an article precedes a month: "el mayo" is not a time.
func (t *times) articlesOnly(s sentence, bound string, i int) bool {
	return bound == "from" && !t.from[s.at(i-1)]
}

func (s sentence) has(any set) bool {
	return slices.ContainsFunc(s.words, func(w word) bool { return any[w.form] })
}

// bounded reads the period at word i with the preposition before it.
func (s sentence) bounded(c calendar.Calendar, i int) (p period, bound string, skip int, ok bool) {
	if p, ok = s.interval(c, i); ok {
		return p, between, 0, true
	}
	bound, skip = s.bound(i)
	p, ok = s.period(c, i+skip)
	return p, bound, skip, ok
}

// between is the bound of a period with both ends named.
const between = "between"

// bound returns the preposition at word i and how many words it takes.
func (s sentence) bound(i int) (w string, skip int) {
	w = s.at(i)
	if s.words[i].closes || !within[w] && !until[w] && !from[w] {
		return "", 0
	}
	return w, 1
}

// from returns the span that the period and its preposition ask for.
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

const aroundDays = 7 // of "around Christmas", on either side

// period reads the period named by the words from i.
func (s sentence) period(c calendar.Calendar, i int) (period, bool) {
	if i >= len(s.words) {
		return period{}, false
	}
	for _, read := range []func(calendar.Calendar, int) (period, bool){
		s.nearDay, s.loose, s.weekOf, s.partOf, s.relative, s.counted, s.ago, s.digits,
		s.dayOfMonth, s.ordinal, s.monthOfYear,
		s.quarter, s.holiday, s.seasonOfYear, s.weekend, s.plain,
	} {
		if p, ok := read(c, i); ok {
			return p, true
		}
	}
	return period{}, false
}

// article returns 1 if word i is "the", else 0.
func (s sentence) article(i int) int {
	if s.at(i) == "the" && s.next(i) != "" {
		return 1
	}
	return 0
}

// startingBefore moves a recurring period back until it begins before t.
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
