package vector

import (
	"slices"
	"strings"
	"testing"
)

func TestScansCompareTheQueryWithEachRow(t *testing.T) {
	query, rows := padded(1, -2, 3), slices.Concat(padded(1, 1, 1), padded(-4, 5, -6), padded())
	dots := []int32{9, 9, 9}
	Dots(dots, query, rows)
	if want := []int32{2, -32, 0}; !slices.Equal(dots, want) {
		t.Errorf("dots %v, want %v", dots, want)
	}
	if got := Dot(query, rows[:lane]); got != 2 {
		t.Errorf("dot %d, want 2", got)
	}
	distances := []uint16{9, 9, 9}
	Distances(distances, bitsOf(query), slices.Concat(bitsOf(rows[:64]), bitsOf(rows[64:128]), bitsOf(rows[128:])))
	if want := []uint16{1, 3, 2}; !slices.Equal(distances, want) {
		t.Errorf("distances %v, want %v", distances, want)
	}
}

func padded(v ...int8) []int8 { return append(v, make([]int8, Stride(len(v)+1)-len(v))...) }

func TestScansOfNothing(t *testing.T) {
	Dots(nil, make([]int8, lane), nil)
	Distances(nil, make([]byte, wordSize), nil)
	dots, distances := []int32{7}, []uint16{7}
	Dots(dots, nil, nil)
	Distances(distances, nil, nil)
	if Dot(nil, nil) != 0 || dots[0] != 0 || distances[0] != 0 {
		t.Errorf("without dimensions: %d, %d and %d, want 0", Dot(nil, nil), dots[0], distances[0])
	}
}

func TestWrongLengthsPanic(t *testing.T) {
	row := func(n int) []int8 { return make([]int8, n) }
	signs := func(n int) []byte { return make([]byte, n) }
	for title, call := range map[string]func(){
		"Dot: a longer row":               func() { Dot(row(64), row(128)) },
		"Dot: no stride":                  func() { Dot(row(63), row(63)) },
		"Dots: a row too few":             func() { Dots(make([]int32, 5), row(64), row(4*64)) },
		"Dots: a row too many":            func() { Dots(make([]int32, 5), row(64), row(6*64)) },
		"Dots: no stride":                 func() { Dots(make([]int32, 5), row(32), row(5*32)) },
		"Dots: no query":                  func() { Dots(make([]int32, 5), nil, row(5*64)) },
		"Distances: a row too few":        func() { Distances(make([]uint16, 5), signs(8), signs(4*8)) },
		"Distances: a byte too many":      func() { Distances(make([]uint16, 5), signs(8), signs(5*8+1)) },
		"Distances: no stride":            func() { Distances(make([]uint16, 5), signs(4), signs(5*4)) },
		"Distances: too many dimensions":  func() { Distances(make([]uint16, 1), signs(4104), signs(4104)) },
		"PutBits: a longer destination":   func() { PutBits(signs(16), row(64)) },
		"PutBits: a shorter destination":  func() { PutBits(signs(8), row(65)) },
		"PutBits: a vector of no numbers": func() { PutBits(signs(8), nil) },
	} {
		t.Run(title, func(t *testing.T) {
			defer func() {
				name, _, _ := strings.Cut(title, ":")
				if message, _ := recover().(string); !strings.HasPrefix(message, "vector: "+name) {
					t.Errorf("panicked with %q", message)
				}
			}()
			call()
		})
	}
}
