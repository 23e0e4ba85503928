package question

import (
	"strconv"
	"strings"
	"time"
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

var numbers = map[string]int{
	"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
	"eleven": 11, "twelve": 12, "couple": 2, "few": 5,
}

var units = map[string]unit{
	"day": day, "days": day, "week": week, "weeks": week, "month": month, "months": month, "year": year, "years": year,
	"hour": hour, "hours": hour,
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
