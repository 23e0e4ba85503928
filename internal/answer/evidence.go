package answer

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"engram/internal/lang"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// evidence holds the words of one match's passages, as far as the model saw them.
type evidence struct {
	n        int // number of the match
	memoryID string
	hits     []recall.Hit
	terms    map[string]bool
	numbers  map[string]bool
	saved    []time.Time
	langs    map[lang.Lang]bool
}

// gather returns the evidence of each match, in order.
func gather(matches []recall.Match, passages []passage) []*evidence {
	var all []*evidence
	for _, p := range passages {
		if len(all) == 0 || all[len(all)-1].n != p.n {
			all = append(all, &evidence{
				n: p.n, memoryID: matches[p.n-1].MemoryID,
				terms: map[string]bool{}, numbers: map[string]bool{}, langs: map[lang.Lang]bool{},
			})
		}
		all[len(all)-1].add(p.hit)
	}
	return all
}

func (e *evidence) add(h recall.Hit) {
	e.hits = append(e.hits, h)
	said := strings.Join([]string{h.Title, h.Fields, h.Text}, "\n")
	lang := h.Lang()
	e.langs[lang] = true
	for _, t := range text.Terms(said+"\n"+saved(passage{hit: h}), lang) {
		e.terms[t] = true
	}
	for n := range readableNumbers(said, cmp.Or(text.Detect(h.Text), text.Detect(h.Title))) {
		e.numbers[n] = true
	}
	if !h.CreatedAt.IsZero() {
		e.saved = append(e.saved, h.CreatedAt.UTC())
	}
}

// holds reports whether the evidence has one of the forms of a word, or a number in any notation.
func (e *evidence) holds(t text.QueryTerm) bool {
	for _, form := range t.Forms {
		if e.terms[form] || e.numbers[form] {
			return true
		}
	}
	return false
}

// claim holds the comparable words of a sentence of an answer.
type claim struct {
	terms   []text.QueryTerm
	common  []string // folded words that don't look like names
	numbers []string
	lang    lang.Lang
	negated bool
}

const maxTerms = 64 // of a sentence that are compared

// nameWord matches a word with a capital; that the first word of a sentence also matches does no
// harm.
var nameWord = regexp.MustCompile(`[\pL\pN]*\p{Lu}[\pL\pN]*`)

func claimOf(sentence string, langs []lang.Lang) claim {
	lang := text.Detect(sentence)
	return claim{text.QueryTerms(sentence, langs, maxTerms),
		text.Words(nameWord.ReplaceAllString(sentence, " ")), statedNumbers(sentence, lang), lang,
		negated(sentence, lang)}
}

// share returns the share of the claim's words that the evidence holds, from 0 to 1.
func (c claim) share(of ...*evidence) float64 {
	held := 0
	for _, t := range c.terms {
		for _, e := range of {
			if e.holds(t) {
				held++
				break
			}
		}
	}
	return float64(held) / float64(max(len(c.terms), 1))
}

// hasNumbers reports whether the evidence holds every number of the claim.
func (c claim) hasNumbers(of ...*evidence) bool {
	for _, n := range c.numbers {
		held := false
		for _, e := range of {
			held = held || e.numbers[n] || c.isSaveDate(e, n)
		}
		if !held {
			return false
		}
	}
	return true
}

// isSaveDate reports whether a number of the claim belongs to the date when the evidence was saved.
// Day and year must both be in the claim.
func (c claim) isSaveDate(e *evidence, n string) bool {
	return slices.ContainsFunc(e.saved, func(at time.Time) bool {
		year, month, day := strconv.Itoa(at.Year()), strconv.Itoa(int(at.Month())), strconv.Itoa(at.Day())
		return slices.Contains(c.numbers, day) && slices.Contains(c.numbers, year) &&
			(n == year || n == month || n == day)
	})
}

// How clearly a claim must be in another language; names are ignored, since "Den Haag" holds a
// function word.
const (
	foreignWords = 5 // function words at least
	foreignLead  = 2 // points above every language of the evidence
)

// foreign reports whether the claim is clearly in another language than the evidence, so that words
// can't be compared.
func (c claim) foreign(of ...*evidence) bool {
	own := lang.Detect(c.common)
	if own == lang.Unknown || len(c.common) < foreignWords {
		return false
	}
	for _, e := range of {
		for lang := range e.langs {
			if c.points(own) < c.points(lang)+foreignLead {
				return false
			}
		}
	}
	return true
}

// sameWords is the share of common words from which on a sentence says the same as a claim, or its
// opposite.
const sameWords = 0.6

// denied reports whether the evidence has the claim's sentence with a "not" that the claim lacks,
// or the reverse.
func (c claim) denied(by ...*evidence) bool {
	denied := false
	for _, e := range by {
		for _, h := range e.hits {
			lang := h.Lang()
			for _, s := range statements(h.Text, maxQuoted) {
				if c.share(sentence(s.Text, lang)) < sameWords {
					continue
				}
				if negated(s.Text, lang) == c.negated {
					return false
				}
				denied = true
			}
		}
	}
	return denied
}

// points scores a language by its function words, and by a script of its own.
func (c claim) points(l lang.Lang) (n int) {
	for _, w := range c.common {
		if r, size := utf8.DecodeRuneInString(w); size < len(w) && l.IsStop(w) || l == lang.Russian && unicode.Is(unicode.Cyrillic, r) {
			n++
		}
	}
	return n
}

// quote returns the sentence of the evidence that says most of the claim, without markdown, and its
// passage.
func (e *evidence) quote(c claim) (quote string, in recall.Hit) {
	best := -1
	for _, h := range e.hits {
		lang := h.Lang()
		for _, s := range statements(h.Text, maxQuoted) {
			if score := sentence(s.Text, lang).score(c, h); score > best {
				best, quote, in = score, s.Text, h
			}
		}
	}
	return quote, in
}

// sentence returns the evidence of a single sentence.
func sentence(s string, lang lang.Lang) *evidence {
	one := &evidence{terms: map[string]bool{}, numbers: readableNumbers(s, lang)}
	for _, t := range text.Terms(s, lang) {
		one.terms[t] = true
	}
	return one
}

// score counts what a sentence shares with a claim: numbers first, then words, then the question's
// words.
func (e *evidence) score(c claim, h recall.Hit) (score int) {
	for _, n := range c.numbers {
		if e.numbers[n] {
			score += 8
		}
	}
	for _, t := range c.terms {
		if e.holds(t) {
			score += 4
		}
	}
	for _, w := range h.Words {
		if e.holds(text.QueryTerm{Forms: w.Forms}) {
			score++
		}
	}
	return score
}
