package recall

// FlushFrom sets how many passages are held in ordinary memory before they become a file.
func FlushFrom(passages int) Option { return func(e *Engine) { e.flushFrom = passages } }

// Crash ends the engine as the end of its process would: nothing more is written.
func (e *Engine) Crash() {
	e.stop()
	e.merging.Wait()
}

// WithBudget keeps at most that many bytes of indexes in ordinary memory.
func WithBudget(bytes int64) Option { return func(e *Engine) { e.cache.budget = bytes } }

// WithExactUpTo compares a question with the vectors of all passages when there are at most so many.
func WithExactUpTo(passages int) Option { return func(e *Engine) { e.exactUpTo = passages } }

// Open returns the users whose indexes are open, the one used last first.
func (e *Engine) Open() (users []string) {
	e.cache.mu.Lock()
	defer e.cache.mu.Unlock()
	for x := e.cache.recent.Front(); x != nil; x = x.Next() {
		users = append(users, x.Value.(*cached).userID)
	}
	return users
}

// BeginClosing lets the user's index be one that is being closed.
func (e *Engine) BeginClosing(userID string) {
	e.cache.mu.Lock()
	defer e.cache.mu.Unlock()
	e.cache.byUser[userID].Value.(*cached).closing = make(chan struct{})
}

// MostAhead is how many changes CatchUp takes at most.
const MostAhead = mostAhead
