package extractive

import (
	"cmp"
	"slices"

	"engram/internal/answer"
)

// An answer quotes maxSources passages at most, the closest maxClosest, and an answer to a question
// for several things maxListed places.
const (
	maxSources = 2
	maxClosest = 3
	maxListed  = 5
)

// besides is the least probability of another passage that is quoted, relative to the first one's.
const besides = 0.1

// chooseRead returns what to quote of the likeliest passages, and what it is.
func chooseRead(q answer.Question, read []passage) (verdict, []candidate) {
	sources, sum := likeliest(read, maxSources), 0.0
	for _, p := range sources {
		sum += p.probability
	}
	switch {
	case sum >= probable:
		return answered, quotesOf(markedFirst(q, sources), asksSeveral(q.Text))
	case sum >= possible:
		return closest, quotesOf(likeliest(read, maxClosest), false)
	}
	return missed, nil
}

// quotesOf returns what to quote of passages, each thing once.
func quotesOf(sources []passage, several bool) (chosen []candidate) {
	for _, p := range sources {
		for _, c := range p.quotes(several) {
			repeats := func(other candidate) bool { return alike(c.terms, other.terms) }
			if len(chosen) < maxListed && !slices.ContainsFunc(chosen, repeats) {
				chosen = append(chosen, c)
			}
		}
	}
	return chosen
}

// likeliest returns the passages to quote, at most most, best first.
func likeliest(read []passage, most int) (sources []passage) {
	better := func(a, b passage) int { return cmp.Compare(b.probability, a.probability) }
	for _, p := range slices.SortedStableFunc(slices.Values(read), better) {
		if len(sources) == most || len(sources) > 0 && p.probability < besides*sources[0].probability {
			break
		}
		if len(p.quotes(false)) > 0 {
			sources = append(sources, p)
		}
	}
	return sources
}

// amongSeveral is the least share of a place, relative to the best one's, that is one of several
// answers, or that is quoted where the best one is a heading.
const amongSeveral = 0.5

// quotes returns the sentences with the best place or, if several are asked for, with each of the
// good ones, in order. None is a heading.
func (p passage) quotes(several bool) []candidate {
	said := answer.Sentences(p.found.Text, maxWords)
	at := answer.Locate(p.found.Text, said)
	sentences := candidate{match: p.match, hit: p.hit}.perSentence(p.found, answerType{})
	var all []candidate
	for _, place := range p.places {
		if place.Share < amongSeveral*p.places[0].Share ||
			len(all) > 0 && (!several || len(all) == maxListed) {
			break
		}
		var holding []candidate
		for _, c := range sentences {
			if at[c.at][0] < place.End && at[c.at][1] > place.Start && len(holding) < maxSentences {
				holding = append(holding, c)
			}
		}
		if len(holding) == 0 {
			continue // a heading
		}
		c := p.joined(holding, said)
		c.answers = [2]int{place.Start, place.End}
		beside := func(other candidate) bool { return other.says(c) || c.says(other) }
		i := slices.IndexFunc(all, beside)
		if i < 0 {
			all = append(all, c)
			continue
		}
		both := [2]int{min(all[i].answers[0], place.Start), max(all[i].answers[1], place.End)}
		if c.says(all[i]) {
			all[i] = c
		}
		all[i].answers = both
	}
	slices.SortFunc(all, func(a, b candidate) int { return cmp.Compare(a.at, b.at) })
	for i, c := range all {
		if len(all) == 1 || !c.sentences[0].Listed { // items of one list need no heading
			all[i] = p.underHeading(c, said)
		}
	}
	return all
}

// joined returns sentences as one, with what the first needs to be understood, as far as the
// passage holds them side by side.
func (p passage) joined(holding []candidate, said []answer.Sentence) candidate {
	c := holding[len(holding)-1]
	first := holding[0]
	c.sentences = slices.Clone(first.sentences)
	for _, more := range holding[1:] {
		c.sentences = append(c.sentences, said[more.at])
	}
	for len(c.sentences) > 1 && !answer.Holds(p.found.Text, c.quote()) {
		c.sentences = c.sentences[1:]
	}
	return c
}

// underHeading returns a fragment after the heading that stands right above it, except the title.
func (p passage) underHeading(c candidate, said []answer.Sentence) candidate {
	above := c.at - len(c.sentences)
	if above < 0 || !isFragment(c.sentences) || !said[above].Heading ||
		bare(said[above].Text) == bare(p.found.Title) {
		return c
	}
	under := c
	under.sentences = append([]answer.Sentence{said[above]}, c.sentences...)
	if !answer.Holds(p.found.Text, under.quote()) {
		return c
	}
	return under
}

// fewWords is the most words of a line that is understood only under its heading.
const fewWords = 4

func isFragment(said []answer.Sentence) bool {
	return len(said) == 1 && said[0].Opens && !ended.MatchString(said[0].Text) &&
		blanksIn(said[0].Text) <= fewWords
}
