package extractive

import "engram/internal/recall"

// standard says when what was found counts as an answer: when this much speaks for it together. Measured on questions that
// have no answer among the memories and on as many that have: the more is asked for, the more of the former are refused,
// and the more of the latter.
type standard struct {
	words  float64 // for each share of the question that the memory holds, and again that its best sentence does
	score  float64 // for the score of the memory
	near   float64 // for the nearness of the best sentence
	lead   float64 // for how far the first memory is ahead of the second: an answer stands out
	enough float64
}

var (
	byMeaning = standard{words: 3, score: 2, near: 5, lead: 7, enough: 6.92}
	byWords   = standard{words: 2.5, score: 4, lead: 6.8, enough: 3.75}
)

// What is said in other words than the question is an answer too, where it means what is asked and nothing else does.
const (
	nearEnough = 0.40
	farAhead   = 0.16
)

// answered reports whether one of the candidates, best first, says enough of what is asked.
func (s standard) answered(candidates []candidate, matches []recall.Match) bool {
	if len(candidates) == 0 {
		return false
	}
	best := candidates[0]
	m := matches[best.match]
	lead := matches[0].Score
	if len(matches) > 1 {
		lead -= matches[1].Score
	}
	if s.near > 0 && lead >= farAhead && m.Passages[best.hit].Similarity >= nearEnough {
		return true
	}
	said := 0.0
	for _, c := range candidates {
		said = max(said, c.memoryShare+c.share)
	}
	return s.words*said+s.score*m.Score+s.near*best.near+s.lead*lead >= s.enough
}
