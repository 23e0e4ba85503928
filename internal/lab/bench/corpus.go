package bench

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"engram/internal/recall"
)

// What invented memories are like.
const (
	vocabularySize = 50_000
	wordsInPassage = 120
	wordsInTitle   = 4
	passagesInOne  = 5 // memory
	dims           = 384
	topics         = 256
	model          = "seeded"
)

// corpus makes what people have saved: invented words as frequent as those of a language, and meanings in clusters, so
// that nearest neighbours are something. The same seed makes the same, and each passage can be made by itself, so that
// nothing needs to be kept.
type corpus struct {
	seed       uint64
	vocabulary []string    // the commonest first
	centres    [][]float32 // of the topics
}

func newCorpus(seed uint64) *corpus {
	c := &corpus{seed: seed}
	for i := range vocabularySize {
		c.vocabulary = append(c.vocabulary, invented(i))
	}
	for i := range topics {
		c.centres = append(c.centres, unit(c.random("topic", i), nil, 1))
	}
	return c
}

// invented returns the i-th word: syllables that count up, two at least.
func invented(i int) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	const syllables = len(consonants) * len(vowels)
	var word []byte
	for n := i + syllables; n > 0; n /= syllables {
		word = append(word, consonants[n%syllables/len(vowels)], vowels[n%len(vowels)])
	}
	return string(word)
}

// random returns the source of everything about the number-th of something.
func (c *corpus) random(of string, number int) *rand.Rand {
	h := fnv.New64a()
	_, _ = h.Write(fmt.Append(nil, of, number)) // a hash takes everything
	return rand.New(rand.NewPCG(c.seed, h.Sum64()))
}

// userID names a user; it is one word for every tokeniser.
func userID(number int) string { return fmt.Sprintf("user%04d", number) }

// passage returns a user's passage of that number, from 0, without its vector.
func (c *corpus) passage(userID string, number int) recall.Passage {
	memory := number / passagesInOne
	return recall.Passage{
		MemoryID:  fmt.Sprintf("%s-%06d", userID, memory),
		Kind:      "note",
		CreatedAt: time.Date(2025, 1, 1, 0, memory, 0, 0, time.UTC),
		Ord:       number % passagesInOne,
		Title:     c.text(c.random(userID+" title", memory), wordsInTitle),
		Text:      c.text(c.random(userID+" text", number), wordsInPassage),
	}
}

// meaning returns the vector of a user's passage. A memory has one topic.
func (c *corpus) meaning(userID string, number int) []float32 {
	topic := c.random(userID+" topic", number/passagesInOne).IntN(topics)
	return unit(c.random(userID+" meaning", number), c.centres[topic], 0.7)
}

// english are the commonest words of it.
var english = []string{"the", "of", "and", "to", "is"}

// text returns n words, a fifth of them English.
func (c *corpus) text(random *rand.Rand, n int) string {
	zipf := rand.NewZipf(random, 1.1, 8, vocabularySize-1)
	words := make([]string, n)
	for i := range words {
		words[i] = c.vocabulary[zipf.Uint64()]
		if random.IntN(5) == 0 {
			words[i] = english[random.IntN(len(english))]
		}
	}
	return strings.Join(words, " ")
}

// question asks for something in words and by what they mean.
type question struct {
	text    string
	meaning []float32
}

// question returns the number-th question: six words, neither the commonest nor the rarest, and a meaning near a topic.
// It has no stop words, which other engines would look for.
func (c *corpus) question(number int) question {
	const words, commonest, rarest = 6, 20, 10_000
	random := c.random("question", number)
	asked := make([]string, words)
	for i := range asked {
		asked[i] = c.vocabulary[int(commonest*math.Pow(rarest/commonest, random.Float64()))]
	}
	return question{strings.Join(asked, " "), unit(random, c.centres[random.IntN(topics)], 0.7)}
}

// questions returns the first n.
func (c *corpus) questions(n int) []question {
	all := make([]question, n)
	for i := range all {
		all[i] = c.question(i)
	}
	return all
}

// unit returns a vector of length 1: from the given one, nil for none, that far in any direction.
func unit(random *rand.Rand, from []float32, away float64) []float32 {
	v := make([]float32, dims)
	for i := range v {
		v[i] = float32(random.NormFloat64() * away / math.Sqrt(dims))
		if from != nil {
			v[i] += from[i]
		}
	}
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(sum))
	}
	return v
}
