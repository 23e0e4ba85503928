package embed

import "context"

// Progress is the number of passages that the model has processed, with a vector or without.
type Progress struct {
	Model    string // empty when there is none
	Read     int64  // passages that the model has processed
	Passages int64  // in total
}

// ProgressStore counts passages by the model that processed them last. It leaves Model empty.
type ProgressStore interface {
	// Progress counts a user's passages. The counts of an unknown user are zero.
	Progress(ctx context.Context, userID, model string) (Progress, error)
	// TotalProgress counts the passages of all users.
	TotalProgress(ctx context.Context, model string) (Progress, error)
}

// Tracker reports the progress of the current model. It is safe for concurrent use.
type Tracker struct {
	store ProgressStore
	model func(private bool) string
}

// NewTracker returns a Tracker. model returns the name of the current model, empty when there is
// none or none for a user with private passages.
func NewTracker(store ProgressStore, model func(private bool) string) *Tracker {
	return &Tracker{store: store, model: model}
}

// Of returns the progress of a user's passages.
func (r *Tracker) Of(ctx context.Context, userID string, private bool) (p Progress, err error) {
	model := r.model(private)
	p, err = r.store.Progress(ctx, userID, model)
	p.Model = model
	return p, err
}

// OfAll returns the progress of all users' passages.
func (r *Tracker) OfAll(ctx context.Context) (p Progress, err error) {
	model := r.model(false)
	p, err = r.store.TotalProgress(ctx, model)
	p.Model = model
	return p, err
}
