package minhash

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// prose returns n words of a vocabulary of a thousand.
func prose(seed uint64, n int) string {
	random := rand.New(rand.NewPCG(seed, 0))
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("word%d", random.IntN(1000))
	}
	return strings.Join(words, " ")
}

func TestLikeness(t *testing.T) {
	text := prose(1, 400)
	words := strings.Fields(text)
	changed := append([]string{}, words...)
	copy(changed[100:180], strings.Fields(prose(2, 80))) // a fifth
	for name, test := range map[string]struct {
		other string
		least float64
		most  float64
	}{
		"the same":                            {text, 1, 1},
		"in capitals, with other punctuation": {strings.ToUpper(strings.ReplaceAll(text, " ", ", ")), 1, 1},
		"cut after two thirds":                {strings.Join(words[:270], " "), .5, .85},
		"a fifth is another":                  {strings.Join(changed, " "), .5, .85},
		"with a line before and behind":       {"Sign in to read on. " + text + " You may also like these.", .85, 1},
		"another text":                        {prose(3, 400), 0, .05},
		"a third of it":                       {strings.Join(words[:130], " "), 0, .49},
		"the same words in another order":     {strings.Join(append(words[200:], words[:200]...), " "), .9, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Likeness(Of(text), Of(test.other)); got < test.least || got > test.most {
				t.Errorf("%.2f, want %.2f to %.2f", got, test.least, test.most)
			}
		})
	}
}

func TestShortTextsHaveNone(t *testing.T) {
	for n, want := range map[int]bool{0: false, 1: false, 49: false, 50: true, 51: true} {
		if got := Of(prose(1, n)) != nil; got != want {
			t.Errorf("a text of %d words: %v", n, got)
		}
	}
	if Likeness(Of("few"), Of("few")) != 0 {
		t.Error("two texts without a signature are alike")
	}
}

func TestSectionsAreOneText(t *testing.T) {
	one, other := prose(1, 40), prose(2, 40)
	if Likeness(Of(one, other), Of(one+"\n\n"+other)) != 1 {
		t.Error("what is in sections reads differently")
	}
}

// Stored signatures and buckets must stay what they are.
func TestSignaturesNeverChange(t *testing.T) {
	s := Of(prose(1, 60))
	if s[0] != 17641423 || s[63] != 56891079 || s.Buckets()[0] != 4926967797321015494 {
		t.Errorf("%d, %d, %d", s[0], s[63], s.Buckets()[0])
	}
}

func TestStored(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := Of(prose(rapid.Uint64().Draw(rt, "seed"), rapid.IntRange(50, 90).Draw(rt, "words")))
		if back := Read(s.Bytes()); Likeness(s, back) != 1 || len(back.Buckets()) != Bands {
			rt.Errorf("%v became %v", s, back)
		}
		if bytes := rapid.SliceOfN(rapid.Byte(), 0, 255).Draw(rt, "damaged"); Read(bytes) != nil {
			rt.Errorf("%v was read", bytes)
		}
	})
}

// Texts that share many runs have a bucket in common, others hardly ever.
func TestBuckets(t *testing.T) {
	share := func(kept int) (n int) {
		for seed := range uint64(100) {
			words := strings.Fields(prose(seed, 300))
			copy(words[kept:], strings.Fields(prose(seed+1000, 300-kept)))
			held := map[int64]bool{}
			for _, b := range Of(prose(seed, 300)).Buckets() {
				held[b] = true
			}
			for _, b := range Of(strings.Join(words, " ")).Buckets() {
				if held[b] {
					n++
					break
				}
			}
		}
		return n
	}
	if near, far := share(230), share(20); near < 95 || far > 5 { // likeness .62 and .03
		t.Errorf("%d of 100 that are alike share one, of others %d", near, far)
	}
}
