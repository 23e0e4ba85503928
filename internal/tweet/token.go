package tweet

import (
	"math"
	"strconv"
	"strings"
)

// token is what the service wants beside a tweet's number: a page that embeds tweets computes it in JavaScript as
// ((Number(id) / 1e15) * Math.PI).toString(36).replace(/(0+|\.)/g, ""). The number has digits alone, 20 at most.
func token(id string) string {
	number, _ := strconv.ParseFloat(id, 64) // digits: always a number
	turned := float64(number/1e15) * math.Pi
	return strings.NewReplacer("0", "", ".", "").Replace(base36(turned))
}

const digits = "0123456789abcdefghijklmnopqrstuvwxyz"

// base36 writes a number from 0 to 1e15 as JavaScript's Number.prototype.toString(36) does: with the fewest digits that
// tell it from the floats next to it. The language leaves the last digit open; this is V8's choice, as browsers and Node
// have it. The conversions keep a processor from fusing a product with the sum after it, which rounds otherwise.
func base36(value float64) string {
	whole, fraction := math.Modf(value)
	delta := max(0.5*(math.Nextafter(value, math.Inf(1))-value), math.SmallestNonzeroFloat64)
	var after []byte // digit values behind the point
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

// roundUp adds one to the last of some digits; one that overflows is dropped, and one added to that before it. No float is
// so near the whole number above it that none would be left.
func roundUp(after []byte) []byte {
	for len(after) > 1 && after[len(after)-1] == 35 {
		after = after[:len(after)-1]
	}
	after[len(after)-1]++
	return after
}
