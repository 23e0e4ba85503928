package following

import (
	"context"
	"time"

	"engram/internal/fault"
)

const (
	deletedAtOnce = 10              // memories that are listed
	deletingTime  = 3 * time.Second // of one sitting
	trashWait     = 5 * time.Minute // until the trash, or the disk, may have room
	trashFull     = "Your trash is full of what you deleted within the last hour. The rest follows as it has room; empty it to have that sooner."
	diskFull      = "The server's disk has no room for more in the trash, so nothing is deleted for now. The rest follows as there is room."
)

// StillLeaving returns the fault for a feed that is Leaving.
func StillLeaving() error {
	return fault.New(fault.Conflict, "You have left this feed, and what is from it is still being deleted.")
}

// Unfollow removes a feed, and with deleteMemories what is from it, or else keeps that. Where there is much
// to delete, the feed is Leaving when it returns, and done is false: Run deletes the rest.
func (s *Service) Unfollow(ctx context.Context, userID, id string, deleteMemories bool) (done bool, err error) {
	if !deleteMemories {
		return true, s.Store.DropFeed(ctx, userID, id)
	}
	f, err := s.Store.ChangeFeed(ctx, userID, id, func(f Feed) Feed {
		f.Status, f.Message, f.NextAt = Leaving, "", s.Now().Add(claimed) // by this call
		return f
	})
	if err != nil {
		return false, err
	}
	return s.leave(context.WithoutCancel(ctx), f)
}

// leave deletes for a while what is from a feed, then the feed. Where it is not done, it is due again.
func (s *Service) leave(ctx context.Context, f Feed) (done bool, err error) {
	until := s.Now().Add(deletingTime)
	for {
		ids, err := s.Store.FeedMemories(ctx, f.UserID, f.ID, deletedAtOnce)
		if err != nil {
			return false, err
		}
		if len(ids) == 0 {
			// It may have been left for good meanwhile, with the rest kept.
			if err := s.Store.DropFeed(ctx, f.UserID, f.ID); err != nil && fault.KindOf(err) != fault.NotFound {
				return false, err
			}
			return true, nil
		}
		for _, id := range ids {
			err := s.Saver.DiscardFrom(ctx, f.UserID, f.ID, id)
			switch kind := fault.KindOf(err); {
			case kind == fault.Limit:
				return false, s.leaveLater(ctx, f, s.Now().Add(trashWait), trashFull)
			case kind == fault.NoRoom:
				return false, s.leaveLater(ctx, f, s.Now().Add(trashWait), diskFull)
			case err != nil && kind != fault.NotFound:
				return false, err
			case s.Now().After(until):
				return false, s.leaveLater(ctx, f, s.Now(), "")
			}
		}
	}
}

// leaveLater makes a feed due again that is Leaving.
func (s *Service) leaveLater(ctx context.Context, f Feed, at time.Time, message string) error {
	_, err := s.Store.ChangeFeed(ctx, f.UserID, f.ID, func(f Feed) Feed {
		f.NextAt, f.Message = at, message
		return f
	})
	s.Wake()
	return err
}
