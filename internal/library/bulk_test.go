package library

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"engram/internal/fault"
)

// fullShelf is a shelf on a disk without room for its trash.
type fullShelf struct {
	shelf
	discarded []string
	removed   []string
}

func (s *fullShelf) DiscardAll(context.Context, string, []string, time.Time) ([]string, error) {
	return s.discarded, fault.Full(nil)
}

func (s *fullShelf) Remove(_ context.Context, _, id string) error {
	if slices.Contains(s.discarded, id) {
		return fault.New(fault.NotFound, "Memory not found")
	}
	s.removed = append(s.removed, id)
	return nil
}

func TestWhatIsDeletedForGoodIsSaid(t *testing.T) {
	ids := []string{"01958b1e-0000-7000-8000-000000000001", "01958b1e-0000-7000-8000-000000000002"}
	s := &fullShelf{discarded: ids[:1]}
	service := New(s, s, nil, func() time.Time { return now })
	changed, err := service.DeleteAll(t.Context(), "u", ids)
	if !slices.Equal(changed, ids) || !slices.Equal(s.removed, ids[1:]) {
		t.Errorf("changed %v, removed %v", changed, s.removed)
	}
	if fault.KindOf(err) != fault.NoRoom || !strings.Contains(err.Error(), "for good") {
		t.Errorf("it says %v", err)
	}
	s.discarded, s.removed = ids, nil
	if changed, err = service.DeleteAll(t.Context(), "u", ids); err != nil || len(changed) != 2 {
		t.Errorf("where all are in the trash: %v, %v", changed, err)
	}
}
