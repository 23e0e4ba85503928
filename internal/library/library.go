// Package library lets people shape what they saved: change it, tag it, star and archive it, one
// memory or many at once.
package library

import (
	"context"
	"time"

	"engram/internal/memory"
)

// Memories are the memories with their texts.
type Memories interface {
	// Get returns a memory; fault.NotFound if it is not the user's.
	Get(ctx context.Context, userID, id string) (memory.Memory, error)
	// Read returns the passages of a note, with vectors of the first.
	Read(ctx context.Context, m memory.Memory) []memory.Passage
	// Remove deletes a memory past the trash; fault.NotFound if it is not the user's.
	Remove(ctx context.Context, userID, id string) error
}

// Highlights keeps what is marked in memories.
type Highlights interface {
	// Reanchor finds the highlights of a memory again, after its text has changed.
	Reanchor(ctx context.Context, userID, memoryID string) error
}

// Service changes memories. It is safe for concurrent use.
type Service struct {
	store    Store
	memories Memories
	marks    Highlights // nil: none
	now      func() time.Time
}

// New returns a Service. Highlights may be nil.
func New(store Store, memories Memories, marks Highlights, now func() time.Time) *Service {
	return &Service{store: store, memories: memories, marks: marks, now: now}
}
