package vector

// kernel is one way to compare rows. Its functions are given lengths that were checked, and at least one row of at least
// one lane.
type kernel struct {
	name      string
	dot       func(a, b []int8) int32
	dots      func(dst []int32, query, rows []int8)
	distances func(dst []uint16, query, rows []byte)
}

// chosen is the fastest kernel that this machine runs rightly.
var chosen = choose(append(native(), plain))

// Kernel returns which kernel was chosen at start: "avx512", "avx2" or "go".
func Kernel() string { return chosen.name }

// choose returns the first kernel that passes its test, or else the last. A processor, or a machine that plays one, that
// gives a wrong number costs speed then, and not the order of what is found.
func choose(kernels []kernel) kernel {
	last := len(kernels) - 1
	for _, k := range kernels[:last] {
		if k.works() {
			return k
		}
	}
	return kernels[last]
}
