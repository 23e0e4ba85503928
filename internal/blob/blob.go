// Package blob is the port to stored files: uploads and pictures.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"
)

// ErrNotFound is returned by Open for a key without a blob.
var ErrNotFound = errors.New("blob: not found")

// ErrUnavailable is wrapped by errors of a Store that can't be accessed now.
var ErrUnavailable = errors.New("blob: the store can't be used")

// ErrHeld is returned by Delete while everything is to stay as it is; it is to be tried again.
var ErrHeld = errors.New("blob: nothing is removed while a backup is made")

// Object is an open blob. Size is in bytes.
type Object struct {
	io.ReadSeekCloser
	Size     int64
	Modified time.Time
}

// Info is an entry of a listing. Size is in bytes.
type Info struct {
	Key      string
	Size     int64
	Modified time.Time
}

// Store keeps blobs by key. Every implementation passes blobtest.
type Store interface {
	// Put stores the content of r under key, replacing a blob. After nil the bytes are durable;
	// after an error the key is as it was or empty. Errors of r are returned.
	Put(ctx context.Context, key string, r io.Reader) (size int64, err error)
	// Open returns the blob, or ErrNotFound. The caller closes it.
	Open(ctx context.Context, key string) (*Object, error)
	// Delete removes a blob, if it exists.
	Delete(ctx context.Context, key string) error
	// List calls yield for every blob, folder by folder, and returns its first error. yield may
	// delete its blob. Concurrent changes may or may not be listed.
	List(ctx context.Context, yield func(Info) error) error
}

var keyPattern = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*(/[a-z0-9][a-z0-9._-]*)*$`)

// ValidKey reports whether key consists of parts of a-z, 0-9, dot, dash and underscore separated by
// slashes, none beginning with a dot: a safe file path and object name.
func ValidKey(key string) bool { return len(key) <= 512 && keyPattern.MatchString(key) }

// Check returns an error for what is no key.
func Check(key string) error {
	if !ValidKey(key) {
		return fmt.Errorf("blob: invalid key %q", key)
	}
	return nil
}
