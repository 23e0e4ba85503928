package question

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"engram/internal/recall/question/calendar"
	"engram/internal/recall/question/grammar"
)

// late is a day after every time that a question may name: whether a question lists must not depend
// on the day.
var late = calendar.New(calendar.Date(9000, time.January, 1))

// Follow returns a follow-up with the context it needs in brackets: "and the videos? (what did I
// save yesterday)". before holds the earlier questions, latest first, back to one that stands
// alone. It is false if the follow-up or that question has a subject.
func Follow(text string, before ...string) (full string, ok bool) {
	if l := read(text); l != nil && l.whole() {
		return text, true
	}
	if len(before) == 0 || len(split(text, 1)) == 0 || !Lists(before[len(before)-1]) {
		return text, false
	}
	var carried []step
	for _, asked := range slices.Backward(before) {
		carried = carry(asked, carried)
	}
	carried, l := needed(text, carried)
	return behind(text, carried), l != nil
}

// step is one of the questions, or several that each go back by the same unit.
type step struct {
	text string
	back calendar.Unit
	n    int // how often it goes back; 0: it says something else
}

// behind appends earlier questions in brackets.
func behind(text string, before []step) string {
	text = strings.TrimSpace(text)
	if len(before) == 0 {
		return text
	}
	all := make([]string, len(before))
	for i, b := range before {
		all[i] = b.text
	}
	return text + " (" + strings.Join(all, " ") + ")"
}

// needed returns the earlier questions without which this one would mean something else, and the
// combined meaning; nil if it has a subject.
func needed(text string, before []step) ([]step, *listing) {
	l := read(behind(text, before))
	for i := len(before) - 2; i >= 0 && l != nil; i-- { // the last one stands alone
		fewer := slices.Delete(slices.Clone(before), i, i+1)
		if other := read(behind(text, fewer)); other != nil && other.meaning() == l.meaning() {
			before = fewer
		}
	}
	return before, l
}

// carry adds a question to the context. Repeated steps back are merged.
func carry(text string, before []step) []step {
	before, l := needed(text, before)
	s := step{text: strings.Join(strings.Fields(unbracketed.Replace(text)), " ")}
	if l != nil && strings.Trim(l.ownSigns, string(grammar.And)) == string(grammar.Earlier) {
		s.back, s.n = l.steps[0], 1
	}
	if s.n > 0 && before[0].n > 0 && before[0].back == s.back {
		s.n += before[0].n
		s.text = "and " + strconv.Itoa(s.n) + " " + s.back.String() + "s before?"
		before = before[1:]
	}
	return append([]step{s}, before...)
}

// meaning describes what a question asks for, independent of the day.
func (l *listing) meaning() string {
	return fmt.Sprint(l.kind, l.excluded, l.site.name, l.count, l.time.quoted, l.time.back)
}

// Lists reports whether a question names no subject, on any day.
func Lists(text string) bool { return read(text) != nil }

// read parses a question without a subject; nil if it has one.
func read(text string) *listing {
	words := split(text, maxWords+1)
	if len(words) > maxWords {
		return nil
	}
	return sentence{text: text, words: words}.listing(late, (*listing).lists)
}

var unbracketed = strings.NewReplacer("(", " ", ")", " ")

// whole reports whether a question says more than a follow-up would ("and the videos?", "show me
// the last one").
func (l *listing) whole() bool {
	return grammar.Opens.MatchString(l.ownSigns) &&
		!strings.ContainsRune(l.ownSigns, rune(grammar.Those)) &&
		!slices.ContainsFunc(l.words, func(w word) bool { return w.form == "one" })
}

const earlierWords = 3 // "the day before", "2 days before"

// readEarlier reads "the day before", relative to the time of the earlier question.
func (l *listing) readEarlier(i int) int {
	u, ok := calendar.Units[l.next(i)]
	n, counts := digits(l.at(i))
	if !ok || l.at(i) != "the" && !counts || n > maxCount || l.next(i+1) != "before" ||
		l.next(i+2) != "" || l.contextAt == len(l.words) {
		return 0
	}
	if len(l.steps) == 0 {
		l.stepsAt = i
	}
	for range max(n, 1) {
		l.steps = append(l.steps, u)
	}
	return earlierWords
}

// earlierThan goes back from the time in the context, earliest question first.
func (l *listing) earlierThan(t parsedTime) parsedTime {
	t.back = slices.Clone(l.steps)
	for _, u := range slices.Backward(l.steps) {
		if t.Since.IsZero() || t.Until.IsZero() {
			return t
		}
		t.Span, t.name = t.Before(u)
		t.at, t.words = l.stepsAt, earlierWords
	}
	return t
}
