package embed

import (
	"crypto/sha256"

	lru "github.com/hashicorp/golang-lru/v2"
)

// maxQuestions bounds the cache: half a megabyte with 384 dimensions, 3 MB with 3,072, 16 MB at
// most.
const maxQuestions = 1024

// maxSentences bounds the cache of answers' sentences, six per question: 3 MB with 384 dimensions.
const maxSentences = 6 * maxQuestions

// key is the hash of a text, so that the cache holds no text.
type key [sha256.Size]byte

func keyOf(text string) key { return sha256.Sum256([]byte(text)) }

// newCache returns an LRU cache of vectors. It is safe for concurrent use.
func newCache(size int) *lru.Cache[key, []int8] {
	cache, err := lru.New[key, []int8](size)
	if err != nil {
		panic(err) // a size that is not positive
	}
	return cache
}
