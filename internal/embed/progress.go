package embed

import "context"

// Progress is how far passages are read closely: a passage is, once the model has seen it, with a vector or without.
type Progress struct {
	Model    string // empty: there is none, and nothing is read
	Read     int64  // passages that the model has seen
	Passages int64  // that there are
}

// Shelf counts passages by the model that saw them last. The model without a name has read none. The Model of what it
// returns is left empty.
type Shelf interface {
	// ReadOf counts the user's passages; an unknown user has none.
	ReadOf(ctx context.Context, userID, model string) (Progress, error)
	// ReadOfAll counts every user's passages.
	ReadOfAll(ctx context.Context, model string) (Progress, error)
}

// Reading tells how far the passages are read. It is safe for concurrent use.
type Reading struct {
	shelf Shelf
	model func(private bool) string
}

// NewReading returns a Reading of the model that is in use, whose name model tells: the empty one when there is none, or none
// for somebody whose passages are private.
func NewReading(shelf Shelf, model func(private bool) string) *Reading {
	return &Reading{shelf: shelf, model: model}
}

// Of tells how far a user's passages are read.
func (r *Reading) Of(ctx context.Context, userID string, private bool) (p Progress, err error) {
	model := r.model(private)
	p, err = r.shelf.ReadOf(ctx, userID, model)
	p.Model = model
	return p, err
}

// OfAll tells how far every user's passages are read.
func (r *Reading) OfAll(ctx context.Context) (p Progress, err error) {
	model := r.model(false)
	p, err = r.shelf.ReadOfAll(ctx, model)
	p.Model = model
	return p, err
}
