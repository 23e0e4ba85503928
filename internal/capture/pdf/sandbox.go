package pdf

import (
	"time"

	"engram/internal/sandbox"
)

// childMemory is what a child may take beside what PDFium's compiled code needs: PDFium's own memory twice, while it grows,
// and Go's. The race detector takes many times as much.
var childMemory int64 = 768 << 20

// childCores is how many processors a child keeps busy at most.
const childCores = 2

// sandboxed are the limits that end a child whose parent does not: beyond the time of a piece, a page may take its share.
func sandboxed(l limits) sandbox.Limits {
	return sandbox.Limits{Memory: childMemory, CPU: childCores*l.time + defaultPageCPU + pictureCPU + 10*time.Second}
}

// Unconfined names what this system can't keep the children that read PDFs from; empty when it can do all.
func Unconfined() []string { return sandbox.Missing() }
