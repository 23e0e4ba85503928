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

// errNoFiles keeps a folder that is not mounted from taking all pictures off their memories.
var errNoFiles = errors.New("rows name files, but the folder of files is empty: is it mounted? Is it the right one? Nothing was repaired")

// mounted reports errNoFiles when rows name files and there is none at all.
func (c *checker) mounted(ctx context.Context) error {
	err := c.Blobs.List(ctx, func(blob.Info) error { return errThere })
	if errors.Is(err, errThere) {
		return nil
	}
	if err != nil {
		return err
	}
	return c.eachUser(ctx, c.namesNone)
}

// errThere ends a listing.
var errThere = errors.New("there is a file")

func (c *checker) namesNone(ctx context.Context, userID string) error {
	files, err := c.Store.Files(ctx, userID)
	if slices.ContainsFunc(files, func(f File) bool { return f.MemoryID != "" }) {
		return errNoFiles
	}
	return err
}

// files checks that what the user's rows name is there. An upload that no memory holds is not asked for: its row comes
// before its bytes, and goes within a day.
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

// missing takes a lost picture off its memory. Its page is not captured again: were that to fail, the text that is there
// would be lost as well.
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

// settledAfter is how old a file must be that no row names: what is younger may be on its way.
const settledAfter = 24 * time.Hour

// errNoUsers keeps a wrong address of the database from taking all files for strays.
var errNoUsers = errors.New("there are files, but the database has no users: is it the right one? No file was removed")

// strays finds the files that no row names. A listing goes folder by folder, so the rows of one user are enough at a time.
// Only a user's own are removed: files of others mean that the database may be the wrong one.
func (c *checker) strays(ctx context.Context) error {
	var owner string
	var named map[string]bool
	nobodys := map[string]int{} // files by owner
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
			nobodys[owner]++
			return nil
		}
		return c.mend("no row names the file "+info.Key, func() error { return c.Blobs.Delete(ctx, info.Key) })
	})
	c.tellNobodys(nobodys)
	return err
}

// tellNobodys tells how many files there are of each owner whom the database does not know.
func (c *checker) tellNobodys(files map[string]int) {
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
