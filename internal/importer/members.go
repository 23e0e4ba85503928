package importer

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"engram/internal/zipfile"
)

// Member is a file of a ZIP file.
type Member struct {
	Name     string // with its path
	Size     int64
	Modified time.Time
	Refused  string // why it can't be read, for the user; empty: it can

	entry *zipfile.Entry
	src   Source        // the ZIP file
	room  *zipfile.Room // of the outermost one
}

// Open returns the content.
func (m Member) Open() (io.ReadCloser, error) { return m.entry.Open() }

// Base returns the name without its path.
func (m Member) Base() string { return path.Base(m.Name) }

// Extension returns the end of the name from the last dot, in lower case.
func (m Member) Extension() string { return strings.ToLower(path.Ext(m.Name)) }

// The reasons for which a member can't be read.
const (
	msgName      = "Its name leads out of the folder that it lies in."
	msgLink      = "It is a link or another thing that is no file."
	msgEncrypted = "It is encrypted."
	msgTwice     = "Another file before it has the same name."
	msgBig       = "It is larger than 1 GB, or inflates to far more than the file can hold."
)

// zipped lists the members of a ZIP file.
func zipped(src Source, room *zipfile.Room) ([]Member, error) {
	entries, err := zipfile.Entries(src, src.Size(), room)
	if err != nil {
		return nil, err
	}
	members := make([]Member, len(entries))
	for i := range entries {
		e := &entries[i]
		members[i] = Member{Name: e.Name, Size: e.Size, Modified: e.Modified, Refused: reasons[e.Refused], entry: e, src: src, room: room}
	}
	return members, nil
}

var reasons = map[error]string{
	zipfile.ErrName: msgName, zipfile.ErrLink: msgLink, zipfile.ErrEncrypted: msgEncrypted, fs.ErrExist: msgTwice, zipfile.ErrTooLarge: msgBig,
}

// Find returns the member with a name if it can be read.
func (in *Input) Find(name string) (Member, bool) {
	if in.large != nil {
		return in.large.find(name)
	}
	i, has := in.byName[name]
	if !has {
		return Member{}, false
	}
	return in.Members[i], true
}

func named(members []Member) map[string]int {
	byName := make(map[string]int, len(members))
	for i, m := range members {
		if m.Refused == "" {
			byName[m.Name] = i
		}
	}
	return byName
}

// inMemory is the size in bytes up to which a compressed member is read into memory to be read in
// place; larger ones into a temporary file.
const inMemory = 4 << 20

// Within returns a member as an input of its own, and what must be called when it has been read.
func (m Member) Within() (in *Input, done func(), err error) {
	src, done, err := m.inPlace()
	if err != nil {
		return nil, func() {}, err
	}
	in, err = newInput(src, m.room)
	if err != nil {
		done()
		return nil, func() {}, err
	}
	in.Name = m.Base()
	return in, done, nil
}

func (m Member) inPlace() (src Source, done func(), err error) {
	if offset, stored := m.entry.Stored(); stored {
		return io.NewSectionReader(m.src, offset, m.Size), func() {}, nil
	}
	content, err := m.Open()
	if err != nil {
		return nil, nil, err
	}
	defer content.Close()
	if m.Size <= inMemory {
		all, err := io.ReadAll(io.LimitReader(content, inMemory))
		return bytes.NewReader(all), func() {}, err
	}
	file, err := os.CreateTemp("", "engram-import-*")
	if err != nil {
		return nil, nil, fmt.Errorf("importer: unpack a file: %w", err)
	}
	_ = os.Remove(file.Name()) // it stays until it is closed
	size, err := io.Copy(file, content)
	if err != nil {
		_ = file.Close()
		return nil, nil, fmt.Errorf("importer: unpack a file: %w", err)
	}
	return io.NewSectionReader(file, 0, size), func() { _ = file.Close() }, nil
}

// ReadAll returns the content of a member of at most limit bytes; false if it is longer or broken.
func (m Member) ReadAll(limit int64) ([]byte, bool) {
	if m.Size > limit || m.Refused != "" {
		return nil, false
	}
	content, err := m.Open()
	if err != nil {
		return nil, false
	}
	defer content.Close()
	all, err := io.ReadAll(io.LimitReader(content, limit+1))
	return all, err == nil && int64(len(all)) <= limit
}
