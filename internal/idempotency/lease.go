package idempotency

import (
	"context"
	"time"

	"engram/internal/heartbeat"
)

const (
	leasePrefix = "answer "
	leased      = 10 * time.Second // after which the lease of a node that died ends
	renewEvery  = leased / 3
	lookEvery   = 100 * time.Millisecond
)

// lease waits until no other node answers a request of that name, and keeps others waiting until end is called. end is
// never nil.
func (s *Service) lease(ctx context.Context, name string) (end func(), err error) {
	if s.leases == nil {
		return func() {}, nil
	}
	name = leasePrefix + name
	for {
		held, err := s.hold(ctx, name)
		if err != nil {
			return func() {}, err
		}
		if held {
			return s.keep(ctx, name), nil
		}
		select {
		case <-time.After(lookEvery):
		case <-ctx.Done():
			return func() {}, ctx.Err()
		}
	}
}

func (s *Service) hold(ctx context.Context, name string) (bool, error) {
	now := s.now()
	return s.leases.Lease(ctx, name, s.node, now, now.Add(leased))
}

// keep prolongs a lease until the result is called, which ends it. A lease that can't be ended ends by itself.
func (s *Service) keep(ctx context.Context, name string) func() {
	ctx = context.WithoutCancel(ctx) // saved is saved, also if the caller has gone
	stop := heartbeat.Start(ctx, renewEvery, func(ctx context.Context) { _, _ = s.hold(ctx, name) })
	return func() {
		stop()
		_ = s.leases.EndLease(ctx, name, s.node)
	}
}
