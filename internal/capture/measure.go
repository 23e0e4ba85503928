package capture

import (
	"context"
	"errors"
	"image/jpeg"

	"engram/internal/blob"
	"engram/internal/memory"
)

const (
	measureBatch = 200
	maxMeasured  = 10_000 // per call of Measure; the next one continues
	// width of a picture that is gone or damaged, so that it is not read again
	unmeasurable = -1
)

// Measure stores the size of pictures that were saved before sizes were, and returns the number of
// pictures read. It does nothing once all have a size.
func (s *Service) Measure(ctx context.Context) (measured int, err error) {
	for measured < maxMeasured && !s.measured.Load() {
		batch, err := s.parts.Store.Unmeasured(ctx, measureBatch)
		if err != nil {
			return measured, err
		}
		s.measured.Store(len(batch) == 0)
		for _, m := range batch {
			if m.ImageWidth, m.ImageHeight, err = s.measure(ctx, m); err == nil {
				err = s.parts.Store.SaveSize(ctx, m)
			}
			if err != nil {
				return measured, err
			}
			measured++
		}
	}
	return measured, nil
}

// measure reads the head of a memory's picture. It returns an error only if the blob store does.
func (s *Service) measure(ctx context.Context, m memory.Memory) (width, height int, err error) {
	picture, err := s.parts.Blobs.Open(ctx, m.ImageKey)
	if errors.Is(err, blob.ErrNotFound) {
		return unmeasurable, unmeasurable, nil
	}
	if err != nil {
		return 0, 0, err
	}
	defer picture.Close()
	size, err := jpeg.DecodeConfig(picture)
	if err != nil {
		return unmeasurable, unmeasurable, ctx.Err()
	}
	return size.Width, size.Height, nil
}
