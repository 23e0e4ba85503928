package question

import (
	"strconv"

	"engram/internal/lang"
)

// number reads how many.
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

// numbers are the words that English counts by.
var numbers = func() map[string]int {
	all := map[string]int{"a": 1, "an": 1, "couple": 2, "few": 5}
	for w, n := range lang.English.Words().Numerals() {
		if n <= 12 {
			all[w] = n
		}
	}
	return all
}()
