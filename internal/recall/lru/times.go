package lru

import (
	"sync"
	"time"
)

// Times remembers when keys were used last, also those that no cache holds any more. It is safe for concurrent use.
type Times struct {
	began time.Time
	mu    sync.Mutex
	last  map[string]time.Time
}

// NewTimes returns Times in which every key was used just now.
func NewTimes() *Times { return &Times{began: time.Now(), last: map[string]time.Time{}} }

// Use notes that a key is used.
func (t *Times) Use(key string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.last[key] = time.Now()
}

// Idle returns for how long a key was not used.
func (t *Times) Idle(key string) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	if last, ok := t.last[key]; ok {
		return time.Since(last)
	}
	return time.Since(t.began)
}
