package question

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/lang"
	"engram/internal/recall/question/calendar"
	"engram/internal/recall/question/grammar"
)

// parsedTime is a time found in the question.
type parsedTime struct {
	calendar.Span
	at, words int             // position in the sentence; words is 0: no time
	name      string          // in English
	quoted    string          // the words of a time in the context, which the steps go back from
	back      []calendar.Unit // the steps
}

// sign parses the words from i and returns their signs and number, 0 if they may be a subject.
func (l *listing) sign(i int) (signs string, n int) {
	for _, read := range []func(int) (string, int){l.readTime, l.readSite, l.readPhrase, l.readNumber, l.readNoun} {
		if signs, n := read(i); n > 0 {
			return signs, n
		}
	}
	l.readVerb(i)
	switch s := l.signs[l.at(i)]; s {
	case grammar.Unknown:
		return "", 0
	case grammar.Nothing:
		return "", 1
	default:
		return string(s), 1
	}
}

// readTime parses a time. A second one makes the question more than a listing.
func (l *listing) readTime(i int) (sign string, n int) {
	if n := l.readEarlier(i); n > 0 {
		return string(grammar.Earlier), n
	}
	p, bound, skip, ok := l.bounded(l.calendar, i)
	if !ok {
		p, bound, skip, ok = l.vocabulary.time(l.sentence, l.calendar, i)
	}
	known := l.time.words > 0
	if !ok || known && i < l.contextAt || bound == "on" && p.prep == "in" { // "notes on March": a subject
		return "", 0
	}
	found := parsedTime{Span: p.from(bound), at: i, words: skip + p.words,
		name: l.englishName(bound, p, i+skip)}
	found.quoted = l.quote(i, i+found.words)
	n = found.words
	if found = l.earlierThan(found); found.Since.After(l.calendar.Today) {
		return "", 0
	}
	sign = string(p.sign(bound))
	if !known {
		l.time = found
		l.mayBeFuture = p.needs != none || found.Until.After(l.calendar.Today)
	}
	return sign, n
}

// sign returns how clearly a period after a preposition is the time of saving.
func (p period) sign(bound string) grammar.Sign {
	year := p.needs == saving && p.prep == "in" // may be the year that a memory tells about
	switch {
	case bound == "" && !p.alone:
		return grammar.Undated
	case p.needs == none:
		return grammar.Dated
	case (bound == "from" || bound == between || bound == "around" || from[bound] || until[bound]) && !year:
		return grammar.DatedFrom
	}
	return grammar.DatedIn
}

// englishName returns the period's name in English; its words begin at i.
func (s sentence) englishName(bound string, p period, i int) string {
	name := p.name
	if name == "" && p.words > 0 {
		var all []string
		for _, w := range s.words[i : i+p.words] {
			all = append(all, capitalised(w.form))
		}
		name = strings.Join(all, " ")
	}
	if until[bound] || from[bound] || bound == "around" {
		return bound + " " + name
	}
	return strings.TrimSpace(p.prep + " " + name)
}

// capitalised restores the capital of months and weekdays.
func capitalised(w string) string {
	if _, isWeekday := calendar.Weekdays[w]; !isWeekday && calendar.MonthNames[w] == 0 {
		return w
	}
	first, size := utf8.DecodeRuneInString(w)
	return string(unicode.ToUpper(first)) + w[size:]
}

// readPhrase parses phrases of several words, and words that depend on their position.
func (l *listing) readPhrase(i int) (sign string, n int) {
	w, next := l.at(i), l.next(i)
	for _, phrase := range l.times.lately {
		if n := l.says(i, phrase); n > 0 {
			return string(grammar.Newest), n
		}
	}
	begins := i == 0 || i >= l.contextAt // the start, or the start of the context
	if n := l.savedWords(i); n > 0 {
		for j := i; j < i+n; j++ {
			l.readVerb(j)
		}
		if keeping[l.at(i+n-1)] {
			return string(grammar.ISaved), n
		}
		return string(grammar.IRead), n
	}
	switch {
	case i > 0 && relatives[w] && l.savedAt(i+1): // "that I saved"
		return "", 1
	case w == "so" && next == "far":
		return "", 2
	case w == "these" && next == "days":
		return string(grammar.Newest), 2
	case begins && l.and[w]:
		return string(grammar.And), 1
	case begins && (w == "what" || w == "how") && next == "about":
		return string(grammar.And), 2
	case w == "how" && next == "many" && l.next(i+1) != "pages": // not the pages of a book
		return string(grammar.HowMany), 2
	case w == "do" && (person[next] || next == "you") && l.next(i+1) == "have", w == "have" && person[next] && l.next(i+1) == "got":
		return string(grammar.DoIHave), 3
	case w == "have" && person[next] && l.indefinite(l.next(i+1)):
		return string(grammar.DoIHave), 2
	case l.vocabulary == english && l.signs[w] == grammar.Helper && next == "there":
		return string(grammar.IsThere), 2
	case (w == "can" || w == "could") && next == "you":
		return string(grammar.CanYou), 2
	case w == "web" && (next == "page" || next == "pages"), l.signs[w] == grammar.Most && l.orders(next):
		return "", 1
	}
	return "", 0
}

// keeping are the verbs that mean saving.
var keeping = lang.Set("save saved saving keep kept bookmark bookmarked store stored add added upload uploaded clip clipped pin pinned")

// readNumber parses how many memories are asked for: "last three", "five notes".
func (l *listing) readNumber(i int) (sign string, words int) {
	n, ok := l.numbers[l.at(i)]
	if !ok {
		n, ok = digits(l.at(i))
	}
	next := l.at(i + 1)
	if _, counts := l.plural[next]; !ok || !counts && !l.orders(l.at(i-1)) && !l.orders(next) && l.signs[next] != grammar.Most {
		return "", 0
	}
	if l.count == 0 {
		l.count = n
	}
	return string(grammar.Number), 1
}

// readVerb parses a verb that implies a kind: only videos are watched.
func (l *listing) readVerb(i int) {
	if kind := l.verbs[l.at(i)]; kind != "" && l.verbKind == "" {
		l.verbKind, l.verbWords = kind, l.quote(i, i+1)
	}
}

// readSite parses things of a site. A second site makes the question more than a listing.
func (l *listing) readSite(i int) (sign string, n int) {
	of, n, several := l.ofSite(i)
	if n == 0 || l.kind != "" || l.anyKind {
		return "", 0
	}
	l.kind, l.kindWords, l.site = of.kind, l.quote(i, i+n), of
	return signOf(several, grammar.Many, grammar.OfSite), n
}

func signOf(several bool, many, one grammar.Sign) string {
	if several {
		return string(many)
	}
	return string(one)
}

// indefinite reports whether a word means "any".
func (v *vocabulary) indefinite(w string) bool { return v.signs[w] == grammar.Some || v.vague[w] }

func (v *vocabulary) orders(w string) bool {
	return v.signs[w] == grammar.Newest || v.signs[w] == grammar.Last
}

// readNoun parses a noun. A second kind makes the question more than a listing.
func (l *listing) readNoun(i int) (sign string, n int) {
	w := l.at(i)
	if several, ok := l.vague[w]; ok {
		l.anyKind = l.anyKind || several && i >= l.contextAt && l.kind == "" // of the context
		return signOf(several, grammar.Things, grammar.Thing), 1
	}
	sign = string(grammar.Many)
	kind, ok := l.plural[w]
	if !ok {
		sign = string(grammar.One)
		if kind, ok = l.singular[w]; !ok {
			return "", 0
		}
	}
	switch {
	case kind == "" || kind == l.kind || l.anyKind:
	case l.kind == "":
		l.kind, l.kindWords = kind, l.quote(i, i+1)
	case i < l.contextAt:
		return "", 0
	}
	if l.my[w] {
		sign = string(grammar.Mine) + sign
	}
	return sign, 1
}
