package extractive

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"engram/internal/answer"
	"engram/internal/embed"
	"engram/internal/recall"
)

// The reader begins with the best passages of the first memories and goes on until one surely
// answers.
const (
	readFirst = 3
	maxRead   = 8
	sure      = 0.9
)

// The least probability of an answer, and of what is quoted as the closest.
const (
	probable = 0.4
	possible = 0.15
)

// evidence are the weights of a linear model of whether a passage answers, in logits. Fitted on the
// lives of eval/everyday/dev, which the reader was not trained on.
var evidence = struct{ answers, score, rate, words, near, lead, bias float64 }{
	answers: 0.86, // of the reader's logit
	score:   0.79, // of the memory's score
	rate:    0.53, // of that over the first memory's
	words:   0.76, // of the question's words in the memory
	near:    0.24, // of the passage's cosine
	lead:    0.83, // of the memory's lead over the second
	bias:    -1.7,
}

// passage is a passage that was read with the question.
type passage struct {
	match, hit  int // as in candidate
	found       recall.Hit
	places      []embed.Place
	probability float64 // that it answers
}

// read reads the likeliest passages until one surely answers, time is up or there are no more. The
// first three may take all the patience: which of them answers is seldom known before. If time is up
// before they are read, and none read so far answers, it returns nil.
func (e *Extractor) read(ctx context.Context, q answer.Question) (read []passage) {
	if e.reader == nil || !e.reader.Reads(q.Text) {
		return nil
	}
	patient, cancel := context.WithTimeout(ctx, e.Patience)
	defer cancel()
	brief, cancelBrief := context.WithTimeout(patient, e.Reading)
	defer cancelBrief()
	within, n := patient, readFirst
	for all := toRead(q.Matches); len(all) > 0; within, n = brief, 1 {
		some := all[:min(n, len(all))]
		all = all[len(some):]
		excerpts := make([]embed.Excerpt, len(some))
		for i, p := range some {
			excerpts[i] = embed.Excerpt{Title: p.title(), Body: p.found.Text}
		}
		readings, answered := e.reader.Read(within, q.Text, excerpts), false
		for i, r := range readings {
			p := some[i]
			p.places, p.probability = r.Places, e.probability(r, p, q.Matches)
			read = append(read, p)
			answered = answered || r.Answers >= sure && len(p.quotes(false)) > 0
		}
		if within == patient && len(readings) < len(some) && !slices.ContainsFunc(read, passage.answers) {
			return nil
		}
		if len(readings) < len(some) || answered {
			break
		}
	}
	likelier := func(a, b passage) int { return cmp.Compare(b.probability, a.probability) }
	slices.SortStableFunc(read, likelier)
	return read
}

func (p passage) answers() bool { return p.probability >= probable }

// title returns the memory's title, unless it is the beginning of the passage's first sentence, as
// that of a note without a heading is.
func (p passage) title() string {
	first, rest, _ := strings.Cut(strings.TrimSpace(p.found.Text), "\n")
	title, line := bare(strings.TrimSuffix(p.found.Title, "…")), bare(first)
	if strings.HasPrefix(line, title) && (line != title || rest == "") {
		return ""
	}
	return p.found.Title
}

// toRead returns the passages worth reading, in order: the best of each of the first memories, then
// the others by score.
func toRead(matches []recall.Match) []passage {
	var first, rest []passage
	for i, m := range matches {
		for j, hit := range m.Passages {
			if p := (passage{match: i, hit: j, found: hit}); j == 0 && i < readFirst {
				first = append(first, p)
			} else {
				rest = append(rest, p)
			}
		}
	}
	better := func(a, b passage) int { return cmp.Compare(b.found.Score, a.found.Score) }
	slices.SortStableFunc(rest, better)
	all := slices.Concat(first, rest)
	return all[:min(len(all), maxRead)]
}

// probability combines a reading with what the search knows of the passage.
func (e *Extractor) probability(r embed.Reading, p passage, matches []recall.Match) float64 {
	m := matches[p.match]
	sum := evidence.bias + evidence.answers*logit(r.Answers) + evidence.score*m.Score +
		evidence.rate*ratio(m.Score, matches[0].Score) + evidence.words*total(wordsOf(m)) +
		evidence.lead*lead(p.match, matches)
	if e.Fitted {
		sum += evidence.near * p.found.Similarity
	}
	return 1 / (1 + math.Exp(-sum))
}

// certain is the probability beyond which the reader is not believed.
const certain = 0.999

func logit(p float64) float64 {
	p = min(max(p, 1-certain), certain)
	return math.Log(p / (1 - p))
}

// An answer quotes maxSources memories at most and, if several things are asked for, maxListed
// places.
const (
	maxSources = 2
	maxListed  = 5
)

// chooseRead returns what to quote of the passages, of each memory the likeliest, and what it is.
func chooseRead(q answer.Question, read []passage) (verdict, []candidate) {
	var chosen []candidate
	several, sources := asksSeveral(q.Text), 0
	for _, p := range read {
		if p.probability < possible || sources > 0 && p.probability < probable || sources == maxSources {
			break
		}
		if slices.ContainsFunc(chosen, func(c candidate) bool { return c.match == p.match }) {
			continue
		}
		quotes := p.quotes(several && p.answers())
		if len(quotes) == 0 {
			continue
		}
		if !p.answers() {
			return closest, quotes
		}
		before := len(chosen)
		for _, c := range quotes {
			repeats := func(other candidate) bool { return alike(c.terms, other.terms) }
			if len(chosen) < maxListed && !slices.ContainsFunc(chosen, repeats) {
				chosen = append(chosen, c)
			}
		}
		sources += min(len(chosen)-before, 1)
	}
	if len(chosen) == 0 {
		return missed, nil
	}
	return answered, chosen
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
