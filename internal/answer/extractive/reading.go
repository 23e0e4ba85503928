package extractive

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"engram/internal/answer"
	"engram/internal/embed"
	"engram/internal/recall"
)

// The reader begins with the best passages of the first memories and goes on until one surely
// answers.
const (
	readFirst = 3
	readNext  = 2 // at a time
	maxRead   = 8
	sure      = 0.9
)

// The least probability that the passages quoted answer, for an answer and for the closest.
const (
	probable = 0.68
	possible = 0.15
)

// evidence are the weights of a linear model of whether a passage answers, in logits: against those
// of the other passages that are read, and 0 for none. Fitted on lives of eval/everyday/dev, which
// the reader was not trained on.
var evidence = struct{ answers, rate, near, ahead, bias float64 }{
	answers: 0.74, // of the reader's logit
	rate:    1.56, // of the passage's score over the first memory's
	near:    1.38, // of the passage's cosine
	ahead:   4.2,  // of its lead over the nearest other passage's, or what it lacks to that
	bias:    -0.92,
}

// unreadAnswers stands for the reader's probability of a passage that was not read. Tuned on
// eval/everyday/dev: with less, more is answered wrongly when time is up.
const unreadAnswers = 0.1

// passage is a passage to read with the question.
type passage struct {
	match, hit  int // as in candidate
	found       recall.Hit
	places      []embed.Place
	evidence    float64 // in logits
	probability float64 // that it answers, and none of the others does so better
}

// read reads the likeliest passages until one surely answers, time is up or there are no more. The
// first three may take all the patience: which of them answers is seldom known before. If time is up
// before they are read, and none read so far may answer, it returns nil.
func (e *Extractor) read(ctx context.Context, q answer.Question) (read []passage) {
	if e.reader == nil || !e.reader.Reads(q.Text) {
		return nil
	}
	patient, cancel := context.WithTimeout(ctx, e.Patience)
	defer cancel()
	brief, cancelBrief := context.WithTimeout(patient, e.Reading)
	defer cancelBrief()
	began, all := time.Now(), toRead(q.Matches)
	for i, p := range all {
		all[i].evidence = e.evidence(embed.Reading{Answers: unreadAnswers}, p, q.Matches)
	}
	for within, n := patient, readFirst; len(read) < len(all); within, n = brief, readNext {
		some := all[len(read):min(len(read)+n, len(all))]
		readings := e.reader.Read(within, q.Text, excerpts(some))
		for i, r := range readings {
			some[i].places, some[i].evidence = r.Places, e.evidence(r, some[i], q.Matches)
		}
		read = all[:len(read)+len(readings)]
		weigh(all)
		likeliest := func(p passage) bool { return p.probability >= sure && len(p.quotes(false)) > 0 }
		if within == patient && len(readings) < len(some) && !slices.ContainsFunc(read, passage.mayAnswer) {
			return nil
		}
		if len(readings) < len(some) || slices.ContainsFunc(read, likeliest) {
			break
		}
		// What can't be read in the time that is left is not begun.
		if spent := time.Since(began); e.Reading-spent < spent/time.Duration(len(read)) {
			break
		}
	}
	return read
}

func excerpts(of []passage) []embed.Excerpt {
	all := make([]embed.Excerpt, len(of))
	for i, p := range of {
		all[i] = embed.Excerpt{Title: p.title(), Body: p.found.Text}
	}
	return all
}

// weigh sets the probabilities of passages, read or not: one of them answers, or none does.
func weigh(all []passage) {
	none := 0.0
	for _, p := range all {
		none = max(none, p.evidence)
	}
	sum := math.Exp(-none)
	for _, p := range all {
		sum += math.Exp(p.evidence - none)
	}
	for i := range all {
		all[i].probability = math.Exp(all[i].evidence-none) / sum
	}
}

func (p passage) mayAnswer() bool { return p.probability >= possible }

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

// evidence combines a reading with what the search knows of the passage.
func (e *Extractor) evidence(r embed.Reading, p passage, matches []recall.Match) float64 {
	sum := evidence.bias + evidence.answers*logit(r.Answers) + evidence.rate*ratio(p.found.Score, matches[0].Score)
	if e.Fitted && p.found.Similarity > 0 {
		sum += evidence.near*p.found.Similarity + evidence.ahead*ahead(p, matches)
	}
	return sum
}

// ahead returns how far a passage's cosine is above the best one of the others, or below it: less
// with few other memories.
func ahead(p passage, matches []recall.Match) float64 {
	best := 0.0
	for i, m := range matches {
		for j, hit := range m.Passages {
			if i != p.match || j != p.hit {
				best = max(best, hit.Similarity)
			}
		}
	}
	return leadWeight(matches) * (p.found.Similarity - best)
}

// certain is the probability beyond which the reader is not believed.
const certain = 0.999

func logit(p float64) float64 {
	p = min(max(p, 1-certain), certain)
	return math.Log(p / (1 - p))
}
