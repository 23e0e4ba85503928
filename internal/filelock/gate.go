package filelock

import (
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// retryEvery is the interval of tries while the lock is taken.
const retryEvery = 20 * time.Millisecond

// Gate is a lock file: removals share the lock, an exclusive hold excludes them. It works across the processes of one machine and is
// released when they end.
type Gate struct{ open func() (*os.File, error) }

// NewGate returns a Gate that opens its file so.
func NewGate(open func() (*os.File, error)) Gate { return Gate{open} }

// Hold locks the gate until what it returns is closed. It waits for another that holds it.
func (g Gate) Hold(ctx context.Context) (io.Closer, error) {
	for {
		held, err := g.lock(Exclusive)
		if !errors.Is(err, ErrLocked) {
			return held, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(retryEvery):
		}
	}
}

// Pass returns what a removal closes when it is done, or ErrLocked while the gate is held.
func (g Gate) Pass() (io.Closer, error) { return g.lock(Shared) }

func (g Gate) lock(lock func(*os.File) error) (io.Closer, error) {
	file, err := g.open()
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return passed{file}, nil
}

// passed releases the gate when it is closed.
type passed struct{ file *os.File }

func (p passed) Close() error { return Close(p.file) }
