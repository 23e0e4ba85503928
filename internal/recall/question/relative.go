package question

import (
	"strings"

	"engram/internal/lang"
	"engram/internal/recall/question/calendar"
)

// nearDay reads today and yesterday and their parts, which stand for the whole day.
func (s sentence) nearDay(c calendar.Calendar, i int) (period, bool) {
	switch w := s.at(i); {
	case w == "the" && s.next(i) == "day" && s.next(i+1) == "before" && s.next(i+2) == "yesterday":
		return period{Span: c.Back(2, calendar.Day), words: 4, alone: true}, true
	case w == "the" && s.next(i+1) == "before" && s.next(i+2) == "last" && calendar.Units[s.next(i)] != calendar.Day:
		return period{Span: c.Back(2, calendar.Units[s.next(i)]), words: 4, alone: true}, true
	case w == "yesterday":
		// At the start of a question, "yesterday" may begin a title.
		return period{Span: c.Back(1, calendar.Day), words: s.withPart(i), alone: i > 0 || person[s.at(1)], needs: none, name: "yesterday"}, true
	case w == "today":
		return period{Span: c.Back(0, calendar.Day), words: 1, alone: true, needs: saving}, true
	case w == "this" && partsOfDay[s.next(i)]:
		return period{Span: c.Back(0, calendar.Day), words: 2, alone: true, needs: past, name: "today"}, true // else it may be in the future
	case w == "last" && s.next(i) == "night":
		return period{Span: c.LastNight(), words: 2, alone: true}, true
	case w == "tonight":
		return period{Span: c.Back(0, calendar.Day), words: 1, alone: true, needs: saving, name: "today"}, true
	case w == "earlier" && (s.next(i) == "this" || s.next(i) == "today"):
		p, ok := s.period(c, i+1)
		p.words, p.needs = p.words+1, min(p.needs, past)
		return p, ok
	}
	return period{}, false
}

var partsOfDay = lang.Set("morning afternoon evening")

// withPart counts the words of "yesterday" or "yesterday morning".
func (s sentence) withPart(i int) int {
	if partsOfDay[s.next(i)] {
		return 2
	}
	return 1
}

// relative reads "last month", "this year", "the last week", "last spring", "last Tuesday".
func (s sentence) relative(c calendar.Calendar, i int) (period, bool) {
	w, name := s.at(i), s.next(i)
	if w == "the" && (name == "last" || name == "past") {
		return s.rolling(c, i, 2, 1)
	}
	if w == "past" {
		return s.rolling(c, i, 1, 1)
	}
	if w != "last" && w != "this" || s.next(i+1) == "of" {
		return period{}, false
	}
	p := period{words: 2, alone: true}
	u, isUnit := calendar.Units[name]
	yearly, isYearly := calendar.YearlyOf(name)
	if days, n := s.holidayAt(i + 1); n > 0 && !s.words[i].closes && s.standsAlone(i+n) {
		yearly, isYearly, p.words, p.needs = func(y int) calendar.Span { return days(y, c.Place) },
			true, n+1, past
	}
	weekday, isWeekday := calendar.Weekdays[name]
	switch {
	case isUnit && u != calendar.Day && u != calendar.Hour:
		p.Span = c.Back(lastOne(w), u)
		if u == calendar.Year {
			p.needs = recall // else it is the subject's year: "this year's allowance"
		}
	case isYearly && w == "last":
		p.Span = c.Ended(yearly)
	case isYearly:
		if p.Span = yearly(c.Today.Year()); p.Since.After(c.Today) {
			p.Span = yearly(c.Today.Year() - 1)
			if !p.Until.After(c.Today) {
				return period{}, false // still to come: "this winter" in November
			}
		}
	case isWeekday && w == "last":
		p.Span = c.Weekday(weekday)
	case name == "weekend" && w == "last":
		p.Span = c.Weekend()
	case name == "weekend":
		p.Span, p.needs = c.BegunWeekend(), past
	case name == "quarter":
		p.Span, p.needs = c.Quarter(lastOne(w)), past
	default:
		return period{}, false
	}
	if name == "may" && w == "this" { // "what this may cost"
		p.needs = recall
	}
	return p, true
}

func lastOne(w string) int {
	if w == "last" {
		return 1
	}
	return 0
}

// counted reads "last 10 days", "the past three weeks", "the last couple of months".
func (s sentence) counted(c calendar.Calendar, i int) (period, bool) {
	j := i + s.article(i)
	if w := s.at(j); w != "last" && w != "past" || s.words[j].closes {
		return period{}, false
	}
	_, n, words := s.amount(j + 1)
	if words == 0 {
		return period{}, false
	}
	return s.rolling(c, i, j-i+1+words, n)
}

// rolling reads the unit after skip words and returns the last n units up to today.
func (s sentence) rolling(c calendar.Calendar, i, skip, n int) (period, bool) {
	u, ok := calendar.Units[s.next(i+skip-1)]
	if !ok || u == calendar.Year && n > maxYears || n > maxCount {
		return period{}, false
	}
	prep := "in"
	if s.at(i) != "the" {
		prep = "in the"
	}
	return period{Span: c.Past(n, u), words: skip + 1, needs: needOf(u), prep: prep}, true
}

// hedges may precede a time ago without changing it.
var hedges = lang.Set("about around roughly exactly almost nearly over")

// ago reads "three weeks ago", and "a few weeks ago" as two to six.
func (s sentence) ago(c calendar.Calendar, i int) (period, bool) {
	j := i
	if hedges[s.at(i)] && s.next(i) != "" {
		j++
	}
	from, to, words := s.amount(j)
	u, isUnit := calendar.Units[s.at(j+words)]
	end := j + words + 1
	if words == 0 || !isUnit || s.next(end-1) != "ago" && s.next(end-1) != "back" ||
		to > maxCount || u == calendar.Year && to > maxYears {
		return s.halfAgo(c, i)
	}
	if s.next(end) == "today" {
		end++
	}
	p := period{Span: c.Ago(from, u), words: end + 1 - i, alone: true, needs: needOf(u)}
	if to > from {
		p.Since = c.Ago(to, u).Since
	}
	return p, true
}

// amount returns the least and most that a quantity means, and its number of words.
func (s sentence) amount(i int) (from, to, words int) {
	j := i
	if s.at(i) == "a" && (s.next(i) == "couple" || s.next(i) == "few") {
		j++
	}
	switch w := s.at(j); {
	case w == "couple" && s.next(j) == "of":
		return 2, 3, j - i + 2
	case w == "couple":
		return 2, 3, j - i + 1
	case w == "few" || w == "several":
		return 2, 6, j - i + 1
	}
	n, ok := s.number(s.at(i))
	if !ok || s.words[i].closes {
		return 0, 0, 0
	}
	return n, n, 1
}

// halves are phrases with half years, in months.
var halves = map[string]int{"half a year ago": 6, "a year and a half ago": 18, "one and a half years ago": 18}

// halfAgo reads "half a year ago" and "a year and a half ago".
func (s sentence) halfAgo(c calendar.Calendar, i int) (period, bool) {
	for phrase, n := range halves {
		if words := s.says(i, phrase); words > 0 {
			return period{Span: c.Ago(n, calendar.Month), words: words, alone: true}, true
		}
	}
	return period{}, false
}

// says returns the number of words of the phrase if it is at i, else 0.
func (s sentence) says(i int, phrase string) int {
	n := 0
	for w := range strings.FieldsSeq(phrase) {
		if s.at(i+n) != w || n > 0 && s.words[i+n-1].closes {
			return 0
		}
		n++
	}
	return n
}

// others are vague phrases, in days back from today.
var others = map[string]int{"the other day": 7, "the other night": 7, "the other week": 21,
	"the other month": 60}

// loose reads vague phrases: the days back to the furthest that may be meant.
func (s sentence) loose(c calendar.Calendar, i int) (period, bool) {
	for phrase, from := range others {
		if n := s.says(i, phrase); n > 0 {
			return period{Span: calendar.Span{Since: c.Today.AddDate(0, 0, -from), Until: c.Today}, words: n, alone: true}, true
		}
	}
	for _, phrase := range []string{"this time last year", "around this time last year"} {
		if n := s.says(i, phrase); n > 0 {
			return period{Span: c.Ago(1, calendar.Year), words: n, alone: true, needs: past}, true
		}
	}
	return period{}, false
}

// weekend reads "the weekend": this one once it has begun.
func (s sentence) weekend(c calendar.Calendar, i int) (period, bool) {
	n := s.article(i)
	if n == 0 || s.at(i+n) != "weekend" || !s.standsAlone(i+n) {
		return period{}, false
	}
	return period{Span: c.BegunWeekend(), words: n + 1, needs: past, prep: "over"}, true
}

// needOf returns the evidence for a count of units: years ago are history unless the question
// speaks of a saved thing.
func needOf(u calendar.Unit) dateEvidence {
	if u == calendar.Year {
		return recall
	}
	return none
}

// Larger numbers are not counts of memories.
const (
	maxCount = 100
	maxYears = 20
)
