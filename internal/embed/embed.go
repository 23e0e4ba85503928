// Package embed turns texts into vectors of what they mean: questions while a search waits, passages behind it.
//
// A vector is worth something only beside vectors of the same model. Without an Embedder, or while it does not answer,
// saving and searching go on by words alone.
package embed

import (
	"context"
	"time"
)

// Role says what a text is to a search; some models are to be told.
type Role uint8

const (
	Passage  Role = iota // a text that may be found
	Question             // a text that asks
)

// Embedder is a model that knows what texts mean.
type Embedder interface {
	// Model names what makes the vectors. Another name has every passage embedded anew.
	Model() string
	// Embed returns a vector for each text in order, all of one length. fault.Unavailable when the same call may pass later,
	// with RetryAfter if the model said when; fault.Invalid when one of the texts will never do.
	Embed(ctx context.Context, texts []string, as Role) ([][]float32, error)
}

// Local is an Embedder that reckons in this process, on the goroutine that calls it: nothing leaves the machine, a text of
// any length ends in good time, and PaceOf its context is called between the steps. It is safe for concurrent use.
type Local interface {
	Embedder
	// Warm reads what the first text would wait for. An error is that of every Embed to come.
	Warm() error
}

// Reader is an Embedder that knows what it can't read.
type Reader interface {
	// Legibility says how well the model can read a text, from 0 to 1, by the text alone.
	Legibility(text string, as Role) float64
}

// LegibilityTo returns how legible texts are to a model: wholly, where it does not tell.
func LegibilityTo(model Embedder, as Role) func(text string) float64 {
	reader, tells := model.(Reader)
	if !tells {
		return func(string) float64 { return 1 }
	}
	return func(text string) float64 { return reader.Legibility(text, as) }
}

// Text is a passage that the current model has not seen.
type Text struct {
	UserID string
	Seq    int64  // its place in the user's log; a passage that was replaced or moved has another
	Title  string // of its memory
	Body   string
	// Before and After are, of a short one, the passages around it: at most Reach on each side, the nearest first.
	Before, After []string
}

// Vector is what the passage at Seq means; without Numbers, the model has nothing to say of it.
type Vector struct {
	UserID  string
	Seq     int64
	Numbers []int8 // as package vector quantises
}

// Store keeps the vectors with their passages. Unlike the others' stores it works through every user's rows.
type Store interface {
	// Unembedded returns at most limit passages that model has not seen: those that no model has seen before those of
	// other models, users in turn from the one that follows after, and each one's newest first. Short ones have what
	// stands before and after them. Where leaves is set they are to be sent away: those of users who do not want that are
	// left out.
	Unembedded(ctx context.Context, model, after string, leaves bool, limit int) ([]Text, error)
	// SaveVectors puts each vector to its passage, which moves to the end of its user's log, so that indexes see it again.
	// A passage that was replaced or deleted since it was read is left alone.
	SaveVectors(ctx context.Context, model string, vectors []Vector) error
	// Length returns how many numbers the model's vectors have, 0 when there is none.
	Length(ctx context.Context, model string) (int, error)
	// Lease takes or renews the lease of that name until ends, and reports whether the holder has it. Only one holder has
	// it at a time, as far as the nodes' clocks agree.
	Lease(ctx context.Context, name, holder string, now, ends time.Time) (bool, error)
	// EndLease gives a lease back before its time; one that another holds stays.
	EndLease(ctx context.Context, name, holder string) error
}
