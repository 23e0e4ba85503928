package library

import (
	"context"
	"strings"
	"time"

	"engram/internal/memory"
)

// Saying holds the tags and the remark with which a user saves a memory.
type Saying struct {
	Tags   []string // beside those that it has
	Remark string   // empty: none
}

// Check returns fault.Invalid for what can't be kept.
func (y Saying) Check() error {
	_, err := Edit{Tags: &y.Tags, Remark: &y.Remark}.checked(time.Time{})
	return err
}

// Below returns the saying for a known memory, whose remark stays above the new one.
func (y Saying) Below(remark string) Saying {
	if y.Remark != "" {
		y.Remark = JoinRemarks(remark, y.Remark)
	}
	return y
}

// JoinRemarks returns a remark with another below it, unless it says that already.
func JoinRemarks(remark, more string) string {
	switch {
	case more == "" || strings.Contains(remark, more):
		return remark
	case remark == "":
		return more
	}
	return remark + "\n\n" + more
}

// Say keeps what the user says of a memory, and returns it.
func (s *Service) Say(ctx context.Context, m memory.Memory, y Saying) (memory.Memory, error) {
	if len(y.Tags) > 0 {
		if _, err := s.Tag(ctx, m.UserID, []string{m.ID}, y.Tags, nil); err != nil {
			return m, err
		}
	}
	switch {
	case y.Remark != "":
		return s.Edit(ctx, m.UserID, m.ID, Edit{Remark: &y.Remark})
	case len(y.Tags) > 0:
		return s.memories.Get(ctx, m.UserID, m.ID)
	}
	return m, nil
}
