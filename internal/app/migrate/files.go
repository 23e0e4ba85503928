package migrate

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"

	"engram/internal/blob"
)

// atOnce is the number of files that are copied at once: a bucket takes its time for each.
const atOnce = 8

// maxDamaged is the number of files that can't be copied after which no more are tried.
const maxDamaged = 20

// copying copies files.
type copying struct {
	from, to blob.Store
	tell     func(text string)

	lock    sync.Mutex
	files   int
	bytes   int64
	damaged int
}

// run copies each file that is not there yet with the same bytes, and reads what it wrote. It tells of the files that can't
// be copied, and goes on with others.
func (c *copying) run(ctx context.Context) error {
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	err := c.from.List(within, blob.WithoutIndexes(func(info blob.Info) error {
		group.Go(func() error { return c.file(within, info) })
		return nil
	}))
	if err := errors.Join(group.Wait(), ctx.Err()); err != nil {
		return err
	}
	if err == nil && c.damaged > 0 {
		err = fmt.Errorf("files that could not be copied: %d; put them back from a backup, then run this again", c.damaged)
	}
	return err
}

func (c *copying) file(ctx context.Context, info blob.Info) error {
	err := copyFile(ctx, c.from, c.to, info.Key)
	c.lock.Lock()
	defer c.lock.Unlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.tell(fmt.Sprintf("the file %s: %v", info.Key, err))
		if c.damaged++; c.damaged == maxDamaged {
			return errors.New("too many files can't be copied; none was changed or removed")
		}
	default:
		c.files++
		c.bytes += info.Size
	}
	return nil
}

// copyFile copies a file unless its copy has the same bytes.
func copyFile(ctx context.Context, from, to blob.Store, key string) (err error) {
	object, err := from.Open(ctx, key)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	there, errThere := sumOf(ctx, to, key)
	if errThere != nil && !errors.Is(errThere, blob.ErrNotFound) {
		return errThere
	}
	if errThere == nil {
		here, err := sum(object)
		if err != nil || here == there {
			return err
		}
		if _, err := object.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	read := sha256.New()
	size, err := to.Put(ctx, key, io.TeeReader(object, read))
	if err != nil {
		return err
	}
	if size != object.Size {
		return fmt.Errorf("it has %d bytes and should have %d", size, object.Size)
	}
	there, err = sumOf(ctx, to, key)
	if err == nil && there != [sha256.Size]byte(read.Sum(nil)) {
		err = errors.New("its copy has other bytes than were sent")
	}
	return err
}

// sumOf returns the SHA-256 of a file.
func sumOf(ctx context.Context, s blob.Store, key string) (of [sha256.Size]byte, err error) {
	object, err := s.Open(ctx, key)
	if err != nil {
		return of, err
	}
	of, err = sum(object)
	return of, errors.Join(err, object.Close())
}

func sum(r io.Reader) ([sha256.Size]byte, error) {
	h := sha256.New()
	_, err := io.Copy(h, r)
	return [sha256.Size]byte(h.Sum(nil)), err
}

// strange refuses a destination with a file that the source has not: it belongs to another Engram.
func strange(ctx context.Context, from, to blob.Store) error {
	return to.List(ctx, func(info blob.Info) error {
		object, err := from.Open(ctx, info.Key)
		if errors.Is(err, blob.ErrNotFound) {
			return fmt.Errorf("there are files already that are not of this Engram (%s): name an empty bucket, or another prefix in it", info.Key)
		}
		if err != nil {
			return err
		}
		return object.Close()
	})
}
