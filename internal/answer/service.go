package answer

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"strings"
	"time"

	"engram/internal/answer/semaphore"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/usage"
)

var (
	errSlow     = errors.New("answer: the model is too slow")
	errUnusable = errors.New("answer: the model wrote nothing that can be used")

	// These are not failures of the model.
	errFull = errors.New("answer: the model wrote enough")
	errLate = errors.New("answer: the model's time is over")
)

// How long a model may write after its first words.
const (
	streamedTime = 52 * time.Second // while the person reads along
	pieceTime    = 12 * time.Second // if nothing is streamed
)

// Settings configure how a model is asked.
type Settings struct {
	Tokens   int           // of a prompt at most, estimated
	Patience time.Duration // for the first words, for each pause, and for a slot
	Parallel int           // concurrent questions
	Fitted   bool          // similarities come from the encoder that Refusal is fitted to
}

// Service answers with a model, verifying every sentence, and falls back on saved sentences. It
// implements Answerer and is safe for concurrent use.
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
	return &Service{model: model, fallback: fallback, settings: settings, log: log, now: now,
		slots: semaphore.New(settings.Parallel)}
}

// Answer implements Answerer. Private questions, questions without matches and listings never reach
// the model.
func (s *Service) Answer(ctx context.Context, q Question, send func(Piece)) (Answer, error) {
	if q.Private || q.Listing != nil || len(q.Matches) == 0 {
		return s.fallback.Answer(ctx, q, send)
	}
	a, sent, err := s.askModel(ctx, q, send)
	if ctx.Err() != nil {
		return Answer{}, ctx.Err()
	}
	s.counts.count(outcome(err))
	if err != nil {
		return s.fallBack(ctx, q, err, send, sent)
	}
	return a, nil
}

// fallBack answers with saved sentences and a notice, anew if a part of another answer was sent.
func (s *Service) fallBack(ctx context.Context, q Question, cause error, send func(Piece), sent bool) (Answer, error) {
	again := send
	if send != nil {
		again = func(p Piece) {
			p.Anew, sent = p.Anew || sent, false
			send(p)
		}
	}
	a, err := s.fallback.Answer(ctx, q, again)
	a.Notice = notice(cause)
	if a.Answered() {
		a.Notice += fromSaved
	}
	return a, err
}

// askModel has the model answer once it has a slot, and reports whether any of the answer was sent.
func (s *Service) askModel(ctx context.Context, q Question, send func(Piece)) (a Answer, sent bool, err error) {
	if err := s.breaker.open(s.now()); err != nil {
		return a, false, err // without waiting for a slot
	}
	release, err := s.acquire(ctx, q.UserID)
	if err != nil {
		return a, false, err
	}
	defer release()
	p := newPrompt(q, s.settings.Tokens, rand.Text())
	if len(p.passages) == 0 {
		return a, false, fault.New(fault.Invalid, "The question leaves no room for passages")
	}
	w := &assembler{send: send, reader: document.Reader{Matches: len(q.Matches), Known: p.holds}}
	whole, err := s.generate(usage.For(ctx, p.call(q.UserID)), p.messages, send != nil, w.add)
	late := errors.Is(err, errLate)
	if err != nil && !late {
		return a, w.sentText != "", err
	}
	text, refused := w.document(!whole)
	a, err = s.finish(q, p, text, refused)
	switch {
	case err != nil && late:
		err = errSlow
	case !whole && a.Answered():
		a.Notice = endsEarly
	}
	return a, w.sentText != "", err
}

// acquire waits for a slot, up to Patience.
func (s *Service) acquire(ctx context.Context, userID string) (release func(), err error) {
	within, cancel := context.WithTimeout(ctx, s.settings.Patience)
	defer cancel()
	release, err = s.slots.Acquire(within, userID)
	if err != nil && ctx.Err() == nil {
		return nil, semaphore.ErrBusy
	}
	return release, err
}

// generate runs the model until it ends or add returns false. Whole is false if the text was cut
// off, with errLate if time ran out.
func (s *Service) generate(ctx context.Context, messages []Message, streamed bool, add func(string) bool) (whole bool, err error) {
	probe, err := s.breaker.acquire(s.now())
	if err != nil {
		return false, err
	}
	err = errUnusable // if the model panics
	began := s.now()
	defer func() {
		s.counts.spend(s.now().Sub(began))
		if s.breaker.record(probe, err, s.now()) {
			s.logOutage(err)
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
	return s.endOf(ctx, within, whole, err)
}

// endOf returns how a model's text ended: by itself, or because we ended it.
func (s *Service) endOf(ctx, within context.Context, whole bool, err error) (bool, error) {
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

// logOutage logs the beginning or the end of an outage.
func (s *Service) logOutage(err error) {
	if err != nil {
		s.log.Warn("answers are made of saved words alone", "model", s.model.Name(), "error", err)
		return
	}
	s.log.Info("answers are written by the model again", "model", s.model.Name())
}

// finish verifies what the model wrote. Unsupported sentences are marked, not removed, since a
// paraphrase may be right.
func (s *Service) finish(q Question, p prompt, text document.Document, refused bool) (Answer, error) {
	a := Answer{Model: s.model.Name()}
	if refused {
		a.Blocks = q.Refusal(s.settings.Fitted)
		return a, nil
	}
	if !strings.ContainsFunc(text.Markdown(), isWordRune) {
		return Answer{}, errUnusable
	}
	a.Kind = Answered
	a.Blocks, a.Citations = ground(text, gather(q.Matches, p.passages))
	return a, nil
}
