package app

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"engram/internal/blob"
	"engram/internal/config"
	"engram/internal/store"
)

// refuseMissing refuses to make a database where files say that there was one: it may not be mounted, or its name be wrong.
func refuseMissing(cfg config.Config) error {
	if cfg.DatabaseURL != "" || cfg.NewDatabase || !store.IsNew(cfg.Database()) {
		return nil
	}
	var left []string
	for _, name := range []string{"secret", "engram.db-wal"} {
		if info, err := os.Stat(filepath.Join(cfg.DataDir, name)); err == nil && info.Size() > 0 {
			left = append(left, name)
		}
	}
	return emptyBeside(cfg.Database()+" is missing or empty", append(left, ofUsers(cfg)...))
}

// refuseEmpty refuses a database without users beside the files of some.
func refuseEmpty(ctx context.Context, cfg config.Config, db *store.DB) error {
	if cfg.NewDatabase {
		return nil
	}
	empty, err := isEmpty(ctx, db)
	if err != nil || !empty {
		return err
	}
	return emptyBeside("the database has no users", ofUsers(cfg))
}

func emptyBeside(what string, left []string) error {
	if len(left) == 0 {
		return nil
	}
	return fmt.Errorf("%s, but the data directory holds what an earlier one left (%s): mount or put back the database; "+
		"to begin with an empty one beside these files, set ENGRAM_NEW_DATABASE=true for one start", what, strings.Join(left, ", "))
}

// refuseForeign refuses a bucket with files of users beside a database that has none.
func refuseForeign(ctx context.Context, cfg config.Config, s storage) error {
	if cfg.BlobURL == "" || cfg.NewDatabase {
		return nil
	}
	empty, err := isEmpty(ctx, s.db)
	if err != nil || !empty {
		return err
	}
	err = s.blobs.List(ctx, func(info blob.Info) error {
		return fmt.Errorf("the database has no users, but the bucket of ENGRAM_BLOB_URL holds files of some (%s): "+
			"set the database that they belong to, or another bucket or prefix; to begin with an empty one beside these files, set ENGRAM_NEW_DATABASE=true for one start", info.Key)
	})
	return err
}

// ofUsers are the folders in which files of users lie.
func ofUsers(cfg config.Config) (found []string) {
	for _, folder := range []string{"blobs/documents", "blobs/imports", "blobs/pictures", "cache/index"} {
		if entries, err := os.ReadDir(filepath.Join(cfg.DataDir, folder)); err == nil && len(entries) > 0 {
			found = append(found, folder)
		}
	}
	return found
}
