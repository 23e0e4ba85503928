package format

import (
	"context"
	"io"
	"runtime"
	"time"

	"engram/internal/capture"
	"engram/internal/cputime"
	"engram/internal/fault"
	"engram/internal/memory"
)

const (
	readLimit = 10 * time.Second // CPU time
	msgSlow   = "This file took too long to read."
)

// limited gives a reader in this process its share of it.
type limited struct {
	capture.FileReader
	slots capture.Slots
}

// Limited returns a function that limits readers: as many read at once as there are processors, and
// each file takes at most ten seconds of CPU time.
func Limited() func(capture.FileReader) capture.FileReader {
	slots := make(capture.Slots, runtime.GOMAXPROCS(0))
	return func(r capture.FileReader) capture.FileReader { return limited{r, slots} }
}

func (l limited) ReadFile(ctx context.Context, file io.ReadSeeker, from memory.Bookmark) (capture.Document, error) {
	giveBack, err := l.slots.Acquire(ctx)
	if err != nil {
		return capture.Document{}, err
	}
	defer giveBack()
	short, release := cputime.WithLimit(ctx, readLimit)
	defer release()
	doc, err := l.FileReader.ReadFile(short, file, from)
	if err != nil && short.Err() != nil && ctx.Err() == nil {
		return doc, fault.Wrap(fault.Invalid, msgSlow, err)
	}
	return doc, err
}
