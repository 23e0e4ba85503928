package question

import "strings"

// listing gathers what a question says that names no subject. Where it says nothing else, and enough of this, it asks for
// the memories themselves: "the videos from last week", "what did I save yesterday", "my last three notes".
type listing struct {
	sentence
	vocabulary
	calendar calendar
	carried  int // the first word of the question that this one follows; what it says itself goes before

	kind, kindWords string
	time            heldTime
	earlier         []unit // to go back from the time that is carried
	earlierAt       int    // the first word that says so
	count           int    // of memories; 0: none is named
	saved           bool   // by the person who asks
	asked, done     bool   // something is asked for; something was done, by whom is not told
	shown           bool   // something is to be shown, or was saved
	owned           bool   // it is the person's
	newestOnes      bool
	lastOnes        bool // or the place of a page in a book
	oneThing        bool // a noun stands in the singular
	manyThings      bool // or in the plural
	pointing        bool // "those", "the last one": at what was spoken of
}

// listing reads a question that names no subject, in the first language in which it is fit to be one.
func (s sentence) listing(c calendar, fit func(*listing) bool) *listing {
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
		n := l.readTime(i)
		if n == 0 {
			n = l.savedWords(i)
			l.saved = l.saved || n > 0
		}
		if n == 0 {
			n = l.readWord(i)
		}
		if n == 0 {
			return false
		}
		i += n
	}
	return len(l.earlier) == 0 || l.time.words > 0
}

// briefly is how many words a question has at most that names a kind and asks for nothing: "videos", "all notes".
const briefly = 2

// enough reports whether what was said asks for memories. "A video" or "yesterday" by itself is a word to be found, and
// the last page may be that of a book.
func (l *listing) enough() bool {
	things := l.manyThings || l.oneThing
	switch {
	case l.saved && (l.asked || things || l.time.words > 0), l.done && (l.asked || things):
		return true
	case l.time.words == len(l.words):
		return l.time.plain
	case l.time.words > 0:
		return l.manyThings || l.time.set && (l.shown || l.oneThing && !l.time.year)
	case l.manyThings:
		return l.owned || l.shown || l.newestOnes || l.lastOnes || l.bare && l.kind != "" && l.count == 0 && len(l.words) <= briefly
	case l.oneThing:
		return l.newestOnes && l.kind != "" || l.lastOnes && (l.owned || l.shown || l.kind != "" && l.kind != "link" && l.kind != "note")
	}
	return l.count > 0 && (l.owned || l.shown)
}

// question returns what is asked for: one thing where the last thing is spoken of.
func (l *listing) question() Question {
	q := Question{Text: l.text, Kind: l.kind, KindWords: l.kindWords, Lists: true, Count: l.count, When: l.time.name}
	if l.time.words > 0 {
		q.Since, q.Until, q.DateWords = l.time.since, l.time.until, l.quote(l.time.at, l.time.at+l.time.words)
	}
	if q.Count == 0 && l.oneThing && !l.manyThings && (l.newestOnes || l.lastOnes) {
		q.Count = 1
	}
	return q
}
