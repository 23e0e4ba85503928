package bench

import (
	"context"
	"math"
	"strings"

	"engram/internal/answer"
	"engram/internal/answer/extractive"
	"engram/internal/embed"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/minilm"
	"engram/internal/recall"
)

const (
	relatedBar = 20 // ms until what is related can be told: the question read and searched for
	answerBar  = 30 // ms more until the answer is complete
)

// sentenceWords is how many invented words a sentence has, which are as many tokens as some 25 of English.
const sentenceWords = 10

// answer measures how long a question takes until what is related is found, and until it is answered of that.
func (s *suite) answer(ctx context.Context) ([]Result, error) {
	if len(minilm.Weights()) == 0 {
		return []Result{{Measure: "answering", Missing: "built without the encoder"}}, nil
	}
	model, err := encoder.Read(minilm.Weights())
	if err != nil {
		return nil, err
	}
	n := s.passages[1]
	e, err := s.engine(ctx, n)
	if err != nil {
		return nil, err
	}
	near := reader{model, make(map[string][]float32)}
	var asked []answer.Question
	for _, q := range s.questions {
		matches, err := e.hybrid(ctx, theUser, q)
		if err != nil {
			return nil, err
		}
		if err := near.read(ctx, q.text); err != nil {
			return nil, err
		}
		asked = append(asked, answer.Question{UserID: theUser, Text: q.text, Matches: spoken(matches)})
	}
	s.note("measuring answers")
	extractor := extractive.New(near)
	took, err := s.race(ctx,
		contender{"related", func(ctx context.Context, i int) error {
			if _, err := model.Embed(ctx, []string{s.questions[i].text}, embed.Question); err != nil {
				return err
			}
			_, err := e.hybrid(ctx, theUser, s.questions[i])
			return err
		}},
		s.ask("search", e),
		contender{"answer", func(ctx context.Context, i int) error {
			_, err := extractor.Answer(ctx, asked[i], nil)
			return err
		}})
	if err != nil {
		return nil, err
	}
	related, written := inMillis("related", took[0]), inMillis("answer", took[2])
	return []Result{
		atMost(relatedBar, related.Value, "ms", "what is related found among "+short(n)+" passages, the question read", inMillis("search", took[1])),
		atMost(answerBar, written.Value, "ms", "the answer of it, in what was saved", related),
	}, nil
}

// spoken puts the passages in sentences.
func spoken(matches []recall.Match) []recall.Match {
	for _, m := range matches {
		for i := range m.Passages {
			words := strings.Fields(m.Passages[i].Text)
			for at := 0; at < len(words); at += sentenceWords {
				words[at] = strings.ToUpper(words[at][:1]) + words[at][1:]
				words[min(at+sentenceWords, len(words))-1] += "."
			}
			m.Passages[i].Text = strings.Join(words, " ")
		}
	}
	return matches
}

// reader is an extractive.Meaning that knows the questions, as the product does when it has searched for them.
type reader struct {
	model *encoder.Encoder
	asked map[string][]float32
}

func (r reader) read(ctx context.Context, question string) error {
	vectors, err := r.model.Embed(ctx, []string{question}, embed.Question)
	if err == nil {
		r.asked[question] = vectors[0]
	}
	return err
}

// Near implements extractive.Meaning.
func (r reader) Near(ctx context.Context, question string, texts []string) []float64 {
	vectors, err := r.model.Embed(ctx, texts, embed.Passage)
	if err != nil {
		return nil
	}
	near := make([]float64, len(vectors))
	for i, v := range vectors {
		near[i] = between(r.asked[question], v)
	}
	return near
}

// between is the cosine between two meanings.
func between(a, b []float32) float64 {
	var product, one, other float64
	for i := range a {
		product += float64(a[i]) * float64(b[i])
		one += float64(a[i]) * float64(a[i])
		other += float64(b[i]) * float64(b[i])
	}
	return product / math.Sqrt(one*other)
}
