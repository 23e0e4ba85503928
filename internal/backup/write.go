package backup

import (
	"archive/tar"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"

	"engram/internal/blob"
)

// Source names the parts that a backup holds.
type Source struct {
	Database   Database
	Files      Files  // nil: the database and the key alone
	Key        string // the path of the key's file, which may be absent
	Program    string // the version that makes the backup
	Recipients []age.Recipient
	Now        func() time.Time
}

// dumpNote says where the database is that is not in the archive.
const dumpNote = `The database is not in this archive but in a dump of the same time: pg_dump --format=custom --file=engram.dump "$ENGRAM_DATABASE_URL"`

// filesNote says where the files are that belong to a database alone.
const filesNote = "The files are not in this archive: a migration changes none. They lie in the folder blobs of the data directory that it was made in."

// Write makes an archive of the source. A folder of its own is needed for the copy of the database. What is removed
// meanwhile is still in it; what comes meanwhile may be.
func Write(ctx context.Context, w io.Writer, s Source, folder string) (m Manifest, err error) {
	if s.Files != nil {
		held, err := s.Files.Hold(ctx)
		if err != nil {
			return m, err
		}
		defer held.Close()
	}
	packed, err := pack(w, s.Recipients)
	if err != nil {
		return m, err
	}
	a := &archive{Source: s, out: tar.NewWriter(packed), buffer: make([]byte, 256<<10)}
	if err := a.write(ctx, folder); err != nil {
		return m, errors.Join(err, packed.Close())
	}
	return a.manifest, errors.Join(a.out.Close(), packed.Close())
}

// archive is one that is being written.
type archive struct {
	Source
	out      *tar.Writer
	manifest Manifest
	buffer   []byte
}

func (a *archive) write(ctx context.Context, folder string) error {
	if err := a.about(ctx); err != nil {
		return err
	}
	if a.manifest.Engine == SQLite {
		// Before the files: each that a row names is there by then, and held.
		copied := filepath.Join(folder, databaseName)
		if err := a.Database.CopyTo(ctx, copied); err != nil {
			return err
		}
		if err := errors.Join(a.disk(databaseName, copied), os.Remove(copied)); err != nil {
			return err
		}
	}
	if err := a.disk(keyName, a.Key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if a.Files != nil {
		if err := a.Files.List(ctx, blob.WithoutIndexes(func(info blob.Info) error { return a.file(ctx, info.Key) })); err != nil {
			return err
		}
	}
	a.manifest.Checksum = a.manifest.sum()
	return a.json(manifestName, a.manifest)
}

func (a *archive) about(ctx context.Context) error {
	schema, err := a.Database.Schema(ctx)
	if err != nil {
		return err
	}
	about := About{
		Format: Format, Program: a.Program, Schema: schema, Engine: a.Database.Engine(), Scope: Everything,
		Created: a.Now().UTC().Truncate(time.Second),
	}
	if a.Files == nil {
		about.Scope, about.Note = DatabaseOnly, filesNote
	}
	if about.Engine == Postgres {
		about.Note = dumpNote
	}
	a.manifest.About = about
	return a.json(aboutName, about)
}

func (a *archive) json(name string, value any) error {
	text, err := json.MarshalIndent(value, "", "\t")
	if err != nil {
		return err
	}
	if len(text) > maxManifest {
		return fmt.Errorf("there are more files (%d) than a backup can list", len(a.manifest.Entries))
	}
	if err := a.out.WriteHeader(header(name, int64(len(text)), a.manifest.Created)); err != nil {
		return err
	}
	_, err = a.out.Write(text)
	return err
}

func (a *archive) disk(name, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return a.add(name, info.Size(), info.ModTime(), file)
}

// file adds a blob. One that has gone since it was listed was held by no row.
func (a *archive) file(ctx context.Context, key string) error {
	object, err := a.Files.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	defer object.Close()
	return a.add(filesIn+key, object.Size, object.Modified, object)
}

func (a *archive) add(name string, size int64, modified time.Time, r io.Reader) error {
	if err := a.out.WriteHeader(header(name, size, modified)); err != nil {
		return err
	}
	sum := sha256.New()
	// Neither end may bring a way of its own, which would take a buffer for each file.
	n, err := io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(a.out, sum)}, struct{ io.Reader }{r}, a.buffer)
	if err == nil && n != size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	a.manifest.Entries = append(a.manifest.Entries, Entry{Name: name, Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))})
	return nil
}

func header(name string, size int64, modified time.Time) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: size, Mode: 0o600, ModTime: modified.Truncate(time.Second)}
}
