package question

import (
	"strconv"
	"time"

	"engram/internal/lang"
)

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

// The words that English counts and tells time by.
var (
	numbers = func() map[string]int {
		all := map[string]int{"a": 1, "an": 1, "couple": 2, "few": 5}
		for w, n := range lang.English.Words().Numerals() {
			if n <= 12 {
				all[w] = n
			}
		}
		return all
	}()
	units      = unitsOf(lang.English.Words().Time)
	weekdays   = weekdaysOf(lang.English.Words().Time)
	monthNames = monthsOf(lang.English.Words().Time.Months)

	// seasons begin in these months, in the north.
	seasons = func() map[string]time.Month {
		all := map[string]time.Month{}
		for w, n := range lang.InOrder(lang.English.Words().Time.Seasons) {
			all[w] = time.Month(3 * n)
		}
		return all
	}()
)

func unitsOf(t lang.Time) map[string]unit {
	all := map[string]unit{}
	for u, names := range map[unit]string{day: t.Day, week: t.Week, month: t.Month, year: t.Year, hour: t.Hour} {
		for w := range lang.Set(names) {
			all[w] = u
		}
	}
	return all
}

func weekdaysOf(t lang.Time) map[string]time.Weekday {
	all := map[string]time.Weekday{}
	for w, n := range lang.InOrder(t.Weekdays) {
		all[w] = time.Weekday(n % 7)
	}
	return all
}

func monthsOf(names string) map[string]time.Month {
	all := map[string]time.Month{}
	for w, n := range lang.InOrder(names) {
		all[w] = time.Month(n)
	}
	return all
}

// yearlyOf returns the season or the month of that name, by year.
func yearlyOf(name string) (func(year int) span, bool) {
	if first, ok := seasons[name]; ok {
		return seasonFrom(first), true
	}
	of, ok := monthNames[name]
	return monthOf(of), ok
}

// seasonFrom returns the three months from the first one, by year.
func seasonFrom(first time.Month) func(year int) span {
	return func(y int) span { return months(date(y, first, 1), 3) }
}

func monthOf(m time.Month) func(year int) span {
	return func(y int) span { return months(date(y, m, 1), 1) }
}
