package question

import (
	"engram/internal/lang"
	"engram/internal/recall/question/calendar"
)

// joins are the words that connect the two ends of an interval, by the word before it.
var joins = map[string]set{"between": lang.Set("and"), "from": lang.Set("to until till through thru")}

// interval reads "between June and August" and "from 5 to 10 May": the latest one that has begun.
func (s sentence) interval(c calendar.Calendar, i int) (period, bool) {
	joins, ok := joins[s.at(i)]
	if !ok || s.words[i].closes {
		return period{}, false
	}
	first, at, ok := s.start(c, i+1)
	if !ok || !joins[s.at(at)] {
		return period{}, false
	}
	last, ok := s.period(c, at+1)
	n := at + 1 + last.words - i
	switch {
	case first.words == 0: // "5 to 10 May"
		first = last
		first.Span = calendar.Days(calendar.Date(last.Since.Year(), last.Since.Month(), s.day(i+1)), 1)
		ok = ok && last.Days() == 1
	case !ok:
		last, ok = s.end(first, at+1)
		n = at + 2 - i
	}
	if !ok {
		return period{}, false
	}
	first = first.startingBefore(last.Until)
	p := period{Span: calendar.Span{Since: first.Since, Until: last.Until}, words: n, alone: true,
		needs: min(max(first.needs, last.needs), recall)}
	return p, first.Since.Before(last.Since)
}

// start reads the first end of an interval and the index after it; a bare day of the month has no
// words.
func (s sentence) start(c calendar.Calendar, i int) (p period, behind int, ok bool) {
	if p, ok := s.period(c, i); ok {
		return p, i + p.words, true
	}
	return p, i + 1, s.day(i) > 0
}

// end reads the last end as a day of the first one's month: "May 5 to 10".
func (s sentence) end(first period, i int) (period, bool) {
	if first.Days() != 1 || s.day(i) == 0 {
		return period{}, false
	}
	p := first
	p.Span = calendar.Days(calendar.Date(first.Since.Year(), first.Since.Month(), s.day(i)), 1)
	return p, p.Since.Day() == s.day(i)
}

// day returns the day of the month that word i is, else 0.
func (s sentence) day(i int) int {
	if n, ok := dayNumber(s.at(i)); ok {
		return n
	}
	return 0
}
