package extractive

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"engram/internal/recall"
	"engram/internal/recall/text"
)

// What makes a sentence the answer: that it holds the question's words; that the passage around it and the memory's
// title do; that it holds the sort of thing that is asked for; and that its memory ranks high.
const (
	passageWeight = 0.4 // of the question's words that only the rest of the passage, its title or its fields hold
	sortWeight    = 0.2 // for the sort of thing that is asked for
	rankWeight    = 0.3 // for the first memory; less for the others, as their scores are less
)

// candidate is a sentence that may answer.
type candidate struct {
	match       int // position in the matches
	text        string
	place       recall.Place
	terms       map[string]bool
	share       float64 // of the question's words, by weight, that the sentence holds
	memoryShare float64 // of the question's words that any of the memory's passages hold
	score       float64
}

// gather takes the passages of the matches into candidates, best first.
func gather(question string, matches []recall.Match) []candidate {
	wants := wanted(question)
	var all []candidate
	for i, m := range matches {
		memoryShare := total(wordsOf(m))
		rank := rankWeight * m.Score / matches[0].Score
		for _, hit := range m.Passages {
			lang := hit.Lang()
			for _, s := range sentences(hit.Text) {
				c := candidate{match: i, text: s, place: hit.Place, terms: terms(s, lang), memoryShare: memoryShare}
				c.share = shared(c.terms, hit.Words)
				c.score = c.share + passageWeight*(total(hit.Words)-c.share) + rank
				if wants.met(s) {
					c.score += sortWeight
				}
				all = append(all, c)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	return all
}

// choose takes the best candidate and those after it that hold a word of the question, are worth reading, and say something
// else.
func choose(candidates []candidate) []candidate {
	var chosen []candidate
	for _, c := range candidates {
		if len(chosen) == maxSentences || c.score < worthReading*candidates[0].score {
			break
		}
		repeats := func(other candidate) bool { return alike(c.terms, other.terms) }
		if len(chosen) > 0 && c.share == 0 {
			continue
		}
		if !slices.ContainsFunc(chosen, repeats) {
			chosen = append(chosen, c)
		}
	}
	return chosen
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

// maxWords is the most words of a sentence that is quoted whole; a longer one is a table or a list without stops.
const maxWords = 45

// marker is what stands before the item of a list and is no part of what it says.
var marker = regexp.MustCompile(`^([-*+•–—>#]+|[0-9]{1,3}[.)])\s+`)

// sentences returns the sentences of a passage that say anything, verbatim, list markers aside and long ones in pieces.
func sentences(passage string) []string {
	var all []string
	for _, s := range text.Sentences(passage) {
		s := s.Text[len(marker.FindString(s.Text)):]
		for _, piece := range pieces(s) {
			if strings.ContainsFunc(piece, isWordRune) {
				all = append(all, piece)
			}
		}
	}
	return all
}

// word is a run of anything but blanks.
var word = regexp.MustCompile(`\S+`)

// pieces cuts a sentence of too many words into several.
func pieces(s string) []string {
	words := word.FindAllStringIndex(s, -1)
	if len(words) <= maxWords {
		return []string{s}
	}
	var all []string
	for part := range slices.Chunk(words, maxWords) {
		all = append(all, s[part[0][0]:part[len(part)-1][1]])
	}
	return all
}

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

// shared is how much of the question those of the words make up that are among the terms.
func shared(terms map[string]bool, words []recall.Word) float64 {
	sum := 0.0
	for _, w := range words {
		if slices.ContainsFunc(w.Forms, func(form string) bool { return terms[form] }) {
			sum += w.Share
		}
	}
	return sum
}

// terms returns the different terms of a sentence.
func terms(s string, lang text.Lang) map[string]bool {
	set := make(map[string]bool)
	for _, t := range text.Terms(s, lang) {
		set[t] = true
	}
	return set
}
