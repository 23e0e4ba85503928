package bench

import (
	"context"
	"errors"
	"io"
	"os"

	"engram/internal/lab/fleet"
)

// Report writes to out what Run measures or, with Options.Users, how the caches of nodes would serve them.
func Report(ctx context.Context, out io.Writer, o Options) error {
	if len(o.Users) > 0 {
		return simulate(ctx, out, o)
	}
	results, err := Run(ctx, o)
	if err != nil {
		return err
	}
	if o.JSON {
		return PrintJSON(out, results)
	}
	return Print(out, results)
}

func simulate(ctx context.Context, out io.Writer, o Options) (err error) {
	if err := o.Fleet.Validate(o.Users...); err != nil {
		return err
	}
	if o.Fleet.Index, err = measureIndex(ctx, o.Fleet.Index.Passages); err != nil {
		return err
	}
	return o.Fleet.Report(out, o.Users, o.JSON)
}

// measureIndex builds an index, and opens it anew as a node does for a user who was here before.
func measureIndex(ctx context.Context, passages int) (index fleet.Index, err error) {
	dir, err := os.MkdirTemp("", "engram-bench-")
	if err != nil {
		return index, err
	}
	defer func() { _ = os.RemoveAll(dir) }() // in the system's own folder for what may go
	c := newCorpus(seed)
	index.Passages = passages
	for range 2 {
		e := open(source{corpus: c, passages: passages, wide: true}, dir)
		_, err := e.words(ctx, theUser, c.question(0))
		err = errors.Join(err, settle(ctx))
		index.Heap = e.recall.Held()
		if err := errors.Join(err, e.close()); err != nil {
			return index, err
		}
	}
	index.Files, err = fleet.Size(dir)
	return index, err
}
