package live

import (
	"context"
	"time"

	"engram/internal/memory"
)

const (
	maxStreams = 16              // of one user at a time, on one node
	batch      = 10              // changes read at once, each with a whole note perhaps
	lookEvery  = 3 * time.Second // for what another node changed
	beatEvery  = 20 * time.Second
)

// Event is one thing that a stream says. Exactly one of its parts is set, or none: then it only shows that the stream lives.
type Event struct {
	Change *Change
	Step   *Progress
}

// Progress is what is happening to a memory now; the empty step says that it has ended.
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

// Steps tells what is happening to those of the user's memories that this process works on.
func (s *Service) Steps(userID string) map[string]memory.Step { return s.hub.Steps(userID) }

// Stream sends what changes of a user's memories, in order, after the change with the given number (negative: from now on),
// and what is happening to them, until ctx ends or send fails. It begins with an empty Event. Each change is sent at least
// once; a memory that changed twice may be sent once. Of too many streams of a user the oldest ends.
func (s *Service) Stream(ctx context.Context, userID string, after int64, send func(Event) error) error {
	w := s.hub.Watch(userID, maxStreams)
	defer w.Close()
	last, err := s.feed.LastChange(ctx, userID)
	if err != nil {
		return err
	}
	if after < 0 || after > last { // the database may have become an older one
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
			err = sendSteps(w.Steps(), send)
		}
		if err != nil {
			return err
		}
	}
}

// catchUp sends the changes after the given one and returns the number of the last.
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

func sendSteps(steps map[string]memory.Step, send func(Event) error) error {
	for id, step := range steps {
		if err := send(Event{Step: &Progress{MemoryID: id, Step: step}}); err != nil {
			return err
		}
	}
	return nil
}
