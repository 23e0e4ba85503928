package bench

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"engram/internal/cputime"
	"engram/internal/embed/encoder/builtin"
	"engram/internal/memory"
	"engram/internal/plan"
)

const (
	relatedBar = 20 // ms until what is related has come
	answerBar  = 30 // ms more until the whole answer has
)

// answer measures a whole program over HTTP in wall time: the time until the first related
// memories, and until the answer. No question is asked twice, so none is cached.
func (s *suite) answer(ctx context.Context) (_ []Result, err error) {
	switch {
	case s.program == nil:
		return []Result{{Measure: "answering", Missing: noProgram}}, nil
	case !builtin.Encodes():
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
	s.note(fmt.Sprintf("saving %d notes with their vectors", s.passages[1]))
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
	among := short(s.passages[1]) + " notes"
	return []Result{
		atMost(relatedBar, percentile(related, 50), "ms", "p50 until what is related has come, among "+among,
			Figure{"p95", percentile(related, 95), "ms"}),
		atMost(answerBar, percentile(more, 50), "ms", "p50 from there until the answer is complete, in words that were saved",
			Figure{"p95", percentile(more, 95), "ms"}, cpu, Figure{"answered", 100 * float64(answered) / float64(s.asked), "%"}),
	}, nil
}

// remember saves notes of a signed-up user, each with its vector.
func (s *suite) remember(ctx context.Context, path, username string) (err error) {
	model, err := builtin.Multilingual()
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
	meanings := noteMeanings{model, make(map[string][]float32)}
	for number := range s.passages[1] {
		m, p := s.corpus.noted(user.ID, number)
		p.Model = model.Model()
		if p.Vector, err = meanings.of(ctx, s.corpus.note(number)); err != nil {
			return err
		}
		if err := rows.saved.Add(ctx, m, []memory.Passage{p}, plan.Table{}); err != nil {
			return err
		}
	}
	return nil
}
