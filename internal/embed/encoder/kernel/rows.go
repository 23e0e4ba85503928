//go:build (amd64 || arm64) && !purego

package kernel

import "math"

// quantiseWith builds quantise from a function for a row's maximum and one for rounding it.
func quantiseWith(
	largest func(x, smooth *float32, n int) float32,
	round func(dst *int8, x, smooth *float32, n int, by float32) int32,
) func(dst *Rows, x, smooth []float32) {
	return func(dst *Rows, x, smooth []float32) {
		width := len(smooth)
		for r := range dst.N {
			row, values := x[r*width:][:width], dst.Values[r*width:][:width]
			by, scale := factors(largest(&row[0], &smooth[0], width))
			dst.Scales[r], dst.Sums[r] = scale, 0
			if by == 0 {
				clear(values)
				continue
			}
			dst.Sums[r] = round(&values[0], &row[0], &smooth[0], width, by)
		}
	}
}

// geluWith builds gelu from a function over all numbers.
func geluWith(all func(x *float32, n int, table *float32)) func(x []float32) {
	return func(x []float32) { all(&x[0], len(x), &gaussian[0]) }
}

// addNormWith builds addNorm from a function for a row.
func addNormWith(
	row func(x, residual, gain, bias *float32, width int, epsilon float32),
) func(x, residual, gain, bias []float32, epsilon float32) {
	return func(x, residual, gain, bias []float32, epsilon float32) {
		for from := 0; from < len(x); from += len(gain) {
			row(&x[from], &residual[from], &gain[0], &bias[0], len(gain), epsilon)
		}
	}
}

// exponential is the table for exponentials: log₂e, the least exponent, the constant that rounds to
// an integer plus the exponent's bias, the polynomial of 2ᶠ for f from -½ to ½, highest power
// first, and -∞. The error is at most 8e-8.
var exponential = [...]float32{
	math.Log2E, -127, 3<<22 + 127,
	0.00133908634, 0.00967603192, 0.0555035711, 0.240221075, 0.693147188, 1.00000008,
	float32(math.Inf(-1)),
}

// gaussian is the table for Φ(x): the bound of x and its negative, the factor that maps x² to [-1,
// 1], and the polynomial of (Φ(x) - ½)/x in that, highest power first, and ½. The error of x·Φ(x)
// is at most 7e-7 within the bound and 4e-7·x beyond.
var gaussian = [...]float32{
	5.25, -5.25, 2 / (5.25 * 5.25), -1,
	-0.000651974494, 0.00151396189, -0.00106034273, 0.00171240531, -0.00541528519, 0.00923016425, -0.0127994779,
	0.0182518928, -0.0250336351, 0.0320795807, -0.0397646024, 0.0496427606, -0.0671267674, 0.134659377, 0.5,
}
