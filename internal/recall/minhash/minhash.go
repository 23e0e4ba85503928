// Package minhash recognises texts that are nearly the same by signatures of their runs of words.
package minhash

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"engram/internal/recall/text"
)

const (
	// MinWords is the fewest words of a text with a signature: short ones are alike by chance.
	MinWords = 50
	// Alike is the least Likeness of texts that are nearly the same.
	Alike = 0.5
	// Bands is the number of buckets of a text. Two texts that share six in ten of their runs have
	// one in common in 98 of 100 cases.
	Bands = 16

	maxWords = 50_000  // about a long book's fourth part
	maxBytes = 1 << 20 // of a section

	run      = 3  // words of a run
	inBucket = 3  // minima of a bucket
	size     = 64 // minima of a signature, of which the first are in buckets
)

// Signature holds the least hash of a text's runs by each of several functions; nil: none.
type Signature []uint32

// functions are factors and summands that make many hash functions of one.
var functions = func() (f [size][2]uint64) {
	random := rand.New(rand.NewPCG(0x656e6772616d, 1)) // signatures are stored: these never change
	for i := range f {
		f[i] = [2]uint64{random.Uint64() | 1, random.Uint64()}
	}
	return f
}()

// Of returns the signature of the beginning of a text; nil if it has few words.
func Of(sections ...string) Signature {
	var words []string
	for _, s := range sections {
		if len(words) < maxWords {
			words = append(words, text.Words(s[:min(len(s), maxBytes)])...)
		}
	}
	words = words[:min(len(words), maxWords)]
	if len(words) < MinWords {
		return nil
	}
	signature := make(Signature, size)
	for i := range signature {
		signature[i] = math.MaxUint32
	}
	for i := range len(words) - run + 1 {
		signature.add(hashOf(words[i : i+run]))
	}
	return signature
}

func (s Signature) add(hash uint64) {
	for i, f := range functions {
		s[i] = min(s[i], uint32((hash*f[0]+f[1])>>32))
	}
}

func hashOf(words []string) uint64 {
	h := fnv.New64a()
	for _, w := range words {
		_, _ = h.Write([]byte(w)) // a hash takes everything
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}

// Likeness estimates the share of runs that two texts have in common, from 0 to 1; 0 if one has no
// signature.
func Likeness(a, b Signature) float64 {
	if len(a) != size || len(b) != size {
		return 0
	}
	same := 0
	for i := range a {
		if a[i] == b[i] {
			same++
		}
	}
	return float64(same) / size
}

// Buckets returns a number for each band. Only texts with a number in common may be alike.
func (s Signature) Buckets() []int64 {
	if len(s) != size {
		return nil
	}
	buckets := make([]int64, Bands)
	for band := range buckets {
		h := fnv.New64a()
		_, _ = h.Write([]byte{byte(band)})
		_, _ = h.Write(s[band*inBucket : (band+1)*inBucket].Bytes())
		buckets[band] = int64(h.Sum64())
	}
	return buckets
}

// Bytes returns the signature as it is stored.
func (s Signature) Bytes() []byte {
	b := make([]byte, 0, 4*len(s))
	for _, least := range s {
		b = binary.LittleEndian.AppendUint32(b, least)
	}
	return b
}

// Read returns the signature that Bytes stored; nil for anything else.
func Read(b []byte) Signature {
	if len(b) != 4*size {
		return nil
	}
	s := make(Signature, size)
	for i := range s {
		s[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return s
}
