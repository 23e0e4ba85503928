package ocr

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// lowest is the niceness of a child: everything else goes before it.
const lowest = 19

// lowerPriority lowers that of all threads; those made later inherit it. Linux has one for each.
func lowerPriority() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			_ = unix.Setpriority(unix.PRIO_PROCESS, id, lowest)
		}
	}
}
