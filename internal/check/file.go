package check

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"engram/internal/blob"
)

// errNoFiles prevents an unmounted folder from removing all pictures.
var errNoFiles = errors.New("rows name files, but the folder of files is empty: is it mounted? Is it the right one? Nothing was repaired")

// mounted returns errNoFiles if rows name files and there are none.
func (c *checker) mounted(ctx context.Context) error {
	err := c.Blobs.List(ctx, blob.WithoutIndexes(func(blob.Info) error { return errThere }))
	if errors.Is(err, errThere) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.eachUser(ctx, c.namesNone)
}

// errThere stops a listing.
var errThere = errors.New("there is a file")

func (c *checker) namesNone(ctx context.Context, userID string) error {
	files, err := c.Store.Files(ctx, userID)
	if slices.ContainsFunc(files, func(f File) bool { return f.MemoryID != "" }) {
		return errNoFiles
	}
	return err
}

// files checks that the files of the user's rows exist. It skips unclaimed uploads: their row
// precedes their bytes and is removed within a day.
func (c *checker) files(ctx context.Context, userID string) error {
	files, err := c.Store.Files(ctx, userID)
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.MemoryID == "" {
			continue
		}
		there, err := c.there(ctx, f.Key)
		if err != nil {
			return err
		}
		if there {
			continue
		}
		if err := c.missing(ctx, userID, f); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) there(ctx context.Context, key string) (bool, error) {
	object, err := c.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, object.Close()
}

// missing removes a lost picture from its memory. The page is not captured again, since a failure
// could lose its text.
func (c *checker) missing(ctx context.Context, userID string, f File) error {
	what := "document"
	if f.Picture {
		what = "picture"
	}
	finding := fmt.Sprintf("user %s, memory %s: its %s %s ", userID, f.MemoryID, what, f.Key)
	switch {
	case c.Shared:
		c.tell(Lost, "%sis not here; another node may have it", finding)
	case !f.Picture:
		c.tell(Lost, "%sis gone", finding)
	default:
		return c.mend(finding+"is gone", func() error { return c.Store.DropPicture(ctx, userID, f.MemoryID, f.Key) })
	}
	return nil
}

// settledAfter is the minimum age of an orphan: a younger file may be in the middle of a save.
const settledAfter = 24 * time.Hour

// errNoUsers prevents a wrong database address from removing all files.
var errNoUsers = errors.New("there are files, but the database has no users: is it the right one? No file was removed")

// strays removes files without a row. The listing is by folder, so it holds one user's rows at a
// time. Files of unknown users stay: the database may be the wrong one.
func (c *checker) strays(ctx context.Context) error {
	var owner string
	var named map[string]bool
	unowned := map[string]int{} // files by owner
	err := c.Blobs.List(ctx, func(info blob.Info) (err error) {
		if c.report.Users == 0 {
			return errNoUsers
		}
		c.report.Files++
		if of := blob.Owner(info.Key); named == nil || of != owner {
			owner = of
			if named, err = c.named(ctx, of); err != nil {
				return err
			}
		}
		if named[info.Key] || c.Now().Sub(info.Modified) < settledAfter {
			return nil
		}
		if !c.known[owner] {
			unowned[owner]++
			return nil
		}
		return c.mend("no row names the file "+info.Key, func() error { return c.Blobs.Delete(ctx, info.Key) })
	})
	c.reportUnowned(unowned)
	return err
}

// reportUnowned reports the number of files of each unknown owner.
func (c *checker) reportUnowned(files map[string]int) {
	for _, owner := range slices.Sorted(maps.Keys(files)) {
		where := "in the folders of " + owner
		if owner == "" {
			where = "outside of the folders of users"
		}
		c.tell(Lost, "what lies %s (files: %d) belongs to nobody in this database: is it the right one?", where, files[owner])
	}
}

// named returns the keys of the files that the user's rows name.
func (c *checker) named(ctx context.Context, userID string) (map[string]bool, error) {
	files, err := c.Store.Files(ctx, userID)
	keys := make(map[string]bool, len(files))
	for _, f := range files {
		keys[f.Key] = true
	}
	return keys, err
}
