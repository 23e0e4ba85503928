package embed

import (
	"context"
	"errors"
)

// maxQueued is the length of a queue, the running passage included. During an import the passages
// that find it full are saved without a vector and left to the worker.
const maxQueued = 3

var errQueueFull = errors.New("embed: too many passages are being saved")

// queue runs the passages that are being saved one at a time, in order of arrival.
type queue struct {
	places  chan struct{} // semaphore: a token per passage, queued or running
	running chan struct{} // semaphore of one
	gate    Gate          // busy while the queue is not empty
}

func newQueue() queue {
	return queue{places: make(chan struct{}, maxQueued), running: make(chan struct{}, 1)}
}

// acquire waits until the caller may run, at most queueTimeout. It returns errQueueFull at once if
// the queue is full.
func (q *queue) acquire(ctx context.Context) (release func(), err error) {
	select {
	case q.places <- struct{}{}:
	default:
		return nil, errQueueFull
	}
	ctx, cancel := context.WithTimeout(ctx, queueTimeout)
	defer cancel()
	select {
	case q.running <- struct{}{}:
		return func() { <-q.running; <-q.places }, nil
	case <-ctx.Done():
		<-q.places
		return nil, ctx.Err()
	}
}
