package blob

import (
	"context"
	"errors"
	"io"
)

// Reader reads from another reader until its context ends, and remembers what went wrong there, which is not the store's fault.
type Reader struct {
	ctx context.Context
	r   io.Reader
	err error
}

// NewReader returns a Reader from r.
func NewReader(ctx context.Context, r io.Reader) *Reader { return &Reader{ctx: ctx, r: r} }

// Err returns the first error but the end of what is read; nil if there was none.
func (r *Reader) Err() error { return r.err }

func (r *Reader) Read(p []byte) (n int, err error) {
	if err = r.ctx.Err(); err == nil {
		n, err = r.r.Read(p)
	}
	if err != nil && !errors.Is(err, io.EOF) && r.err == nil {
		r.err = err
	}
	return n, err
}
