package question

import (
	"strings"

	"engram/internal/recall/question/calendar"
	"engram/internal/recall/question/grammar"
)

// listing gathers what a question says that names no subject. Where its words have the shape of one, it asks for the
// memories themselves: "the videos from last week", "what did I save yesterday", "my last three notes".
type listing struct {
	sentence
	*vocabulary
	calendar calendar.Calendar
	carried  int // the first word of the question that this one follows; what it says itself goes before

	own, before     string // the shapes of the question and of what is carried
	kind, kindWords string
	anyKind         bool // asked for by the question itself
	site            site
	doneKind        string // the kind that a verb tells, where no noun does: "what did I watch"
	doneWords       string
	not             string // the kind that a verb leaves out: "what did I read"
	time            heldTime
	coming          bool            // the time may be one to come as well, or its name somebody's
	steps           []calendar.Unit // to go back from the time that is carried
	stepsAt         int             // the first word that says so
	count           int             // of memories; 0: none is named
}

// listing reads a question that names no subject, in the first language in which it is fit to be one.
func (s sentence) listing(c calendar.Calendar, fit func(*listing) bool) *listing {
	for _, v := range vocabularies {
		l := &listing{sentence: s, vocabulary: v, calendar: c, carried: s.bracket()}
		if len(s.words) > 0 && l.read() && fit(l) {
			return l
		}
	}
	return nil
}

// bracket returns the first word of the brackets that end the sentence, or how many words it has.
func (s sentence) bracket() int {
	n := len(s.words)
	if !strings.HasSuffix(strings.TrimSpace(s.text), ")") {
		return n
	}
	open := strings.LastIndex(s.text, "(")
	for n > 0 && s.words[n-1].start > open {
		n--
	}
	return n
}

// read goes through all words; false when one of them may be a subject.
func (l *listing) read() bool {
	for i := 0; i < len(l.words); {
		sign, n := l.sign(i)
		if n == 0 {
			return false
		}
		if i < l.carried {
			l.own += sign
		} else {
			l.settle()
			l.before += sign
		}
		i += n
	}
	l.settle()
	l.kindOfVerb()
	return len(l.steps) == 0 || l.time.words > 0
}

// settle holds fast what the question says itself before what is carried is read: one memory where the last one is spoken of,
// and every kind where everything is.
func (l *listing) settle() {
	if l.before != "" {
		return
	}
	several := strings.ContainsAny(l.own, string(grammar.Many)+string(grammar.Things))
	if l.count == 0 && !several && strings.ContainsAny(l.own, string(grammar.Newest)+string(grammar.Last)) &&
		strings.ContainsAny(l.own, string(grammar.One)+string(grammar.Thing)) {
		l.count = 1
	}
	l.kindOfVerb()
	l.anyKind = several && l.kind == ""
}

// kindOfVerb takes the kind that a verb tells where no noun does.
func (l *listing) kindOfVerb() {
	switch {
	case l.kind != "" || l.anyKind:
	case l.doneKind == readable:
		l.not = "video"
	default:
		l.kind, l.kindWords = l.doneKind, l.doneWords
	}
}

// lists reports whether the words have the shape of a question for memories.
func (l *listing) lists() bool {
	if l.before != "" {
		return grammar.Follows.MatchString(l.own) && grammar.Carries.MatchString(l.before)
	}
	switch l.own {
	case string(grammar.Many), string(grammar.Everything) + string(grammar.Many):
		return l.bare
	case string(grammar.Dated):
		return len(l.words) > 1 // "hier" is a word to be found
	case string(grammar.DatedFrom), string(grammar.DatedIn):
		return l.bareTime()
	}
	return grammar.IsListing.MatchString(l.own) || grammar.IsOpen.MatchString(l.own)
}

// bareTime reports whether a time alone is asked for that needs more than a name: "over the weekend", "since Tuesday".
func (l *listing) bareTime() bool { return len(l.words) > 2 || from[l.at(0)] }

// question returns what is asked for.
func (l *listing) question() Question {
	q := Question{Text: l.text, Kind: l.kind, KindWords: l.kindWords, Not: l.not, Site: l.site.name, Host: l.site.host, Lists: true, Count: l.count, When: l.time.name}
	q.Open = l.coming && l.before == "" && (grammar.IsOpen.MatchString(l.own) || l.own == string(grammar.DatedFrom) || l.own == string(grammar.DatedIn))
	if l.time.words > 0 {
		q.Since, q.Until, q.DateWords = l.time.Since, l.time.Until, l.quote(l.time.at, l.time.at+l.time.words)
	}
	return q
}
