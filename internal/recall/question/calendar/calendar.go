// Package calendar computes days, weeks, seasons and holidays as spans of time relative to a day.
package calendar

import "time"

// Calendar computes spans relative to now.
type Calendar struct {
	Today time.Time // midnight
	now   time.Time
	Place string // time zone, as "America/Toronto"
}

// New returns the calendar for now in its location. Its spans are wall-clock times written as UTC,
// so every day has 24 hours.
func New(now time.Time) Calendar {
	today := midnight(now)
	clock := time.Duration(now.Hour())*time.Hour + time.Duration(now.Minute())*time.Minute
	return Calendar{Today: today, now: today.Add(clock), Place: now.Location().String()}
}

// In converts a wall-clock time of the calendar to a location. A time that a clock change skips
// becomes the first one after; zero stays zero.
func In(t time.Time, there *time.Location) time.Time {
	if t.IsZero() {
		return t
	}
	at := time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), there)
	from, until := at.ZoneBounds()
	switch {
	case at.Hour() == t.Hour():
		return at
	case at.Day() == t.Day():
		return from
	}
	return until
}

func midnight(t time.Time) time.Time { return Date(t.Year(), t.Month(), t.Day()) }

// Date returns midnight of a day.
func Date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// Span is the time from Since, inclusive, to Until, exclusive.
type Span struct{ Since, Until time.Time }

// Days returns n days from since.
func Days(since time.Time, n int) Span { return Span{since, since.AddDate(0, 0, n)} }

// Months returns n months from since.
func Months(since time.Time, n int) Span { return Span{since, since.AddDate(0, n, 0)} }

// Unit is a unit of the calendar.
type Unit int

// The units, shortest first except the hour.
const (
	Day Unit = iota
	Week
	Month
	Year
	Hour
)

// String returns the English word.
func (u Unit) String() string { return [...]string{"day", "week", "month", "year", "hour"}[u] }

// Back returns the whole day, week, month or year n before the current one.
func (c Calendar) Back(n int, u Unit) Span {
	switch t := c.Today; u {
	case Week:
		return WeekOf(t.AddDate(0, 0, -7*n))
	case Month:
		return Months(Date(t.Year(), t.Month()-time.Month(n), 1), 1)
	case Year:
		return c.Year(t.Year() - n)
	default:
		return Days(t.AddDate(0, 0, -n), 1)
	}
}

// Past returns the last n units up to and including today.
func (c Calendar) Past(n int, u Unit) Span {
	until, since := c.Today.AddDate(0, 0, 1), c.Today
	switch u {
	case Week:
		since = since.AddDate(0, 0, -7*n)
	case Month:
		since = since.AddDate(0, -n, 0)
	case Year:
		since = since.AddDate(-n, 0, 0)
	case Hour:
		since = c.now.Add(-time.Duration(n) * time.Hour)
	default:
		since = since.AddDate(0, 0, -n)
	}
	return Span{since, until}
}

// Ago returns the time around n units ago, wider the longer ago it is.
func (c Calendar) Ago(n int, u Unit) Span {
	if u == Hour {
		at, about := c.now.Add(-time.Duration(n)*time.Hour), time.Duration(max(1, n/4))*time.Hour
		return Span{at.Add(-about), at.Add(about)}
	}
	about := map[Unit]int{Day: n / 7, Week: min(2+n, 21), Month: min(9+n, 30), Year: min(21*n, 182)}[u]
	at := c.Past(n, u).Since
	return Span{at.AddDate(0, 0, -about), at.AddDate(0, 0, about+1)}
}

// Year returns a year.
func (c Calendar) Year(y int) Span { return Months(Date(y, time.January, 1), 12) }

// Begun returns the latest yearly span that has begun, given the span of a year.
func (c Calendar) Begun(of func(year int) Span) Span {
	s := of(c.Today.Year())
	if s.Since.After(c.Today) {
		s = of(c.Today.Year() - 1)
	}
	return s
}

// Ended returns the latest yearly span that is over.
func (c Calendar) Ended(of func(year int) Span) Span {
	for y := c.Today.Year(); ; y-- {
		if s := of(y); !s.Until.After(c.Today) {
			return s
		}
	}
}

// Quarter returns the quarter n before the current one.
func (c Calendar) Quarter(n int) Span {
	y, m, _ := c.Today.Date()
	return Months(Date(y, m-(m-1)%3-time.Month(3*n), 1), 3)
}

// Weekday returns the latest such day before today.
func (c Calendar) Weekday(w time.Weekday) Span {
	back := (int(c.Today.Weekday()-w)+6)%7 + 1
	return Days(c.Today.AddDate(0, 0, -back), 1)
}

// Weekend returns the latest weekend that is over.
func (c Calendar) Weekend() Span {
	return Days(c.Today.AddDate(0, 0, -sinceMonday(c.Today)-2), 2)
}

// BegunWeekend returns the latest weekend that has begun.
func (c Calendar) BegunWeekend() Span {
	if saturday := WeekOf(c.Today).Since.AddDate(0, 0, 5); !saturday.After(c.Today) {
		return Days(saturday, 2)
	}
	return c.Weekend()
}

// LastNight lasts from noon of yesterday to six this morning.
func (c Calendar) LastNight() Span {
	return Span{c.Today.Add(-12 * time.Hour), c.Today.Add(6 * time.Hour)}
}

// WeekOf returns the week of t, starting on Monday.
func WeekOf(t time.Time) Span { return Days(t.AddDate(0, 0, -sinceMonday(t)), 7) }

// LongestMonth is the most days of a month.
const LongestMonth = 31

// Days returns the length of the span in days.
func (s Span) Days() int { return int(s.Until.Sub(s.Since).Hours()+23) / 24 }

// Part returns the part of the span between two tenths, in whole days.
func (s Span) Part(from, to int) Span {
	n := s.Days()
	return Span{s.Since.AddDate(0, 0, n*from/10), s.Since.AddDate(0, 0, (n*to+9)/10)}
}

// Middle returns the start of the second half; of a year, July.
func (s Span) Middle() time.Time {
	if s.Days() > LongestMonth {
		return s.Since.AddDate(0, 6, 0)
	}
	return s.Since.AddDate(0, 0, s.Days()/2)
}

// Before returns the unit before the span and its English name.
func (s Span) Before(u Unit) (before Span, name string) {
	y, m, d := s.Since.Date()
	switch u {
	case Week:
		before = Days(Date(y, m, d-7), 7)
		return before, "in the week of " + before.Since.Format("2 January 2006")
	case Month:
		before = Months(Date(y, m-1, 1), 1)
		return before, "in " + before.Since.Format("January 2006")
	case Year:
		before = Months(Date(y-1, time.January, 1), 12)
		return before, "in " + before.Since.Format("2006")
	}
	before = Days(Date(y, m, d-1), 1)
	return before, "on " + before.Since.Format("2 January 2006")
}

// Widened returns the span extended by n days on both sides.
func (s Span) Widened(n int) Span { return Span{s.Since.AddDate(0, 0, -n), s.Until.AddDate(0, 0, n)} }

// sinceMonday returns the days since Monday of t's week.
func sinceMonday(t time.Time) int { return (int(t.Weekday()) + 6) % 7 }
