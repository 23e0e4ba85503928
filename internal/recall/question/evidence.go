package question

import (
	"strings"

	"engram/internal/lang"
	"engram/internal/recall/question/calendar"
	"engram/internal/recall/question/grammar"
)

// evidence holds what a question says about saving and the past.
type evidence struct {
	past   bool
	recall bool
	saving []bool // by word: refers to saving, and no subject came since
}

// suffices reports whether the evidence is enough for a period at word i.
func (p evidence) suffices(needs dateEvidence, i int) bool {
	switch needs {
	case past:
		return p.past || p.recall
	case recall:
		return p.recall
	case saving:
		return p.saving[i]
	}
	return true
}

var (
	pastVerbs   = lang.Set("did was were had")
	pastActions = lang.Set("got paid bought said wrote made went took told met sent gave chose ate ran began spent sold felt heard thought")
	notPast     = lang.Set("need feed speed seed bed red shed led exceed proceed succeed indeed hundred embed")
	subjects    = lang.Set("about on of regarding concerning")
)

// evidence collects what the sentence says. A time counts as that of saving before a subject ("what
// did I save in 2024", not "what I saved about the crisis in 2008") or right before the verb ("in
// 2024 I saved").
func (s sentence) evidence(ofKind bool) evidence {
	p := evidence{recall: ofKind, saving: make([]bool, len(s.words))}
	spoken, asksWhen := false, s.at(0) == "when"
	for i := range s.words {
		w := s.at(i)
		p.past = p.past || !asksWhen && (pastVerbs[w] || person[w] && isPast(s.at(i+1)))
		if s.savedAt(i) || s.openingSaved(i) {
			spoken, p.recall = true, true
		} else if subjects[w] && !s.dated(i+1) {
			spoken = false
		}
		p.saving[i] = spoken || s.savedAt(i+2)
	}
	return p
}

// openingSaved reports whether the question begins with a verb of saving: "saved in 2024".
func (s sentence) openingSaved(i int) bool {
	return i == 0 && (s.at(0) == "saved" || s.at(0) == "kept" || s.at(0) == "bookmarked")
}

// dated reports whether word i begins the name of a day: "on Sunday", "on 5 May", "on the 5th".
func (s sentence) dated(i int) bool {
	if s.at(i) == "the" {
		i++
	}
	_, isWeekday := calendar.Weekdays[s.at(i)]
	return isWeekday || startsWithDigit(s.at(i)) || calendar.MonthNames[s.at(i)] != 0
}

func isPast(w string) bool {
	return pastActions[w] || strings.HasSuffix(w, "ed") && !notPast[w]
}

// evidence is the same for languages other than English: a time counts after a verb of saving, up
// to a subject, or right before the verb.
func (v *vocabulary) evidence(s sentence, ofKind bool) evidence {
	p := evidence{recall: ofKind, saving: make([]bool, len(s.words))}
	spoken, asksWhen := false, v.subject.when[s.at(0)]
	said := func(i int) bool { return v.signs[s.at(i)] == grammar.Saved || v.signs[s.at(i)] == grammar.Kept }
	for i := range s.words {
		w := s.at(i)
		p.past = p.past || !asksWhen && v.subject.was[w]
		if said(i) {
			spoken, p.recall = true, true
		} else if v.subject.about[w] {
			spoken = false
		}
		p.saving[i] = spoken || said(i+1) || said(i+2) || said(i+3)
	}
	return p
}
