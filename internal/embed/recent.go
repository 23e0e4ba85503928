package embed

import (
	"slices"
	"sync"
)

const (
	maxRecent   = 64   // questions that are remembered
	maxQuestion = 1000 // bytes of such a question
)

// recent remembers what the last questions mean: people ask again, with another filter or on the next page.
type recent struct {
	mu        sync.Mutex
	questions []asked // the last one asked comes last
}

type asked struct {
	text   string
	vector []int8
}

// get returns nil for a question that is not remembered. The vector is shared and not to be changed.
func (r *recent) get(text string) []int8 {
	r.mu.Lock()
	defer r.mu.Unlock()
	i := slices.IndexFunc(r.questions, func(q asked) bool { return q.text == text })
	if i < 0 {
		return nil
	}
	q := r.questions[i]
	r.questions = append(slices.Delete(r.questions, i, i+1), q)
	return q.vector
}

func (r *recent) put(text string, vector []int8) {
	if len(text) > maxQuestion || vector == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.questions = slices.DeleteFunc(r.questions, func(q asked) bool { return q.text == text })
	if len(r.questions) == maxRecent {
		r.questions = slices.Delete(r.questions, 0, 1)
	}
	r.questions = append(r.questions, asked{text, vector})
}
