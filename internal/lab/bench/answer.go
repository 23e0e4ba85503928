package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"engram/internal/cputime"
	"engram/internal/embed/encoder"
	"engram/internal/embed/encoder/minilm"
	"engram/internal/plan"
	"engram/internal/recall/vector"
)

const (
	relatedBar = 20 // ms until what is related has come
	answerBar  = 30 // ms more until the whole answer has
)

// sentenceWords is how many invented words a sentence has, which are as many tokens as some 25 of English.
const sentenceWords = 10

// answer measures a whole program over HTTP on the wall's clock: how long somebody who asks waits for the first of their
// memories, and how much longer for the answer. No question is asked twice, so that none is remembered.
func (s *suite) answer(ctx context.Context) (_ []Result, err error) {
	switch {
	case s.program == nil:
		return []Result{{Measure: "answering", Missing: noProgram}}, nil
	case len(minilm.Weights()) == 0:
		return []Result{{Measure: "answering", Missing: "built without the encoder"}}, nil
	}
	dir := s.path("asked")
	p, err := s.program(ctx, dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	c := &client{url: p.URL()}
	if err := c.signUp(ctx, "asker"); err != nil {
		return nil, err
	}
	s.note(fmt.Sprintf("saving %d passages with their vectors", s.passages[1]))
	if err := s.remember(ctx, filepath.Join(dir, "engram.db"), "asker"); err != nil {
		return nil, err
	}
	if _, err := c.ask(ctx, s.corpus.asked(s.asked, s.passages[1])); err != nil { // builds the index
		return nil, err
	}
	if err := settle(ctx); err != nil {
		return nil, err
	}
	return s.askAll(ctx, c)
}

// askAll asks one question after the other.
func (s *suite) askAll(ctx context.Context, c *client) ([]Result, error) {
	s.note(fmt.Sprintf("asking %d questions", s.asked))
	var related, more []time.Duration
	answered, began := 0, cputime.Used()
	for i := range s.asked {
		a, err := c.ask(ctx, s.corpus.asked(i, s.passages[1]))
		if err != nil {
			return nil, err
		}
		related, more = append(related, a.related), append(more, a.whole-a.related)
		if a.answered {
			answered++
		}
	}
	if answered == 0 {
		return nil, errors.New("no question was answered")
	}
	cpu := Figure{"of the CPU, for all of it", float64(cputime.Used()-began) / float64(s.asked) / float64(time.Millisecond), "ms"}
	among := short(s.passages[1]) + " passages"
	return []Result{
		atMost(relatedBar, percentile(related, 50), "ms", "p50 until what is related has come, among "+among,
			Figure{"p95", percentile(related, 95), "ms"}),
		atMost(answerBar, percentile(more, 50), "ms", "p50 from there until the answer is complete, in words that were saved",
			Figure{"p95", percentile(more, 95), "ms"}, cpu, Figure{"answered", 100 * float64(answered) / float64(s.asked), "%"}),
	}, nil
}

// remember saves passages of somebody who has signed up, in sentences and each with its vector. Those are invented as well:
// how long a search takes does not depend on what they say.
func (s *suite) remember(ctx context.Context, path, username string) (err error) {
	model, err := encoder.Read(minilm.Weights())
	if err != nil {
		return err
	}
	rows, err := openStored(ctx, path, s.corpus)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.close()) }()
	user, _, err := rows.users.Credentials(ctx, username)
	if err != nil {
		return err
	}
	for from := 0; from < s.passages[1]; from += passagesInOne {
		m, parts := rows.memory(theUser, from, min(from+passagesInOne, s.passages[1]))
		m.UserID = user.ID
		for i := range parts {
			parts[i].Text = strings.Join(inSentences(parts[i].Text), " ")
			parts[i].Model, parts[i].Vector = model.Model(), vector.Quantise(s.corpus.meaning(theUser, from+i))
		}
		if err := rows.saved.Add(ctx, m, parts, plan.Table{}); err != nil {
			return err
		}
	}
	return nil
}

// inSentences puts words in sentences.
func inSentences(text string) (all []string) {
	for words := range slices.Chunk(strings.Fields(text), sentenceWords) {
		sentence := strings.Join(words, " ")
		all = append(all, strings.ToUpper(sentence[:1])+sentence[1:]+".")
	}
	return all
}

// asked returns the number-th question about one of the user's passages, in most of the words of one of its sentences.
func (c *corpus) asked(number, passages int) string {
	const words = 6
	random := c.random("asked", number)
	sentences := inSentences(c.passage(theUser, random.IntN(passages)).Text)
	said := strings.Fields(strings.TrimSuffix(sentences[random.IntN(len(sentences))], "."))
	said = slices.DeleteFunc(said, func(w string) bool { return slices.Contains(english, strings.ToLower(w)) })
	return strings.Join(said[:min(len(said), words)], " ") + "?"
}
