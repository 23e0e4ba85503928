package text

import (
	"hash/maphash"
	"strings"
	"sync"

	"engram/internal/lang"
)

// memo remembers stems. A tenth of the words make up nine tenths of any text, and stemming one costs ten look-ups here.
// A word that falls on another's place takes it, so that a memo never grows.
type memo [1 << 14]struct {
	word, stem string
	lang       lang.Lang
}

// memos lends a memo to each caller; the garbage collector takes those that lie idle.
var memos = sync.Pool{New: func() any { return new(memo) }}

var memoSeed = maphash.MakeSeed()

func (m *memo) stem(word string, in lang.Lang) string {
	e := &m[maphash.String(memoSeed, word)%uint64(len(m))]
	if e.word != word || e.lang != in {
		e.word = strings.Clone(word) // not a part of a text that it would keep in memory
		e.stem, e.lang = stem(e.word, in), in
	}
	return e.stem
}

// stemAll replaces words by their stems.
func stemAll(words []string, in lang.Lang) {
	if stemmers[in] == nil {
		return
	}
	m := memos.Get().(*memo)
	defer memos.Put(m)
	for i, w := range words {
		words[i] = m.stem(w, in)
	}
}
