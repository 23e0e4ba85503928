package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// noise returns random numbers, the same for a seed.
func noise(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// floats returns n random numbers of about that magnitude.
func floats(random *rand.Rand, n int, magnitude float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(random.NormFloat64() * magnitude)
	}
	return x
}

// int8s returns n random numbers from -127 to 127; some draws are of the two extremes alone.
func int8s(random *rand.Rand, n int) []int8 {
	x := make([]int8, n)
	extreme := random.IntN(3) == 0
	for i := range x {
		x[i] = int8(random.IntN(255) - 127)
		if extreme {
			x[i] = 127 * int8(1-2*(random.IntN(4)/3))
		}
	}
	return x
}

// randomRows returns random activations, as Quantise would leave them.
func randomRows(random *rand.Rand, n, width int) *Rows {
	rows := &Rows{N: n, Width: width, Values: int8s(random, n*width), Scales: floats(random, n, 0.01), Sums: make([]int32, n)}
	for i, v := range rows.Values {
		rows.Sums[i/width] += int32(v)
	}
	return rows
}

func randomMatrix(random *rand.Rand, in, out int) *Matrix {
	m := &Matrix{In: in, Out: out, Weights: Pack(int8s(random, in*out), in, out)}
	m.Scales, m.Bias, m.Smooth = floats(random, out, 0.01), floats(random, out, 1), floats(random, in, 1)
	return m
}

// everyKernel checks a property of each kernel of this machine.
func everyKernel(t *testing.T, property func(t *rapid.T, k *Kernel, random *rand.Rand)) {
	for _, k := range All() {
		t.Run(k.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, k, noise(rapid.Uint64().Draw(t, "seed"))) })
		})
	}
}

func TestEveryKernelAddsUpTheSameIntegers(t *testing.T) {
	everyKernel(t, func(t *rapid.T, k *Kernel, random *rand.Rand) {
		n, in, out := rapid.IntRange(1, 40).Draw(t, "rows"), Lane*rapid.IntRange(1, 3).Draw(t, "lanes"), Panel*rapid.IntRange(1, 5).Draw(t, "panels")
		rows, weights := randomRows(random, n, in), int8s(random, in*out)
		m := &Matrix{In: in, Out: out, Weights: Pack(weights, in, out), Scales: make([]float32, out), Bias: make([]float32, out)}
		for i := range m.Scales {
			m.Scales[i] = 1
		}
		for i := range rows.Scales {
			rows.Scales[i] = 1
		}
		got := make([]float32, n*out)
		k.Multiply(got, rows, m)
		for r := range n {
			for j := range out {
				sum := int64(0)
				for i := range in {
					sum += int64(rows.Values[r*in+i]) * int64(weights[j*in+i])
				}
				if want := float32(sum); got[r*out+j] != want {
					t.Fatalf("row %d, output %d: %v, want %v", r, j, got[r*out+j], want)
				}
			}
		}
	})
}

func TestEveryKernelMultipliesTheShapesOfTheModel(t *testing.T) {
	plain := Plain()
	for _, shape := range [][2]int{{384, 1152}, {384, 384}, {384, 1536}, {1536, 384}} {
		for _, n := range []int{1, 14, 31} {
			random := noise(uint64(n))
			rows, m := randomRows(random, n, shape[0]), randomMatrix(random, shape[0], shape[1])
			got, want := make([]float32, n*m.Out), make([]float32, n*m.Out)
			plain.Multiply(want, rows, m)
			for _, k := range native() {
				k.Multiply(got, rows, m)
				if i := far(got, want); i >= 0 {
					t.Errorf("%s, %d rows, %v: number %d is %v, want %v", k.Name, n, shape, i, got[i], want[i])
				}
				whole := slices.Clone(got)
				clear(got)
				for from := 0; from < m.Out; from = 2*from + Panel { // parts of a panel, of two, and so on
					k.MultiplyPart(got, rows, m, from, min(2*from+Panel, m.Out))
				}
				if !slices.Equal(got, whole) {
					t.Errorf("%s, %d rows, %v: the parts differ from the whole", k.Name, n, shape)
				}
			}
		}
	}
}

// TestEveryKernelIsExactAtTheFarthest takes the greatest numbers throughout, as far as the widest
// matrix of a model goes.
func TestEveryKernelIsExactAtTheFarthest(t *testing.T) {
	const n, in, out = 15, 1536, 3 * Panel
	rows := &Rows{N: n, Width: in, Values: slices.Repeat([]int8{127}, n*in), Scales: slices.Repeat([]float32{1}, n), Sums: slices.Repeat([]int32{127 * in}, n)}
	m := &Matrix{In: in, Out: out, Weights: slices.Repeat([]int8{127}, in*out), Scales: slices.Repeat([]float32{1}, out), Bias: make([]float32, out)}
	negative := *m
	negative.Weights = slices.Repeat([]int8{-127}, in*out)
	for _, k := range All() {
		dst := make([]float32, n*out)
		for want, m := range map[float32]*Matrix{127 * 127 * in: m, -127 * 127 * in: &negative} {
			k.Multiply(dst, rows, m)
			if i := slices.IndexFunc(dst, func(v float32) bool { return v != want }); i >= 0 {
				t.Errorf("%s: number %d is %v, want %v", k.Name, i, dst[i], want)
			}
		}
	}
}

func TestEveryKernelQuantisesAlike(t *testing.T) {
	plain := Plain()
	everyKernel(t, func(t *rapid.T, k *Kernel, random *rand.Rand) {
		n, width := rapid.IntRange(1, 9).Draw(t, "rows"), Lane*rapid.IntRange(1, 24).Draw(t, "lanes")
		magnitude := math.Pow(10, rapid.Float64Range(-44, 38).Draw(t, "magnitude"))
		x, smooth := floats(random, n*width, magnitude), floats(random, width, 1)
		if special := rapid.SampledFrom([]float64{0, 1, math.NaN(), math.Inf(1), math.Inf(-1)}).Draw(t, "special"); special != 1 {
			x[random.IntN(len(x))] = float32(special)
		}
		clear(x[random.IntN(n)*width:][:width])
		var got, want Rows
		k.Quantise(&got, x, smooth)
		plain.Quantise(&want, x, smooth)
		for r := range n {
			if !slices.Equal(got.Values[r*width:][:width], want.Values[r*width:][:width]) || got.Sums[r] != want.Sums[r] ||
				math.Float32bits(got.Scales[r]) != math.Float32bits(want.Scales[r]) && !(got.Scales[r] != got.Scales[r] && want.Scales[r] != want.Scales[r]) {
				t.Fatalf("row %d: sum %d, scale %v; want %d, %v", r, got.Sums[r], got.Scales[r], want.Sums[r], want.Scales[r])
			}
		}
	})
}

func TestEveryKernelFindsTheSameProducts(t *testing.T) {
	plain := Plain()
	everyKernel(t, func(t *rapid.T, k *Kernel, random *rand.Rand) {
		rows, turns, cols := rapid.IntRange(1, 40).Draw(t, "rows"), rapid.IntRange(1, 70).Draw(t, "turns"), Panel*rapid.IntRange(1, 7).Draw(t, "panels")
		view := func(rows, cols int) View {
			stride := cols + random.IntN(20)
			return View{rows, cols, stride, floats(random, (rows-1)*stride+cols, 1)}
		}
		dst, a, b := view(rows, cols), view(rows, turns), view(turns, cols)
		want := View{rows, cols, dst.Stride, slices.Clone(dst.Data)}
		k.Product(dst, a, b)
		plain.Product(want, a, b)
		if i := far(dst.Data, want.Data); i >= 0 {
			t.Fatalf("number %d is %v, want %v", i, dst.Data[i], want.Data[i])
		}
	})
}

func TestEveryKernelFindsTheSameSoftmax(t *testing.T) {
	plain := Plain()
	everyKernel(t, func(t *rapid.T, k *Kernel, random *rand.Rand) {
		rows, cols := rapid.IntRange(1, 9).Draw(t, "rows"), rapid.IntRange(1, 260).Draw(t, "cols")
		stride := (cols + Panel - 1) / Panel * Panel
		x := View{rows, cols, stride, floats(random, rows*stride, rapid.Float64Range(0, 100).Draw(t, "magnitude"))}
		for i := range x.Data {
			if i%stride >= cols {
				x.Data[i] = float32(math.NaN())
			}
		}
		want := View{rows, cols, stride, slices.Clone(x.Data)}
		k.Softmax(x)
		plain.Softmax(want)
		for i, v := range x.Data {
			if i%stride >= cols && v != 0 {
				t.Fatalf("number %d, beyond the row, is %v", i, v)
			}
		}
		if i := far(x.Data, want.Data); i >= 0 {
			t.Fatalf("number %d is %v, want %v", i, x.Data[i], want.Data[i])
		}
	})
}

func TestEveryKernelFindsTheSameGELU(t *testing.T) {
	x := make([]float32, 0, 1<<16)
	for v := -32.0; len(x) < cap(x); v += 64.0 / (1 << 16) {
		x = append(x, float32(v))
	}
	x[0], x[1], x[2], x[3] = 1e30, -1e30, math.MaxFloat32, -math.MaxFloat32
	want := slices.Clone(x)
	Plain().GELU(want)
	for _, k := range All() {
		got := slices.Clone(x)
		k.GELU(got)
		worst := 0.0
		for i := range got {
			worst = max(worst, math.Abs(float64(got[i])-float64(want[i]))/max(1, math.Abs(float64(x[i]))))
		}
		if !(worst <= 1e-6) {
			t.Errorf("%s is off by %v", k.Name, worst)
		}
	}
}

func TestEveryKernelAddsAndNormsAlike(t *testing.T) {
	plain := Plain()
	everyKernel(t, func(t *rapid.T, k *Kernel, random *rand.Rand) {
		n, width := rapid.IntRange(1, 9).Draw(t, "rows"), Lane*rapid.IntRange(1, 24).Draw(t, "lanes")
		x, residual := floats(random, n*width, 1), floats(random, n*width, 5)
		gain, bias := floats(random, width, 1), floats(random, width, 1)
		clear(x[:width])
		clear(residual[:width])
		want := slices.Clone(x)
		k.AddNorm(x, residual, gain, bias, 1e-12)
		plain.AddNorm(want, residual, gain, bias, 1e-12)
		if i := far(x, want); i >= 0 {
			t.Fatalf("number %d is %v, want %v", i, x[i], want[i])
		}
	})
}

func TestAKernelWithAWrongResultIsNotUsed(t *testing.T) {
	plain := Plain()
	for name, spoil := range map[string]func(k *Kernel){
		"quantise": func(k *Kernel) {
			k.quantise = func(dst *Rows, x, smooth []float32) {
				plain.quantise(dst, x, smooth)
				dst.Values[len(dst.Values)-1]++
			}
		},
		"multiply, at one height": func(k *Kernel) {
			k.multiply = func(dst []float32, rows *Rows, m *Matrix, from, to int) {
				plain.multiply(dst, rows, m, from, to)
				if rows.N == 11 {
					dst[len(dst)-1] = 0
				}
			}
		},
		"product": func(k *Kernel) {
			k.product = func(dst, a, b View) {
				plain.product(dst, a, b)
				dst.Data[dst.Cols-1] += 0.1
			}
		},
		"softmax": func(k *Kernel) {
			k.softmax = func(x View) {
				plain.softmax(x)
				x.Data[x.Stride-1] = 0.1
			}
		},
		"gelu": func(k *Kernel) {
			k.gelu = func(x []float32) {
				plain.gelu(x)
				x[0] = float32(math.NaN())
			}
		},
		"addNorm": func(k *Kernel) {
			k.addNorm = func(x, residual, gain, bias []float32, epsilon float32) {
				plain.addNorm(x, residual, gain, bias, epsilon)
				x[len(x)/2] *= 1.001
			}
		},
	} {
		wrong, right := Plain(), Plain()
		wrong.Name, right.Name = "wrong", "right"
		spoil(wrong)
		if got, failed := choose([]*Kernel{wrong, right, plain}); got != right || !slices.Equal(failed, []string{"wrong"}) {
			t.Errorf("with a wrong %s, %q was chosen, and %q failed", name, got.Name, failed)
		}
		if got, failed := choose([]*Kernel{wrong, wrong, plain}); got != plain || !slices.Equal(failed, []string{"wrong", "wrong"}) {
			t.Errorf("with a wrong %s and no other, %q was chosen, and %q failed", name, got.Name, failed)
		}
		if got, failed := choose([]*Kernel{right, wrong, plain}); got != right || failed != nil {
			t.Errorf("before a wrong %s, %q was chosen, and %q failed", name, got.Name, failed)
		}
	}
}

func TestEveryKernelOfThisMachineWorks(t *testing.T) {
	for _, k := range All() {
		if !k.works() {
			t.Errorf("%s fails its self-test", k.Name)
		}
	}
	if got := All()[0].Name; Best().Name != got || len(Failed()) > 0 {
		t.Errorf("%s was chosen, want the fastest, %s; %q failed", Best().Name, got, Failed())
	}
}

func TestSizesThatDoNotAgreePanic(t *testing.T) {
	rows := &Rows{N: 2, Width: 64, Values: make([]int8, 128), Scales: make([]float32, 2), Sums: make([]int32, 2)}
	matrix := func() *Matrix {
		return &Matrix{In: 64, Out: 16, Weights: make([]int8, 1024), Scales: make([]float32, 16), Bias: make([]float32, 16)}
	}
	short, narrow, noBias, odd := matrix(), matrix(), matrix(), matrix()
	short.Weights, narrow.In, noBias.Bias, odd.Out = short.Weights[1:], 32, nil, 17
	missing := *rows
	missing.Sums = missing.Sums[:1]
	full := func(rows, cols int) View { return View{rows, cols, cols, make([]float32, rows*cols)} }
	some := func(n int) []float32 { return make([]float32, n) }
	for name, call := range map[string]func(k *Kernel){
		"too few weights":       func(k *Kernel) { k.Multiply(some(32), rows, short) },
		"another width":         func(k *Kernel) { k.Multiply(some(32), rows, narrow) },
		"no bias":               func(k *Kernel) { k.Multiply(some(32), rows, noBias) },
		"part of a panel":       func(k *Kernel) { k.Multiply(some(34), rows, odd) },
		"too few results":       func(k *Kernel) { k.Multiply(some(31), rows, matrix()) },
		"too few sums":          func(k *Kernel) { k.Multiply(some(32), &missing, matrix()) },
		"no row to quantise":    func(k *Kernel) { k.Quantise(&Rows{}, nil, some(64)) },
		"part of a row":         func(k *Kernel) { k.Quantise(&Rows{}, some(65), some(64)) },
		"part of a lane":        func(k *Kernel) { k.Quantise(&Rows{}, some(60), some(60)) },
		"another inner size":    func(k *Kernel) { k.Product(full(2, 16), full(2, 3), full(4, 16)) },
		"a product of 15":       func(k *Kernel) { k.Product(full(2, 15), full(2, 4), full(4, 15)) },
		"a view beyond data":    func(k *Kernel) { k.Product(View{2, 16, 17, some(32)}, full(2, 4), full(4, 16)) },
		"a stride under a row":  func(k *Kernel) { k.Product(View{2, 16, 15, some(32)}, full(2, 4), full(4, 16)) },
		"no room for padding":   func(k *Kernel) { k.Softmax(View{2, 15, 16, some(31)}) },
		"too much padding":      func(k *Kernel) { k.Softmax(View{2, 16, 32, some(64)}) },
		"part of a lane, GELU":  func(k *Kernel) { k.GELU(some(65)) },
		"nothing, GELU":         func(k *Kernel) { k.GELU(nil) },
		"too short a residual":  func(k *Kernel) { k.AddNorm(some(128), some(64), some(64), some(64), 0) },
		"too short a bias":      func(k *Kernel) { k.AddNorm(some(128), some(128), some(64), some(63), 0) },
		"part of a row, a norm": func(k *Kernel) { k.AddNorm(some(96), some(96), some(64), some(64), 0) },
	} {
		for _, k := range All() {
			t.Run(k.Name+": "+name, func(t *testing.T) {
				defer func() {
					if recover() == nil {
						t.Error("did not panic")
					}
				}()
				call(k)
			})
		}
	}
}

func TestSpecialNumbersAreKept(t *testing.T) {
	for _, k := range All() {
		for _, special := range []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, math.SmallestNonzeroFloat32} {
			x := make([]float32, 2*Lane)
			x[5] = special
			ones := slices.Repeat([]float32{1}, Lane)
			var rows Rows
			k.Quantise(&rows, x, ones)
			if slices.Contains(rows.Values, -128) {
				t.Errorf("%s: %v becomes -128", k.Name, special)
			}
			k.GELU(slices.Clone(x))
			softened := slices.Clone(x)
			k.Softmax(View{2, Lane - 5, Lane, softened})
			if got := softened[Lane-5 : Lane]; slices.ContainsFunc(got, func(v float32) bool { return v != 0 }) {
				t.Errorf("%s: %v in a row leaves %v beyond it", k.Name, special, got)
			}
			k.AddNorm(x, x, ones, ones, 1e-12)
			if got := x[Lane:]; slices.ContainsFunc(got, func(v float32) bool { return v != 1 }) {
				t.Errorf("%s: %v in one row changes another: %v", k.Name, special, got)
			}
		}
	}
}
