// Package question reads from the words of a question which kind of memory it asks for, and when that was saved.
//
// A filter that is wrong hides the answer, one that is missing costs little, since kind and month count for the ranking
// all the same. So a word becomes a filter only where it clearly names the saved thing ("the video about knots") or the
// time of saving ("the page I saved in March"), and not the subject ("convert a video", "the crisis in 2008").
package question

import (
	"time"

	"engram/internal/recall/question/calendar"
)

// Question is a text with the filters that its words ask for.
type Question struct {
	Text      string    // as it was asked: the words of the filters count for the ranking too
	Kind      string    // as on the wire: link, video, tweet, note, document; empty: every kind
	KindWords string    // the words of Text that name the kind
	Since     time.Time // zero: no bound; else asks for what was saved at or after it
	Until     time.Time // zero: no bound; else asks for what was saved before it, and after Since
	DateWords string    // the words of Text that name the time

	Lists bool   // it names no subject: it asks for the memories of that kind and time, newest first
	Count int    // of these, as far as Text says how many; else 0
	Open  bool   // it may ask instead for what memories tell of that time, as "do I have anything on Friday" does
	Not   string // of Lists, the kind that is left out; empty: none
	Site  string // of Lists, whence it comes, as "YouTube"; empty: anywhere
	Host  string // what the fields of a passage from there hold
	When  string // the time as English says it, such as "last week", where Lists; empty: any
}

// maxWords bounds a question: a longer text was pasted, and its words are no filters.
const maxWords = 50

// Parse reads a question that was asked now. Days are those of now's location and weeks start on
// Monday. Any text is a question.
func Parse(text string, now time.Time) Question {
	q := parse(text, now)
	q.Since, q.Until = calendar.In(q.Since, now.Location()), calendar.In(q.Until, now.Location())
	return q
}

func parse(text string, now time.Time) Question {
	q := Question{Text: text}
	s := sentence{text: text, words: split(text, maxWords+1)}
	if len(s.words) > maxWords {
		return q
	}
	if l := s.listing(calendar.New(now), (*listing).lists); l != nil {
		return l.question()
	}
	q.Kind, q.KindWords = s.kind()
	q.Since, q.Until, q.DateWords = s.dates(calendar.New(now), q.Kind != "")
	return q
}
