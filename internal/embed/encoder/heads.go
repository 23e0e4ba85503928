package encoder

import (
	"math"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
	"engram/internal/embed/encoder/tokenizer"
)

// The heads of a reader, linear functions of token vectors.
const (
	startHead    = iota // whether a place starts here, of each token of the body
	endHead             // whether it ends here
	answersHead         // whether the body answers, of [CLS]
	relevantHead        // whether it is about what is asked, of [CLS]
	heads               // their number
)

// maxPlaces is the maximum number of places of a reading.
const maxPlaces = 5

// logits holds the heads' results for one window.
type logits struct {
	tokenizer.Span    // its pieces of the body
	answers, relevant float64
	starts, ends      []float64 // per piece
}

// read returns the reading of a frame. It calls yield between its steps and returns its error.
func (m *readerModel) read(f frame, yield func() error) (r embed.Reading, err error) {
	if len(f.body) == 0 {
		return r, nil
	}
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	var all []logits
	answers, relevant := math.Inf(-1), math.Inf(-1)
	for _, part := range f.windows() {
		l, err := m.logits(s, f, part, yield)
		if err != nil {
			return r, err
		}
		all = append(all, l)
		answers, relevant = max(answers, l.answers), max(relevant, l.relevant)
	}
	spans := probabilities(buffer(&s.spans, len(f.body)*longestSpan), all)
	return embed.Reading{
		Answers:   m.as.Answers.probability(answers),
		Relevance: m.as.Relevance.probability(relevant),
		Places:    bestPlaces(spans, f.places),
	}, nil
}

// logits runs the model on a window.
func (m *readerModel) logits(s *scratch, f frame, part tokenizer.Span, yield func() error) (l logits, err error) {
	front, n := len(f.front), part.End-part.Start
	pieces := make([]int32, 0, m.Window)
	pieces = append(append(append(pieces, f.front...), f.body[part.Start:part.End]...), m.Last)
	if err := m.run(s, pieces, f.second, yield); err != nil {
		return l, err
	}
	const width = kernel.Panel
	rows := buffer(&s.logits, len(pieces)*width)
	m.kernel.Product(view(rows, len(pieces), width, width), view(s.tokens, len(pieces), m.Hidden, m.Hidden), view(m.heads, m.Hidden, width, width))
	of := func(token, head int) float64 { return float64(rows[token*width+head] + m.biases[head]) }
	l = logits{Span: part, answers: of(0, answersHead), relevant: of(0, relevantHead), starts: make([]float64, n), ends: make([]float64, n)}
	for i := range n {
		l.starts[i], l.ends[i] = of(front+i, startHead), of(front+i, endHead)
	}
	return l, nil
}

// probabilities sets spans to the softmax over all spans of pieces: that of i to j, with the end j
// included, is at i*longestSpan+j-i. A span in two windows counts once, as in the better one.
func probabilities(spans []float64, all []logits) []float64 {
	most := math.Inf(-1)
	for _, l := range all {
		l.each(func(_ int, score float64) { most = max(most, score) })
	}
	clear(spans)
	for _, l := range all {
		l.each(func(at int, score float64) { spans[at] = max(spans[at], math.Exp(score-most)) })
	}
	sum := 0.0
	for _, p := range spans {
		sum += p
	}
	for i := range spans {
		spans[i] /= sum
	}
	return spans
}

// each calls do with the index and the score of each span of the window.
func (l logits) each(do func(at int, score float64)) {
	for i, start := range l.starts {
		for j, end := range l.ends[i:min(i+longestSpan, len(l.ends))] {
			do((l.Start+i)*longestSpan+j, start+end+l.answers)
		}
	}
}

// bestPlaces returns the most probable spans that do not overlap, best first. It clears spans.
func bestPlaces(spans []float64, pieces []tokenizer.Span) (places []embed.Place) {
	for len(places) < maxPlaces {
		best, at := 0.0, 0
		for i, p := range spans {
			if p > best {
				best, at = p, i
			}
		}
		if best == 0 {
			break
		}
		first := at / longestSpan
		last := first + at%longestSpan
		places = append(places, embed.Place{Start: pieces[first].Start, End: pieces[last].End, Share: best})
		for first > 0 && pieces[first-1].End > pieces[first].Start { // a character of two pieces
			first--
		}
		for last+1 < len(pieces) && pieces[last+1].Start < pieces[last].End {
			last++
		}
		for i := max(0, first-longestSpan+1); i <= last; i++ {
			from := i*longestSpan + max(0, first-i)
			clear(spans[from : (i+1)*longestSpan])
		}
	}
	return places
}

// Calibration turns a logit into a probability: that of Scale·logit + Shift.
type Calibration struct {
	Scale float64 `json:"scale"` // more than 0
	Shift float64 `json:"shift"`
}

func (c Calibration) probability(logit float64) float64 {
	return 1 / (1 + math.Exp(-c.Scale*logit-c.Shift))
}
