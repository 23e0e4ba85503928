package question

import (
	"strconv"
	"time"
	"unicode"
	"unicode/utf8"
)

// foreignTime reads the times that another language than English calls by words of its own, and what stands before them, in
// the words of English.
func (l *listing) foreignTime(i int) (p period, bound string, skip int, ok bool) {
	for _, read := range []func(int) (period, bool){l.foreignPhrase, l.foreignAgo} {
		if p, ok := read(i); ok {
			return p, "", 0, true
		}
	}
	if p, ok := l.foreignStretch(i); ok {
		return p, between, 0, true
	}
	if p, ok := l.foreignHoliday(i + 1); ok && l.within[l.at(i)] {
		return p, "in", 1, true
	}
	return l.foreignDay(i)
}

// foreignPhrase reads what is said by a fixed phrase, as its English says it.
func (l *listing) foreignPhrase(i int) (period, bool) {
	meant, most := "", 0
	for phrase, english := range l.times {
		if n := l.says(i, phrase); n > most {
			meant, most = english, n
		}
	}
	if most == 0 {
		return period{}, false
	}
	english := sentence{text: meant, words: split(meant, maxWords)}
	p, bound, skip, ok := english.bounded(l.calendar, 0)
	p.name, p.prep, p.words, p.alone = english.named(bound, p, skip), "", most, true
	return p, ok
}

// foreignHoliday reads the name of a holiday, whatever follows.
func (l *listing) foreignHoliday(i int) (period, bool) {
	named, n := l.holidayAt(i)
	if n == 0 {
		return period{}, false
	}
	of := func(y int) span { return named(y, l.calendar.place) }
	return period{span: l.calendar.begun(of), words: n, needs: recall, prep: "over", name: l.quote(i, i+n)}, true
}

// foreignAgo reads "vor zwei Wochen" and "due settimane fa".
func (l *listing) foreignAgo(i int) (period, bool) {
	n := i
	if before := l.says(i, l.agoBefore); before > 0 {
		n += before
	} else if l.at(i+2) != l.agoAfter || l.agoAfter == "" {
		return period{}, false
	}
	count, ok := l.numbers[l.at(n)]
	if l.ones[l.at(n)] {
		count, ok = 1, true
	}
	if !ok {
		count, ok = digits(l.at(n))
	}
	u, isUnit := l.units[l.at(n+1)]
	if !ok || !isUnit || count > maxCount || u == year && count > maxYears {
		return period{}, false
	}
	p := period{span: l.calendar.ago(count, u), words: n + 2 - i, alone: true, needs: needOf(u)}
	if n == i {
		p.words++
	}
	p.name = strconv.Itoa(count) + " " + u.String() + "s ago"
	if count == 1 {
		p.name = "a " + u.String() + " ago"
	}
	return p, true
}

// foreignStretch reads "zwischen Juni und August", "de junio a agosto".
func (l *listing) foreignStretch(i int) (period, bool) {
	to, ok := l.stretches[l.at(i)]
	first, last := time.Month(l.months[l.at(i+1)]), time.Month(l.months[l.at(i+3)])
	if !ok || first == 0 || last == 0 || l.at(i+2) != to {
		return period{}, false
	}
	name, words := "between "+first.String()+" and "+last.String(), 4
	if y, known := l.yearAfter(i + 3); known {
		name, words = name+" "+strconv.Itoa(y), 5
	}
	p, ok := sentence{text: name, words: split(name, maxWords)}.stretch(l.calendar, 0)
	p.name, p.words = name, words
	return p, ok
}

// foreignDay reads the days, months and weekdays that another language than English calls by one word, and what stands
// before them, in the words of English.
func (l *listing) foreignDay(i int) (p period, bound string, skip int, ok bool) {
	if day, known := l.days[l.at(i)]; known {
		return day.in(l.calendar, 1), "", 0, true
	}
	switch {
	case l.within[l.at(i)]:
		bound, skip = "in", 1
		for l.links[l.at(i+skip)] {
			skip++
		}
	case l.links[l.at(i-1)]:
		bound = "from"
		if whose[l.at(i-1)] && l.capital(i) {
			return p, "", 0, false
		}
	}
	name := l.at(i + skip)
	if m := time.Month(l.months[name]); m > 0 {
		p = period{span: l.calendar.begun(monthOf(m)), words: 1, needs: past, prep: "in", name: m.String()}
		if y, known := l.yearAfter(i + skip); known {
			p.span, p.words, p.name = monthOf(m)(y), 2, p.name+" "+strconv.Itoa(y)
			return p, bound, skip, y >= firstYear
		}
		return p, bound, skip, true
	}
	if n := l.week[name]; n > 0 {
		day := time.Weekday(n % 7)
		return period{span: l.calendar.weekday(day), words: 1, alone: true, needs: saving, prep: "on", name: day.String()}, bound, skip, true
	}
	return p, "", 0, false
}

// whose stands in languages that write months and weekdays small before somebody of that name: "las notas de Julio".
var whose = words("de di")

// capital reports whether word i was written with one.
func (s sentence) capital(i int) bool {
	first, _ := utf8.DecodeRuneInString(s.quote(i, i+1))
	return unicode.IsUpper(first)
}
