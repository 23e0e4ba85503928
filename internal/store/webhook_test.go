package store_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"engram/internal/audit"
	"engram/internal/billing"
	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plan"
	"engram/internal/store/webhooks"
	"engram/internal/webhook"
)

func newHook(userID string, events ...webhook.Event) webhook.Hook {
	if events == nil {
		events = webhook.Events
	}
	return webhook.Hook{ID: newID(), UserID: userID, URL: "https://example.com/hook", Events: events, Status: webhook.On, Secrets: 1, CreatedAt: start}
}

// sent returns the events of a webhook, oldest first, with their data.
func sent(t *testing.T, s *webhooks.Store, h webhook.Hook) (events []webhook.Event, data []webhook.Data) {
	t.Helper()
	all, err := s.Deliveries(t.Context(), h.UserID, h.ID, 99)
	noError(t, err)
	slices.Reverse(all)
	for _, d := range all {
		var body struct {
			Type webhook.Event
			Data webhook.Data
		}
		noError(t, json.Unmarshal([]byte(d.Body), &body))
		equal(t, body.Type, d.Event)
		equal(t, body.Data.ID, d.MemoryID)
		events, data = append(events, d.Event), append(data, body.Data)
	}
	return events, data
}

func testWebhooks(t *testing.T, f *fixture) {
	ctx := t.Context()
	hooks := webhooks.New(f.db, true)
	tomorrow := time.Now().Add(24 * time.Hour)
	added := func(userID string, events ...webhook.Event) webhook.Hook {
		t.Helper()
		h := newHook(userID, events...)
		noError(t, hooks.AddHook(ctx, h, 10))
		return h
	}

	t.Run("a webhook is kept as it is, and is nobody else's", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		first, second := added(u.ID), added(u.ID, webhook.Ready)
		all, err := hooks.Hooks(ctx, u.ID)
		noError(t, err)
		equal(t, all, []webhook.Hook{second, first})
		theirs, err := hooks.Hooks(ctx, other.ID)
		noError(t, err)
		equal(t, len(theirs), 0)
		_, err = hooks.Hook(ctx, other.ID, first.ID)
		isFault(t, err, fault.NotFound, "There is no such webhook")
		_, err = hooks.ChangeHook(ctx, other.ID, first.ID, start, func(h webhook.Hook) webhook.Hook { h.URL = "https://evil.example/"; return h })
		isFault(t, err, fault.NotFound, "")
		isFault(t, hooks.DropHook(ctx, other.ID, first.ID, start), fault.NotFound, "")
		got, err := hooks.Hook(ctx, u.ID, first.ID)
		noError(t, err)
		equal(t, got, first)
	})
	t.Run("of webhooks that are made at once no more than the limit are kept", func(t *testing.T) {
		u := f.newUser(t)
		var wait sync.WaitGroup
		errs := make([]error, 6)
		for i := range errs {
			wait.Go(func() { errs[i] = hooks.AddHook(ctx, newHook(u.ID), 2) })
		}
		wait.Wait()
		isFault(t, errors.Join(errs...), fault.Limit, "")
		equal(t, f.rows(t, u.ID, "webhooks"), 2)
	})
	t.Run("what happens to a memory is written once for each webhook that asks for it", func(t *testing.T) {
		u, other := f.newUser(t), f.newUser(t)
		every, ready, paused, theirs := added(u.ID), added(u.ID, webhook.Ready), added(u.ID), added(other.ID)
		_, err := hooks.ChangeHook(ctx, u.ID, paused.ID, start, func(h webhook.Hook) webhook.Hook { h.Status = webhook.Paused; return h })
		noError(t, err)

		m := newMemory(u.ID, memory.Link)
		m.Status, m.Description = memory.Pending, "a secret text"
		noError(t, f.Add(ctx, m, newPassages(2), unlimited))
		m.Status, m.Title, m.Tags = memory.Ready, "As it is called", nil
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m}))
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m})) // it was ready before
		_, err = f.Reopen(ctx, u.ID, m.ID, start)
		noError(t, err)
		m.Status, m.Error = memory.Failed, "The page answered 404."
		noError(t, f.SaveCapture(ctx, capture.Result{Memory: m}))
		noError(t, f.Discard(ctx, u.ID, m.ID, start))
		noError(t, f.Restore(ctx, u.ID, m.ID, unlimited))
		noError(t, f.Delete(ctx, u.ID, m.ID))

		events, data := sent(t, hooks, every)
		equal(t, events, []webhook.Event{
			webhook.Created, webhook.Ready, webhook.Failed, webhook.Deleted, webhook.Created, webhook.Failed, webhook.Deleted,
		})
		equal(t, data[1], webhook.Data{ID: m.ID, Kind: "link", Title: "As it is called", URL: m.URL, Tags: []string{"one", "two words"}})
		equal(t, data[2].Reason, "The page answered 404.")
		events, _ = sent(t, hooks, ready)
		equal(t, events, []webhook.Event{webhook.Ready})
		for _, none := range []webhook.Hook{paused, theirs} {
			events, _ = sent(t, hooks, none)
			equal(t, len(events), 0)
		}
		for _, h := range []webhook.Hook{every, ready} {
			all, err := hooks.Deliveries(ctx, u.ID, h.ID, 99)
			noError(t, err)
			for _, d := range all {
				equal(t, strings.Contains(d.Body, "secret text") || strings.Contains(d.Body, "passage"), false)
			}
		}
	})
	t.Run("what is not saved is not told of, and a note's first line is no title", func(t *testing.T) {
		u := f.newUser(t)
		h := added(u.ID)
		m := f.add(t, u.ID, memory.Note, 1)
		_, err := f.AddNew(ctx, newMemory(u.ID, memory.Link), nil, plan.Table{Free: plan.Limits{Memories: 1}})
		isFault(t, err, fault.Limit, "")
		known := newMemory(u.ID, memory.Note)
		known.URL = m.URL
		_, err = f.AddNew(ctx, known, nil, unlimited)
		noError(t, err)
		events, data := sent(t, hooks, h)
		equal(t, events, []webhook.Event{webhook.Created, webhook.Ready})
		equal(t, data[0].Title, "")
	})
	t.Run("a webhook is claimed once, and a delivery waits for those before it of its memory", func(t *testing.T) {
		u := f.newUser(t)
		h := added(u.ID)
		f.add(t, u.ID, memory.Note, 1)
		other := f.add(t, u.ID, memory.Note, 1)
		due, err := hooks.Due(ctx, tomorrow, tomorrow.Add(time.Minute), 99)
		noError(t, err)
		equal(t, slices.ContainsFunc(due, func(d webhook.Hook) bool { return d.ID == h.ID }), true)
		again, err := webhooks.New(f.db, true).Due(ctx, tomorrow, tomorrow.Add(time.Minute), 99)
		noError(t, err)
		equal(t, len(again), 0)

		next, err := hooks.Next(ctx, u.ID, h.ID, tomorrow, 99)
		noError(t, err)
		equal(t, len(next), 2)
		d := next[0]
		equal(t, d.Event, webhook.Created)
		d.Attempts, d.Code, d.Message, d.TriedAt, d.NextAt = 1, 500, "It answered 500.", start, tomorrow.Add(time.Hour)
		noError(t, hooks.Settle(ctx, d))
		next, err = hooks.Next(ctx, u.ID, h.ID, tomorrow, 99)
		noError(t, err)
		equal(t, len(next), 1)
		equal(t, next[0].MemoryID, other.ID)
		done := next[0]
		done.Outcome, done.Body = webhook.Delivered, ""
		noError(t, hooks.Settle(ctx, done))
		next, err = hooks.Next(ctx, u.ID, h.ID, tomorrow, 99)
		noError(t, err)
		equal(t, next[0].Event, webhook.Ready)
		equal(t, next[0].MemoryID, other.ID)
	})
	t.Run("what waits is held while the webhook is not on", func(t *testing.T) {
		u := f.newUser(t)
		h := added(u.ID)
		f.add(t, u.ID, memory.Note, 1)
		turn := func(status webhook.Status) webhook.Outcome {
			t.Helper()
			_, err := hooks.ChangeHook(ctx, u.ID, h.ID, start, func(h webhook.Hook) webhook.Hook { h.Status = status; return h })
			noError(t, err)
			all, err := hooks.Deliveries(ctx, u.ID, h.ID, 1)
			noError(t, err)
			return all[0].Outcome
		}
		equal(t, turn(webhook.Off), webhook.Held)
		due, err := hooks.Due(ctx, tomorrow, tomorrow, 99)
		noError(t, err)
		equal(t, slices.ContainsFunc(due, func(d webhook.Hook) bool { return d.ID == h.ID }), false)
		equal(t, turn(webhook.Paused), webhook.Held)
		equal(t, turn(webhook.On), webhook.Waiting)
		noError(t, hooks.DropHook(ctx, u.ID, h.ID, start))
		equal(t, f.rows(t, u.ID, "webhook_deliveries"), 0)
		equal(t, f.happened(t, u.ID), []audit.Kind{audit.SignedUp, audit.WebhookMade, audit.WebhookOff, audit.WebhookRemoved})
	})
	t.Run("nothing is sent for a disabled account, nor without the plan where it is sold", func(t *testing.T) {
		u := f.newUser(t)
		h := added(u.ID)
		f.add(t, u.ID, memory.Note, 1)
		sold := webhooks.New(f.db, false)
		isDue := func(s *webhooks.Store) bool {
			t.Helper()
			due, err := s.Due(ctx, tomorrow, start, 99)
			noError(t, err)
			return slices.ContainsFunc(due, func(d webhook.Hook) bool { return d.ID == h.ID })
		}
		equal(t, isDue(sold), false)
		equal(t, isDue(hooks), true)
		sub := newSubscription(u.ID)
		sub.Cycle = billing.Annual
		f.settle(t, sub)
		equal(t, isDue(sold), true)
		_, err := f.db.Writer().Exec(`UPDATE users SET disabled_at = 1 WHERE user_id = $1`, u.ID)
		noError(t, err)
		equal(t, isDue(hooks), false)
	})
	t.Run("deliveries are forgotten by their age", func(t *testing.T) {
		u := f.newUser(t)
		h := added(u.ID)
		f.add(t, u.ID, memory.Note, 1)
		noError(t, hooks.Forget(ctx, time.Now().Add(-time.Hour)))
		equal(t, f.rows(t, u.ID, "webhook_deliveries"), 2)
		noError(t, hooks.Forget(ctx, tomorrow))
		equal(t, f.rows(t, u.ID, "webhook_deliveries"), 0)
		noError(t, hooks.AddDelivery(ctx, webhook.Delivery{ID: newID(), UserID: u.ID, HookID: h.ID, Event: webhook.Test, Body: "{}", Outcome: webhook.Waiting, CreatedAt: start}))
		equal(t, f.rows(t, u.ID, "webhook_deliveries"), 1)
	})
}
