package question

import (
	"strconv"
	"strings"
	"time"
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
	span
	words int
	alone bool // it needs no "in", "on" or "from" before it
	needs proof
	prep  string // "in", "on": what stands before it in English; empty: nothing
	name  string // in English, where the words are not, or say more than is meant
}

// What may stand before a period.
var (
	within = words("in on from during over within through")
	until  = words("before")
	from   = words("since after")
)

// dates returns the time of saving that the sentence asks for, zero without bounds. ofKind tells that it names the kind
// of a saved thing.
func (s sentence) dates(c calendar, ofKind bool) (since, before time.Time, quoted string) {
	given := s.proofs(ofKind)
	for i := range s.words {
		bound, skip := s.bound(i)
		p, ok := s.period(c, i+skip)
		if until[bound] || bound == "after" {
			p.needs = max(p.needs, recall) // else "before March" is the time of what is asked about
		}
		if !ok || !given.enough(p.needs, i) || skip == 0 && !p.alone {
			continue
		}
		found := bounded(bound, p.span)
		if found.since.After(c.today) {
			continue
		}
		end := i + skip + p.words
		return found.since, found.until, s.quote(i, end)
	}
	return since, before, ""
}

// bound returns the word that says how the period that follows bounds the saving, and how many words it takes.
func (s sentence) bound(i int) (w string, skip int) {
	w = s.at(i)
	if s.words[i].closes || !within[w] && !until[w] && !from[w] {
		return "", 0
	}
	return w, 1
}

func bounded(w string, p span) span {
	switch {
	case until[w]:
		return span{until: p.since}
	case w == "after":
		return span{since: p.until}
	case from[w]:
		return span{since: p.since}
	}
	return p
}

// period reads what the words from i name.
func (s sentence) period(c calendar, i int) (period, bool) {
	if i >= len(s.words) {
		return period{}, false
	}
	for _, read := range []func(calendar, int) (period, bool){s.near, s.foreign, s.relative, s.counted, s.ago, s.dayOfMonth, s.monthOfYear, s.seasonOfYear, s.plain} {
		if p, ok := read(c, i); ok {
			return p, true
		}
	}
	return period{}, false
}

// near reads yesterday, today and the parts of them, which mean the whole day and are called so.
func (s sentence) near(c calendar, i int) (period, bool) {
	switch w := s.at(i); {
	case w == "the" && s.next(i) == "day" && s.next(i+1) == "before" && s.next(i+2) == "yesterday":
		return period{span: c.ago(2, day), words: 4, alone: true}, true
	case w == "yesterday":
		// At the start it is a title unless someone did something.
		return period{span: c.ago(1, day), words: s.withPart(i), alone: i > 0 || person[s.at(1)], needs: none, name: "yesterday"}, true
	case w == "today":
		return period{span: c.ago(0, day), words: 1, alone: true, needs: saving}, true
	case w == "this" && partsOfDay[s.next(i)]:
		return period{span: c.ago(0, day), words: 2, alone: true, needs: past, name: "today"}, true // else it may be one to come
	case w == "last" && s.next(i) == "night":
		return period{span: c.ago(1, day), words: 2, alone: true, name: "yesterday"}, true
	}
	return period{}, false
}

var partsOfDay = words("morning afternoon evening")

// withPart counts the words of "yesterday" or "yesterday morning".
func (s sentence) withPart(i int) int {
	if partsOfDay[s.next(i)] {
		return 2
	}
	return 1
}

// relative reads "last month", "this year", "the last week", "last spring", "last Tuesday".
func (s sentence) relative(c calendar, i int) (period, bool) {
	w, name := s.at(i), s.next(i)
	if w == "the" && (name == "last" || name == "past") {
		return s.rolling(c, i, 2, 1)
	}
	if w == "past" {
		return s.rolling(c, i, 1, 1)
	}
	if w != "last" && w != "this" {
		return period{}, false
	}
	p := period{words: 2, alone: true}
	u, isUnit := units[name]
	yearly, isYearly := yearlyOf(name)
	weekday, isWeekday := weekdays[name]
	switch {
	case isUnit && u != day:
		p.span = c.ago(lastOne(w), u)
		if u == year {
			p.needs = recall // else it is the year of what is asked about: "this year's allowance"
		}
	case isYearly && w == "last":
		p.span = c.ended(yearly)
	case isYearly:
		if p.span = yearly(c.today.Year()); p.since.After(c.today) {
			p.span = yearly(c.today.Year() - 1)
			if !p.until.After(c.today) {
				return period{}, false // it is to come: "this winter" in November
			}
		}
	case isWeekday && w == "last":
		p.span = c.weekday(weekday)
	case name == "weekend" && w == "last":
		p.span = c.weekend()
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

// counted reads "last 10 days", "the past three weeks".
func (s sentence) counted(c calendar, i int) (period, bool) {
	skip := 1
	if s.at(i) == "the" {
		skip, i = 2, i+1
	}
	if w := s.at(i); w != "last" && w != "past" {
		return period{}, false
	}
	n, isNumber := s.number(s.next(i))
	if !isNumber {
		return period{}, false
	}
	return s.rolling(c, i+1-skip, skip+1, n)
}

// rolling reads the unit after so many words, of which n are meant up to today.
func (s sentence) rolling(c calendar, i, skip, n int) (period, bool) {
	u, ok := units[s.next(i+skip-1)]
	if !ok || u == year && n > maxYears || n > maxCount {
		return period{}, false
	}
	prep := "in"
	if s.at(i) != "the" {
		prep = "in the"
	}
	return period{span: c.past(n, u), words: skip + 1, needs: needOf(u), prep: prep}, true
}

// ago reads "three weeks ago".
func (s sentence) ago(c calendar, i int) (period, bool) {
	n, ok := s.number(s.at(i))
	skip := 1
	if s.at(i) == "a" && s.next(i) == "couple" && s.next(i+1) == "of" {
		n, ok, skip = 2, true, 3
	}
	u, isUnit := units[s.next(i+skip-1)]
	if !ok || !isUnit || s.next(i+skip) != "ago" || n > maxCount || u == year && n > maxYears {
		return period{}, false
	}
	return period{span: c.ago(n, u), words: skip + 2, alone: true, needs: needOf(u)}, true
}

// needOf says that what is counted in years is history, unless the question speaks of a saved thing.
func needOf(u unit) proof {
	if u == year {
		return recall
	}
	return none
}

// Nobody counts their memories beyond these.
const (
	maxCount = 100
	maxYears = 20
)

// dayOfMonth reads "5 May", "the 5th of May 2025", "May 5".
func (s sentence) dayOfMonth(c calendar, i int) (period, bool) {
	j := i
	if s.at(j) == "the" {
		j++
	}
	d, m := s.at(j), s.next(j)
	n := 2
	switch {
	case m == "of":
		m, n = s.next(j+1), 3
	case monthNames[d] != 0:
		d, m = m, d
	}
	number, ok := dayNumber(d)
	of := monthNames[m]
	if !ok || of == 0 {
		return period{}, false
	}
	p := period{words: j - i + n, needs: recall, prep: "on"}
	on := func(y int) span { return days(date(y, of, number), 1) }
	if y, ok := s.yearAfter(j + n - 1); ok {
		p.span, p.words = on(y), p.words+1
		return p, y >= firstYear && p.since.Month() == of
	}
	p.span = c.begun(on)
	return p, p.since.Month() == of // 31 June is no day
}

// monthOfYear reads "March 2025" and "March".
func (s sentence) monthOfYear(c calendar, i int) (period, bool) {
	of, ok := monthNames[s.at(i)]
	if !ok {
		return period{}, false
	}
	if y, ok := s.yearAfter(i); ok {
		return period{span: monthOf(of)(y), words: 2, needs: recall, prep: "in"}, y >= firstYear
	}
	if s.at(i+1) == "of" || startsWithDigit(s.at(i+1)) { // another way to write a date that is none of saving
		return period{}, false
	}
	return period{span: c.begun(monthOf(of)), words: 1, needs: past, prep: "in"}, true
}

// seasonOfYear reads "summer 2025" and "summer", under the same proof as a month.
func (s sentence) seasonOfYear(c calendar, i int) (period, bool) {
	first, ok := seasons[s.at(i)]
	if !ok {
		return period{}, false
	}
	of, _ := yearlyOf(s.at(i))
	if y, ok := s.yearAfter(i); ok {
		return period{span: of(y), words: 2, needs: recall, prep: "in"}, y >= firstYear && first != time.December // which winter is a year's?
	}
	return period{span: c.begun(of), words: 1, needs: past, prep: "in"}, s.standsAlone(i)
}

// standsAlone reports whether the word at i goes with none that follows: what was "in spring rolls" was not in spring.
func (s sentence) standsAlone(i int) bool {
	w := s.next(i)
	return w == "" && !startsWithDigit(s.at(i+1)) || w != "of" && (breaks[w] || prepositions[w] || relatives[w])
}

// plain reads a year or a weekday.
func (s sentence) plain(c calendar, i int) (period, bool) {
	if y, ok := yearNumber(s.at(i)); ok {
		return period{span: c.year(y), words: 1, needs: saving, prep: "in"}, y >= firstYear
	}
	if w, ok := weekdays[s.at(i)]; ok {
		return period{span: c.weekday(w), words: 1, needs: saving, prep: "on"}, true
	}
	return period{}, false
}

const firstYear = 2000 // nobody saved anything here before

// yearAfter returns the year that follows word i, a comma between them or not.
func (s sentence) yearAfter(i int) (int, bool) { return yearNumber(s.at(i + 1)) }

func yearNumber(w string) (int, bool) {
	y, err := strconv.Atoi(w)
	return y, err == nil && len(w) == 4 && y >= 1000
}

func dayNumber(w string) (int, bool) {
	if startsWithDigit(w) {
		for _, ending := range []string{"st", "nd", "rd", "th"} {
			w = strings.TrimSuffix(w, ending)
		}
	}
	n, err := strconv.Atoi(w)
	return n, err == nil && n >= 1 && n <= 31
}

func startsWithDigit(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

// number reads how many.
func (s sentence) number(w string) (int, bool) {
	if n, ok := numbers[w]; ok {
		return n, true
	}
	return digits(w)
}

func digits(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && n > 0
}

var numbers = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "couple": 2, "few": 5,
}

var units = map[string]unit{
	"day": day, "days": day, "week": week, "weeks": week, "month": month, "months": month, "year": year, "years": year,
}

var weekdays = map[string]time.Weekday{
	"monday": time.Monday, "tuesday": time.Tuesday, "wednesday": time.Wednesday, "thursday": time.Thursday, "friday": time.Friday,
	"saturday": time.Saturday, "sunday": time.Sunday,
}

var monthNames = func() map[string]time.Month {
	all := map[string]time.Month{"sept": time.September}
	for m := time.January; m <= time.December; m++ {
		name := strings.ToLower(m.String())
		all[name], all[name[:3]] = m, m
	}
	return all
}()

// seasons begin in these months, in the north.
var seasons = map[string]time.Month{
	"spring": time.March, "summer": time.June, "autumn": time.September, "fall": time.September, "winter": time.December,
}

// yearlyOf returns the season or the month of that name, by year.
func yearlyOf(name string) (func(year int) span, bool) {
	if first, ok := seasons[name]; ok {
		return func(y int) span { return months(date(y, first, 1), 3) }, true
	}
	of, ok := monthNames[name]
	return monthOf(of), ok
}

func monthOf(m time.Month) func(year int) span {
	return func(y int) span { return months(date(y, m, 1), 1) }
}
