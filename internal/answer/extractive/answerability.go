package extractive

import (
	"slices"

	"engram/internal/lang"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// answerability is a linear model of whether the best candidate answers. It was fitted on questions
// with and without an answer: a higher threshold refuses more of both.
type answerability struct {
	words     float64 // weight of the question's words in the memory, and again in its best sentence
	score     float64 // of the memory's score
	near      float64 // of the best sentence's cosine; 0: sentences are not encoded
	lead      float64 // of the memory's lead over the second: answers stand out
	apart     float64 // of the best cosine's lead over those of other memories
	missing   float64 // penalty for lacking the answer type
	threshold float64
}

var (
	byMeaning = answerability{words: 2.6, score: 4, near: 5.2, lead: 3.9, apart: 1, missing: 1.1, threshold: 7.2}
	byScore   = answerability{words: 2.5, score: 7.6, lead: 4.2, missing: 0.8, threshold: 5.25} // found by meaning, sentences not encoded
	byWords   = answerability{words: 2.3, score: 4.9, lead: 6, missing: 0.5, threshold: 3.8}    // found by words
)

// mixDiscount lowers the threshold between two models: weak evidence from both words and meaning is
// as good. Chosen on questions in Italian, confirmed on Spanish.
const mixDiscount = 0.3

// towards interpolates between two models, from 0 (s) to 1 (other).
func (s answerability) towards(other answerability, by float64) answerability {
	between := func(a, b float64) float64 { return a + by*(b-a) }
	return answerability{
		words: between(s.words, other.words), score: between(s.score, other.score), near: between(s.near, other.near),
		lead: between(s.lead, other.lead), apart: between(s.apart, other.apart), missing: between(s.missing, other.missing),
		threshold: between(s.threshold, other.threshold) * (1 - mixDiscount*by*(1-by)),
	}
}

// aloneFactor scales the threshold for a question about one memory, which has no others to stand
// out from. Measured on XQuAD and the memories set: 94 and 50 % of the right memories answer
// (without it 89 and 41), and 12 and 2 % of their neighbours (6 and 1).
const aloneFactor = 0.76

// An answer in other words than the question counts if its passage's cosine is high and clearly
// ahead of the next memory's. Without any word of the question a smaller lead suffices, since words
// did not contribute to it.
const (
	nearEnough   = 0.40
	farAhead     = 0.16
	aheadWithout = 0.09 // without any of the question's words
	nearWithout  = 0.25
)

// sameNear is the cosine of a sentence that says what the question asks, in whatever words.
const sameNear = 0.6

// verdict says whether the candidates answer the question.
type verdict int

const (
	missed  verdict = iota
	closest         // the first memory nearly answers
	answered
)

// closestFrom is the share of the threshold from which on a sentence is quoted as the closest.
// Chosen on every other question of seven sets; on the others, in small libraries, it quotes
// wrongly for 7 of 77 (with .75 for 25).
const closestFrom = 0.8

// headingShare is the weight of words that only the headings hold. In full they let more wrong
// answers through.
const headingShare = 0.2

// judge decides whether the best candidate answers. All evidence is from one memory.
func (s answerability) judge(question string, candidates []candidate, matches []recall.Match) verdict {
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
		return missed // nothing links it to the question
	}
	sum := s.sum(share, ahead, candidates, matches)
	switch {
	case leadWeight(matches) < 1 && best.near < sameNear && mostlyAbsent(question, m):
		return missed
	case sum >= s.threshold:
		return answered
	case sum >= closestFrom*s.threshold && best.match == 0:
		return closest
	}
	return missed
}

// shareOf returns the most of the question that one sentence of the memory holds, headings in part.
func shareOf(match int, candidates []candidate) (share float64) {
	for _, c := range candidates {
		if c.match == match {
			share = max(share, c.share+headingShare*c.headingOnly)
		}
	}
	return share
}

// sum returns the model's score for the best candidate.
func (s answerability) sum(share, ahead float64, candidates []candidate, matches []recall.Match) float64 {
	best, elsewhere := candidates[0], 0.0
	for _, c := range candidates {
		if c.match != best.match {
			elsewhere = max(elsewhere, c.near)
		}
	}
	sum := s.words*(best.memoryShare+share) + s.score*matches[best.match].Score + s.near*best.near + s.lead*ahead
	sum += s.apart * leadWeight(matches) * (best.near - elsewhere)
	if lacksType(best.match, choose(candidates)) {
		sum -= s.missing
	}
	return sum
}

// lead returns how far the first memory's score is ahead of the second's; 0 for others.
func lead(at int, matches []recall.Match) float64 {
	if at != 0 || len(matches) < 2 {
		return 0
	}
	return leadWeight(matches) * (matches[0].Score - matches[1].Score)
}

// manyOthers is the number of other memories from which on a lead counts in full.
const manyOthers = 4

// leadWeight returns how much a lead counts among that many memories.
func leadWeight(matches []recall.Match) float64 {
	return min(1, float64(len(matches)-1)/manyOthers)
}

// lacksType reports whether no chosen sentence of the memory holds the expected answer type.
func lacksType(match int, chosen []candidate) bool {
	return !slices.ContainsFunc(chosen, func(c candidate) bool { return c.match == match && !c.missesType })
}

// maxTerms bounds the words of a question that are examined.
const maxTerms = 100

// mostlyAbsent reports whether most of the question's weight is missing from the memory, answer
// types aside: "when does the library open" of a clinic. It matters in small libraries only.
func mostlyAbsent(question string, m recall.Match) bool {
	words, held := wordsOf(m), 0.0
	for _, w := range words {
		if !typeTerms[w.Forms[0]] {
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
		if !typeTerms[t.Forms[0]] {
			telling++
		}
	}
	return telling > 0 && (1-total(words))*float64(telling)/float64(absent) > held
}
