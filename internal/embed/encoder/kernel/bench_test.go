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
	heads  = 12
	layers = 6
	headed = hidden / heads
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

// BenchmarkMultiply reports its speed, a product and its addition being two operations, and as a share of the peak.
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

// layer has the weights of one layer of the encoder.
type layer struct{ qkv, out, up, down *Matrix }

// passage does what a whole text of n tokens takes, with random weights: all layers, without the words' vectors before and
// the mean behind them.
type passage struct {
	k                                 *Kernel
	n, padded                         int
	layers                            []layer
	gain, bias                        []float32
	x, mixed, qkv, keys, scores, wide []float32
	rows                              Rows
}

func newPassage(k *Kernel, n int) *passage {
	random := noise(3)
	padded := (n + Panel - 1) / Panel * Panel
	p := &passage{k: k, n: n, padded: padded, gain: floats(random, hidden, 1), bias: floats(random, hidden, 1)}
	for range layers {
		p.layers = append(p.layers, layer{
			randomMatrix(random, hidden, 3*hidden), randomMatrix(random, hidden, hidden),
			randomMatrix(random, hidden, inner), randomMatrix(random, inner, hidden),
		})
	}
	p.x, p.mixed, p.qkv = floats(random, n*hidden, 1), make([]float32, n*hidden), make([]float32, n*3*hidden)
	p.keys, p.scores, p.wide = make([]float32, headed*padded), make([]float32, n*padded), make([]float32, n*inner)
	return p
}

func (p *passage) run() {
	for _, l := range p.layers {
		p.multiply(p.qkv, p.x, l.qkv)
		for head := range heads {
			p.attend(p.qkv[head*headed:])
			p.k.Product(View{p.n, headed, hidden, p.mixed[head*headed:]}, View{p.n, p.n, p.padded, p.scores},
				View{p.n, headed, 3 * hidden, p.qkv[2*hidden+head*headed:]})
		}
		p.multiply(p.wide[:p.n*hidden], p.mixed, l.out)
		p.k.AddNorm(p.x, p.wide[:p.n*hidden], p.gain, p.bias, 1e-12)
		p.multiply(p.wide, p.x, l.up)
		p.k.GELU(p.wide)
		p.multiply(p.mixed, p.wide, l.down)
		p.k.AddNorm(p.x, p.mixed, p.gain, p.bias, 1e-12)
	}
}

func (p *passage) multiply(dst, x []float32, m *Matrix) {
	p.k.Quantise(&p.rows, x, m.Smooth)
	p.k.Multiply(dst, &p.rows, m)
}

// attend finds the probabilities of one head.
func (p *passage) attend(qkv []float32) {
	for i := range p.n {
		for j, v := range qkv[i*3*hidden+hidden:][:headed] {
			p.keys[j*p.padded+i] = v
		}
	}
	p.k.Product(View{p.n, p.padded, p.padded, p.scores}, View{p.n, headed, 3 * hidden, qkv}, View{headed, p.padded, p.padded, p.keys})
	p.k.Softmax(View{p.n, p.n, p.padded, p.scores})
}

// BenchmarkPassage is what a text takes.
func BenchmarkPassage(b *testing.B) {
	for _, k := range All() {
		for _, n := range tokens {
			b.Run(fmt.Sprintf("%s/%d", k.Name, n), func(b *testing.B) {
				p := newPassage(k, n)
				for b.Loop() {
					p.run()
				}
			})
		}
	}
}

// BenchmarkParts is what stands between the products of a layer, for a passage of 128 tokens.
func BenchmarkParts(b *testing.B) {
	const n = 128
	for _, k := range All() {
		p := newPassage(k, n)
		for _, part := range []struct {
			name string
			do   func()
		}{
			{"quantise384", func() { k.Quantise(&p.rows, p.x, p.layers[0].qkv.Smooth) }},
			{"quantise1536", func() { k.Quantise(&p.rows, p.wide, p.layers[0].down.Smooth) }},
			{"gelu", func() { k.GELU(p.wide) }},
			{"softmax", func() { k.Softmax(View{n, n, n, p.scores}) }},
			{"addnorm", func() { k.AddNorm(p.x, p.mixed, p.gain, p.bias, 1e-12) }},
			{"scores", func() {
				k.Product(View{n, n, n, p.scores}, View{n, headed, 3 * hidden, p.qkv}, View{headed, n, n, p.keys})
			}},
			{"values", func() {
				k.Product(View{n, headed, hidden, p.mixed}, View{n, n, n, p.scores}, View{n, headed, 3 * hidden, p.qkv})
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

// BenchmarkPeak is what Multiply is measured against.
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

// BenchmarkWorks is what the self-test adds to a start.
func BenchmarkWorks(b *testing.B) {
	for _, k := range All() {
		b.Run(k.Name, func(b *testing.B) {
			for b.Loop() {
				k.works()
			}
		})
	}
}
