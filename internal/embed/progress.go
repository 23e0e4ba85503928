package embed

import "context"

// Progress is how far passages are read closely: a passage is, once the model has seen it, with a vector or without.
type Progress struct {
	Model    string // empty: there is none, and nothing is read
	Read     int64  // passages that the model has seen
	Passages int64  // that there are
}

// Shelf counts passages by the model that saw them last. The Model of what it returns is left empty.
type Shelf interface {
	// ReadOf counts the user's passages; an unknown user has none.
	ReadOf(ctx context.Context, userID, model string) (Progress, error)
	// ReadOfAll counts every user's passages.
	ReadOfAll(ctx context.Context, model string) (Progress, error)
}

// Reading tells how far the passages are read. It is safe for concurrent use.
type Reading struct {
	shelf Shelf
	model string
}

// NewReading returns a Reading of the model of that name, the empty one when there is no model.
func NewReading(shelf Shelf, model string) *Reading { return &Reading{shelf: shelf, model: model} }

// Of tells how far a user's passages are read.
func (r *Reading) Of(ctx context.Context, userID string) (Progress, error) {
	return r.of(r.shelf.ReadOf(ctx, userID, r.model))
}

// OfAll tells how far every user's passages are read.
func (r *Reading) OfAll(ctx context.Context) (Progress, error) {
	return r.of(r.shelf.ReadOfAll(ctx, r.model))
}

func (r *Reading) of(p Progress, err error) (Progress, error) {
	if r.model == "" {
		p.Read = 0 // what no model has seen would pass for read by none
	}
	p.Model = r.model
	return p, err
}
