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

// The score of a sentence: the question's words in it and beside it, the rank of its memory, the
// expected answer type, the question's language, and its meaning. Fitted on one half of the
// questions of two sets; the other half did no worse.
const (
	besideWeight = 0.3 // of the question's words that only a neighbouring sentence holds
	rankWeight   = 1.3 // for the first memory; less for others, by score
	sortWeight   = 0.25
	langWeight   = 0.1
	nearWeight   = 1.7
)

const (
	maxMemories = 5 // lower-ranked memories are related at most
	maxCompared = 6 // sentences that are encoded
)

// Encoding stops at a sentence with much of the question if none of the rest is likely to beat it.
// Another sentence then comes first in .3 % of the answers.
const (
	muchAsked = 0.3
	nearer    = 0.15 // 6 % of 24,000 sentences of three sets exceed it
)

// candidate is a sentence that may answer the question.
type candidate struct {
	match       int               // index of the match
	hit         int               // index of the match's passage
	at          int               // index of the sentence in the passage
	sentences   []answer.Sentence // to quote: the sentence, after those it needs for context
	title       string            // of the memory
	rate        float64           // the memory's score over the first one's
	terms       map[string]bool   // of the sentence
	heads       map[string]bool   // of its headings
	share       float64           // of the question's words, by weight, in the sentence
	headingOnly float64           // and of those only in its headings
	memoryShare float64           // of those in any of the memory's passages
	near        float64           // cosine with the question, of the passage until the sentence is encoded
	missesType  bool              // holds nothing of the expected answer type
	score       float64
	answers     [2]int // bytes of the passage that answer, by a reader; zero: unknown
}

// quote returns the quoted sentences as one text.
func (c candidate) quote() string {
	var b strings.Builder
	for i, s := range c.sentences {
		if i > 0 && !s.Close {
			b.WriteByte(' ')
		}
		b.WriteString(s.Text)
	}
	return b.String()
}

// meant returns the text to encode: below a heading, the sentence after the memory's title.
func (c candidate) toEncode() string {
	if len(c.heads) > 0 && c.title != "" {
		return c.title + ". " + c.quote()
	}
	return c.quote()
}

// gather returns the sentences of the first matches, in order.
func gather(question string, matches []recall.Match) []candidate {
	wants, own := answerTypeOf(question), text.Detect(question)
	asked := terms(question, own)
	var all []candidate
	for i, m := range matches[:min(len(matches), maxMemories)] {
		rate, memoryShare := ratio(m.Score, matches[0].Score), total(wordsOf(m))
		for at, hit := range m.Passages {
			of := candidate{match: i, hit: at, title: hit.Title, rate: rate,
				memoryShare: memoryShare, near: hit.Similarity, score: rankWeight * rate}
			if own != lang.Unknown && own == hit.Lang() {
				of.score += langWeight
			}
			all = append(all, tellingOf(of.perSentence(hit, wants), asked)...)
		}
	}
	return all
}

// tellingOf removes sentences that only repeat the question, unless there are no others.
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

// ratio returns a score over the best one, at least 0.
func ratio(score, best float64) float64 {
	if best <= 0 {
		return 0
	}
	return score / best
}

// perSentence returns a candidate for each sentence of a passage except headings, in order.
func (of candidate) perSentence(hit recall.Hit, expected answerType) []candidate {
	var all []candidate
	lang := hit.Lang()
	said := answer.Sentences(hit.Text, maxWords)
	over := newHeadings(hit, len(said))
	first := 0 // index of the first one under the same heading
	for i, s := range said {
		if over.add(s, i == len(said)-1, lang) {
			if first = i + 1; leadsOn(s) && !s.Heading {
				first = i
			}
			continue
		}
		c := of
		c.at = i
		c.sentences, c.terms, c.heads = withSubject(said[first:i+1], lang), terms(s.Text, lang), over.terms()
		c.share = shared(hit.Words, c.terms)
		c.headingOnly = shared(hit.Words, c.terms, c.heads) - c.share
		c.score += c.share
		switch {
		case expected.in(s.Text):
			c.score += sortWeight
		case expected != answerType{}:
			c.missesType = true
		}
		all = append(all, c)
	}
	for i := range all {
		most := all[i].headingOnly
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(all) {
				most = max(most, shared(hit.Words, all[i].terms, all[j].terms)-all[i].share)
			}
		}
		all[i].score += besideWeight * most
	}
	return all
}

// mostLikely returns the candidates worth encoding, best first.
func mostLikely(candidates []candidate) []*candidate {
	all := make([]*candidate, len(candidates))
	for i := range candidates {
		all[i] = &candidates[i]
	}
	slices.SortStableFunc(all, func(a, b *candidate) int { return cmp.Compare(b.score+b.near, a.score+a.near) })
	return all[:min(len(all), maxCompared)]
}

// suffices reports whether the best encoded sentence wins whatever the rest mean.
func suffices(read, left []*candidate, legible float64) bool {
	if len(read) == 0 {
		return false
	}
	best := slices.MaxFunc(read, func(a, b *candidate) int { return cmp.Compare(a.score, b.score) })
	ahead := func(c *candidate) bool { return c.score+nearWeight*(c.near+legible*nearer) > best.score }
	return best.share >= muchAsked && !slices.ContainsFunc(left, ahead)
}

// rank orders by score, then by position.
func rank(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.match, b.match), cmp.Compare(a.hit, b.hit))
}

// choose returns the best candidate and others that concern the question, score well and say
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

// secondSource is the least score, relative to the best memory's, of a second memory that is
// quoted. Of 34 second sources in the memories, small and everyday sets it drops 20 of 23 wrong
// ones and none of 11 right ones.
const secondSource = 0.7

// farBelow reports whether a candidate is from another memory with a much lower score.
func (c candidate) farBelow(best candidate) bool {
	return c.match != best.match && c.rate < secondSource*best.rate
}

// says reports whether a candidate includes the sentence of another.
func (c candidate) says(other candidate) bool {
	return c.match == other.match && c.hit == other.hit && other.at <= c.at &&
		other.at > c.at-len(c.sentences)
}

// after returns a candidate without the context sentences that are quoted already.
func (c candidate) after(quoted []candidate) candidate {
	for len(c.sentences) > 1 {
		first := c
		first.at -= len(c.sentences) - 1
		if !slices.ContainsFunc(quoted, func(other candidate) bool { return other.says(first) }) {
			break
		}
		c.sentences = c.sentences[1:]
	}
	return c
}

// nearBeside returns the cosine that a sentence without a word of the question needs to be quoted
// beside the best. It is lower where the memory has no word of the question: meaning alone found
// it.
func nearBeside(best, c candidate) float64 {
	if best.memoryShare == 0 && c.match == best.match {
		return nearWithout
	}
	return nearEnough
}

// worthReading is the least score of a quoted sentence, relative to the best.
const worthReading = 0.6

// alikeFrom is the share of common words from which on one of two sentences is enough.
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

// wordsOf returns the question's words in a memory's passages, each once.
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

// total returns the share of the question that the words make up.
func total(words []recall.Word) float64 {
	sum := 0.0
	for _, w := range words {
		sum += w.Share
	}
	return sum
}

// shared returns the share of the question of those words that are among the terms.
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

// terms returns the distinct terms of a sentence.
func terms(s string, lang lang.Lang) map[string]bool {
	set := make(map[string]bool)
	for _, t := range text.Terms(s, lang) {
		set[t] = true
	}
	return set
}
