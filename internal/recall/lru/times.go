package lru

import (
	"sync"
	"time"
)

// Times remembers when keys were used last, also those that no cache holds any more. It is safe for concurrent use.
type Times struct {
	began time.Time
	last  sync.Map
}

// NewTimes returns Times in which every key was used just now.
func NewTimes() *Times { return &Times{began: time.Now()} }

// Use notes that a key is used.
func (t *Times) Use(key string) { t.last.Store(key, time.Now()) }

// Idle returns for how long a key was not used.
func (t *Times) Idle(key string) time.Duration {
	if last, ok := t.last.Load(key); ok {
		return time.Since(last.(time.Time)) //nolint:forcetypeassert // all are
	}
	return time.Since(t.began)
}
