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
	maxMeasured  = 10_000 // pictures of one Measure: the next one goes on
	unmeasurable = -1     // the width of a picture that is gone or damaged, which is not looked at again
)

// Measure finds the size of pictures that were kept before sizes were, and returns how many it looked at. Every picture
// since is kept with its size, so once none is left it has nothing more to do.
func (s *Service) Measure(ctx context.Context) (measured int, err error) {
	for measured < maxMeasured && !s.measured.Load() {
		batch, err := s.parts.Store.Unmeasured(ctx, measureBatch)
		if err != nil {
			return measured, err
		}
		s.measured.Store(len(batch) == 0)
		for _, m := range batch {
			if m.ImageWidth, m.ImageHeight, err = s.sizeOf(ctx, m); err == nil {
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

// sizeOf reads the head of a memory's picture. It fails only where the store of pictures does.
func (s *Service) sizeOf(ctx context.Context, m memory.Memory) (width, height int, err error) {
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
