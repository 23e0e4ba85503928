package pdf

import (
	"time"

	"engram/internal/sandbox"
)

// childMemory is a child's limit besides PDFium's code: twice PDFium's memory, since it is copied
// when it grows, and Go's. The race detector needs many times as much.
var childMemory int64 = 768 << 20

// childCores is the GOMAXPROCS of a child.
const childCores = 2

// sandboxed returns the kernel's limits, for a child whose parent can't kill it: the time of a
// piece and of a page.
func sandboxed(l limits) sandbox.Limits {
	return sandbox.Limits{Memory: childMemory, CPU: childCores*l.time + defaultPageCPU + pictureCPU + 10*time.Second}
}

// Unconfined names the restrictions that this system lacks; empty if it has all.
func Unconfined() []string { return sandbox.Missing() }
