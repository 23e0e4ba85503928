package capture

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"engram/internal/fault"
	"engram/internal/memory"
)

// What one run of Illustrate may take.
const (
	illustrateTime = 40 * time.Second
	maxFetched     = 16 << 20 // bytes
	figuresAtOnce  = 4
	figureTimeout  = 8 * time.Second
	againAfter     = 5 * time.Second // a run that had no time for all
)

// Illustrate fetches and stores the wanted figures of a memory, whose text is there already. What
// can't be had is not asked for again until the memory is captured anew. It returns a Busy to go on
// later, and an error if the outcome could not be stored.
func (s *Service) Illustrate(ctx context.Context, userID, memoryID string) error {
	wanted, err := s.parts.Store.Wanted(ctx, userID, memoryID)
	if err != nil {
		return err
	}
	limited, cancel := context.WithTimeout(ctx, illustrateTime)
	defer cancel()
	budget := illustration{Service: s, userID: userID, bytes: maxFetched, pixels: allPixels}
	for len(wanted) > 0 {
		some := wanted[:min(figuresAtOnce, len(wanted))]
		wanted = wanted[len(some):]
		busy := budget.fetch(limited, some)
		if errors.Is(ctx.Err(), context.Canceled) {
			return ctx.Err() // shutdown: the job runs again
		}
		if err := s.saveFigures(context.WithoutCancel(ctx), userID, memoryID, some); err != nil {
			return err
		}
		if busy == nil && limited.Err() != nil && len(wanted) > 0 {
			busy = &Busy{After: againAfter}
		}
		if busy != nil {
			return busy
		}
	}
	return nil
}

// saveFigures stores the outcome, and removes the pictures of figures that the memory lost meanwhile.
func (s *Service) saveFigures(ctx context.Context, userID, memoryID string, figures []memory.Figure) error {
	lost, err := s.parts.Store.SaveFigures(ctx, userID, memoryID, figures)
	if err != nil {
		return err
	}
	for _, key := range lost {
		if err := s.parts.Blobs.Delete(ctx, key); err != nil {
			return err
		}
	}
	return nil
}

// illustration is one run with the rest of its budget.
type illustration struct {
	*Service
	userID        string
	bytes, pixels int
}

// fetch fetches some figures and sets their sizes. It returns a Busy if the sites' queues are full;
// then those figures stay wanted.
func (i *illustration) fetch(ctx context.Context, some []memory.Figure) (busy error) {
	var fetching errgroup.Group
	pages, failed := make([]Page, len(some)), make([]error, len(some))
	for n, f := range some {
		fetching.Go(func() error {
			if i.bytes > 0 && i.pixels > 0 {
				pages[n], failed[n] = i.parts.Fetcher.Fetch(ctx, Request{
					URL: f.Address, Accept: "image/*", Timeout: figureTimeout, UserID: i.userID,
				})
			}
			return nil
		})
	}
	_ = fetching.Wait()
	for n := range some {
		f, page := &some[n], pages[n]
		if later, ok := errors.AsType[*Busy](failed[n]); ok {
			busy = later
			continue
		}
		if ctx.Err() != nil && failed[n] != nil && fault.KindOf(failed[n]) != fault.Invalid {
			continue // no time was left
		}
		f.Width = memory.Gone
		if i.bytes -= len(page.Body); failed[n] == nil && i.bytes >= 0 && i.pixels > 0 {
			i.pixels -= i.keepFigure(ctx, f, page.Body, min(i.pixels, maxPixels))
		}
		page.Release()
	}
	return busy
}
