package question

import "time"

// calendar makes spans of time as seen from today.
type calendar struct{ today time.Time }

// newCalendar returns the calendar of the day that now shows where it is. Its spans are written as if that were UTC: there,
// every day is as long as the others.
func newCalendar(now time.Time) calendar { return calendar{midnight(now)} }

// in returns the time that shows the same day and hour there, or where a clock skips it the first moment after. No time stays
// none.
func in(t time.Time, there *time.Location) time.Time {
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

func midnight(t time.Time) time.Time { return date(t.Year(), t.Month(), t.Day()) }

func date(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
}

// span is the time from since to before until.
type span struct{ since, until time.Time }

func days(since time.Time, n int) span   { return span{since, since.AddDate(0, 0, n)} }
func months(since time.Time, n int) span { return span{since, since.AddDate(0, n, 0)} }

// unit is a span of the calendar that repeats.
type unit int

const (
	day unit = iota
	week
	month
	year
)

func (u unit) String() string { return [...]string{"day", "week", "month", "year"}[u] }

// ago returns the whole day, week, month or year that lies n before the current one.
func (c calendar) ago(n int, u unit) span {
	switch t := c.today; u {
	case week:
		return days(t.AddDate(0, 0, -sinceMonday(t)-7*n), 7)
	case month:
		return months(date(t.Year(), t.Month()-time.Month(n), 1), 1)
	case year:
		return c.year(t.Year() - n)
	default:
		return days(t.AddDate(0, 0, -n), 1)
	}
}

// past returns the last n days, weeks, months or years up to and with today.
func (c calendar) past(n int, u unit) span {
	until, since := c.today.AddDate(0, 0, 1), c.today
	switch u {
	case week:
		since = since.AddDate(0, 0, -7*n)
	case month:
		since = since.AddDate(0, -n, 0)
	case year:
		since = since.AddDate(-n, 0, 0)
	default:
		since = since.AddDate(0, 0, -n)
	}
	return span{since, until}
}

func (c calendar) year(y int) span { return months(date(y, time.January, 1), 12) }

// begun returns the latest of the yearly spans that has begun. of makes that of a year.
func (c calendar) begun(of func(year int) span) span {
	s := of(c.today.Year())
	if s.since.After(c.today) {
		s = of(c.today.Year() - 1)
	}
	return s
}

// ended returns the latest of the yearly spans that is over.
func (c calendar) ended(of func(year int) span) span {
	for y := c.today.Year(); ; y-- {
		if s := of(y); !s.until.After(c.today) {
			return s
		}
	}
}

// weekday returns the latest such day before today.
func (c calendar) weekday(w time.Weekday) span {
	back := (int(c.today.Weekday()-w)+6)%7 + 1
	return days(c.today.AddDate(0, 0, -back), 1)
}

// weekend returns the latest weekend that is over.
func (c calendar) weekend() span {
	return days(c.today.AddDate(0, 0, -sinceMonday(c.today)-2), 2)
}

// sinceMonday counts the days since the Monday of t's week.
func sinceMonday(t time.Time) int { return (int(t.Weekday()) + 6) % 7 }
