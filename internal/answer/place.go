package answer

import "strconv"

// PlaceOf says where a passage stands in its source, as a person would: "page 4", "at 1:05". Empty when the source has no
// places.
func PlaceOf(page, second int) string {
	switch {
	case page > 0:
		return "page " + strconv.Itoa(page)
	case second > 0:
		return "at " + clock(second)
	}
	return ""
}

// clock writes seconds as a player does: 1:05, 1:02:03.
func clock(seconds int) string {
	two := func(n int) string { return strconv.Itoa(100 + n%60)[1:] }
	minutes, hours := seconds/60, seconds/3600
	if hours == 0 {
		return strconv.Itoa(minutes) + ":" + two(seconds)
	}
	return strconv.Itoa(hours) + ":" + two(minutes) + ":" + two(seconds)
}
