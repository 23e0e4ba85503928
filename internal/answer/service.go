package answer

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"time"

	"engram/internal/answer/document"
	"engram/internal/answer/semaphore"
	"engram/internal/fault"
)

var (
	errSlow     = errors.New("answer: the model is too slow")
	errUnusable = errors.New("answer: the model wrote nothing that can be used")

	// These are no failures: the model is there.
	errFull = errors.New("answer: the model wrote enough")
	errLate = errors.New("answer: the model's time is over")
)

// How long a model may write beyond the wait for its first words.
const (
	streamedTime = 52 * time.Second // while somebody reads along
	pieceTime    = 12 * time.Second // while nobody sees anything of it
)

// Settings say how a model is asked.
type Settings struct {
	Tokens   int           // that it is sent at most with a question, as estimated
	Patience time.Duration // with its first words, with each pause in them, and with the wait for a turn
	Parallel int           // questions at once
	Fitted   bool          // matches have the similarities that Refusal knows how to read
}

// Service answers with a model and, where that does not answer, with what the fallback makes of the saved words. It checks
// every sentence of the model's. It implements Answerer and is safe for concurrent use.
type Service struct {
	model    Model
	fallback Answerer
	settings Settings
	log      *slog.Logger
	now      func() time.Time

	slots   *semaphore.Semaphore
	breaker breaker
	counts  counters
}

var _ Answerer = (*Service)(nil)

// New returns a Service.
func New(model Model, fallback Answerer, settings Settings, log *slog.Logger, now func() time.Time) *Service {
	return &Service{model: model, fallback: fallback, settings: settings, log: log, now: now, slots: semaphore.New(settings.Parallel)}
}

// Answer implements Answerer. A private question, one for which nothing was found, and what surely asks nothing of memories
// and so has none, never reach the model; nor does a listing, which is counted and named as it is, at once.
func (s *Service) Answer(ctx context.Context, q Question, tell func(Piece)) (Answer, error) {
	if q.Private || q.Listing != nil || len(q.Matches) == 0 {
		return s.fallback.Answer(ctx, q, tell)
	}
	a, told, err := s.ask(ctx, q, tell)
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	s.counts.count(outcome(err))
	if err != nil {
		return s.instead(ctx, q, err, tell, told)
	}
	return a, nil
}

// instead answers with the saved words and says why. Whoever has read a part of another answer forgets that.
func (s *Service) instead(ctx context.Context, q Question, cause error, tell func(Piece), told bool) (Answer, error) {
	first := told
	again := tell
	if tell != nil {
		again = func(p Piece) {
			p.Anew = p.Anew || first
			first = false
			tell(p)
		}
	}
	a, err := s.fallback.Answer(ctx, q, again)
	a.Notice = notice(cause)
	if a.Answered() {
		a.Notice += fromSaved
	}
	return a, err
}

// ask has the model answer when it is the question's turn, and reports whether something of it was told.
func (s *Service) ask(ctx context.Context, q Question, tell func(Piece)) (a Answer, told bool, err error) {
	if err := s.breaker.open(s.now()); err != nil {
		return a, false, err // without a wait for its turn
	}
	leave, err := s.turn(ctx, q.UserID)
	if err != nil {
		return a, false, err
	}
	defer leave()
	p := newPrompt(q, s.settings.Tokens, rand.Text())
	if len(p.passages) == 0 {
		return a, false, fault.New(fault.Invalid, "The question leaves no room for passages")
	}
	w := &writing{tell: tell, reader: document.Reader{Matches: len(q.Matches), Known: p.holds}}
	whole, err := s.write(ctx, p.messages, tell != nil, w.add)
	late := errors.Is(err, errLate)
	if err != nil && !late {
		return a, w.told != "", err
	}
	said, refused := w.document(!whole)
	a, err = s.finished(q, p, said, refused)
	switch {
	case err != nil && late:
		err = errSlow
	case !whole && a.Answered():
		a.Notice = endsEarly
	}
	return a, w.told != "", err
}

// turn waits for the user's, for a while.
func (s *Service) turn(ctx context.Context, userID string) (leave func(), err error) {
	within, cancel := context.WithTimeout(ctx, s.settings.Patience)
	defer cancel()
	leave, err = s.slots.Acquire(within, userID)
	if err != nil && ctx.Err() == nil {
		return nil, semaphore.ErrBusy
	}
	return leave, err
}

// write has the model write to add until that has enough, unless it rests. Whole is false when the text breaks off; errLate
// says that it did since its time is over.
func (s *Service) write(ctx context.Context, messages []Message, streamed bool, add func(string) bool) (whole bool, err error) {
	probe, err := s.breaker.acquire(s.now())
	if err != nil {
		return false, err
	}
	err = errUnusable // unless the model returns
	began := s.now()
	defer func() {
		s.counts.spend(s.now().Sub(began))
		if s.breaker.record(probe, err, s.now()) {
			s.report(err)
		}
	}()
	limit := pieceTime
	if streamed {
		limit = streamedTime
	}
	within, cancel := context.WithTimeoutCause(ctx, s.settings.Patience+limit, errLate)
	defer cancel()
	within, end := context.WithCancelCause(within)
	defer end(nil)
	pause := time.AfterFunc(s.settings.Patience, func() { end(errSlow) })
	defer pause.Stop()
	whole, err = s.model.Write(within, messages, func(text string) {
		pause.Reset(s.settings.Patience)
		if within.Err() == nil && !add(text) {
			end(errFull)
		}
	})
	return s.judge(ctx, within, whole, err)
}

// judge tells why a model's text ended: by itself, or since we ended it.
func (s *Service) judge(ctx, within context.Context, whole bool, err error) (bool, error) {
	switch cause := context.Cause(within); {
	case errors.Is(cause, errFull):
		return false, nil
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil && (errors.Is(cause, errSlow) || errors.Is(cause, errLate)):
		return false, cause
	}
	return whole, err
}

// report tells of the beginning or the end of an outage.
func (s *Service) report(err error) {
	if err != nil {
		s.log.Warn("answers are made of saved words alone", "model", s.model.Name(), "error", err)
		return
	}
	s.log.Info("answers are written by the model again", "model", s.model.Name())
}

// finished checks what the model wrote. What nothing supports is marked, not thrown away: a short answer in other words than
// the passages' can be right. Only a text without a word is none.
func (s *Service) finished(q Question, p prompt, said document.Document, refused bool) (Answer, error) {
	a := Answer{Model: s.model.Name()}
	if refused {
		a.Blocks = q.Refusal(s.settings.Fitted)
		return a, nil
	}
	if !strings.ContainsFunc(said.Markdown(), isWordRune) {
		return Answer{}, errUnusable
	}
	a.Kind = Answered
	a.Blocks, a.Citations = ground(said, gather(q.Matches, p.passages))
	return a, nil
}
