package extractive

import (
	"cmp"
	"slices"
	"strings"

	"engram/internal/answer"
	"engram/internal/lang"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// What makes a sentence the answer: that it holds the question's words, or those beside it do; that its memory ranks high;
// that it holds the sort of thing that is asked for; that it is in the question's language; and that it means what is
// asked. Fitted on one half of the questions of two sets; the other half did no worse.
const (
	besideWeight = 0.3 // of the question's words that only a neighbouring sentence holds
	rankWeight   = 1.3 // for the first memory; less for the others, as their scores are less
	sortWeight   = 0.25
	langWeight   = 0.1
	nearWeight   = 1.7
)

const (
	maxMemories = 5 // read for an answer: what ranks below is related at most
	maxCompared = 6 // sentences whose own meaning is asked for
)

// A sentence suffices that holds much of what is asked where none of those left may come before it: few are nearer to the question
// than their passages by more. Of what is said in other words all six are read. Another comes first then of .3 % of the answers.
const (
	muchAsked = 0.3
	nearer    = 0.15 // 6 % of 24,000 sentences of three sets are more
)

// candidate is a sentence that may answer.
type candidate struct {
	match       int               // position in the matches
	hit         int               // position in the match's passages
	at          int               // of the sentence in its passage
	said        []answer.Sentence // what is quoted: the sentence, behind those that it can't be understood without
	place       recall.Place
	title       string          // of the memory
	rate        float64         // the memory's score over that of the first
	terms       map[string]bool // of the sentence
	heads       map[string]bool // of the headings over it
	share       float64         // of the question's words, by weight, that the sentence holds
	lent        float64         // and that the headings over it hold beyond it
	memoryShare float64         // of the question's words that any of the memory's passages hold
	near        float64         // cosine of the question's meaning and the sentence's or, while that is not known, its passage's
	lacks       bool            // the sort of thing that is asked for
	score       float64
}

// quote is what is quoted, in one.
func (c candidate) quote() string {
	all := make([]string, len(c.said))
	for i, s := range c.said {
		all[i] = s.Text
	}
	return strings.Join(all, " ")
}

// meant is what is compared by its meaning: what stands under a heading is understood from the title.
func (c candidate) meant() string {
	if len(c.heads) > 0 && c.title != "" {
		return c.title + ". " + c.quote()
	}
	return c.quote()
}

// gather takes the passages of the first matches into candidates, in their order.
func gather(question string, matches []recall.Match) []candidate {
	wants, own := wanted(question), text.Detect(question)
	asked := terms(question, own)
	var all []candidate
	for i, m := range matches[:min(len(matches), maxMemories)] {
		rate, memoryShare := ratio(m.Score, matches[0].Score), total(wordsOf(m))
		for at, hit := range m.Passages {
			of := candidate{match: i, hit: at, place: hit.Place, title: hit.Title, rate: rate, memoryShare: memoryShare, near: hit.Similarity, score: rankWeight * rate}
			if own != lang.Unknown && own == hit.Lang() {
				of.score += langWeight
			}
			all = append(all, tellingOf(of.sentences(hit, wants), asked)...)
		}
	}
	return all
}

// tellingOf leaves out sentences that say nothing but what is asked, such as a heading, unless that is all there is.
func tellingOf(all []candidate, asked map[string]bool) []candidate {
	echoes := func(c candidate) bool {
		for t := range c.terms {
			if !asked[t] {
				return false
			}
		}
		return true
	}
	telling := slices.DeleteFunc(slices.Clone(all), echoes)
	if len(telling) == 0 {
		return all
	}
	return telling
}

// ratio is that of a score to the best, which is not negative.
func ratio(score, best float64) float64 {
	if best <= 0 {
		return 0
	}
	return score / best
}

// sentences returns a candidate for each sentence of the passage that is no heading, in order.
func (of candidate) sentences(hit recall.Hit, wants want) []candidate {
	var all []candidate
	lang := hit.Lang()
	said := answer.Sentences(hit.Text, maxWords)
	over := newHeadings(hit, len(said))
	first := 0 // of those under the same heading
	for i, s := range said {
		if over.add(s, i == len(said)-1, lang) {
			if first = i + 1; leadsOn(s) && !s.Heading {
				first = i
			}
			continue
		}
		c := of
		c.at = i
		c.said, c.terms, c.heads = withSubject(said[first:i+1], lang), terms(s.Text, lang), over.terms()
		c.share = shared(hit.Words, c.terms)
		c.lent = shared(hit.Words, c.terms, c.heads) - c.share
		c.score += c.share
		switch {
		case wants.met(s.Text):
			c.score += sortWeight
		case wants != want{}:
			c.lacks = true
		}
		all = append(all, c)
	}
	for i := range all {
		most := all[i].lent
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(all) {
				most = max(most, shared(hit.Words, all[i].terms, all[j].terms)-all[i].share)
			}
		}
		all[i].score += besideWeight * most
	}
	return all
}

// mostLikely returns the candidates that are worth to be compared by their meaning, the likeliest first.
func mostLikely(candidates []candidate) []*candidate {
	all := make([]*candidate, len(candidates))
	for i := range candidates {
		all[i] = &candidates[i]
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.score+b.near, a.score+a.near) })
	return all[:min(len(all), maxCompared)]
}

// suffices reports whether the best of the sentences that were read is it, whatever those that are left mean.
func suffices(read, left []*candidate, legible float64) bool {
	if len(read) == 0 {
		return false
	}
	best := slices.MaxFunc(read, func(a, b *candidate) int { return cmp.Compare(a.score, b.score) })
	ahead := func(c *candidate) bool { return c.score+nearWeight*(c.near+legible*nearer) > best.score }
	return best.share >= muchAsked && !slices.ContainsFunc(left, ahead)
}

// rank puts the higher score first, then what stands first.
func rank(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.match, b.match), cmp.Compare(a.hit, b.hit))
}

// choose takes the best candidate and those after it that have to do with the question, are worth reading, and say
// something else.
func choose(candidates []candidate) []candidate {
	var chosen []candidate
	for _, c := range candidates {
		if len(chosen) == maxSentences || c.score < worthReading*candidates[0].score {
			break
		}
		if len(chosen) > 0 && (c.farBelow(chosen[0]) || c.share == 0 && c.near < nearBeside(chosen[0], c)) {
			continue
		}
		repeats := func(other candidate) bool { return alike(c.terms, other.terms) || other.says(c) }
		if !slices.ContainsFunc(chosen, repeats) {
			chosen = append(chosen, c.after(chosen))
		}
	}
	return chosen
}

// secondSource is the least score, over that of the best one's memory, of another memory that is quoted beside it. Measured on
// the memories set, the small ones and the everyday ones: of 34 second sources this drops 20 of 23 wrong ones, and none of 11
// right ones up to .8.
const secondSource = 0.7

// farBelow reports whether a candidate is of another memory than the best one, and of one that fits much less.
func (c candidate) farBelow(best candidate) bool {
	return c.match != best.match && c.rate < secondSource*best.rate
}

// says reports whether a candidate brings the sentence of another along.
func (c candidate) says(other candidate) bool {
	return c.match == other.match && c.hit == other.hit && other.at <= c.at && other.at > c.at-len(c.said)
}

// after is a candidate without the sentences before it that are told already.
func (c candidate) after(told []candidate) candidate {
	for len(c.said) > 1 {
		first := c
		first.at -= len(c.said) - 1
		if !slices.ContainsFunc(told, func(other candidate) bool { return other.says(first) }) {
			break
		}
		c.said = c.said[1:]
	}
	return c
}

// nearBeside is how near a sentence without a word of the question must be to stand beside the best one. In a memory that
// has none of these words the best itself is told by its meaning alone, and those around it often tell the rest.
func nearBeside(best, c candidate) float64 {
	if best.memoryShare == 0 && c.match == best.match {
		return nearWithout
	}
	return nearEnough
}

// worthReading is the least score, over the best one's, of a sentence that still makes it into the answer.
const worthReading = 0.6

// alikeFrom is the share of their words that two sentences have in common when one of them is enough.
const alikeFrom = 0.8

// alike reports whether two sentences are nearly the same.
func alike(a, b map[string]bool) bool {
	common := 0
	for t := range a {
		if b[t] {
			common++
		}
	}
	return float64(common) >= alikeFrom*float64(len(a)+len(b)-common)
}

// maxWords is the most words of a sentence that is quoted whole.
const maxWords = 80

// wordsOf returns the words of the question that a memory's passages hold, each once.
func wordsOf(m recall.Match) []recall.Word {
	var all []recall.Word
	for _, hit := range m.Passages {
		for _, w := range hit.Words {
			same := func(other recall.Word) bool { return slices.Equal(w.Forms, other.Forms) }
			if !slices.ContainsFunc(all, same) {
				all = append(all, w)
			}
		}
	}
	return all
}

// total is how much of the question the words make up.
func total(words []recall.Word) float64 {
	sum := 0.0
	for _, w := range words {
		sum += w.Share
	}
	return sum
}

// shared is how much of the question those of the words make up that are among any of the terms.
func shared(words []recall.Word, among ...map[string]bool) float64 {
	sum := 0.0
	for _, w := range words {
		in := func(terms map[string]bool) bool {
			return slices.ContainsFunc(w.Forms, func(form string) bool { return terms[form] })
		}
		if slices.ContainsFunc(among, in) {
			sum += w.Share
		}
	}
	return sum
}

// terms returns the different terms of a sentence.
func terms(s string, lang lang.Lang) map[string]bool {
	set := make(map[string]bool)
	for _, t := range text.Terms(s, lang) {
		set[t] = true
	}
	return set
}
