// Package blob is the port to stored files: uploaded documents and pictures.
package blob

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"
)

// ErrNotFound is returned by Open for a key that holds nothing.
var ErrNotFound = errors.New("blob: not found")

// ErrUnavailable is in the errors of a Store that can't be read or written at present, whatever the key.
var ErrUnavailable = errors.New("blob: the store can't be used")

// ErrHeld is returned by Delete while everything is to stay as it is; it is to be tried again.
var ErrHeld = errors.New("blob: nothing is removed while a backup is made")

// Object is an open blob. Size is in bytes.
type Object struct {
	io.ReadSeekCloser
	Size     int64
	Modified time.Time
}

// Info is what a listing tells of a blob. Size is in bytes.
type Info struct {
	Key      string
	Size     int64
	Modified time.Time
}

// Store keeps blobs by key. Every implementation passes blobtest.
type Store interface {
	// Put stores what r gives under key, replacing what was there. When it returns nil the bytes survive a power cut;
	// when it returns an error nothing is left under the key that was not there before. What r fails with is returned.
	Put(ctx context.Context, key string, r io.Reader) (size int64, err error)
	// Open returns the blob, or ErrNotFound. The caller closes it.
	Open(ctx context.Context, key string) (*Object, error)
	// Delete removes the blob; deleting what is absent is no error.
	Delete(ctx context.Context, key string) error
	// List calls yield with every blob, those of one folder after one another, and stops at its first error, which it
	// returns. Yield may delete the blob that it is given. A blob that comes or goes meanwhile may be listed or not.
	List(ctx context.Context, yield func(Info) error) error
}

var keyPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$`)

// ValidKey reports whether key is slash-separated parts of a-z, 0-9, dot, dash and underscore, none beginning with a dot:
// safe as a file path and as an object name.
func ValidKey(key string) bool { return len(key) <= 512 && keyPattern.MatchString(key) }
