package encoder

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"engram/internal/embed"
	"engram/internal/embed/encoder/kernel"
)

// products returns random rows and a matrix, and their product.
func products(random *rand.Rand) (rows *kernel.Rows, m *kernel.Matrix, want []float32) {
	const n, in, out = 7, 64, 192
	bytes := func(n int) []int8 {
		numbers := make([]int8, n)
		for i := range numbers {
			numbers[i] = int8(random.IntN(255) - 127)
		}
		return numbers
	}
	rows = &kernel.Rows{N: n, Width: in, Values: bytes(n * in), Scales: slices.Repeat([]float32{.5}, n), Sums: make([]int32, n)}
	for i, v := range rows.Values {
		rows.Sums[i/in] += int32(v)
	}
	m = &kernel.Matrix{In: in, Out: out, Weights: bytes(in * out), Scales: slices.Repeat([]float32{.25}, out), Bias: make([]float32, out)}
	want = make([]float32, n*out)
	kernel.Best().Multiply(want, rows, m)
	return rows, m, want
}

func TestAHelperComputesTheHalfThatIsOffered(t *testing.T) {
	rows, m, want := products(rand.New(rand.NewPCG(3, 4)))
	for helped := false; !helped; { // on a busy machine a helper may have left before
		a, got := new(assist), make([]float32, len(want))
		a.kernel, a.dst, a.rows, a.matrix = kernel.Best(), got, rows, m
		var helping sync.WaitGroup
		helping.Go(a.help)
		a.await(idle, forever)
		if helped = a.state.CompareAndSwap(idle, offered); helped {
			a.await(idle, forever)
			kernel.Best().MultiplyPart(got, rows, m, half(m), m.Out)
			if half(m) == 0 || !slices.Equal(got, want) {
				t.Error("the halves differ from the whole")
			}
		}
		a.close()
		helping.Wait()
	}
}

func TestAnOwnerIsRightWhateverItsHelperDoes(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for name, helper := range map[string]func(*assist){
		"there is none":      func(*assist) {},
		"it helps":           (*assist).help,
		"it never claims":    func(a *assist) { a.state.CompareAndSwap(absent, idle) },
		"it left":            func(a *assist) { a.state.Store(closed) },
		"it fails at a half": failing,
	} {
		t.Run(name, func(t *testing.T) {
			a := new(assist)
			var helping sync.WaitGroup
			helping.Go(func() { helper(a) })
			for range 300 {
				rows, m, want := products(random)
				got := make([]float32, len(want))
				a.multiply(kernel.Best(), got, rows, m)
				if !slices.Equal(got, want) {
					t.Fatal("the halves differ from the whole")
				}
			}
			a.close()
			helping.Wait()
		})
	}
}

// failing claims a half and does not compute it.
func failing(a *assist) {
	a.state.CompareAndSwap(absent, idle)
	defer a.close()
	if a.await(offered, forever) == offered {
		a.state.CompareAndSwap(offered, claimed)
	}
}

func TestAnAssistEnds(t *testing.T) {
	a := new(assist)
	a.close()
	a.help()
	(*assist)(nil).help()
	(*assist)(nil).close()
	impatient := new(assist)
	impatient.help() // nothing is offered
	if a.state.Load() != closed || impatient.state.Load() != closed {
		t.Error("it is not closed")
	}
}

func TestAFaultOfTheOwnerLeavesNoHalf(t *testing.T) {
	rows, m, want := products(rand.New(rand.NewPCG(7, 8)))
	m.Weights = m.Weights[:kernel.Lane]
	a := new(assist)
	var helping sync.WaitGroup
	helping.Go(func() {
		defer func() { _ = recover() }()
		a.help()
	})
	a.await(idle, forever)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("it was multiplied")
			}
		}()
		a.multiply(kernel.Best(), make([]float32, len(want)), rows, m)
	}()
	if now := a.state.Load(); now == offered || now == claimed {
		t.Error("the helper is at work on what failed")
	}
	a.close()
	helping.Wait()
}

func TestAQuestionThatIsReadAloneHasAnAssist(t *testing.T) {
	e, _, _ := smallEnsemble(t)
	e.processors = 2
	if e.asking.Store(1); e.newAssist(embed.Question) == nil {
		t.Error("it has none")
	}
	if e.newAssist(embed.Passage) != nil {
		t.Error("a passage has one")
	}
	if e.asking.Store(2); e.newAssist(embed.Question) != nil {
		t.Error("two questions have one")
	}
	e.asking.Store(1)
	if e.processors = 1; e.newAssist(embed.Question) != nil {
		t.Error("with one processor there is one")
	}
}
