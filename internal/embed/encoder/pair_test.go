package encoder

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
)

// products returns random rows and a matrix.
func products(random *rand.Rand) (*kernel.Rows, *kernel.Matrix) {
	const n, in, out = 7, 64, 192
	bytes := func(n int) []int8 {
		numbers := make([]int8, n)
		for i := range numbers {
			numbers[i] = int8(random.IntN(255) - 127)
		}
		return numbers
	}
	rows := &kernel.Rows{N: n, Width: in, Values: bytes(n * in), Scales: slices.Repeat([]float32{.5}, n), Sums: make([]int32, n)}
	for i, v := range rows.Values {
		rows.Sums[i/in] += int32(v)
	}
	m := &kernel.Matrix{In: in, Out: out, Weights: bytes(in * out), Scales: slices.Repeat([]float32{.25}, out), Bias: make([]float32, out)}
	return rows, m
}

func TestAPairMultipliesAsOne(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for name, helper := range map[string]func(*pair){
		"nobody helps":           func(*pair) {},
		"a helper":               (*pair).help,
		"a helper that is late":  func(p *pair) { time.Sleep(time.Millisecond); p.help() },
		"one that never takes":   func(p *pair) { p.state.CompareAndSwap(alone, waiting) },
		"one that fails at once": func(p *pair) { p.await(given, over); p.state.CompareAndSwap(given, taken); p.end() },
	} {
		t.Run(name, func(t *testing.T) {
			p := new(pair)
			var helping sync.WaitGroup
			helping.Go(func() { helper(p) })
			for range 200 {
				rows, m := products(random)
				got, want := make([]float32, rows.N*m.Out), make([]float32, rows.N*m.Out)
				kernel.Best().Multiply(want, rows, m)
				p.multiply(kernel.Best(), got, rows, m)
				if !slices.Equal(got, want) {
					t.Fatal("the halves differ from the whole")
				}
			}
			p.end()
			helping.Wait()
		})
	}
}

func TestAHelperEndsWithItsPair(t *testing.T) {
	p := new(pair)
	p.end()
	p.help()
	(*pair)(nil).help()
	(*pair)(nil).end()
	if p.state.Load() != over {
		t.Error("it is not over")
	}
}

// TestAFailingHalf has the matrix of one half cut off, as by a file that was truncated.
func TestAFailingHalf(t *testing.T) {
	rows, m := products(rand.New(rand.NewPCG(7, 8)))
	m.Weights = m.Weights[:64]
	p := new(pair)
	var helping sync.WaitGroup
	helping.Go(func() {
		defer func() { _ = recover() }()
		p.help()
	})
	p.await(waiting, over)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("it was multiplied")
			}
		}()
		p.multiply(kernel.Best(), make([]float32, rows.N*m.Out), rows, m)
	}()
	if p.state.Load() == given || p.state.Load() == taken {
		t.Error("the helper is at work on what failed")
	}
	p.end()
	helping.Wait()
}

func TestOnlyOneQuestionHasAPair(t *testing.T) {
	e, _, _ := smallEnsemble(t)
	e.asking.Add(2)
	if e.pair(embed.Question) != nil || e.pair(embed.Passage) != nil {
		t.Error("a second question, or a passage, has a pair")
	}
}
