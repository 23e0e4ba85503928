// Package diskspace tells how much room a disk has.
package diskspace

import (
	"os"

	"golang.org/x/sys/unix"
)

// Free returns the bytes that an unprivileged process may still write in a folder.
func Free(dir string) (int64, error) {
	var disk unix.Statfs_t
	if err := unix.Statfs(dir, &disk); err != nil {
		return 0, &os.PathError{Op: "statfs", Path: dir, Err: err}
	}
	return int64(disk.Bavail * uint64(disk.Bsize)), nil // the types of both differ between systems
}
