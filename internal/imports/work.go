package imports

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"engram/internal/fault"
	"engram/internal/heartbeat"
)

const (
	lookEvery = 2 * time.Second // between looks for imports and pages that wait
	beatEvery = 5 * time.Second
	lease     = time.Minute // after which the work of a process that is not heard of goes on elsewhere
	// receivingLease is the time after which what such a process was receiving is dropped.
	receivingLease = 5 * time.Minute
	maxTries       = 5
	maxBehind      = 200 // captures that are released and not done
)

// Run works on imports, and releases captures, until ctx ends.
func (s *Service) Run(ctx context.Context) {
	if err := s.sweep(ctx); err != nil && ctx.Err() == nil {
		s.parts.Log.Warn("what a stopped process was receiving stays for a day", "error", err)
	}
	look := time.NewTicker(lookEvery)
	defer look.Stop()
	var running sync.WaitGroup
	defer running.Wait()
	for {
		if err := errors.Join(s.dispatch(ctx, &running), s.release(ctx)); err != nil && ctx.Err() == nil {
			s.parts.Log.Warn("imports wait", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-s.work.Woken():
		case <-look.C:
		}
	}
}

// dispatch begins the work on the imports that wait for it.
func (s *Service) dispatch(ctx context.Context, running *sync.WaitGroup) error {
	waiting, err := s.parts.Store.UnderWay(ctx)
	if err != nil {
		return err
	}
	for _, i := range inTurn(waiting) {
		if i.Status == Receiving && s.now().Sub(i.BeatAt) > receivingLease {
			err = errors.Join(err, s.drop(ctx, i))
		}
		if i.Status == Receiving || !s.mine(i) {
			continue
		}
		on, ok := s.work.Enter(ctx, i.ID, i.UserID, s.now())
		if !ok {
			continue
		}
		running.Go(func() {
			defer s.work.Wake() // another may wait for the slot
			s.finish(on, i, s.guarded(failedHere, func() error { return s.proceed(on, i) }))
		})
	}
	return err
}

// inTurn returns the first import of each user before the second of any.
func inTurn(all []Import) []Import {
	nth, of := make(map[string]int, len(all)), map[string]int{}
	for _, i := range all {
		nth[i.ID] = of[i.UserID]
		of[i.UserID]++
	}
	slices.SortStableFunc(all, func(a, b Import) int { return nth[a.ID] - nth[b.ID] })
	return all
}

func failedHere() string { return "Engram failed at this file; please report this" }

// mine reports whether this process may work on an import.
func (s *Service) mine(i Import) bool {
	return i.Runner == s.parts.Runner || s.now().Sub(i.BeatAt) > lease
}

// Work brings an import to rest: to its preview, or to its end. It is for a process of one import.
func (s *Service) Work(ctx context.Context, userID, id string) (Import, error) {
	i, err := s.parts.Store.Import(ctx, userID, id)
	if err != nil {
		return i, err
	}
	on, ok := s.work.Enter(ctx, i.ID, i.UserID, s.now())
	if !ok {
		return i, ErrOvertaken
	}
	err = s.guarded(failedHere, func() error { return s.proceed(on, i) })
	s.work.Leave(i.ID, s.now(), false)
	if message, final := finalOf(err); final {
		_, err = s.fail(ctx, i, message)
	}
	if err != nil {
		return i, err
	}
	return s.parts.Store.Import(ctx, userID, id)
}

// proceed does the work that an import's status asks for.
func (s *Service) proceed(ctx context.Context, i Import) error {
	i, err := s.beat(ctx, i)
	if err != nil {
		return err
	}
	defer s.keepBeating(ctx, i)()
	switch i.Status {
	case Reading:
		return s.preview(ctx, i)
	case Running:
		return s.save(ctx, i)
	case Undoing:
		return s.undo(ctx, i)
	}
	return nil
}

// finish decides what follows the work on an import, which went on in a context of its own.
func (s *Service) finish(on context.Context, i Import, err error) {
	interrupted := on.Err() != nil
	message, final := finalOf(err)
	tries := s.work.Leave(i.ID, s.now(), err != nil && !final && !interrupted && !errors.Is(err, ErrOvertaken) && !errors.Is(err, context.Canceled))
	if tries >= maxTries {
		message, final = "Something went wrong on our side. What was saved until then is there; try again for the rest.", true
		if f, ok := errors.AsType[*fault.Error](err); ok {
			message = f.Message
		}
	}
	if tries > 0 {
		s.parts.Log.Warn("an import was interrupted", "import", i.ID, "tries", tries, "error", err)
	}
	if !final || interrupted {
		return
	}
	s.work.Forget(i.ID)
	if _, err := s.fail(context.WithoutCancel(on), i, message); err != nil && !errors.Is(err, ErrOvertaken) {
		s.parts.Log.Warn("an import could not be ended", "import", i.ID, "error", err)
	}
}

// finalOf returns the message of an error that another try would not avoid.
func finalOf(err error) (message string, final bool) {
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != fault.Invalid && f.Kind != fault.Unsupported && f.Kind != fault.TooLarge {
		return "", false
	}
	return f.Message, true
}

// beat says that this process works on an import, and returns it as it is. ErrOvertaken if its status
// is another, or another process works on it.
func (s *Service) beat(ctx context.Context, i Import) (Import, error) {
	return s.progress(ctx, i, i.Found)
}

// progress is beat, and says how many entries were found so far.
func (s *Service) progress(ctx context.Context, i Import, found int) (Import, error) {
	return s.parts.Store.ChangeImport(ctx, i.UserID, i.ID, func(now Import) (Import, error) {
		if now.Status != i.Status || !s.mine(now) {
			return now, ErrOvertaken
		}
		now.Runner, now.BeatAt, now.Found = s.parts.Runner, s.now(), found
		return now, nil
	})
}

// keepBeating says again and again that this process works on an import, since one entry may take longer than the lease,
// until the result is called.
func (s *Service) keepBeating(ctx context.Context, i Import) (stop func()) {
	return heartbeat.Start(ctx, lease/4, func(ctx context.Context) {
		_, _ = s.parts.Store.ChangeImport(ctx, i.UserID, i.ID, func(now Import) (Import, error) {
			if now.Status != i.Status || now.Runner != s.parts.Runner {
				return now, ErrOvertaken // as the work will see
			}
			now.BeatAt = s.now()
			return now, nil
		})
	})
}

// undo removes what an import saved.
func (s *Service) undo(ctx context.Context, i Import) error {
	for end := false; !end; {
		var err error
		if i, end, err = s.parts.Store.UndoBatch(ctx, i, undoneAtOnce, s.now()); err != nil {
			return err
		}
		s.announceSoon(i)
	}
	s.announce(i.UserID, i.ID)
	return nil
}

// undoneAtOnce bounds the memories that one transaction removes.
const undoneAtOnce = 20

// release enqueues captures of what was imported, as long as few are under way.
func (s *Service) release(ctx context.Context) error {
	if s.parts.Queue == nil {
		return nil
	}
	return s.parts.Store.Release(ctx, func(ctx context.Context) (int, error) {
		n, err := s.parts.Queue.Behind(ctx)
		if n > maxBehind/2 {
			return 0, err
		}
		return maxBehind - n, err
	}, s.now())
}

// sweep drops what a process before this one, of its name, was receiving when it ended.
func (s *Service) sweep(ctx context.Context) error {
	all, err := s.parts.Store.UnderWay(ctx)
	for _, i := range all {
		if i.Status == Receiving && i.Runner == s.parts.Runner && i.BeatAt.Before(s.began) {
			err = errors.Join(err, s.drop(ctx, i))
		}
	}
	return err
}

// drop removes an import that did not arrive.
func (s *Service) drop(ctx context.Context, i Import) error {
	if _, err := s.fail(ctx, i, ""); err != nil {
		return err
	}
	return s.parts.Store.DropImport(ctx, i.UserID, i.ID)
}

// receivedFor is the time that a file may take to arrive.
const receivedFor = 24 * time.Hour

// Expire removes files that were kept for long enough.
func (s *Service) Expire(ctx context.Context) error {
	now := s.now()
	old, err := s.parts.Store.Expired(ctx, now.Add(-receivedFor))
	for _, i := range old {
		var errEnd error
		switch {
		case i.Status == Receiving:
			errEnd = s.drop(ctx, i)
		case i.Status.UnderWay(), now.Sub(i.CreatedAt) < keptFor, now.Sub(i.FinishedAt) < keptFor:
		default:
			_, errEnd = s.change(ctx, i.UserID, i.ID, func(i Import) (Import, error) {
				if i.Status == Ready {
					i = s.ended(i, Cancelled, "The file was removed after three days. Import it again.")
				}
				i.HasFile = i.HasFile && i.Status.UnderWay()
				return i, nil
			})
		}
		err = errors.Join(err, errEnd)
	}
	return err
}
