package calendar

import (
	"time"

	"engram/internal/lang"
)

// The English words for time.
var (
	Units      = UnitsOf(lang.English.Words().Time)
	Weekdays   = WeekdaysOf(lang.English.Words().Time)
	MonthNames = MonthsOf(lang.English.Words().Time.Months)

	// Seasons are the months in which they begin in the northern hemisphere.
	Seasons = func() map[string]time.Month {
		all := map[string]time.Month{}
		for w, n := range lang.InOrder(lang.English.Words().Time.Seasons) {
			all[w] = time.Month(3 * n)
		}
		return all
	}()
)

// UnitsOf returns the units by their names in a language.
func UnitsOf(t lang.Time) map[string]Unit {
	all := map[string]Unit{}
	for u, names := range map[Unit]string{Day: t.Day, Week: t.Week, Month: t.Month, Year: t.Year, Hour: t.Hour} {
		for w := range lang.Set(names) {
			all[w] = u
		}
	}
	return all
}

// WeekdaysOf returns the weekdays by their names in a language.
func WeekdaysOf(t lang.Time) map[string]time.Weekday {
	all := map[string]time.Weekday{}
	for w, n := range lang.InOrder(t.Weekdays) {
		all[w] = time.Weekday(n % 7)
	}
	return all
}

// MonthsOf returns the months by their names, which are in order.
func MonthsOf(names string) map[string]time.Month {
	all := map[string]time.Month{}
	for w, n := range lang.InOrder(names) {
		all[w] = time.Month(n)
	}
	return all
}

// YearlyOf returns the span of the season or month of that name, by year.
func YearlyOf(name string) (func(year int) Span, bool) {
	if first, ok := Seasons[name]; ok {
		return SeasonFrom(first), true
	}
	of, ok := MonthNames[name]
	return MonthOf(of), ok
}

// SeasonFrom returns the three months from the first one, by year.
func SeasonFrom(first time.Month) func(year int) Span {
	return func(y int) Span { return Months(Date(y, first, 1), 3) }
}

// MonthOf returns the span of a month, by year.
func MonthOf(m time.Month) func(year int) Span {
	return func(y int) Span { return Months(Date(y, m, 1), 1) }
}
