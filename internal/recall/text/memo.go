package text

import (
	"hash/maphash"
	"strings"
	"sync"

	"engram/internal/lang"
)

// memo is a direct-mapped cache of stems of fixed size. A tenth of the words are nine tenths of a
// text, and stemming costs ten lookups.
type memo [1 << 14]struct {
	word, stem string
	lang       lang.Lang
}

// memos pools memos, one per caller.
var memos = sync.Pool{New: func() any { return new(memo) }}

var memoSeed = maphash.MakeSeed()

func (m *memo) stem(word string, in lang.Lang) string {
	e := &m[maphash.String(memoSeed, word)%uint64(len(m))]
	if e.word != word || e.lang != in {
		e.word = strings.Clone(word) // so as not to retain the text
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
