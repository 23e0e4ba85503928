package question

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"engram/internal/lang"
	"engram/internal/recall/question/calendar"
	"engram/internal/recall/question/grammar"
)

// times are the words for time of a language other than English, as lookup tables.
type times struct {
	days                     map[string]namedTime
	phrases                  map[string][]phrasedTime // by first word
	lately                   []string                 // phrases for "newest"
	months, monthsIn         map[string]time.Month    // by name, and by forms that include "in"
	weekdays                 map[string]time.Weekday
	units                    map[string]calendar.Unit
	in, inAfter, since, from set
	agoBefore                []string
	agoAfter, oneUnsaid      set
	between                  map[string]string // "zwischen", with the word before the other end
	homonyms                 set               // days that mean something else in another language: "hier"
	hints                    set               // every time contains one of these
}

// namedTime is a time that a language has its own words for.
type namedTime struct {
	name  string // in English
	needs dateEvidence
	span  func(calendar.Calendar) calendar.Span
}

type phrasedTime struct {
	phrase string
	namedTime
}

func newTimes(l lang.Lang, w *lang.Words) *times {
	t := &times{days: map[string]namedTime{}, phrases: map[string][]phrasedTime{},
		between: map[string]string{}, hints: set{}, homonyms: set{}}
	if l == lang.English {
		return t // English has its own grammar
	}
	of := w.Time
	t.lately, t.months, t.monthsIn = lang.Phrases(of.Lately), calendar.MonthsOf(of.Months),
		calendar.MonthsOf(of.MonthsIn)
	t.weekdays, t.units = calendar.WeekdaysOf(of), calendar.UnitsOf(of)
	t.in, t.inAfter, t.since, t.from = lang.Set(of.In), lang.Set(of.InAfter), lang.Set(of.Since),
		lang.Set(w.Listing.From)
	t.agoBefore, t.agoAfter, t.oneUnsaid = lang.Phrases(of.AgoBefore), lang.Set(of.AgoAfter),
		lang.Set(of.OneUnsaid)
	for _, both := range lang.Phrases(of.Between) {
		first, last, _ := strings.Cut(both, " ... ") // as folding writes it
		t.between[first] = last
	}
	for ago, names := range []string{of.Today, of.Yesterday, of.BeforeYesterday} {
		for w := range lang.Set(names) {
			t.homonyms[w] = slices.ContainsFunc(lang.All(),
				func(other lang.Lang) bool { return other != l && other.IsStop(w) })
			t.days[w] = namedTime{[...]string{"today", "yesterday", "the day before yesterday"}[ago], none, func(c calendar.Calendar) calendar.Span { return c.Back(ago, calendar.Day) }}
		}
	}
	for _, m := range namedTimes(of) {
		for _, phrase := range lang.Phrases(m.phrase) {
			first, _, _ := strings.Cut(phrase, " ")
			t.phrases[first] = append(t.phrases[first], phrasedTime{phrase, m.namedTime})
		}
	}
	t.hint()
	for _, names := range of.Holidays {
		for _, name := range lang.Phrases(names) {
			first, _, _ := strings.Cut(name, " ")
			t.hints[first] = true
		}
	}
	return t
}

// namedTimes returns the phrases for times of a language.
func namedTimes(w lang.Time) []phrasedTime {
	back := func(n int, u calendar.Unit) func(calendar.Calendar) calendar.Span {
		return func(c calendar.Calendar) calendar.Span { return c.Back(n, u) }
	}
	lastOf := func(first time.Month) func(calendar.Calendar) calendar.Span {
		return func(c calendar.Calendar) calendar.Span { return c.Ended(calendar.SeasonFrom(first)) }
	}
	return []phrasedTime{
		{w.ThisWeek, namedTime{"this week", none, back(0, calendar.Week)}},
		{w.LastWeek, namedTime{"last week", none, back(1, calendar.Week)}},
		{w.ThisMonth, namedTime{"this month", none, back(0, calendar.Month)}},
		{w.LastMonth, namedTime{"last month", none, back(1, calendar.Month)}},
		{w.ThisYear, namedTime{"this year", recall, back(0, calendar.Year)}},
		{w.LastYear, namedTime{"last year", recall, back(1, calendar.Year)}},
		{w.Weekend, namedTime{"over the weekend", past, calendar.Calendar.BegunWeekend}},
		{w.LastWeekend, namedTime{"last weekend", none, calendar.Calendar.Weekend}},
		{w.LastNight, namedTime{"last night", none, calendar.Calendar.LastNight}},
		{w.LastSpring, namedTime{"last spring", none, lastOf(time.March)}},
		{w.LastSummer, namedTime{"last summer", none, lastOf(time.June)}},
		{w.LastAutumn, namedTime{"last autumn", none, lastOf(time.September)}},
		{w.LastWinter, namedTime{"last winter", none, lastOf(time.December)}},
	}
}

// hint collects the words one of which is in every time, to skip other questions quickly.
func (t *times) hint() {
	for _, names := range []map[string]time.Month{t.months, t.monthsIn} {
		for w := range names {
			t.hints[w] = true
		}
	}
	for w := range t.weekdays {
		t.hints[w] = true
	}
	for w := range t.days {
		t.hints[w] = true
	}
	for w := range t.phrases {
		t.hints[w] = true
	}
	for w := range t.units {
		t.hints[w] = true
	}
}

// time parses a time at word i and its preposition, translated to English.
func (v *vocabulary) time(s sentence, c calendar.Calendar, i int) (p period, bound string, skip int, ok bool) {
	t := v.times
	if p, ok := t.phrase(s, c, i); ok {
		return p, "", 0, true
	}
	if p, ok := v.ago(s, c, i); ok {
		return p, "", 0, true
	}
	if p, ok := t.interval(s, c, i); ok {
		return p, between, 0, true
	}
	if t.in[s.at(i)] {
		if p, ok := t.holiday(s, c, i+1); ok {
			return p, "in", 1, true
		}
	}
	return v.day(s, c, i)
}

// phrase parses the longest phrase at i.
func (t *times) phrase(s sentence, c calendar.Calendar, i int) (p period, ok bool) {
	for _, m := range t.phrases[s.at(i)] {
		if n := s.says(i, m.phrase); n > p.words {
			p, ok = m.in(c, n), true
		}
	}
	return p, ok
}

// in returns the period, named by this number of words.
func (m namedTime) in(c calendar.Calendar, words int) period {
	return period{Span: m.span(c), words: words, alone: true, needs: m.needs, name: m.name}
}

// holiday parses the name of a holiday.
func (t *times) holiday(s sentence, c calendar.Calendar, i int) (period, bool) {
	named, n := s.holidayAt(i)
	if n == 0 {
		return period{}, false
	}
	of := func(y int) calendar.Span { return named(y, c.Place) }
	return period{Span: c.Begun(of), words: n, needs: recall, prep: "over", name: s.quote(i, i+n)}, true
}

// ago parses "vor zwei Wochen" and "due settimane fa".
func (v *vocabulary) ago(s sentence, c calendar.Calendar, i int) (period, bool) {
	n := i
	for _, before := range v.times.agoBefore {
		n = max(n, i+s.says(i, before))
	}
	u, isUnit := v.times.units[s.at(n+1)]
	count, ok := v.count(s.at(n))
	words := n + 2 - i
	if n == i {
		if v.times.oneUnsaid[s.at(n)] {
			u, isUnit = v.times.units[s.at(n)]
			count, ok, words = 1, true, 1
		}
		if !v.times.agoAfter[s.next(i+words-1)] {
			return period{}, false
		}
		words++
	}
	if !ok || !isUnit || count > maxCount || u == calendar.Year && count > maxYears {
		return period{}, false
	}
	p := period{Span: c.Ago(count, u), words: words, alone: true, needs: needOf(u)}
	p.name = strconv.Itoa(count) + " " + u.String() + "s ago"
	if count == 1 {
		p.name = "a " + u.String() + " ago"
	}
	return p, true
}

// count parses a number.
func (v *vocabulary) count(w string) (int, bool) {
	if v.ones[w] {
		return 1, true
	}
	if n, ok := v.numbers[w]; ok {
		return n, true
	}
	return digits(w)
}

// interval parses "zwischen Juni und August", "de junio a agosto": the latest one that has begun.
func (t *times) interval(s sentence, c calendar.Calendar, i int) (period, bool) {
	to, ok := t.between[s.at(i)]
	first, last := t.months[s.at(i+1)], t.months[s.at(i+3)]
	if !ok || first == 0 || last == 0 || s.at(i+2) != to {
		return period{}, false
	}
	end := c.Begun(calendar.MonthOf(last))
	p := period{words: 4, alone: true, needs: past, name: "between " + first.String() + " and " + last.String()}
	if y, known := s.yearAfter(i + 3); known {
		end, p.words, p.name, p.needs = calendar.MonthOf(last)(y), 5, p.name+" "+strconv.Itoa(y), recall
	}
	begin := period{Span: c.Begun(calendar.MonthOf(first)),
		of: calendar.MonthOf(first)}.startingBefore(end.Until)
	p.Span = calendar.Span{Since: begin.Since, Until: end.Until}
	return p, end.Since.Year() >= firstYear && begin.Since.Before(end.Since)
}

// day parses the one-word names of days, months and weekdays, with their preposition.
func (v *vocabulary) day(s sentence, c calendar.Calendar, i int) (p period, bound string, skip int, ok bool) {
	t := v.times
	if day, known := t.days[s.at(i)]; known {
		return day.in(c, 1), "", 0, true
	}
	switch before := s.at(i - 1); {
	case t.in[s.at(i)]:
		bound, skip = "in", 1
		for v.signs[s.at(i+skip)] == grammar.Article {
			skip++
		}
	case t.since[before]:
		bound = "since"
	case v.signs[before] == grammar.Article:
		bound = "from"
		if whose[before] && s.capital(i) {
			return p, "", 0, false
		}
	}
	name := s.at(i + skip)
	if m := t.monthsIn[name]; m > 0 && bound == "" {
		return monthPeriod(c, m), "in", 0, true
	}
	behind := 0
	if t.inAfter[s.next(i+skip)] {
		behind = 1
	}
	if m := t.months[name]; m > 0 {
		p = monthPeriod(c, m)
		if behind > 0 {
			bound = "in"
		}
		if y, known := s.yearAfter(i + skip); known {
			p.Span, p.words, p.name, p.needs = calendar.MonthOf(m)(y), 2, p.name+" "+strconv.Itoa(y), recall
			return p, bound, skip, y >= firstYear
		}
		p.words += behind
		return p, bound, skip, true
	}
	if n, known := t.weekdays[name]; known {
		return period{Span: c.Weekday(n), words: 1 + behind, alone: true, needs: saving, prep: "on", name: n.String()}, bound, skip, true
	}
	return p, "", 0, false
}

func monthPeriod(c calendar.Calendar, m time.Month) period {
	return period{Span: c.Begun(calendar.MonthOf(m)), words: 1, needs: past, prep: "in", name: m.String()}
}

// whose precedes a person's name in languages with lower-case months: "las notas de Julio".
var whose = lang.Set("de di")

// capital reports whether word i was capitalised.
func (s sentence) capital(i int) bool {
	if i >= len(s.words) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(s.quote(i, i+1))
	return unicode.IsUpper(first)
}
