package calendar

import (
	"slices"
	"strings"
	"time"

	"engram/internal/lang"
)

// Holiday returns the days of a holiday in a year, as observed in a time zone.
type Holiday func(year int, place string) Span

// Holidays are looked up by their folded names in all languages. Canadian dates go by the time
// zone.
var Holidays = func() map[string]Holiday {
	all := map[string]Holiday{}
	for l := range lang.Count {
		for english, names := range l.Words().Time.Holidays {
			for name := range strings.SplitSeq(names, ", ") {
				all[lang.Fold(name)] = holidaysKept[english]
			}
		}
	}
	return all
}()

// holidaysKept are the dates of each holiday, by English name.
var holidaysKept = map[string]Holiday{
	"christmas":          fixed(time.December, 24, 3),
	"christmas eve":      fixed(time.December, 24, 1),
	"christmas day":      fixed(time.December, 25, 1),
	"boxing day":         fixed(time.December, 26, 1),
	"new year":           fixed(time.December, 31, 2),
	"new year's eve":     fixed(time.December, 31, 1),
	"new year's day":     fixed(time.January, 1, 1),
	"valentine's day":    fixed(time.February, 14, 1),
	"st patrick's day":   fixed(time.March, 17, 1),
	"april fools":        fixed(time.April, 1, 1),
	"may day":            fixed(time.May, 1, 1),
	"juneteenth":         fixed(time.June, 19, 1),
	"canada day":         fixed(time.July, 1, 1),
	"independence day":   fixed(time.July, 4, 1),
	"bastille day":       fixed(time.July, 14, 1),
	"halloween":          fixed(time.October, 31, 1),
	"veterans day":       fixed(time.November, 11, 1),
	"good friday":        fromEaster(-2, 1),
	"easter":             fromEaster(-2, 4),
	"easter sunday":      fromEaster(0, 1),
	"easter monday":      fromEaster(1, 1),
	"holy week":          fromEaster(-7, 8),
	"mardi gras":         fromEaster(-47, 1),
	"ash wednesday":      fromEaster(-46, 1),
	"ascension day":      fromEaster(39, 1),
	"pentecost":          fromEaster(49, 2),
	"martin luther king": nth(3, time.Monday, time.January),
	"presidents day":     nth(3, time.Monday, time.February),
	"mother's day":       nth(2, time.Sunday, time.May),
	"memorial day":       nth(0, time.Monday, time.May),
	"father's day":       nth(3, time.Sunday, time.June),
	"labor day":          nth(1, time.Monday, time.September),
	"labour day":         byPlace(fixed(time.May, 1, 1), nth(1, time.Monday, time.September)),
	"columbus day":       nth(2, time.Monday, time.October),
	"thanksgiving":       byPlace(thanksgiving(0, 4), canadian(2)), // including the days off after it
	"thanksgiving day":   byPlace(thanksgiving(0, 1), canadian(0)),
	"black friday":       thanksgiving(1, 1),
	"cyber monday":       thanksgiving(4, 1),
}

// LongestHoliday is the most words of a holiday's name.
const LongestHoliday = 4

// HolidayBegins are the first words of their names: most questions contain none.
var HolidayBegins = func() map[string]bool {
	all := map[string]bool{}
	for name := range Holidays {
		first, _, _ := strings.Cut(name, " ")
		all[first] = true
	}
	return all
}()

func fixed(m time.Month, d, n int) Holiday {
	return func(y int, _ string) Span { return Days(Date(y, m, d), n) }
}

func fromEaster(after, n int) Holiday {
	return func(y int, _ string) Span { return Days(easter(y).AddDate(0, 0, after), n) }
}

// nth returns a holiday on the nth such weekday of a month; 0: the last one.
func nth(n int, w time.Weekday, m time.Month) Holiday {
	return func(y int, _ string) Span { return Days(NthOf(n, w, m, y), 1) }
}

// NthOf returns the nth such weekday of a month; 0: the last one.
func NthOf(n int, w time.Weekday, m time.Month, y int) time.Time {
	if n == 0 {
		return NthOf(1, w, m+1, y).AddDate(0, 0, -7)
	}
	first := Date(y, m, 1)
	return first.AddDate(0, 0, int(w-first.Weekday()+7)%7+7*(n-1))
}

// thanksgiving lasts n days and starts some days after the fourth Thursday of November.
func thanksgiving(after, n int) Holiday {
	return func(y int, _ string) Span {
		return Days(NthOf(4, time.Thursday, time.November, y).AddDate(0, 0, after), n)
	}
}

// canadian is the second Monday of October and a number of days before it.
func canadian(before int) Holiday {
	return func(y int, _ string) Span {
		return Days(NthOf(2, time.Monday, time.October, y).AddDate(0, 0, -before), before+1)
	}
}

func byPlace(elsewhere, inCanada Holiday) Holiday {
	return func(y int, place string) Span {
		if slices.Contains(canada, strings.TrimPrefix(place, "America/")) {
			return inCanada(y, place)
		}
		return elsewhere(y, place)
	}
}

// Time zones of Canada and of the United States, where dates begin with the month.
var (
	canada = strings.Fields("Toronto Montreal Vancouver Edmonton Calgary Winnipeg Regina Halifax Moncton St_Johns Goose_Bay Glace_Bay Whitehorse " +
		"Yellowknife Iqaluit Thunder_Bay Nipigon Swift_Current Dawson Dawson_Creek Fort_Nelson Creston Cambridge_Bay Rankin_Inlet Resolute Inuvik")
	unitedStates = strings.Fields("New_York Chicago Denver Los_Angeles Phoenix Detroit Boise Anchorage Juneau Sitka Nome Adak Menominee Yakutat Metlakatla")
)

// MonthFirst reports whether dates in digits are written month first there.
func MonthFirst(place string) bool {
	city, american := strings.CutPrefix(place, "America/")
	return american && (slices.Contains(unitedStates, city) || strings.Contains(city, "/") && !strings.HasPrefix(city, "Argentina/")) ||
		place == "Pacific/Honolulu" || strings.HasPrefix(place, "US/")
}

// easter returns Easter Sunday by Gauss's algorithm for the Gregorian calendar.
func easter(y int) time.Time {
	century, golden := y/100, y%19
	moon := (century - century/4 - (8*century+13)/25 + 19*golden + 15) % 30
	moon -= moon / 28 * (1 - 29/(moon+1)*((21-golden)/11))
	weekday := (y + y/4 + moon + 2 - century + century/4) % 7
	after := moon - weekday
	m := 3 + (after+40)/44
	return Date(y, time.Month(m), after+28-31*(m/4))
}
