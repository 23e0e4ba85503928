package recall

// FlushFrom sets defaultFlushFrom.
func FlushFrom(passages int) Option { return func(e *Engine) { e.flushFrom = passages } }

// Crash stops the engine without saving anything.
func (e *Engine) Crash() {
	e.stop()
	e.merging.Wait()
}

// WithBudget bounds the bytes of open indexes.
func WithBudget(bytes int64) Option { return func(e *Engine) { e.cache.budget = bytes } }

// WithExactUpTo sets up to how many passages every vector is compared.
func WithExactUpTo(passages int) Option { return func(e *Engine) { e.exactUpTo = passages } }

// Open returns the users whose indexes are open, most recently used first.
func (e *Engine) Open() (users []string) {
	e.cache.mu.Lock()
	defer e.cache.mu.Unlock()
	for x := e.cache.recent.Front(); x != nil; x = x.Next() {
		users = append(users, x.Value.(*cached).userID)
	}
	return users
}

// BeginClosing marks the user's index as being evicted.
func (e *Engine) BeginClosing(userID string) {
	e.cache.mu.Lock()
	defer e.cache.mu.Unlock()
	e.cache.byUser[userID].Value.(*cached).evicted = make(chan struct{})
}

// MaxCatchUp is the most changes that CatchUp applies.
const MaxCatchUp = maxCatchUp
