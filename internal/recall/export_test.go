package recall

// CompactFrom sets how many passages must be gone before the index drops them.
func CompactFrom(passages int) Option { return func(e *Engine) { e.compactFrom = passages } }
