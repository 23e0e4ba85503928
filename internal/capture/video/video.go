// Package video reads what recordings say of themselves: their title, channel, length, picture and, where they can be had,
// their captions.
package video

import (
	"context"

	"engram/internal/capture"
	"engram/internal/memory"
)

// Source is the capture.Source of videos.
type Source struct {
	fetcher capture.Fetcher
	pages   capture.PageReader
}

var _ capture.Source = (*Source)(nil)

// New returns a Source that asks services through f and reads their pages with pages.
func New(f capture.Fetcher, pages capture.PageReader) *Source { return &Source{f, pages} }

// Read implements capture.Source.
func (s *Source) Read(ctx context.Context, m memory.Memory, tell func(memory.Step)) (capture.Document, error) {
	return capture.NewPages(s.fetcher, s.pages).Read(ctx, m, tell)
}
