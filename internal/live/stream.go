package live

import (
	"context"
	"errors"
	"time"

	"engram/internal/memory"
)

const (
	maxStreams = 16              // per user and node
	batch      = 10              // changes per query; each may contain a whole note
	lookEvery  = 3 * time.Second // interval of polling for changes by other nodes
	beatEvery  = 20 * time.Second
)

// Event is a message of the stream. At most one field is set; an empty one is a keep-alive.
type Event struct {
	Change *Change
	Step   *Progress
	Import string // ID of an import that changed
}

// Progress is the current step of a capture; an empty step ends it.
type Progress struct {
	MemoryID string
	Step     memory.Step
}

// Service streams changes.
type Service struct {
	feed Feed
	hub  *Hub
}

// New returns a Service.
func New(feed Feed, hub *Hub) *Service { return &Service{feed: feed, hub: hub} }

// Steps returns the current steps of the user's captures.
func (s *Service) Steps(userID string) map[string]memory.Step { return s.hub.Steps(userID) }

// Stream sends the user's changes after a number, in order (negative: from now on), and the steps
// of captures, until ctx ends or send fails. It begins with an empty Event. Delivery is at least
// once; several changes of a memory may be merged. If a user has too many streams the oldest ends.
func (s *Service) Stream(ctx context.Context, userID string, after int64, send func(Event) error) error {
	w := s.hub.Watch(userID, maxStreams)
	defer w.Close()
	last, err := s.feed.LastChange(ctx, userID)
	if err != nil {
		return err
	}
	if after < 0 || after > last { // the database may have been restored from a backup
		after = last
	}
	if err := send(Event{}); err != nil {
		return err
	}
	if err := sendSteps(s.hub.Steps(userID), send); err != nil {
		return err
	}
	look, beat := time.NewTicker(lookEvery), time.NewTicker(beatEvery)
	defer look.Stop()
	defer beat.Stop()
	for {
		if after, err = s.catchUp(ctx, userID, after, send); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-w.Lost():
			return nil
		case <-beat.C:
			err = send(Event{})
		case <-look.C:
		case <-w.Wake():
			err = errors.Join(sendSteps(w.Steps(), send), sendImports(w.Imports(), send))
		}
		if err != nil {
			return err
		}
	}
}

// catchUp sends the changes after a number and returns the number of the last.
func (s *Service) catchUp(ctx context.Context, userID string, after int64, send func(Event) error) (int64, error) {
	last, err := s.feed.LastChange(ctx, userID)
	if err != nil || last <= after {
		return after, err
	}
	for {
		changes, err := s.feed.ChangedSince(ctx, userID, after, batch)
		if err != nil {
			return after, err
		}
		for _, c := range changes {
			if err := send(Event{Change: &c}); err != nil {
				return after, err
			}
			after = c.N
		}
		if len(changes) < batch {
			return after, nil
		}
	}
}

func sendImports(changed map[string]bool, send func(Event) error) error {
	for id := range changed {
		if err := send(Event{Import: id}); err != nil {
			return err
		}
	}
	return nil
}

func sendSteps(steps map[string]memory.Step, send func(Event) error) error {
	for id, step := range steps {
		if err := send(Event{Step: &Progress{MemoryID: id, Step: step}}); err != nil {
			return err
		}
	}
	return nil
}
