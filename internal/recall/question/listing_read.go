package question

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// heldTime is a time that was read.
type heldTime struct {
	span
	at, words int    // in the sentence; no words: no time
	name      string // in English
	plain     bool   // it needs nothing beside it to be a time of saving
	set       bool   // it stands where a time does: "in March", "last March", but not "March"
	year      bool   // which may be that of what the memory tells
}

// readTime takes a time in, and returns how many words it has. Two times are more than a filter.
func (l *listing) readTime(i int) int {
	if n := l.readEarlier(i); n > 0 {
		return n
	}
	bound, skip := l.bound(i)
	p, ok := l.period(l.calendar, i+skip)
	if day, known := l.days[l.at(i+skip)]; !ok && known {
		p, ok = day.in(l.calendar, 1), true
	}
	set, known := p.alone || skip > 0, l.time.words > 0
	found := heldTime{
		span: bounded(bound, p.span), at: i, words: skip + p.words, name: l.named(bound, p, i+skip),
		plain: set && p.needs == none, set: set, year: p.needs == saving && p.prep == "in",
	}
	if !ok || known && i < l.carried || bound == "on" && p.prep != "on" { // "notes on March" are about it
		return 0
	}
	words := found.words
	if found = l.before(found); found.since.After(l.calendar.today) {
		return 0
	}
	if !known {
		l.time = found
	}
	return words
}

// named is what English calls a period that begins at word i.
func (s sentence) named(bound string, p period, i int) string {
	name := p.name
	if name == "" && p.words > 0 {
		var all []string
		for _, w := range s.words[i : i+p.words] {
			all = append(all, spelt(w.form))
		}
		name = strings.Join(all, " ")
	}
	if until[bound] || from[bound] {
		return bound + " " + name
	}
	return strings.TrimSpace(p.prep + " " + name)
}

// spelt gives the names of months and of weekdays their capital back.
func spelt(w string) string {
	if _, isWeekday := weekdays[w]; !isWeekday && monthNames[w] == 0 {
		return w
	}
	first, size := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(first)) + w[size:]
}

// readWord takes a word in; 0 when it may be a subject.
func (l *listing) readWord(i int) int {
	w := l.at(i)
	l.pointing = l.pointing || pointers[w] && !person[l.at(i+1)]
	if n, ok := l.counted(i); ok {
		l.count = n
		return 1
	}
	one, isOne := l.one[w]
	many, isMany := l.many[w]
	switch {
	case isOne || isMany:
		return l.readKind(i, one+many, isMany)
	case l.shows[w]:
		l.shown = true
	case l.asks[w]:
		l.asked = true
	case l.saves[w]:
		l.done = true
	case l.mine[w], w == "have" && person[l.at(i-1)]: // "do I have"
		l.owned = true
	case l.newest[w]:
		l.newestOnes = true
	case l.lasts[w]:
		l.lastOnes = true
	case !l.function[w] && !l.opensAnew(i):
		return 0
	}
	return 1
}

// pointers stand for what was spoken of, save in "that I saved".
var pointers = words("this that these those one")

// opensAnew reports whether word i is that of "what about".
func (l *listing) opensAnew(i int) bool {
	return i == 1 && l.at(1) == "about" && (l.at(0) == "what" || l.at(0) == "how")
}

// counted reads how many memories are asked for: "last three", "five notes".
func (l *listing) counted(i int) (int, bool) {
	n, ok := l.numbers[l.at(i)]
	if !ok {
		n, ok = digits(l.at(i))
	}
	next := l.at(i + 1)
	_, many := l.many[next]
	return n, ok && (many || l.orders(l.at(i-1)) || l.orders(next))
}

func (v vocabulary) orders(w string) bool { return v.newest[w] || v.lasts[w] }

// readKind takes a noun in. Things of two kinds are more than a filter.
func (l *listing) readKind(i int, kind string, many bool) int {
	switch {
	case kind == "" || kind == l.kind:
	case l.kind == "":
		l.kind, l.kindWords = kind, l.quote(i, i+1)
	case i < l.carried:
		return 0
	}
	l.manyThings, l.oneThing = l.manyThings || many, l.oneThing || !many
	return 1
}
