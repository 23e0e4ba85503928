package recall

// FlushFrom sets defaultFlushFrom.
func FlushFrom(passages int) Option { return func(e *Engine) { e.flushFrom = passages } }

// Crash stops the engine without saving anything.
func (e *Engine) Crash() {
	e.stop()
	e.merging.Wait()
}

// WithBudget bounds the bytes of open indexes.
func WithBudget(bytes int64) Option { return func(e *Engine) { e.budget = bytes } }

// WithExactUpTo sets up to how many passages every vector is compared.
func WithExactUpTo(passages int) Option { return func(e *Engine) { e.exactUpTo = passages } }

// Open returns the users whose indexes are open, most recently used first.
func (e *Engine) Open() []string { return e.indexes.Keys() }

// MaxCatchUp is the most changes that CatchUp applies.
const MaxCatchUp = maxCatchUp
