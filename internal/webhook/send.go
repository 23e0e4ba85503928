package webhook

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"engram/internal/fault"
)

const (
	pollEvery   = time.Second
	hooksAtOnce = 8
	batch       = 20               // deliveries to a webhook before others have their turn
	batchTime   = time.Minute      // after which a batch ends
	leased      = 2 * time.Minute  // after which another node sends for one that died
	maxRest     = 10 * time.Minute // of a webhook that fails
	offAfter    = 3 * 24 * time.Hour
	maxAsked    = 6 * time.Hour // by Retry-After
)

// gone is the status by which a server says that it wants no more.
const gone = 410

// waits are the times between the attempts of a delivery: about a day together.
var waits = []time.Duration{
	5 * time.Second, 30 * time.Second, 2 * time.Minute, 10 * time.Minute, 30 * time.Minute,
	time.Hour, 2 * time.Hour, 4 * time.Hour, 7 * time.Hour, 9 * time.Hour,
}

// Run sends what is due, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	timer := time.NewTicker(pollEvery)
	defer timer.Stop()
	for {
		for s.sendDue(ctx) {
		}
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
	}
}

// sendDue sends to some webhooks, and reports whether there may be more.
func (s *Service) sendDue(ctx context.Context) bool {
	now := s.Now()
	claimed := now.Add(leased)
	due, err := s.Store.Due(ctx, now, claimed, hooksAtOnce)
	if err != nil {
		s.warn(ctx, "nothing is sent to webhooks for now", err)
		return false
	}
	var all sync.WaitGroup
	for _, h := range due {
		all.Go(func() {
			if err := s.sendTo(ctx, h, claimed); err != nil {
				s.warn(ctx, "a webhook was not sent to", err)
			}
		})
	}
	all.Wait()
	return len(due) > 0 && ctx.Err() == nil
}

func (s *Service) warn(ctx context.Context, what string, err error) {
	if ctx.Err() == nil && fault.KindOf(err) != fault.NotFound {
		s.Log.Warn(what, "error", err)
	}
}

// sendTo sends a batch to a webhook, until one fails, and has it rest by how that went, unless it was claimed by another or
// changed meanwhile.
func (s *Service) sendTo(ctx context.Context, h Hook, claimed time.Time) error {
	began := s.Now()
	deliveries, err := s.Store.Next(ctx, h.UserID, h.ID, began, batch)
	if err != nil {
		return err
	}
	var failed *Delivery
	arrived := false
	var after time.Duration
	for _, d := range deliveries {
		if s.Now().Sub(began) > batchTime || failed != nil {
			break
		}
		if d, after, err = s.attempt(ctx, h, d); err != nil {
			return err // it was interrupted, and is sent again
		}
		if err := s.Store.Settle(ctx, d); err != nil {
			return err
		}
		if arrived = arrived || d.Outcome == Delivered; d.Outcome != Delivered {
			failed = &d
		}
	}
	_, err = s.Store.ChangeHook(ctx, h.UserID, h.ID, s.Now(), func(h Hook) Hook {
		if h.NextAt.UnixMilli() != claimed.UnixMilli() {
			return h
		}
		return h.after(arrived, failed, after, s.Now())
	})
	return err
}

// after returns a webhook after a batch, of which some may have arrived and the last may have failed.
func (h Hook) after(arrived bool, failed *Delivery, asked time.Duration, now time.Time) Hook {
	h.NextAt = time.Time{}
	if !arrived && failed == nil { // another node was faster
		h.NextAt = now.Add(waits[0])
	}
	if arrived {
		h.Failures, h.FailingSince = 0, time.Time{}
	}
	if failed == nil {
		return h
	}
	if h.Failures++; h.FailingSince.IsZero() {
		h.FailingSince = now
	}
	h.NextAt = now.Add(max(asked, min(waits[0]<<min(h.Failures-1, 10), maxRest)))
	late := failed.Outcome == GivenUp && now.Sub(h.FailingSince) >= offAfter
	if h.Status == On && (late || failed.Code == gone) {
		h.Status = Off
	}
	return h
}

// attempt sends a delivery once and returns it as it is then, and the pause that its webhook asks
// for. An error is one of ctx.
func (s *Service) attempt(ctx context.Context, h Hook, d Delivery) (Delivery, time.Duration, error) {
	code, after, err := s.Sender.Post(ctx, h.URL, s.headers(h, d.ID, d.Body), []byte(d.Body))
	if ctx.Err() != nil {
		return d, 0, ctx.Err()
	}
	after = min(after, maxAsked)
	d.Attempts, d.TriedAt, d.Code, d.Message = d.Attempts+1, s.Now(), code, ""
	switch {
	case err != nil:
		d.Message = "It could not be reached."
		if f, ok := errors.AsType[*fault.Error](err); ok {
			d.Message = f.Message
		}
	case code >= 300 && code < 400:
		d.Message = fmt.Sprintf("It answered %d, a redirect, which is not followed.", code)
	case code < 200 || code >= 400:
		d.Message = fmt.Sprintf("It answered %d.", code)
	default:
		d.Outcome, d.Body = Delivered, ""
		return d, 0, nil
	}
	if d.Attempts > len(waits) {
		d.Outcome, d.Body = GivenUp, ""
		return d, after, nil
	}
	wait := waits[d.Attempts-1]
	d.NextAt = d.TriedAt.Add(max(after, wait+rand.N(wait/10+1)))
	return d, after, nil
}
