package embed

import (
	"container/list"
	"crypto/sha256"
	"sync"
)

// maxRecent is how many questions are remembered: half a megabyte of vectors with 384 numbers, 3 MB of those with 3,072,
// and at most 16 MB.
const maxRecent = 1024

// maxSentences is how many sentences of answers are remembered: 3 MB with 384 numbers. A question has six.
const maxSentences = 6 * maxRecent

// recent remembers what the last questions, or sentences, mean, the one that was used longest ago forgotten first. It keeps a hash in
// place of the words, whatever their length. It is safe for concurrent use.
type recent struct {
	size int // questions at most

	mu    sync.Mutex
	byKey map[key]*list.Element
	order list.List // of *remembered, last used first
}

type key [sha256.Size]byte

type remembered struct {
	key    key
	vector []int8
}

func keyOf(text string) key { return sha256.Sum256([]byte(text)) }

// get returns the vector, nil for a question that means nothing, and whether the question is remembered.
func (r *recent) get(k key) (vector []int8, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	e, found := r.byKey[k]
	if !found {
		return nil, false
	}
	r.order.MoveToFront(e)
	return e.Value.(*remembered).vector, true
}

func (r *recent) put(k key, vector []int8) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e, found := r.byKey[k]; found { // it was asked twice at once
		r.order.MoveToFront(e)
		return
	}
	if r.byKey == nil {
		r.byKey = make(map[key]*list.Element)
	}
	if len(r.byKey) == r.size {
		oldest := r.order.Remove(r.order.Back()).(*remembered)
		delete(r.byKey, oldest.key)
	}
	r.byKey[k] = r.order.PushFront(&remembered{k, vector})
}
