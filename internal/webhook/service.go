package webhook

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"github.com/google/uuid"

	"engram/internal/account"
	"engram/internal/memory"
)

const (
	// MostHooks is the limit of webhooks per user.
	MostHooks      = 10
	mostListed     = 500
	keptFor        = 7 * 24 * time.Hour
	testsPerMinute = 6
)

// Parts are the dependencies of a Service.
type Parts struct {
	Store  Store
	Sender Sender
	Secret []byte // of this Engram, from which those of webhooks are derived
	// Attempts counts those at all nodes; nil: this process is the only one.
	Attempts account.Attempts
	Log      *slog.Logger
	Now      func() time.Time
}

// Service manages webhooks and sends to them. It is safe for concurrent use.
type Service struct {
	Parts
	tests *account.Throttle
}

// New returns a Service.
func New(p Parts) *Service {
	return &Service{p, account.NewThrottle(testsPerMinute, time.Minute, p.Now).Among(p.Attempts, "webhook test")}
}

// Make makes a webhook and returns its secret, which is not shown again. fault.Invalid for an address
// or event that can't be, fault.Limit beyond MostHooks.
func (s *Service) Make(ctx context.Context, userID, address string, events []string) (secret string, h Hook, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return "", Hook{}, err
	}
	h = Hook{ID: id.String(), UserID: userID, Status: On, Secrets: 1, CreatedAt: s.Now().Truncate(time.Millisecond)}
	if h.URL, err = cleanAddress(address); err != nil {
		return "", Hook{}, err
	}
	if h.Events, err = parseEvents(events); err != nil {
		return "", Hook{}, err
	}
	return s.secret(h), h, s.Store.AddHook(ctx, h, MostHooks)
}

// cleanAddress returns an address without what a server never sees.
func cleanAddress(address string) (string, error) {
	u, err := memory.ParseURL(address)
	if err != nil {
		return "", err
	}
	clean := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path, RawPath: u.RawPath, RawQuery: u.RawQuery}
	return clean.String(), nil
}

// List returns the user's webhooks, newest first.
func (s *Service) List(ctx context.Context, userID string) ([]Hook, error) {
	return s.Store.Hooks(ctx, userID)
}

// Change holds the new values of a webhook; nil: the old one stays.
type Change struct {
	URL    *string
	Events []string
	Paused *bool
}

// Change changes a webhook, and turns one on that Engram turned off, if it is not to be paused.
func (s *Service) Change(ctx context.Context, userID, id string, c Change) (Hook, error) {
	var address string
	var events []Event
	var err error
	if c.URL != nil {
		if address, err = cleanAddress(*c.URL); err != nil {
			return Hook{}, err
		}
	}
	if c.Events != nil {
		if events, err = parseEvents(c.Events); err != nil {
			return Hook{}, err
		}
	}
	return s.Store.ChangeHook(ctx, userID, id, s.Now(), func(h Hook) Hook {
		if address != "" {
			h.URL = address
		}
		if events != nil {
			h.Events = events
		}
		if c.Paused != nil {
			h = h.turned(*c.Paused)
		}
		return h
	})
}

// turned returns a webhook that is paused, or on and as if it had never failed.
func (h Hook) turned(paused bool) Hook {
	switch {
	case paused && h.Status == On:
		h.Status = Paused
	case !paused && h.Status != On:
		h.Status, h.Failures, h.FailingSince, h.NextAt = On, 0, time.Time{}, time.Time{}
	}
	return h
}

// Rotate gives a webhook another secret and returns it. For a day the one before signs as well.
func (s *Service) Rotate(ctx context.Context, userID, id string) (secret string, h Hook, err error) {
	now := s.Now()
	h, err = s.Store.ChangeHook(ctx, userID, id, now, func(h Hook) Hook {
		h.Secrets, h.RotatedAt = h.Secrets+1, now
		return h
	})
	if err != nil {
		return "", Hook{}, err
	}
	return s.secret(h), h, nil
}

// Drop removes a webhook with its deliveries.
func (s *Service) Drop(ctx context.Context, userID, id string) error {
	return s.Store.DropHook(ctx, userID, id, s.Now())
}

// Deliveries returns the latest of a webhook's deliveries of the last week, newest first.
func (s *Service) Deliveries(ctx context.Context, userID, id string) ([]Delivery, error) {
	if _, err := s.Store.Hook(ctx, userID, id); err != nil {
		return nil, err
	}
	return s.Store.Deliveries(ctx, userID, id, mostListed)
}

// Test sends a test to a webhook, also one that is not on, and returns how it went. It is tried once.
func (s *Service) Test(ctx context.Context, userID, id string) (Delivery, error) {
	h, err := s.Store.Hook(ctx, userID, id)
	if err != nil {
		return Delivery{}, err
	}
	if err := s.tests.Try(ctx, userID); err != nil {
		return Delivery{}, err
	}
	eventID, err := uuid.NewV7()
	if err != nil {
		return Delivery{}, err
	}
	now := s.Now()
	body, err := encode(payload{Test, now.UTC(), map[string]string{"webhookId": h.ID}})
	if err != nil {
		return Delivery{}, err
	}
	d := Delivery{ID: eventID.String(), UserID: userID, HookID: id, Event: Test, Body: body, Outcome: Waiting, NextAt: now.Add(leased), CreatedAt: now}
	if err := s.Store.AddDelivery(ctx, d); err != nil {
		return Delivery{}, err
	}
	if d, _, err = s.attempt(ctx, h, d); err != nil {
		return Delivery{}, err
	}
	if d.Outcome == Waiting {
		d.Outcome, d.Body = GivenUp, ""
	}
	return d, s.Store.Settle(ctx, d)
}

// Forget removes deliveries after a week.
func (s *Service) Forget(ctx context.Context) error {
	return s.Store.Forget(ctx, s.Now().Add(-keptFor))
}
