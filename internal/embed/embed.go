// Package embed turns texts into embedding vectors: questions during a search, passages in the
// background.
//
// Vectors of different models can't be compared. Without an Embedder, or while it fails, saving and
// searching work by words alone.
package embed

import (
	"context"
	"time"
)

// Role says which side of a search a text is on; some models need to know.
type Role uint8

const (
	Passage  Role = iota // a text to be found
	Question             // a query
)

// Embedder is an embedding model.
type Embedder interface {
	// Model returns the model's name. If it changes, every passage is embedded again.
	Model() string
	// Embed returns a vector per text, in order, all of one length. It returns fault.Unavailable
	// when a retry may succeed, with RetryAfter if the model gave one, and fault.Invalid when one
	// of the texts is refused.
	Embed(ctx context.Context, texts []string, as Role) ([][]float32, error)
}

// Local is an Embedder that runs in this process, on the calling goroutine. It takes bounded time
// for a text of any length and calls YieldOf its context between steps. It is safe for concurrent
// use.
type Local interface {
	Embedder
	// Warm loads what the first Embed would wait for. After an error every Embed returns it.
	Warm() error
}

// Reader is an Embedder that knows which languages it can read.
type Reader interface {
	// Legibility returns how well the model can read a text, from 0 to 1, by its characters alone.
	Legibility(text string, as Role) float64
}

// LegibilityTo returns the model's Legibility, or a function that returns 1 if it has none.
func LegibilityTo(model Embedder, as Role) func(text string) float64 {
	reader, tells := model.(Reader)
	if !tells {
		return func(string) float64 { return 1 }
	}
	return func(text string) float64 { return reader.Legibility(text, as) }
}

// Text is a passage that the current model has not processed.
type Text struct {
	UserID   string
	MemoryID string
	Seq      int64  // position in the user's log; a passage that was replaced or moved has another
	Title    string // of its memory
	Body     string
	// Before and After are the neighbours of a short passage, at most Neighbours each, nearest
	// first.
	Before, After []string
}

// Vector is the embedding of the passage at Seq; without Numbers the model returned none.
type Vector struct {
	UserID  string
	Seq     int64
	Numbers []int8 // quantised by package vector
}

// Store keeps vectors with their passages. Unlike other stores it works across users.
type Store interface {
	// Unembedded returns at most limit passages that model has not processed: first those without
	// any model, users in rotation from the one after the given ID, each user's newest first. Short
	// ones have their neighbours. If remote is set, users who don't allow sending them are left
	// out.
	Unembedded(ctx context.Context, model, after string, remote bool, limit int) ([]Text, error)
	// SaveVectors sets the vectors of passages and moves these to the end of their user's log, so
	// that indexes see them. It skips a passage that was replaced or deleted since it was read.
	SaveVectors(ctx context.Context, model string, vectors []Vector) error
	// Length returns the dimensions of the model's vectors, 0 when there are none.
	Length(ctx context.Context, model string) (int, error)
	// Lease takes or renews the named lease until ends, and reports whether the holder has it. One
	// holder has it at a time, as far as the nodes' clocks agree.
	Lease(ctx context.Context, name, holder string, now, ends time.Time) (bool, error)
	// EndLease releases a lease early. It does nothing to the lease of another holder.
	EndLease(ctx context.Context, name, holder string) error
}
