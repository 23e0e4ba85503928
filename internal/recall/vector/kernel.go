package vector

// kernel is an implementation of the comparisons. Arguments are validated: at least one row of one
// lane.
type kernel struct {
	name      string
	dot       func(a, b []int8) int32
	dots      func(dst []int32, query, rows []int8)
	distances func(dst []uint16, query, rows []byte)
}

// chosen is the fastest kernel that works on this machine.
var chosen = choose(append(native(), plain))

// Kernel returns the name of the chosen kernel: "avx512", "avx2" or "go".
func Kernel() string { return chosen.name }

// choose returns the first kernel that passes its self-test, else the last, so that a faulty
// processor or emulator costs speed, not correctness.
func choose(kernels []kernel) kernel {
	last := len(kernels) - 1
	for _, k := range kernels[:last] {
		if k.works() {
			return k
		}
	}
	return kernels[last]
}
