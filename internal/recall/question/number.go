package question

import (
	"strconv"

	"engram/internal/lang"
)

// number returns the value of a number word or of digits.
func (s sentence) number(w string) (int, bool) {
	if n, ok := numbers[w]; ok {
		return n, true
	}
	return digits(w)
}

func digits(w string) (int, bool) {
	n, err := strconv.Atoi(w)
	return n, err == nil && n > 0
}

// numbers are the English number words.
var numbers = func() map[string]int {
	all := map[string]int{"a": 1, "an": 1, "couple": 2, "few": 5}
	for w, n := range lang.English.Words().Numerals() {
		if n <= 12 {
			all[w] = n
		}
	}
	return all
}()
