package question

import "time"

// calendar makes spans of time as seen from now.
type calendar struct {
	today time.Time // its first moment
	now   time.Time
	place string // the zone, as "America/Toronto"
}

// newCalendar returns the calendar of what now shows where it is. Its spans are written as if that were UTC: there, every
// day is as long as the others.
func newCalendar(now time.Time) calendar {
	today := midnight(now)
	clock := time.Duration(now.Hour())*time.Hour + time.Duration(now.Minute())*time.Minute
	return calendar{today: today, now: today.Add(clock), place: now.Location().String()}
}

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
	hour
)

func (u unit) String() string { return [...]string{"day", "week", "month", "year", "hour"}[u] }

// back returns the whole day, week, month or year that lies n before the current one.
func (c calendar) back(n int, u unit) span {
	switch t := c.today; u {
	case week:
		return weekOf(t.AddDate(0, 0, -7*n))
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
	case hour:
		since = c.now.Add(-time.Duration(n) * time.Hour)
	default:
		since = since.AddDate(0, 0, -n)
	}
	return span{since, until}
}

// ago returns the time around what was n units ago. The longer that is, the less exactly is it meant.
func (c calendar) ago(n int, u unit) span {
	if u == hour {
		at, about := c.now.Add(-time.Duration(n)*time.Hour), time.Duration(max(1, n/4))*time.Hour
		return span{at.Add(-about), at.Add(about)}
	}
	about := map[unit]int{day: n / 7, week: min(2+n, 21), month: min(9+n, 30), year: min(21*n, 182)}[u]
	at := c.past(n, u).since
	return span{at.AddDate(0, 0, -about), at.AddDate(0, 0, about+1)}
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

// begunWeekend returns the latest weekend that has begun.
func (c calendar) begunWeekend() span {
	if saturday := weekOf(c.today).since.AddDate(0, 0, 5); !saturday.After(c.today) {
		return days(saturday, 2)
	}
	return c.weekend()
}

// lastNight lasts from noon to six in the morning.
func (c calendar) lastNight() span {
	return span{c.today.Add(-12 * time.Hour), c.today.Add(6 * time.Hour)}
}

// weekOf returns the week of t, from Monday on.
func weekOf(t time.Time) span { return days(t.AddDate(0, 0, -sinceMonday(t)), 7) }

const aMonth = 31 // days at most

// days counts those of the span.
func (s span) days() int { return int(s.until.Sub(s.since).Hours()+23) / 24 }

// part returns the days from and up to these tenths of the span, in whole days.
func (s span) part(from, to int) span {
	n := s.days()
	return span{s.since.AddDate(0, 0, n*from/10), s.since.AddDate(0, 0, (n*to+9)/10)}
}

// middle returns the first moment of the second half; of a year that is July.
func (s span) middle() time.Time {
	if s.days() > aMonth {
		return s.since.AddDate(0, 6, 0)
	}
	return s.since.AddDate(0, 0, s.days()/2)
}

// widened returns the span with n more days before and behind it.
func (s span) widened(n int) span { return span{s.since.AddDate(0, 0, -n), s.until.AddDate(0, 0, n)} }

// sinceMonday counts the days since the Monday of t's week.
func sinceMonday(t time.Time) int { return (int(t.Weekday()) + 6) % 7 }
