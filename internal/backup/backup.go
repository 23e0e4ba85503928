// Package backup makes an archive of what an Engram keeps, and a data directory of an archive.
//
// An archive is a tar file compressed by zstd, and encrypted by age where there is a recipient. It begins with what it is
// (About), then come the key, the database and the files, and it ends with the list of them (Manifest): what is cut off has
// no list, and what was changed does not agree with it. Search indexes are left out, since they are made anew.
package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"engram/internal/blob"
	"engram/internal/fault"
)

// Format is the version of the layout of archives. A program reads its own and those before.
const Format = 1

// The names in an archive; a file's is its blob's key behind filesIn.
const (
	aboutName    = "about.json"
	manifestName = "manifest.json"
	databaseName = "engram.db"
	keyName      = "secret"
	filesIn      = "blobs/"
)

// The engines of databases.
const (
	SQLite   = "sqlite"
	Postgres = "postgres"
)

// Scope says how much is in an archive.
type Scope string

const (
	Everything   Scope = "everything"
	DatabaseOnly Scope = "database" // and the key, without files: made before a migration, which changes no file
)

// About says what an archive is.
type About struct {
	Format  int       `json:"format"`
	Program string    `json:"program"` // its version
	Schema  int64     `json:"schema"`  // of the database
	Engine  string    `json:"engine"`
	Scope   Scope     `json:"scope"`
	Created time.Time `json:"created"`
	Note    string    `json:"note,omitempty"` // how what is not in it is kept
}

// Manifest lists what is in an archive.
type Manifest struct {
	About
	Entries  []Entry `json:"entries"`
	Checksum string  `json:"checksum"` // SHA-256 of the rest
}

// Entry is one file of an archive. Size is in bytes.
type Entry struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Files is the number of uploaded files and pictures.
func (m Manifest) Files() (n int) {
	for _, e := range m.Entries {
		if strings.HasPrefix(e.Name, filesIn) {
			n++
		}
	}
	return n
}

// Bytes is the size of all entries together, before compression.
func (m Manifest) Bytes() (n int64) {
	for _, e := range m.Entries {
		n += e.Size
	}
	return n
}

// HasKey reports whether the key that signs links is in it. One that a setting gives is not.
func (m Manifest) HasKey() bool {
	for _, e := range m.Entries {
		if e.Name == keyName {
			return true
		}
	}
	return false
}

// sum is the checksum that the manifest must have.
func (m Manifest) sum() string {
	sum := sha256.New()
	about, _ := json.Marshal(m.About) // of plain fields
	_, _ = sum.Write(about)
	for _, e := range m.Entries {
		_, _ = fmt.Fprintf(sum, "\n%s %d %s", e.SHA256, e.Size, e.Name)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// known reports whether an archive may hold a file of that name.
func known(name string) bool {
	key, isFile := strings.CutPrefix(name, filesIn)
	return name == keyName || name == databaseName || isFile && blob.ValidKey(key)
}

// refuse returns the error for an archive that can't be used, in words for the person who restores it.
func refuse(format string, args ...any) error {
	return fault.New(fault.Invalid, fmt.Sprintf(format, args...))
}
