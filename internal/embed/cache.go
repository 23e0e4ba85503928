package embed

import (
	"crypto/sha256"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxQuestions is how many questions are remembered: half a megabyte of vectors with 384 numbers, 3 MB of those with 3,072,
// and at most 16 MB.
const maxQuestions = 1024

// maxSentences is how many sentences of answers are remembered: 3 MB with 384 numbers. A question has six.
const maxSentences = 6 * maxQuestions

// key is a hash of a text, so that a cache holds no words, whatever their length.
type key [sha256.Size]byte

func keyOf(text string) key { return sha256.Sum256([]byte(text)) }

// newCache returns a cache of what texts mean, nil for one that means nothing. It is safe for concurrent use.
func newCache(size int) *lru.Cache[key, []int8] {
	cache, err := lru.New[key, []int8](size)
	if err != nil {
		panic(err) // a size that is not positive
	}
	return cache
}
