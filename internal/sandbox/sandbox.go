// Package sandbox has a process give up what it does not need: other files, the network, other processes, and more memory
// or time than its work can take.
package sandbox

import "time"

// Limits are what a process may use from now on, beyond what it has used already.
type Limits struct {
	Memory int64         // bytes that can be written to
	CPU    time.Duration // of the processors, counted in whole seconds
}

// spareFiles is how many files may be open beside those that are: the runtime opens two or three for itself.
const spareFiles = 16

// maxTasks is how many threads and processes the user of this one may have in all. It bounds a bomb, and nothing else.
const maxTasks = 8192
