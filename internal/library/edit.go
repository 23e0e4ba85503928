package library

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

// Limits of a memory, in characters.
const (
	maxTitle  = 300
	MaxRemark = 4000
)

// Edit is a change that the user makes of a memory; nil fields stay.
type Edit struct {
	Title       *string    // empty: as it was captured or, of a note, its first line
	Description *string    // of a note: its text
	Edition     *int       // that Description is of; nil: whichever
	Version     *int64     // that was changed; nil: whichever
	SavedAt     *time.Time // zero: when it was saved
	Remark      *string
	Starred     *bool
	Archived    *bool
	Unread      *bool // of what can be read: not of a note
	Tags        *[]string
}

// Store changes memories as their user wishes. Every method is confined to the user's rows.
type Store interface {
	Tagger
	Bulk

	// Edit stores what change makes of a locked memory, and returns it. If that is another text, it is
	// the next edition, its passages are the given ones, and answers that quote what is gone are
	// withdrawn. Tags are spelled as on other memories. It is one change of the feed, and none if
	// nothing changed. change may be called again. fault.NotFound if the memory is not the user's.
	Edit(ctx context.Context, userID, id string, at time.Time, passages []memory.Passage, change func(memory.Memory) (memory.Memory, error)) (memory.Memory, error)
	// SaveOpened stores when a memory was opened last. It is no change of the feed. fault.NotFound if
	// the memory is not the user's.
	SaveOpened(ctx context.Context, userID, id string, at time.Time) error
	// Versions returns the earlier texts of a note without them, newest first.
	Versions(ctx context.Context, userID, id string) ([]Version, error)
	// Version returns an earlier text; fault.NotFound if it is not kept.
	Version(ctx context.Context, userID, id string, edition int) (string, error)
}

// EditedError says that a memory has another version, or a note another edition, than what was changed.
type EditedError struct {
	Stored memory.Memory
	fault  *fault.Error
}

func (e *EditedError) Error() string { return e.fault.Error() }

// Unwrap makes it a fault.Conflict.
func (e *EditedError) Unwrap() error { return e.fault }

func editedElsewhere(m memory.Memory) error {
	what := "memory"
	if m.Kind == memory.Note {
		what = "note"
	}
	return &EditedError{Stored: m, fault: fault.New(fault.Conflict, "This "+what+" was changed elsewhere meanwhile")}
}

// Edit changes a memory and returns it. fault.Invalid for what can't be kept, fault.NotFound if the
// memory is not the user's, EditedError if it has another version or its text another edition.
func (s *Service) Edit(ctx context.Context, userID, id string, e Edit) (memory.Memory, error) {
	now := s.now().Truncate(time.Millisecond) // as stored
	e, err := e.checked(now)
	if err != nil {
		return memory.Memory{}, err
	}
	m, err := s.memories.Get(ctx, userID, id)
	if err != nil {
		return memory.Memory{}, err
	}
	after, err := e.apply(m, now)
	if err != nil {
		return memory.Memory{}, err
	}
	var passages []memory.Passage
	if e.Description != nil {
		passages = s.memories.Read(ctx, after)
	}
	edited, err := s.store.Edit(ctx, userID, id, now, passages, func(m memory.Memory) (memory.Memory, error) { return e.apply(m, now) })
	if err == nil && edited.Edition != m.Edition && s.marks != nil {
		_ = s.marks.Reanchor(context.WithoutCancel(ctx), userID, id) // else it is done when they are read
	}
	return edited, err
}

// Check returns fault.Invalid for an edit that can't be kept, whatever the memory.
func (e Edit) Check(now time.Time) error {
	_, err := e.checked(now)
	return err
}

// checked returns the edit as it is kept; fault.Invalid if it can't be.
func (e Edit) checked(now time.Time) (Edit, error) {
	var errs []error
	if e.Title != nil {
		title := strings.Join(strings.Fields(plaintext.Clean(*e.Title)), " ")
		errs = append(errs, atMost(title, maxTitle, "The title is longer than 300 characters"))
		e.Title = &title
	}
	if e.Remark != nil {
		remark := strings.TrimSpace(plaintext.Clean(*e.Remark))
		errs = append(errs, atMost(remark, MaxRemark, "The remark is longer than 4,000 characters"))
		e.Remark = &remark
	}
	if e.SavedAt != nil {
		saved := e.SavedAt.Truncate(time.Millisecond)
		if !saved.IsZero() && (saved.Unix() < 0 || saved.After(now.Add(24*time.Hour))) {
			errs = append(errs, fault.New(fault.Invalid, "A memory is saved between 1970 and tomorrow"))
		}
		e.SavedAt = &saved
	}
	if e.Tags != nil {
		tags, err := TagsOf(*e.Tags)
		errs = append(errs, err)
		names := namesOf(tags)
		e.Tags = &names
	}
	return e, errors.Join(errs...)
}

func atMost(text string, characters int, message string) error {
	if utf8.RuneCountInString(text) > characters {
		return fault.New(fault.Invalid, message)
	}
	return nil
}

// apply returns a memory with the edit; EditedError if that is of another version or edition.
func (e Edit) apply(m memory.Memory, now time.Time) (memory.Memory, error) {
	if e.Version != nil && *e.Version != m.Version {
		return m, editedElsewhere(m)
	}
	if e.Description != nil {
		switch {
		case m.Kind != memory.Note:
			return m, fault.New(fault.Invalid, "Only the text of a note can be changed")
		case e.Edition != nil && *e.Edition != m.Edition:
			return m, editedElsewhere(m)
		}
		text, err := m.WithText(*e.Description)
		if err != nil {
			return m, err
		}
		m = text
	}
	if e.Title != nil {
		m = m.WithTitle(*e.Title)
	}
	if e.SavedAt != nil {
		m = m.SavedAt(*e.SavedAt)
	}
	if e.Remark != nil {
		m.Remark = *e.Remark
	}
	if e.Starred != nil {
		m.StarredAt = since(m.StarredAt, *e.Starred, now)
	}
	if e.Archived != nil {
		m.ArchivedAt = since(m.ArchivedAt, *e.Archived, now)
	}
	if e.Unread != nil && m.Kind != memory.Note {
		m.Progress = markedRead(m.Progress, !*e.Unread)
	}
	if e.Tags != nil {
		m.Tags = slices.Clone(*e.Tags)
	}
	return m, nil
}

// markedRead returns the progress of what is read, to its end unless it was begun, or is not.
func markedRead(p document.Progress, read bool) document.Progress {
	switch {
	case !read:
		return document.Progress{}
	case p.Begun:
		return p
	}
	return document.Progress{Begun: true, Share: 1}
}

// since returns the time since when something is so: as before, now, or zero if it is not.
func since(before time.Time, is bool, now time.Time) time.Time {
	switch {
	case !is:
		return time.Time{}
	case before.IsZero():
		return now.UTC()
	}
	return before
}

// Opened stores that a memory was opened just now; fault.NotFound if it is not the user's.
func (s *Service) Opened(ctx context.Context, userID, id string) error {
	return s.store.SaveOpened(ctx, userID, id, s.now())
}
