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
