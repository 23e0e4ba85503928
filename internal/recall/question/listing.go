package question

import (
	"strings"

	"engram/internal/recall/question/calendar"
	"engram/internal/recall/question/grammar"
)

// listing parses a question without a subject, which asks for the memories themselves: "the videos
// from last week", "what did I save yesterday", "my last three notes".
type listing struct {
	sentence
	*vocabulary
	calendar  calendar.Calendar
	contextAt int // index of the first word of the context in brackets, which the question's own words override

	ownSigns, contextSigns string // signs of the question and of its context
	kind, kindWords        string
	anyKind                bool // the question itself asks for every kind
	site                   site
	verbKind               string // kind implied by a verb: "what did I watch"
	verbWords              string
	excluded               string // kind excluded by a verb: "what did I read"
	time                   parsedTime
	mayBeFuture            bool            // the time may be in the future, or a person's name
	steps                  []calendar.Unit // to go back from the time in the context
	stepsAt                int             // index of the first word of the steps
	count                  int             // of memories; 0: not given
}

// listing parses a question without a subject in the first language that fits.
func (s sentence) listing(c calendar.Calendar, fit func(*listing) bool) *listing {
	for _, v := range vocabularies {
		l := &listing{sentence: s, vocabulary: v, calendar: c, contextAt: s.contextStart()}
		if len(s.words) > 0 && l.read() && fit(l) {
			return l
		}
	}
	return nil
}

// contextStart returns the index of the first word in the brackets at the end, or the number of
// words.
func (s sentence) contextStart() int {
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

// read parses all words; false if one may be a subject.
func (l *listing) read() bool {
	for i := 0; i < len(l.words); {
		sign, n := l.sign(i)
		if n == 0 {
			return false
		}
		if i < l.contextAt {
			l.ownSigns += sign
		} else {
			l.finishOwn()
			l.contextSigns += sign
		}
		i += n
	}
	l.finishOwn()
	l.kindOfVerb()
	return len(l.steps) == 0 || l.time.words > 0
}

// finishOwn completes what the question itself says before its context is read: a count of one for
// "the last one", every kind for "everything".
func (l *listing) finishOwn() {
	if l.contextSigns != "" {
		return
	}
	several := strings.ContainsAny(l.ownSigns, string(grammar.Many)+string(grammar.Things))
	if l.count == 0 && !several && strings.ContainsAny(l.ownSigns, string(grammar.Newest)+string(grammar.Last)) &&
		strings.ContainsAny(l.ownSigns, string(grammar.One)+string(grammar.Thing)) {
		l.count = 1
	}
	l.kindOfVerb()
	l.anyKind = several && l.kind == ""
}

// kindOfVerb applies the kind implied by a verb unless a noun named one.
func (l *listing) kindOfVerb() {
	switch {
	case l.kind != "" || l.anyKind:
	case l.verbKind == readable:
		l.excluded = "video"
	default:
		l.kind, l.kindWords = l.verbKind, l.verbWords
	}
}

// lists reports whether the signs match a rule for listings.
func (l *listing) lists() bool {
	if l.contextSigns != "" {
		return grammar.Follows.MatchString(l.ownSigns) &&
			grammar.Carries.MatchString(l.contextSigns)
	}
	switch l.ownSigns {
	case string(grammar.Many), string(grammar.Everything) + string(grammar.Many):
		return l.bare
	case string(grammar.Dated):
		return len(l.words) > 1 // a single word is searched for
	case string(grammar.DatedFrom), string(grammar.DatedIn):
		return l.bareTime()
	}
	return grammar.IsListing.MatchString(l.ownSigns) || grammar.IsOpen.MatchString(l.ownSigns)
}

// bareTime reports whether a time alone is a listing: "over the weekend" and "since Tuesday" are, a
// bare name is not.
func (l *listing) bareTime() bool { return len(l.words) > 2 || from[l.at(0)] }

// question returns the parsed question.
func (l *listing) question() Question {
	q := Question{Text: l.text, Kind: l.kind, KindWords: l.kindWords, Not: l.excluded,
		Site: l.site.name, Host: l.site.host, Lists: true, Count: l.count, When: l.time.name}
	q.Open = l.mayBeFuture && l.contextSigns == "" &&
		(grammar.IsOpen.MatchString(l.ownSigns) || l.ownSigns == string(grammar.DatedFrom) ||
			l.ownSigns == string(grammar.DatedIn))
	if l.time.words > 0 {
		q.Since, q.Until, q.DateWords = l.time.Since, l.time.Until, l.quote(l.time.at, l.time.at+l.time.words)
	}
	return q
}
