package question

import (
	"slices"
	"strings"
	"time"
)

// late is a day that every time which a question names has begun before: whether a question lists does not hang on the day.
var late = newCalendar(date(9000, time.January, 1))

// Follow returns what a question means that was asked after another which may list memories: itself where it lists them by
// its own words, or with those of the other in brackets, as in "and the videos? (what did I save yesterday)". What it says
// itself goes before what they say. It is false where one of the two is about a subject.
func Follow(text, before string) (full string, ok bool) {
	if lists(text, func(l *listing) bool { return l.lists() && l.whole() }) {
		return text, true
	}
	if len(split(text, 1)) == 0 {
		return text, false
	}
	full = strings.TrimSpace(text) + " (" + strings.Join(strings.Fields(unbracketed.Replace(before)), " ") + ")"
	return full, Lists(before) && Lists(full)
}

// Lists reports whether a question names no subject, on whatever day it is asked.
func Lists(text string) bool { return lists(text, (*listing).lists) }

func lists(text string, fit func(*listing) bool) bool {
	words := split(text, maxWords+1)
	return len(words) <= maxWords && sentence{text: text, words: words}.listing(late, fit) != nil
}

var unbracketed = strings.NewReplacer("(", " ", ")", " ")

// whole reports whether a question says more than what follows another would: "and the videos?", "show me the last one".
func (l *listing) whole() bool {
	return opens.MatchString(l.own) && !strings.ContainsAny(l.own, those) && !slices.ContainsFunc(l.words, func(w word) bool { return w.form == "one" })
}

const earlierWords = 3 // "the day before"

// readEarlier takes in "the day before", which is that before the time of the question that this one follows.
func (l *listing) readEarlier(i int) int {
	u, ok := units[l.next(i)]
	if !ok || l.at(i) != "the" || l.next(i+1) != "before" || l.next(i+2) != "" || l.carried == len(l.words) {
		return 0
	}
	if len(l.earlier) == 0 {
		l.earlierAt = i
	}
	l.earlier = append(l.earlier, u)
	return earlierWords
}

// earlierThan goes back from a time that is carried, first what was asked first.
func (l *listing) earlierThan(t heldTime) heldTime {
	for _, u := range slices.Backward(l.earlier) {
		if t.since.IsZero() || t.until.IsZero() {
			return t
		}
		t.span, t.name = t.before(u)
		t.at, t.words = l.earlierAt, earlierWords
	}
	return t
}

// before returns the day, week, month or year before a span, and its name in English.
func (s span) before(u unit) (before span, name string) {
	y, m, d := s.since.Date()
	switch u {
	case week:
		before = days(date(y, m, d-7), 7)
		return before, "in the week of " + before.since.Format("2 January 2006")
	case month:
		before = months(date(y, m-1, 1), 1)
		return before, "in " + before.since.Format("January 2006")
	case year:
		before = months(date(y-1, time.January, 1), 12)
		return before, "in " + before.since.Format("2006")
	}
	before = days(date(y, m, d-1), 1)
	return before, "on " + before.since.Format("2 January 2006")
}
