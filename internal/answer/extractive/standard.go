package extractive

import (
	"slices"

	"engram/internal/lang"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// standard says when what was found counts as an answer: when this much speaks for it together. Fitted on questions that
// have no answer among the memories and on as many that have: the more is asked for, the more of the former are refused,
// and the more of the latter.
type standard struct {
	words  float64 // for each share of the question that the memory holds, and again that its best sentence does
	score  float64 // for the score of the memory
	near   float64 // for the nearness of the best sentence; 0: what sentences mean is not known
	lead   float64 // for how far the first memory is ahead of the second: an answer stands out
	apart  float64 // for how much nearer the best sentence is than those of other memories
	lacks  float64 // against an answer without the sort of thing that is asked for
	enough float64
}

var (
	byMeaning = standard{words: 2.6, score: 4, near: 5.2, lead: 3.9, apart: 1, lacks: 1.1, enough: 7.2}
	byScore   = standard{words: 2.5, score: 7.6, lead: 4.2, lacks: 0.8, enough: 5.25} // what was found by meaning, its sentences not compared
	byWords   = standard{words: 2.3, score: 4.9, lead: 6, lacks: 0.5, enough: 3.8}    // what was found by words
)

// apiece is how much less than between two bounds it takes where words and meaning each count in part: what both say weakly is
// as sure. Chosen on questions in Italian, so that no more of them are refused than by words; Spanish ones confirmed it.
const apiece = 0.3

// towards returns the standard that stands between s and another one, from 0, which is s, to 1.
func (s standard) towards(other standard, by float64) standard {
	between := func(a, b float64) float64 { return a + by*(b-a) }
	return standard{
		words: between(s.words, other.words), score: between(s.score, other.score), near: between(s.near, other.near),
		lead: between(s.lead, other.lead), apart: between(s.apart, other.apart), lacks: between(s.lacks, other.lacks),
		enough: between(s.enough, other.enough) * (1 - apiece*by*(1-by)),
	}
}

// aloneEnough is how much of that speaks for an answer from the one memory that was asked: it stands out from no others.
// Measured with the meaning on 200 questions of XQuAD and 140 of the memories set, each asked of the memory that answers it
// and of the two next to it: of the former 94 and 50 % are answered (all of the sum: 89 and 41), of the latter 12 and 2 (6 and 1).
const aloneEnough = 0.76

// What is said in other words than the question is an answer too, where it means what is asked and nothing else does. A
// memory that shares words with the question is ahead by these already; one that shares none is so by its meaning alone,
// and need not be as far. Then other sentences of it are told as well that come near.
const (
	nearEnough   = 0.40
	farAhead     = 0.16
	aheadWithout = 0.12 // any of the question's words
	nearWithout  = 0.25
)

// sameNear is how near a sentence is that says what the question asks, whichever words it has.
const sameNear = 0.6

// verdict says what the candidates are to the question.
type verdict int

const (
	missed  verdict = iota
	closest         // the first memory nearly answers
	answered
)

// nearly is how much of what an answer takes speaks for the closest. Chosen on every other question of seven sets; of the others,
// among a few notes it is quoted for 7 of 77 that nothing answers, where with .75 and what is mostly absent it was for 25.
const nearly = 0.8

// lentShare is what counts of the words that only the headings over a sentence hold. With all of it more of what nothing
// answers is answered.
const lentShare = 0.2

// judge tells whether one of the candidates, best first, says enough of what is asked. What speaks for it is of one memory:
// another does not answer for it.
func (s standard) judge(question string, candidates []candidate, matches []recall.Match) verdict {
	if len(candidates) == 0 {
		return missed
	}
	best := candidates[0]
	m, ahead := matches[best.match], lead(best.match, matches)
	enough := farAhead
	if best.memoryShare == 0 {
		enough = aheadWithout
	}
	if s.near > 0 && ahead >= enough && m.Passages[best.hit].Similarity >= nearEnough {
		return answered
	}
	share := shareOf(best.match, candidates)
	if s.near == 0 && share == 0 {
		return missed // nothing tells that it has to do with the question at all
	}
	sum := s.sum(share, ahead, candidates, matches)
	switch {
	case stands(matches) < 1 && best.near < sameNear && mostlyAbsent(question, m):
		return missed
	case sum >= s.enough:
		return answered
	case sum >= nearly*s.enough && best.match == 0:
		return closest
	}
	return missed
}

// shareOf is how much of the question the best sentence of a memory holds, with the headings over it in part.
func shareOf(match int, candidates []candidate) (share float64) {
	for _, c := range candidates {
		if c.match == match {
			share = max(share, c.share+lentShare*c.lent)
		}
	}
	return share
}

// sum is what speaks for the best candidate.
func (s standard) sum(share, ahead float64, candidates []candidate, matches []recall.Match) float64 {
	best, elsewhere := candidates[0], 0.0
	for _, c := range candidates {
		if c.match != best.match {
			elsewhere = max(elsewhere, c.near)
		}
	}
	sum := s.words*(best.memoryShare+share) + s.score*matches[best.match].Score + s.near*best.near + s.lead*ahead
	sum += s.apart * stands(matches) * (best.near - elsewhere)
	if lacking(best.match, choose(candidates)) {
		sum -= s.lacks
	}
	return sum
}

// lead is how far a memory is ahead of the others; none but the first is.
func lead(at int, matches []recall.Match) float64 {
	if at != 0 || len(matches) < 2 {
		return 0
	}
	return stands(matches) * (matches[0].Score - matches[1].Score)
}

// manyOthers is how many memories one has to be ahead of before that means all it can: among few, any is first.
const manyOthers = 4

// stands is how much it means to stand out among so many.
func stands(matches []recall.Match) float64 {
	return min(1, float64(len(matches)-1)/manyOthers)
}

// lacking reports whether no sentence that is chosen from the memory holds the sort of thing that is asked for.
func lacking(match int, chosen []candidate) bool {
	return !slices.ContainsFunc(chosen, func(c candidate) bool { return c.match == match && !c.lacks })
}

// maxTerms is the most words of a question that are looked at.
const maxTerms = 100

// mostlyAbsent reports whether most of what is asked for, by weight, stands nowhere in the memory: "library", where what opens
// is a clinic. Words that only tell the sort of answer are aside. Among many memories what is asked for is often said in
// other words, among few it is often not there.
func mostlyAbsent(question string, m recall.Match) bool {
	words, held := wordsOf(m), 0.0
	for _, w := range words {
		if !sortTerms[w.Forms[0]] {
			held += w.Share
		}
	}
	absent, telling := 0, 0
	for _, t := range text.QueryTerms(question, []lang.Lang{lang.English}, maxTerms) {
		same := func(w recall.Word) bool { return slices.Contains(w.Forms, t.Forms[0]) }
		if slices.ContainsFunc(words, same) {
			continue
		}
		absent++
		if !sortTerms[t.Forms[0]] {
			telling++
		}
	}
	return telling > 0 && (1-total(words))*float64(telling)/float64(absent) > held
}
