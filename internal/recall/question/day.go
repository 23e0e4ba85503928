package question

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"engram/internal/recall/question/calendar"
)

// dayOfMonth reads "5 May", "the 5th of May 2025" and "May 5".
func (s sentence) dayOfMonth(c calendar.Calendar, i int) (period, bool) {
	j := i
	if s.at(j) == "the" {
		j++
	}
	d, m := s.at(j), s.next(j)
	n := 2
	switch {
	case m == "of":
		m, n = s.next(j+1), 3
	case calendar.MonthNames[d] != 0:
		d, m = m, d
	}
	number, ok := dayNumber(d)
	of := calendar.MonthNames[m]
	if !ok || of == 0 {
		return period{}, false
	}
	p := period{words: j - i + n, needs: recall, prep: "on"}
	on := func(y int) calendar.Span { return calendar.Days(calendar.Date(y, of, number), 1) }
	if y, ok := s.yearAfter(j + n - 1); ok {
		p.Span, p.words = on(y), p.words+1
		return p, y >= firstYear && p.Since.Month() == of
	}
	p.of, p.Span = on, c.Begun(on)
	return p, p.Since.Month() == of // e.g. 31 June
}

// monthOfYear reads "March 2025" and "March".
func (s sentence) monthOfYear(c calendar.Calendar, i int) (period, bool) {
	of, ok := calendar.MonthNames[s.at(i)]
	if !ok {
		return period{}, false
	}
	if y, n := s.yearOf(i); n > 0 {
		return period{Span: calendar.MonthOf(of)(y), words: 1 + n, needs: recall, prep: "in"}, y >= firstYear
	}
	if s.at(i+1) == "of" || startsWithDigit(s.at(i+1)) { // another way to write a date, read elsewhere
		return period{}, false
	}
	return period{Span: c.Begun(calendar.MonthOf(of)), words: 1, needs: past, prep: "in", of: calendar.MonthOf(of)}, true
}

// seasonOfYear reads "summer 2025", "the summer of 2025" and "summer", with the evidence that a
// month needs.
func (s sentence) seasonOfYear(c calendar.Calendar, i int) (period, bool) {
	skip := s.article(i)
	at := i + skip
	first, ok := calendar.Seasons[s.at(at)]
	if !ok {
		return period{}, false
	}
	of, _ := calendar.YearlyOf(s.at(at))
	if y, n := s.yearOf(at); n > 0 && (n > 1 || skip == 0) {
		return period{Span: of(y), words: skip + 1 + n, needs: recall, prep: "in"}, y >= firstYear && first != time.December // a winter belongs to two years
	}
	return period{Span: c.Begun(of), words: skip + 1, needs: past, prep: "in", of: of}, s.standsAlone(at)
}

// standsAlone reports whether word i doesn't belong to the next: "in spring rolls" names no season.
func (s sentence) standsAlone(i int) bool {
	w := s.next(i)
	return w == "" && !startsWithDigit(s.at(i+1)) ||
		w != "of" && (breaks[w] || prepositions[w] || relatives[w])
}

// plain reads a year, a decade, or a weekday with any date after it.
func (s sentence) plain(c calendar.Calendar, i int) (period, bool) {
	if y, ok := yearNumber(s.at(i)); ok {
		return period{Span: c.Year(y), words: 1, needs: saving, prep: "in"}, y >= firstYear
	}
	the := s.article(i)
	if y, ok := yearNumber(strings.TrimSuffix(s.at(i+the), "0s") + "0"); ok && strings.HasSuffix(s.at(i+the), "0s") {
		return period{Span: calendar.Months(calendar.Date(y, time.January, 1), 120), words: the + 1, needs: saving, prep: "in"}, y >= firstYear
	}
	w, ok := calendar.Weekdays[s.at(i)]
	if !ok {
		return period{}, false
	}
	for _, read := range []func(calendar.Calendar, int) (period, bool){s.digits, s.dayOfMonth, s.ordinal} {
		if p, ok := read(c, i+1); ok {
			p.words, p.prep = p.words+1, "on"
			return p, true
		}
	}
	return period{Span: c.Weekday(w), words: 1, needs: saving, prep: "on", week: true}, true
}

// ordinal reads "the 5th": of this month, or the latest with that day.
func (s sentence) ordinal(c calendar.Calendar, i int) (period, bool) {
	d, ok := dayNumber(s.next(i))
	if !ok || s.at(i) != "the" || isDigits(s.next(i)) || !s.standsAlone(i+1) {
		return period{}, false
	}
	y, m, _ := c.Today.Date()
	for {
		at := calendar.Date(y, m, d)
		if at.Day() == d && !at.After(c.Today) {
			return period{Span: calendar.Days(at, 1), words: 2, needs: saving, prep: "on"}, true
		}
		m--
	}
}

// written matches a date in digits: 2025-03-05, 5.3.2025, 3/5/25.
var written = regexp.MustCompile(`^(?:(\d{4})([-./])(\d{1,2})(?:[-./](\d{1,2}))?|(\d{1,2})([-./])(\d{1,2})[-./](\d{4}|\d{2}))(?:[^\pL\pN/-]|$)`)

// digits reads a date in digits. Day and month are distinguished by the time zone and by their
// size.
func (s sentence) digits(c calendar.Calendar, i int) (period, bool) {
	if i >= len(s.words) {
		return period{}, false
	}
	rest := s.text[s.words[i].start:]
	found := written.FindStringSubmatchIndex(rest[:min(len(rest), maxForm)])
	if found == nil {
		return period{}, false
	}
	number := func(group int) int {
		if found[2*group] < 0 {
			return 0
		}
		n, _ := strconv.Atoi(rest[found[2*group]:found[2*group+1]])
		return n
	}
	end := 0
	for _, group := range []int{3, 4, 8} {
		end = max(end, found[2*group+1])
	}
	words := 0
	for i+words < len(s.words) && s.words[i+words].start < s.words[i].start+end {
		words++
	}
	p := period{words: words, needs: recall, prep: "on", name: rest[:end]}
	y, m, d := number(1), number(3), number(4)
	if found[2] < 0 { // the year comes last
		y, m, d = number(8), number(7), number(5)
		dots := rest[found[12]:found[13]] == "."
		if m > 12 || !dots && d <= 12 && calendar.MonthFirst(c.Place) {
			m, d = d, m
		}
		if y < 100 {
			y += 2000
		}
	}
	if found[6] >= 0 && found[8] < 0 { // a month only
		p.Span, p.prep = calendar.Months(calendar.Date(y, time.Month(m), 1), 1), "in"
		return p, y >= firstYear && m >= 1 && m <= 12 && rest[found[4]:found[5]] == "-"
	}
	p.Span = calendar.Days(calendar.Date(y, time.Month(m), d), 1)
	return p, y >= firstYear && m >= 1 && p.Since.Month() == time.Month(m) && d >= 1
}

const firstYear = 2000 // older years are never the time of saving

// yearAfter returns the year after word i, with or without a comma.
func (s sentence) yearAfter(i int) (int, bool) { return yearNumber(s.at(i + 1)) }

// yearOf returns the year after word i, with or without "of", and how many words it takes; 0: none.
func (s sentence) yearOf(i int) (y, words int) {
	if y, ok := s.yearAfter(i); ok {
		return y, 1
	}
	if y, ok := yearNumber(s.at(i + 2)); ok && s.next(i) == "of" {
		return y, 2
	}
	return 0, 0
}

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

func isDigits(w string) bool { return strings.Trim(w, "0123456789") == "" }

func startsWithDigit(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }
