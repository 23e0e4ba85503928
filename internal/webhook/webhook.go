// Package webhook tells addresses that people name of what happens to their memories, as the Standard
// Webhooks specification says.
package webhook

import (
	"context"
	"slices"
	"strings"
	"time"

	"engram/internal/fault"
	"engram/internal/memory"
)

// Event is a kind of event.
type Event string

// The events. A memory is ready or failed after each of its captures.
const (
	Created Event = "memory.created" // saved, or restored from the trash
	Ready   Event = "memory.ready"   // all of its text is searchable
	Failed  Event = "memory.failed"  // it could not be captured
	Deleted Event = "memory.deleted"
	Test    Event = "webhook.test" // sent when its user asks for it
)

// Events are those that a webhook may have, in the order in which they are listed.
var Events = []Event{Created, Ready, Failed, Deleted}

// Status is the state of a webhook.
type Status string

// The states of webhooks.
const (
	On     Status = "on"
	Paused Status = "paused" // by its user
	Off    Status = "off"    // by Engram, after days in which nothing arrived
)

// Hook is a webhook: an address with the events that are sent to it.
type Hook struct {
	ID           string // UUIDv7
	UserID       string
	URL          string
	Events       []Event
	Status       Status
	Secrets      int       // how many it had
	RotatedAt    time.Time // when it got the last; zero: it has its first
	Failures     int       // in a row
	FailingSince time.Time // zero: the last delivery arrived
	NextAt       time.Time // nothing is sent before
	CreatedAt    time.Time
}

// Outcome is the state of a delivery.
type Outcome string

// The states of deliveries.
const (
	Waiting   Outcome = "waiting"
	Held      Outcome = "held" // until its webhook is on again
	Delivered Outcome = "delivered"
	GivenUp   Outcome = "failed"
)

// Delivery is an event for one webhook. It is sent until it arrives or is given up.
type Delivery struct {
	ID        string // UUIDv7 of the event
	UserID    string
	HookID    string
	Event     Event
	MemoryID  string // empty: none
	Body      string // JSON; empty once nothing more is sent
	Outcome   Outcome
	Attempts  int
	Code      int    // status of the last answer; 0: there was none
	Message   string // why the last attempt failed
	TriedAt   time.Time
	NextAt    time.Time
	CreatedAt time.Time
}

// Happening is an event of a memory, as it is then.
type Happening struct {
	Event  Event
	Memory memory.Memory
}

// Saved returns what happened when a memory was saved.
func Saved(m memory.Memory) []Happening {
	return append([]Happening{{Created, m}}, Settled(memory.Pending, m)...)
}

// Settled returns what happened when the status of a memory changed.
func Settled(before memory.Status, m memory.Memory) []Happening {
	switch m.Status {
	case before:
		return nil
	case memory.Ready:
		return []Happening{{Ready, m}}
	case memory.Failed:
		return []Happening{{Failed, m}}
	}
	return nil
}

// Store keeps webhooks and their deliveries, and records what is done to webhooks (package audit). Every
// method but Due and Forget is confined to the user's rows.
type Store interface {
	// AddHook adds a webhook; fault.Limit beyond most.
	AddHook(ctx context.Context, h Hook, most int) error
	// Hooks returns the user's webhooks, newest first.
	Hooks(ctx context.Context, userID string) ([]Hook, error)
	// Hook returns a webhook; fault.NotFound if it is not the user's.
	Hook(ctx context.Context, userID, id string) (Hook, error)
	// ChangeHook replaces a webhook by what change makes of it. Deliveries wait again when it is turned
	// on, and are held when it no longer is.
	ChangeHook(ctx context.Context, userID, id string, at time.Time, change func(Hook) Hook) (Hook, error)
	// DropHook removes a webhook with its deliveries; fault.NotFound if it is not the user's.
	DropHook(ctx context.Context, userID, id string, at time.Time) error
	// Deliveries returns a webhook's deliveries, newest first.
	Deliveries(ctx context.Context, userID, id string, limit int) ([]Delivery, error)
	// AddDelivery adds a delivery that no change of a memory made.
	AddDelivery(ctx context.Context, d Delivery) error
	// Due returns webhooks of all users that have something to send, and has each rest until again.
	Due(ctx context.Context, now, again time.Time, limit int) ([]Hook, error)
	// Next returns deliveries of a webhook that are due, oldest first. One waits for those before it of the
	// same memory.
	Next(ctx context.Context, userID, id string, now time.Time, limit int) ([]Delivery, error)
	// Settle notes how a delivery went. Of one that is gone it notes nothing.
	Settle(ctx context.Context, d Delivery) error
	// Forget removes the deliveries of all users before then.
	Forget(ctx context.Context, then time.Time) error
}

// Sender reaches the world.
type Sender interface {
	// Post sends a body to an address and returns the status of the answer, and after how long another
	// try is welcome (zero: unsaid). It follows no redirect. An error is a fault fit for the user, but
	// for one of ctx.
	Post(ctx context.Context, address string, header map[string]string, body []byte) (code int, after time.Duration, err error)
}

// parseEvents returns named events without doubles, in order. fault.Invalid for an unknown name or none.
func parseEvents(names []string) ([]Event, error) {
	for _, name := range names {
		if !slices.Contains(Events, Event(name)) {
			return nil, fault.New(fault.Invalid, "The events are "+listed()+"; there is no other")
		}
	}
	var events []Event
	for _, event := range Events {
		if slices.Contains(names, string(event)) {
			events = append(events, event)
		}
	}
	if len(events) == 0 {
		return nil, fault.New(fault.Invalid, "Please choose at least one event")
	}
	return events, nil
}

func listed() string {
	names := Names(Events)
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Names returns the names of events.
func Names(events []Event) []string {
	names := make([]string, len(events))
	for i, event := range events {
		names[i] = string(event)
	}
	return names
}
