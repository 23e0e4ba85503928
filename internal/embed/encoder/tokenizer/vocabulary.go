package tokenizer

import (
	"fmt"
	"math/bits"
	"strings"
)

// vocabulary maps pieces of words to their ids. A piece that continues a word begins with ##.
//
// It is a hash table over one text without pointers: a map would be four times as large and hash
// every prefix of a word anew.
type vocabulary struct {
	text    string
	starts  []uint32 // offset in text of each piece, and the end
	slots   []slot   // by hash with linear probing
	longest int      // bytes of the longest piece
}

// slot is a place in the hash table. It has the hash, so that the text is compared only where that is equal.
type slot struct {
	hash uint32
	end  int32 // one after the piece's id; 0 is free
}

// readVocabulary reads one piece per line; its id is the line's number from 0. It returns an error
// for a duplicate.
func readVocabulary(text string) (*vocabulary, error) {
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	size := strings.Count(text, "\n")
	v := &vocabulary{
		text:   text,
		starts: make([]uint32, 1, size+1),
		slots:  make([]slot, 1<<bits.Len(uint(2*size))),
	}
	for id := range size {
		start := int(v.starts[id])
		piece, _, _ := strings.Cut(text[start:], "\n")
		v.starts = append(v.starts, uint32(start+len(piece)+1))
		v.longest = max(v.longest, len(piece))
		hash := hashOf(piece)
		at := v.slot(hash, piece, nil)
		if at.end != 0 {
			return nil, fmt.Errorf("the vocabulary has %q twice", piece)
		}
		*at = slot{hash, int32(id) + 1}
	}
	return v, nil
}

// Size returns the number of pieces.
func (v *vocabulary) Size() int { return len(v.starts) - 1 }

// id returns a piece's id and whether it exists.
func (v *vocabulary) id(piece string) (int32, bool) {
	at := v.slot(hashOf(piece), piece, nil)
	return at.end - 1, at.end != 0
}

// slot returns the slot of the piece prefix+rest, or the free one where it would be. hash is that
// of both together.
func (v *vocabulary) slot(hash uint32, prefix string, rest []byte) *slot {
	for i := hash; ; i++ {
		at := &v.slots[i&uint32(len(v.slots)-1)]
		if at.end == 0 || at.hash == hash && v.is(at.end-1, prefix, rest) {
			return at
		}
	}
}

// Piece returns the piece with an id.
func (v *vocabulary) Piece(id int32) string { return v.text[v.starts[id] : v.starts[id+1]-1] }

func (v *vocabulary) is(id int32, prefix string, rest []byte) bool {
	piece := v.Piece(id)
	n := len(prefix)
	return len(piece) == n+len(rest) && piece[:n] == prefix && piece[n:] == string(rest)
}

// match returns the longest piece that is prefix plus a beginning of the word, and that beginning's
// size in bytes; 0 if there is none.
func (v *vocabulary) match(prefix string, word []byte) (id int32, size int) {
	word = word[:min(len(word), v.longest)]
	hash := hashOf(prefix)
	for _, b := range word {
		hash = hashed(hash, b)
	}
	for size := len(word); size > 0; size-- {
		if at := v.slot(hash, prefix, word[:size]); at.end != 0 {
			return at.end - 1, size
		}
		hash = unhashed(hash, word[size-1])
	}
	return 0, 0
}

// The hash is FNV-1a, whose last byte can be removed again.
const (
	hashStart   uint32 = 2166136261
	hashFactor  uint32 = 16777619
	hashInverse uint32 = 899433627 // hashInverse * hashFactor == 1
)

func hashOf(s string) uint32 {
	hash := hashStart
	for i := range len(s) {
		hash = hashed(hash, s[i])
	}
	return hash
}

func hashed(hash uint32, b byte) uint32 { return (hash ^ uint32(b)) * hashFactor }

func unhashed(hash uint32, b byte) uint32 { return hash*hashInverse ^ uint32(b) }
