package tweet

import (
	"math"
	"strconv"
	"strings"
)

// token computes the parameter that the service requires with an ID, in embeds' JavaScript
// ((Number(id) / 1e15) * Math.PI).toString(36).replace(/(0+
// \.)/g, ""). The ID has at most 20 digits.
func token(id string) string {
	number, _ := strconv.ParseFloat(id, 64) // never fails for digits
	turned := float64(number/1e15) * math.Pi
	return strings.NewReplacer("0", "", ".", "").Replace(base36(turned))
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// base36 formats a number from 0 to 1e15 as V8's toString(36) does, with the fewest digits that
// identify it. The conversions prevent fused multiply-add, which rounds differently.
func base36(value float64) string {
	whole, fraction := math.Modf(value)
	delta := max(0.5*(math.Nextafter(value, math.Inf(1))-value), math.SmallestNonzeroFloat64)
	var after []byte // digits after the point
	for fraction >= delta {
		fraction = float64(fraction * 36)
		delta = float64(delta * 36)
		digit := math.Floor(fraction)
		after = append(after, byte(digit))
		fraction -= digit
		if (fraction > 0.5 || fraction == 0.5 && byte(digit)%2 == 1) && fraction+delta > 1 {
			after = roundUp(after)
			break
		}
	}
	out := strconv.FormatInt(int64(whole), 36)
	if len(after) == 0 {
		return out
	}
	for i, digit := range after {
		after[i] = digits[digit]
	}
	return out + "." + string(after)
}

// roundUp adds one to the last digit, carrying to the ones before and dropping zeros. It never
// carries into the integer.
func roundUp(after []byte) []byte {
	for len(after) > 1 && after[len(after)-1] == 35 {
		after = after[:len(after)-1]
	}
	after[len(after)-1]++
	return after
}
