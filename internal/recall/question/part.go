package question

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"engram/internal/recall/question/calendar"
)

// thirds are words for a part of a month, season or year, in tenths of it, generously.
var thirds = map[string][2]int{
	"early": {0, 4}, "beginning": {0, 4}, "start": {0, 4}, "mid": {3, 7}, "middle": {3, 7},
	"late": {6, 10}, "end": {6, 10},
}

// ordinals number the parts of a month or year; the last one is 0.
var ordinals = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "last": 0,
	"1st": 1, "2nd": 2, "3rd": 3, "4th": 4}

// partOf reads "early June", "mid-October", "the end of last month", "the first week of May", "the
// second half of 2025".
func (s sentence) partOf(c calendar.Calendar, i int) (period, bool) {
	j := i + s.article(i)
	if n, ok := ordinals[s.at(j)]; ok {
		return s.nthOf(c, i, j, n)
	}
	w, rest, hyphen := strings.Cut(s.at(j), "-")
	part, ok := thirds[w]
	if !ok {
		return period{}, false
	}
	k := j + 1
	switch {
	case hyphen:
		s = s.with(j, rest)
		k = j
	case s.words[j].closes:
		return period{}, false
	case s.next(j) == "of":
		k = j + 2
	case len(w) > len("early") || w == "start" || w == "end":
		return period{}, false
	}
	return s.partial(c, i, k, func(whole calendar.Span) calendar.Span { return whole.Part(part[0], part[1]) })
}

// with returns the sentence with another form of word i.
func (s sentence) with(i int, form string) sentence {
	all := append([]word(nil), s.words...)
	all[i].form = form
	return sentence{text: s.text, words: all}
}

// nthOf reads from word j which week, weekend or half is meant.
func (s sentence) nthOf(c calendar.Calendar, i, j, n int) (period, bool) {
	what := s.next(j)
	if s.next(j+1) != "of" {
		return period{}, false
	}
	return s.partial(c, i, j+3, func(whole calendar.Span) calendar.Span {
		switch {
		case what == "week" && n == 0:
			return calendar.Span{Since: whole.Until.AddDate(0, 0, -7), Until: whole.Until}
		case what == "week":
			return calendar.Days(whole.Since.AddDate(0, 0, 7*(n-1)), 7)
		case what == "weekend":
			saturday := calendar.NthOf(n, time.Saturday, whole.Since.Month(), whole.Since.Year())
			return calendar.Days(saturday, 2)
		case what == "half" && n == 1:
			return calendar.Span{Since: whole.Since, Until: whole.Middle()}
		case what == "half":
			return calendar.Span{Since: whole.Middle(), Until: whole.Until}
		case what == "quarter" && whole.Days() > calendar.LongestMonth:
			return calendar.Months(whole.Since.AddDate(0, 3*((n+3)%4), 0), 3)
		}
		return calendar.Span{}
	})
}

// partial reads the month, season or year at word k and returns a part of it, as named by the words
// from i.
func (s sentence) partial(c calendar.Calendar, i, k int, part func(whole calendar.Span) calendar.Span) (period, bool) {
	p, ok := s.whole(c, k)
	if !ok || p.Days() < 28 {
		return period{}, false
	}
	cut := part(p.Span)
	if of := p.of; of != nil {
		p.of = func(y int) calendar.Span { return part(of(y)) }
		if cut.Since.After(c.Today) {
			cut = p.of(p.Since.Year() - 1)
		}
	}
	p.Span = cut
	p.words, p.prep, p.name = p.words+k-i, "in", ""
	if p.needs == saving {
		p.needs = recall
	}
	return p, p.Since.Before(p.Until)
}

// whole reads a month, season or year; "the month" is the current one.
func (s sentence) whole(c calendar.Calendar, k int) (period, bool) {
	if u, ok := calendar.Units[s.next(k)]; ok && s.at(k) == "the" && (u == calendar.Month || u == calendar.Year) && s.standsAlone(k+1) {
		return period{Span: c.Back(0, u), words: 2, needs: past}, true
	}
	for _, read := range []func(calendar.Calendar, int) (period, bool){s.relative, s.monthOfYear, s.seasonOfYear, s.plain} {
		if p, ok := read(c, k); ok {
			return p, true
		}
	}
	return period{}, false
}

// weekOf reads "the week of June 9" and "the weekend of the 7th".
func (s sentence) weekOf(c calendar.Calendar, i int) (period, bool) {
	j := i + s.article(i)
	w := s.at(j)
	if s.next(j) != "of" || w != "week" && w != "weekend" {
		return period{}, false
	}
	for _, read := range []func(calendar.Calendar, int) (period, bool){s.digits, s.dayOfMonth, s.ordinal, s.holiday} {
		p, ok := read(c, j+2)
		if !ok {
			continue
		}
		p.Span = calendar.WeekOf(p.Since)
		p.words, p.alone, p.needs, p.prep, p.name, p.of = p.words+2+j-i, true, past, "in", "", nil
		if w == "weekend" {
			p.Since, p.prep = p.Since.AddDate(0, 0, 5), "on"
		}
		return p, true
	}
	return period{}, false
}

// quarter reads "Q3", "Q3 2025" and "the third quarter".
func (s sentence) quarter(c calendar.Calendar, i int) (period, bool) {
	j, n := i+s.article(i), 0
	if q, ok := strings.CutPrefix(s.at(j), "q"); ok && len(q) == 1 && q >= "1" && q <= "4" {
		n = int(q[0] - '0')
	} else if n = ordinals[s.at(j)]; n == 0 || s.next(j) != "quarter" {
		return period{}, false
	} else {
		j++
	}
	of := func(y int) calendar.Span { return calendar.Months(calendar.Date(y, time.Month(3*n-2), 1), 3) }
	p := period{Span: c.Begun(of), words: j - i + 1, needs: recall, prep: "in", of: of}
	if s.at(j) != "quarter" {
		p.name = "Q" + strconv.Itoa(n)
	}
	if y, words := s.yearOf(j); words > 0 {
		p.Span, p.words, p.of = of(y), p.words+words, nil
		if p.name != "" {
			p.name += " " + strconv.Itoa(y)
		}
		return p, y >= firstYear
	}
	return p, s.standsAlone(j)
}

// holiday reads "Thanksgiving", "Christmas 2024" and "the holidays".
func (s sentence) holiday(c calendar.Calendar, i int) (period, bool) {
	named, n := s.holidayAt(i)
	if n == 0 {
		return period{}, false
	}
	of := func(y int) calendar.Span { return named(y, c.Place) }
	p := period{Span: c.Begun(of), words: n, needs: recall, prep: "over", of: of,
		name: capitals(s.quote(i, i+n))}
	if p.Days() == 1 {
		p.prep = "on"
	}
	if y, words := s.yearOf(i + n - 1); words > 0 {
		p.Span, p.words, p.of, p.name = of(y), n+words, nil, p.name+" "+strconv.Itoa(y)
		return p, y >= firstYear
	}
	return p, s.standsAlone(i + n - 1)
}

// capitals capitalises every word of a name.
func capitals(name string) string {
	all := strings.Fields(name)
	for i, w := range all {
		if w != "the" {
			first, size := utf8.DecodeRuneInString(w)
			all[i] = string(unicode.ToUpper(first)) + w[size:]
		}
	}
	return strings.Join(all, " ")
}

// holidayAt returns the holiday with the longest name at i, and its number of words.
func (s sentence) holidayAt(i int) (found calendar.Holiday, words int) {
	phrase := s.at(i)
	if !calendar.HolidayBegins[phrase] {
		return nil, 0
	}
	for n := 1; n <= calendar.LongestHoliday; n++ {
		if h, ok := calendar.Holidays[phrase]; ok {
			found, words = h, n
		}
		next := s.next(i + n - 1)
		if next == "" {
			break
		}
		phrase += " " + next
	}
	return found, words
}
