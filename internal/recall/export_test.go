package recall

// FlushFrom sets how many passages are held in ordinary memory before they become a file.
func FlushFrom(passages int) Option { return func(e *Engine) { e.flushFrom = passages } }

// Crash ends the engine as the end of its process would: nothing more is written.
func (e *Engine) Crash() {
	e.stop()
	e.merging.Wait()
}
