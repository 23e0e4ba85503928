package recall_test

import (
	"math"
	"math/rand/v2"
	"strings"

	"engram/internal/recall/vector"
)

// words generates text of invented words, deterministic by seed.
type words struct {
	random     *rand.Rand
	vocabulary []string
	zipf       *rand.Zipf
}

func newWords(seed uint64) *words {
	const size = 50_000
	syllables := strings.Fields("ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu")
	random := rand.New(rand.NewPCG(seed, 7))
	w := &words{random: random, zipf: rand.NewZipf(random, 1.1, 8, size-1)}
	for i := range size {
		var b strings.Builder
		for n := i + len(syllables); n > 0; n /= len(syllables) {
			b.WriteString(syllables[n%len(syllables)])
		}
		w.vocabulary = append(w.vocabulary, b.String())
	}
	return w
}

// text returns n words, a fifth of them the commonest of English.
func (w *words) text(n int) string {
	common := []string{"the", "of", "and", "to", "is"}
	all := make([]string, n)
	for i := range all {
		if all[i] = w.vocabulary[w.zipf.Uint64()]; w.random.IntN(5) == 0 {
			all[i] = common[w.random.IntN(len(common))]
		}
	}
	return strings.Join(all, " ")
}

// question returns six words, neither the commonest nor the rarest.
func (w *words) question() string {
	all := []string{"what", "is", "the"}
	for range 6 {
		rank := math.Exp(math.Log(20) + w.random.Float64()*math.Log(500))
		all = append(all, w.vocabulary[int(rank)])
	}
	return strings.Join(all, " ")
}

// vector returns a random one.
func (w *words) vector() []int8 {
	v := make([]float32, dims)
	for i := range v {
		v[i] = float32(w.random.NormFloat64())
	}
	return vector.Quantise(v)
}
