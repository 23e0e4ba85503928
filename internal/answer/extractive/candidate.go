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
	hit         int // position in the match's passages
	text        string
	place       recall.Place
	terms       map[string]bool
	share       float64 // of the question's words, by weight, that the sentence holds
	memoryShare float64 // of the question's words that any of the memory's passages hold
	score       float64
}

// source is a passage of a match, whose sentences may answer.
type source struct {
	hit         recall.Hit
	match, at   int     // positions in the matches and in the match
	held        float64 // of the question's words, by weight, that the passage holds
	memoryShare float64
	ranked      float64 // what its sentences have for the rank of the match
}

// most is the highest score that a sentence of it can have, but for the sort of thing that is asked for.
func (s source) most() float64 { return s.held + s.ranked }

// gather takes the passages of the matches into candidates, best first. Passages of which no sentence can be chosen, nor
// make an answer of the rest, are not read.
func gather(question string, matches []recall.Match) []candidate {
	wants := wanted(question)
	var all []candidate
	best, enoughSaid, more := 0.0, false, 0.0
	if wants.number || wants.name {
		more = sortWeight
	}
	for _, s := range sources(matches) {
		if s.most()+more < worthReading*best && (enoughSaid || s.memoryShare+s.held < enough) {
			continue
		}
		for _, c := range s.candidates(wants) {
			best, enoughSaid = max(best, c.score), enoughSaid || c.memoryShare+c.share >= enough
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, rank)
	return all
}

// rank puts the higher score first, then what stands first.
func rank(a, b candidate) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.match, b.match), cmp.Compare(a.hit, b.hit))
}

// maxMemories is how many of the matches are read for an answer: what ranks below is related at most.
const maxMemories = 5

// sources returns the passages of the first matches, those that promise most first.
func sources(matches []recall.Match) []source {
	var all []source
	for i, m := range matches[:min(len(matches), maxMemories)] {
		memoryShare := total(wordsOf(m))
		ranked := rankWeight * m.Score / matches[0].Score
		for at, hit := range m.Passages {
			all = append(all, source{hit: hit, match: i, at: at, held: total(hit.Words), memoryShare: memoryShare, ranked: ranked})
		}
	}
	slices.SortStableFunc(all, func(a, b source) int { return cmp.Compare(b.most(), a.most()) })
	return all
}

// candidates returns the sentences of the passage, in order.
func (s source) candidates(wants want) []candidate {
	var all []candidate
	lang := s.hit.Lang()
	for _, sentence := range sentences(s.hit.Text) {
		c := candidate{match: s.match, hit: s.at, text: sentence, place: s.hit.Place, terms: terms(sentence, lang), memoryShare: s.memoryShare}
		c.share = shared(c.terms, s.hit.Words)
		c.score = c.share + passageWeight*(s.held-c.share) + s.ranked
		if wants.met(sentence) {
			c.score += sortWeight
		}
		all = append(all, c)
	}
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
	if blanks(s) < maxWords { // most sentences, which so need no search for their words
		return []string{s}
	}
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

// blanks counts the bytes that words end at.
func blanks(s string) (n int) {
	for i := range len(s) {
		if s[i] <= ' ' {
			n++
		}
	}
	return n
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
