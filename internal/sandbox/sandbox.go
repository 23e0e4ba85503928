// Package sandbox drops the rights that a process does not need: files, network, processes, and
// more memory or CPU time than its work can take.
package sandbox

import "time"

// Limits bound what a process may use from now on, in addition to what it has used.
type Limits struct {
	Memory int64         // of writable memory
	CPU    time.Duration // in whole seconds
}

// spareFiles is the number of additional open files: the runtime opens two or three itself.
const spareFiles = 16

// maxTasks bounds the threads and processes of the user, against fork bombs.
const maxTasks = 8192
