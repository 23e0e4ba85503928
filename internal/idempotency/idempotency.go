// Package idempotency keeps the answers of requests that carry an Idempotency-Key, so that a request
// that is sent again has the first answer and no other effect.
package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"

	"engram/internal/fault"
)

const (
	// Lasts is the time for which an answer is kept.
	Lasts = 24 * time.Hour
	// most is the limit of answers per user; the latest stay.
	most   = 1000
	maxKey = 255 // characters
)

// Answer is the answer of a request that succeeded.
type Answer struct {
	Request []byte // SHA-256 of what was sent
	Status  int    // 0: not answered yet, or by a process that died
	Media   string
	Body    []byte
}

// Store stores answers by user and key.
type Store interface {
	// OpenAnswer returns what is kept of a key since then, and the id of what its requests save. If nothing is, it stores
	// the proposed id and returns that.
	OpenAnswer(ctx context.Context, userID, key, proposed string, since, now time.Time) (a Answer, id string, err error)
	// KeepAnswer stores an answer in place of an older one of its key, and deletes the user's oldest beyond most.
	KeepAnswer(ctx context.Context, userID, key string, a Answer, at time.Time, most int) error
	// ForgetAnswers deletes the answers of all users kept before then.
	ForgetAnswers(ctx context.Context, then time.Time) error
}

// Leases let one node at a time answer a request.
type Leases interface {
	// Lease takes a lease, or prolongs it for its holder, until ends, and reports whether the holder has it.
	Lease(ctx context.Context, name, holder string, now, ends time.Time) (held bool, err error)
	// EndLease ends a lease if the holder has it.
	EndLease(ctx context.Context, name, holder string) error
	// ForgetLeases deletes the leases with a prefix that ended before then.
	ForgetLeases(ctx context.Context, prefix string, then time.Time) error
}

// Service answers requests once. It is safe for concurrent use.
type Service struct {
	store  Store
	now    func() time.Time
	leases Leases // nil: this process is the only node
	node   string // the holder of its leases

	mu   sync.Mutex
	busy map[string]*turn
}

// turn is a semaphore for the requests of a user's key, and their number.
type turn struct {
	free  chan struct{}
	users int
}

// New returns a Service.
func New(store Store, now func() time.Time) *Service {
	return &Service{store: store, now: now, busy: map[string]*turn{}}
}

// Among has requests wait for those with the same key at other nodes.
func (s *Service) Among(leases Leases) *Service {
	s.leases, s.node = leases, uuid.NewString()
	return s
}

// ParseKey returns the key of a header, which may be quoted; fault.Invalid for one that can't be.
func ParseKey(header string) (string, error) {
	key := strings.TrimSpace(header)
	if len(key) > 1 && key[0] == '"' && key[len(key)-1] == '"' {
		key = key[1 : len(key)-1]
	}
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if key == "" || len(key) > maxKey || strings.ContainsFunc(key, unprintable) {
		return "", fault.New(fault.Invalid, "An Idempotency-Key has 1 to 255 ASCII characters")
	}
	return key, nil
}

// Begin waits until no other request with the user's key is answered. Then it returns the kept answer; nil if there is none,
// and the context in which to answer. The caller ends its turn with release.
func (s *Service) Begin(ctx context.Context, userID, key string) (kept *Answer, answering context.Context, release func(), err error) {
	name := userID + " " + key
	own := s.enter(name)
	select {
	case own.free <- struct{}{}:
	case <-ctx.Done():
		s.leave(name)
		return nil, nil, nil, ctx.Err()
	}
	end, err := s.lease(ctx, name)
	release = func() {
		end()
		<-own.free
		s.leave(name)
	}
	if err == nil {
		kept, answering, err = s.open(ctx, userID, key)
	}
	if err != nil {
		release()
		return nil, nil, nil, err
	}
	return kept, answering, release, nil
}

func (s *Service) open(ctx context.Context, userID, key string) (*Answer, context.Context, error) {
	proposed, err := uuid.NewV7()
	if err != nil {
		return nil, nil, err
	}
	now := s.now()
	a, id, err := s.store.OpenAnswer(ctx, userID, key, proposed.String(), now.Add(-Lasts), now)
	switch {
	case err != nil:
		return nil, nil, err
	case a.Status == 0:
		return nil, context.WithValue(ctx, idKey{}, decided{id, id != proposed.String()}), nil
	}
	return &a, ctx, nil
}

type idKey struct{}

// decided is the id of what a request saves, and whether the request was tried before.
type decided struct {
	id       string
	repeated bool
}

// NewID returns the id of what a request saves. If repeated is true, an earlier try of the request may have saved it.
func NewID(ctx context.Context) (id string, repeated bool, err error) {
	if d, ok := ctx.Value(idKey{}).(decided); ok {
		return d.id, d.repeated, nil
	}
	made, err := uuid.NewV7()
	return made.String(), false, err
}

func (s *Service) enter(name string) *turn {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.busy[name]
	if own == nil {
		own = &turn{free: make(chan struct{}, 1)}
		s.busy[name] = own
	}
	own.users++
	return own
}

func (s *Service) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	own := s.busy[name]
	if own.users--; own.users == 0 {
		delete(s.busy, name)
	}
}

// Keep stores the answer of a request.
func (s *Service) Keep(ctx context.Context, userID, key string, a Answer) error {
	return s.store.KeepAnswer(ctx, userID, key, a, s.now(), most)
}

// Forget deletes the answers that are older than a day.
func (s *Service) Forget(ctx context.Context) error {
	err := s.store.ForgetAnswers(ctx, s.now().Add(-Lasts))
	if s.leases != nil {
		err = errors.Join(err, s.leases.ForgetLeases(ctx, leasePrefix, s.now()))
	}
	return err
}

// Same reports whether a request is the one that was answered.
func (a Answer) Same(request []byte) bool {
	return len(request) == sha256.Size && bytes.Equal(a.Request, request)
}
