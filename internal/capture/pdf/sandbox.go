package pdf

import (
	"time"

	"engram/internal/pdfium"
	"engram/internal/sandbox"
)

// sandboxed returns the kernel's limits, for a child whose parent can't kill it: the time of a
// piece and of a page.
func sandboxed(l limits) sandbox.Limits {
	return sandbox.Limits{Memory: pdfium.ChildMemory, CPU: pdfium.ChildCores*l.time + defaultPageCPU + pictureCPU + 10*time.Second}
}

// Unconfined names the restrictions that this system lacks; empty if it has all.
func Unconfined() []string { return sandbox.Missing() }
