// Package metadata parses the metadata of pages and feeds: dates, durations, languages, names and
// addresses.
package metadata

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

const (
	MaxDateText = 200  // bytes searched for a date
	firstYear   = 1900 // earlier dates are rejected
)

// The date formats, with the groups y, m and d, or a and b where day and month are ambiguous.
var dateForms = []*regexp.Regexp{
	regexp.MustCompile(`(?:^|\D)(?P<y>\d{4})[-/.](?P<m>\d{1,2})[-/.](?P<d>\d{1,2})(?:\D|$)`),
	regexp.MustCompile(`(?:^|\D)(?P<y>(?:19|20)\d{2})(?P<m>\d{2})(?P<d>\d{2})(?:T|\D|$|\d{4,6}(?:\D|$))`),
	regexp.MustCompile(`(?:^|\D)(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<y>\d{4})(?:\D|$)`),
	regexp.MustCompile(`(?:^|\D)(?P<d>\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s/-]*(?:de |of )?(?P<m>\pL{3,})[.,]?[\s/-]*(?:de |del )?(?P<y>\d{4})(?:\D|$)`),
	regexp.MustCompile(`(?:^|\PL)(?P<m>\pL{3,})[.,]?\s*(?P<d>\d{1,2})(?:st|nd|rd|th)?,?\s+(?:\d{1,2}:\d{2}(?::\d{2})?,?\s+(?:[A-Z+][A-Z0-9]{1,4}\s+)?)?(?P<y>\d{4})(?:\D|$)`),
	regexp.MustCompile(`(?P<y>\d{4})\s*[年년]\s*(?P<m>\d{1,2})\s*[月월]\s*(?P<d>\d{1,2})\s*[日일]`),
	regexp.MustCompile(`(?:^|\D)(?P<a>\d{1,2})[/-](?P<b>\d{1,2})[/-](?P<y>\d{4})(?:\D|$)`),
}

var (
	clockForm = regexp.MustCompile(`(?i)(?:^|[^\d:])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\b\.?)?\s*(z\b|[+-]\d{1,2}:?\d{2}\b|[+-]\d{2}\b|[a-z]{3,4}\b)?`)
	unixForm  = regexp.MustCompile(`^\d{10}(?:\d{3})?$`)
)

// ParseDate returns the first date in a text in any common format, with the time of day that
// follows it; without a zone it is UTC. It returns zero if there is none or if day and month are
// ambiguous.
func ParseDate(s string) time.Time {
	t, _ := FindDate(strings.TrimSpace(s))
	return t
}

// FindDate is ParseDate with the first and last byte of the date in s.
func FindDate(s string) (t time.Time, at [2]int) {
	if len(s) > MaxDateText {
		s = strings.ToValidUTF8(s[:MaxDateText], "")
	}
	if unixForm.MatchString(s) {
		seconds, _ := strconv.ParseInt(s[:10], 10, 64)
		return time.Unix(seconds, 0).UTC(), [2]int{0, len(s)}
	}
	for _, form := range dateForms {
		found := form.FindStringSubmatchIndex(s)
		if found == nil {
			continue
		}
		if day := dayOf(form, s, found); !day.IsZero() {
			return day.Add(clockIn(s)), [2]int{found[0], found[1]}
		}
	}
	return time.Time{}, at
}

// dayOf returns midnight of the matched day, zero if there is no such day.
func dayOf(form *regexp.Regexp, s string, found []int) time.Time {
	group := func(name string) string {
		i := form.SubexpIndex(name)
		if i < 0 {
			return ""
		}
		return s[found[2*i]:found[2*i+1]]
	}
	y, _ := strconv.Atoi(group("y"))
	d, _ := strconv.Atoi(group("d"))
	m, err := strconv.Atoi(group("m"))
	if err != nil {
		m = months[strings.ToLower(group("m"))]
	}
	if a, b := group("a"), group("b"); a != "" {
		d, m = dayAndMonth(a, b)
	}
	day := time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC)
	if y < firstYear || m < 1 || day.Day() != d || day.Month() != time.Month(m) {
		return time.Time{}
	}
	return day
}

// dayAndMonth returns day and month of two numbers if only one of them can be the month.
func dayAndMonth(a, b string) (day, month int) {
	x, _ := strconv.Atoi(a)
	y, _ := strconv.Atoi(b)
	switch {
	case x == y || x > 12:
		return x, y
	case y > 12:
		return y, x
	}
	return 0, 0
}

// clockIn returns the time of day in a text, since midnight UTC; zero if there is none.
func clockIn(s string) time.Duration {
	found := clockForm.FindStringSubmatch(s)
	if found == nil {
		return 0
	}
	hour, _ := strconv.Atoi(found[1])
	minute, _ := strconv.Atoi(found[2])
	second, _ := strconv.Atoi(found[3])
	if hour > 23 || minute > 59 || second > 60 {
		return 0
	}
	if half := strings.ToLower(found[4]); half != "" {
		hour %= 12
		if half[0] == 'p' {
			hour += 12
		}
	}
	clock := time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second
	return clock - zoneOf(found[5])
}

// zoneOf returns the offset of a zone from UTC.
func zoneOf(zone string) time.Duration {
	if zone == "" || (zone[0] != '+' && zone[0] != '-') {
		return time.Duration(zones[strings.ToUpper(zone)]) * time.Hour
	}
	digits := strings.ReplaceAll(zone[1:], ":", "")
	if len(digits) > 2 {
		digits = digits[:len(digits)-2] + "h" + digits[len(digits)-2:] + "m"
	} else {
		digits += "h"
	}
	ahead, err := time.ParseDuration(zone[:1] + digits)
	if err != nil || ahead.Abs() > 14*time.Hour {
		return 0
	}
	return ahead
}

// zones maps unambiguous zone abbreviations to hours ahead of UTC.
var zones = map[string]int{
	"EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
	"CET": 1, "CEST": 2, "MEZ": 1, "MESZ": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11,
}

// months maps names and abbreviations of the months in a dozen languages.
var months = monthNames(
	"january jan januar jänner jän janvier janv enero ene gennaio gen janeiro januari stycznia styczeń ledna leden января ocak tammikuuta",
	"february feb februar feber février fevrier févr fevr febrero febbraio fevereiro fev februari lutego luty února únor февраля şubat helmikuuta",
	"march mar märz maerz mrz mär mars marzo março marco maart mrt marca marzec března březen марта mart maaliskuuta",
	"april apr avril avr abril abr aprile kwietnia kwiecień dubna duben апреля nisan huhtikuuta",
	"may mai mayo maggio mag maio mei maj maja května květen мая mayıs toukokuuta",
	"june jun juni juin junio giugno giu junho czerwca czerwiec června červen июня haziran kesäkuuta",
	"july jul juli juillet juil julio luglio lug julho lipca lipiec července červenec июля temmuz heinäkuuta",
	"august aug août aout agosto ago augusti augustus sierpnia sierpień srpna srpen августа ağustos elokuuta",
	"september sep sept septembre septiembre set settembre setembro września wrzesień září сентября eylül syyskuuta",
	"october oct oktober okt octobre octubre ottobre ott outubro out października październik října říjen октября ekim lokakuuta",
	"november nov novembre noviembre novembro listopada listopad listopadu ноября kasım marraskuuta",
	"december dec dezember dez décembre decembre déc diciembre dic dicembre dezembro grudnia grudzień prosince prosinec декабря aralık joulukuuta desember des",
)

func monthNames(byMonth ...string) map[string]int {
	names := map[string]int{}
	for i, all := range byMonth {
		for name := range strings.FieldsSeq(all) {
			names[name] = i + 1
		}
	}
	return names
}

// FirstPast returns the first date in texts that is not more than a day in the future.
func FirstPast(texts []string, now time.Time) time.Time {
	for _, text := range texts {
		if t := ParseDate(text); !t.IsZero() && t.Before(now.Add(24*time.Hour)) {
			return t
		}
	}
	return time.Time{}
}
