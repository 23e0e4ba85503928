package answer

import "strconv"

// PlaceOf returns where a passage is in its source: "page 4", "at 1:05", or nothing.
func PlaceOf(page, second int) string {
	switch {
	case page > 0:
		return "page " + strconv.Itoa(page)
	case second > 0:
		return "at " + clock(second)
	}
	return ""
}

// clock formats seconds as players do: 1:05, 1:02:03.
func clock(seconds int) string {
	two := func(n int) string { return strconv.Itoa(100 + n%60)[1:] }
	minutes, hours := seconds/60, seconds/3600
	if hours == 0 {
		return strconv.Itoa(minutes) + ":" + two(seconds)
	}
	return strconv.Itoa(hours) + ":" + two(minutes) + ":" + two(seconds)
}
