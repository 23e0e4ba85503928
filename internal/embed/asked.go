package embed

import "sync"

// asked are the questions that somebody asks the model just now. It is safe for concurrent use.
type asked struct {
	mu    sync.Mutex
	byKey map[key]chan struct{} // closed at the end
}

// begin notes that a question is asked, until end is called. When it is already, end is nil, and others is closed when
// that has ended.
func (a *asked) begin(k key) (end func(), others <-chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if others, found := a.byKey[k]; found {
		return nil, others
	}
	if a.byKey == nil {
		a.byKey = make(map[key]chan struct{})
	}
	ended := make(chan struct{})
	a.byKey[k] = ended
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.byKey, k)
		close(ended)
	}, nil
}
