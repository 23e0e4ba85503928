package kernel

import (
	"fmt"
	"testing"
	"time"
)

// The shape of the encoder that the bars are set for.
const (
	hidden = 384
	inner  = 1536
	headed = 32 // of each of 12 heads
)

// tokens are the lengths that are measured: of a question and of passages.
var tokens = []int{14, 128, 192}

// peak returns how many products of int8 the kernel does a second, within registers.
func peak(k *Kernel) float64 {
	const turns = 200_000
	best := 0.0
	for range 10 {
		start := time.Now()
		n := k.Peak(turns)
		best = max(best, float64(n)/time.Since(start).Seconds())
	}
	return best
}

// BenchmarkMultiply reports its speed, a product and its addition being two operations, and as a
// share of the peak.
func BenchmarkMultiply(b *testing.B) {
	for _, k := range All() {
		peak := peak(k)
		for _, shape := range [][2]int{{hidden, 3 * hidden}, {hidden, hidden}, {hidden, inner}, {inner, hidden}} {
			for _, n := range tokens {
				b.Run(fmt.Sprintf("%s/%dx%d/%d", k.Name, shape[0], shape[1], n), func(b *testing.B) {
					rows, m := randomRows(noise(1), n, shape[0]), randomMatrix(noise(2), shape[0], shape[1])
					dst := make([]float32, n*m.Out)
					for b.Loop() {
						k.Multiply(dst, rows, m)
					}
					speed := float64(b.N) * float64(n*m.In*m.Out) / b.Elapsed().Seconds()
					b.ReportMetric(2*speed/1e9, "Gop/s")
					if peak > 0 {
						b.ReportMetric(100*speed/peak, "%peak")
					}
				})
			}
		}
	}
}

// BenchmarkParts measures what is between the products of a layer, for a passage of 128 tokens.
func BenchmarkParts(b *testing.B) {
	const n = 128
	random := noise(3)
	x, residual, wide := floats(random, n*hidden, 1), floats(random, n*hidden, 1), floats(random, n*inner, 1)
	qkv, keys, scores := floats(random, n*3*hidden, 1), floats(random, headed*n, 1), floats(random, n*n, 1)
	smooth, gain, bias := floats(random, inner, 1), floats(random, hidden, 1), floats(random, hidden, 1)
	var rows Rows
	for _, k := range All() {
		for _, part := range []struct {
			name string
			do   func()
		}{
			{"quantise384", func() { k.Quantise(&rows, x, smooth[:hidden]) }},
			{"quantise1536", func() { k.Quantise(&rows, wide, smooth) }},
			{"gelu", func() { k.GELU(wide) }},
			{"softmax", func() { k.Softmax(View{n, n, n, scores}) }},
			{"addnorm", func() { k.AddNorm(x, residual, gain, bias, 1e-12) }},
			{"scores", func() {
				k.Product(View{n, n, n, scores}, View{n, headed, 3 * hidden, qkv}, View{headed, n, n, keys})
			}},
			{"values", func() {
				k.Product(View{n, headed, hidden, residual}, View{n, n, n, scores}, View{n, headed, 3 * hidden, qkv})
			}},
		} {
			b.Run(k.Name+"/"+part.name, func(b *testing.B) {
				for b.Loop() {
					part.do()
				}
			})
		}
	}
}

// BenchmarkPeak measures the bound for Multiply.
func BenchmarkPeak(b *testing.B) {
	for _, k := range All() {
		b.Run(k.Name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = k.Peak(10_000)
			}
			b.ReportMetric(2*float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gop/s")
		})
	}
}

// BenchmarkWorks measures the self-test at start.
func BenchmarkWorks(b *testing.B) {
	for _, k := range All() {
		b.Run(k.Name, func(b *testing.B) {
			for b.Loop() {
				k.works()
			}
		})
	}
}
