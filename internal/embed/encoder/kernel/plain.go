package kernel

import "math"

// Plain returns the kernel in pure Go: the reference for the others, and the fallback.
func Plain() *Kernel {
	return &Kernel{
		Name:     "go",
		quantise: quantisePlain,
		multiply: multiplyPlain,
		product:  productPlain,
		softmax:  softmaxPlain,
		gelu:     geluPlain,
		addNorm:  addNormPlain,
	}
}

func quantisePlain(dst *Rows, x, smooth []float32) {
	width := len(smooth)
	for r := range dst.N {
		row, values := x[r*width:][:width], dst.Values[r*width:][:width]
		largest := float32(0)
		for i, v := range row {
			largest = max(largest, abs(v*smooth[i]))
		}
		by, scale := factors(largest)
		dst.Scales[r], dst.Sums[r] = scale, 0
		if by == 0 {
			clear(values)
			continue
		}
		for i, v := range row {
			n := int8(math.RoundToEven(float64(v * smooth[i] * by)))
			values[i] = n
			dst.Sums[r] += int32(n)
		}
	}
}

// factors returns the multiplier and the scale of a row. The multiplier is 0 for a row of zeros or
// of numbers close to it, and for infinities and NaN, whose scale then spoils all results visibly.
func factors(largest float32) (by, scale float32) {
	by, scale = 127/largest, largest/127
	switch {
	case by > math.MaxFloat32:
		return 0, 0
	case by > 0:
		return by, scale
	}
	return 0, scale
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// multiplyPlain handles a row and a panel at a time, and multiplies the weights of two outputs at
// once, see pair.
func multiplyPlain(dst []float32, rows *Rows, m *Matrix, from, to int) {
	pairs := make([][Panel / 2]int64, m.In)
	for panel := from; panel < to; panel += Panel {
		pair(pairs, m.Weights[panel*m.In:][:Panel*m.In])
		for r := range rows.N {
			out, scale := dst[r*m.Out+panel:][:Panel], rows.Scales[r]
			for j, sum := range panelSums(rows.Values[r*m.In:][:m.In], pairs) {
				out[j] = float32(sum)*(scale*m.Scales[panel+j]) + m.Bias[panel+j]
			}
		}
	}
}

// pair packs the weights of outputs j and j+8 into one number, the second times 2³². Sums of
// products of such numbers hold both sums exactly: each is below 2³¹.
func pair(pairs [][Panel / 2]int64, panel []int8) {
	for i := range pairs {
		weights := panel[i/Quad*Quad*Panel+i%Quad:]
		for j := range pairs[i] {
			pairs[i][j] = int64(weights[Quad*j]) + int64(weights[Quad*(j+Panel/2)])<<32
		}
	}
}

// panelSums returns the sums of a row for each output of a panel.
func panelSums(row []int8, pairs [][Panel / 2]int64) (sums [Panel]int32) {
	var s0, s1, s2, s3, s4, s5, s6, s7 int64 // in registers, unlike an array
	pairs = pairs[:len(row)]
	for i, v := range row {
		a, w := int64(v), &pairs[i]
		s0 += a * w[0]
		s1 += a * w[1]
		s2 += a * w[2]
		s3 += a * w[3]
		s4 += a * w[4]
		s5 += a * w[5]
		s6 += a * w[6]
		s7 += a * w[7]
	}
	for j, s := range [Panel / 2]int64{s0, s1, s2, s3, s4, s5, s6, s7} {
		low := int32(s)
		sums[j], sums[j+Panel/2] = low, int32((s-int64(low))>>32)
	}
	return sums
}

// productPlain iterates over the rows of b in memory order.
func productPlain(dst, a, b View) {
	for r := range dst.Rows {
		out := dst.Data[r*dst.Stride:][:dst.Cols]
		clear(out)
		for i, v := range a.Data[r*a.Stride:][:a.Cols] {
			for j, w := range b.Data[i*b.Stride:][:b.Cols] {
				out[j] += v * w
			}
		}
	}
}

func softmaxPlain(x View) {
	for r := range x.Rows {
		all := x.Data[r*x.Stride:][:x.Stride]
		row := all[:x.Cols]
		largest := float32(math.Inf(-1))
		for _, v := range row {
			largest = max(largest, v)
		}
		sum := float32(0)
		for i, v := range row {
			row[i] = float32(math.Exp(float64(v - largest)))
			sum += row[i]
		}
		for i := range row {
			row[i] /= sum
		}
		clear(all[x.Cols:])
	}
}

func geluPlain(x []float32) {
	for i, v := range x {
		x[i] = float32(0.5 * float64(v) * (1 + math.Erf(float64(v)/math.Sqrt2)))
	}
}

func addNormPlain(x, residual, gain, bias []float32, epsilon float32) {
	width := len(gain)
	for from := 0; from < len(x); from += width {
		row, other := x[from:][:width], residual[from:][:width]
		sum := float32(0)
		for i := range row {
			row[i] += other[i]
			sum += row[i]
		}
		mean, squares := sum/float32(width), float32(0)
		for _, v := range row {
			squares += (v - mean) * (v - mean)
		}
		by := float32(1 / math.Sqrt(float64(squares/float32(width)+epsilon)))
		for i, v := range row {
			row[i] = (v-mean)*by*gain[i] + bias[i]
		}
	}
}
