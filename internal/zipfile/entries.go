package zipfile

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// The limits of a ZIP file that holds many files.
const (
	maxEntries   = 16 << 20 // bytes of the list of entries
	maxEntry     = 1 << 30  // bytes of one entry
	ratio        = 100      // bytes of all entries, for each byte of the file
	alwaysInRoom = 64 << 20 // bytes of all entries, however small the file is
)

// ErrName is returned for an entry whose name leads out of the folder that it is unpacked in.
var ErrName = errors.New("zipfile: the name leads elsewhere")

// ErrLink is returned for an entry that is a link or another thing that is no file.
var ErrLink = errors.New("zipfile: an entry is no file")

// Entry is a file in a ZIP file. Folders are none.
type Entry struct {
	Name     string
	Size     int64 // that it declares, and does not exceed when it is read
	Modified time.Time
	// Refused is ErrName, ErrLink, ErrEncrypted, ErrTooLarge, or fs.ErrExist if the name occurred
	// before; nil if the entry can be opened.
	Refused error

	entry *zip.File
}

// Room is the number of bytes that the files of a ZIP file may still inflate to, with those of the ZIP
// files within it.
type Room struct{ left int64 }

// RoomOf returns the room of a ZIP file by its size.
func RoomOf(size int64) *Room { return &Room{max(size*ratio, alwaysInRoom)} }

// Entries lists the files of a ZIP file of any size, in its order, as many as have room. ErrTooLarge if
// they are too many.
func Entries(file io.ReaderAt, size int64, room *Room) ([]Entry, error) {
	at := &positioned{file: io.NewSectionReader(file, 0, size), left: maxEntries}
	directory, err := zip.NewReader(at, size)
	if err != nil {
		return nil, fmt.Errorf("zipfile: open: %w", errors.Join(err, at.exceeded))
	}
	all := make([]Entry, 0, len(directory.File))
	seen := make(map[string]bool, len(directory.File))
	for _, f := range directory.File {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		e := entryOf(f)
		e.Refused = refused(f, e, room.left, seen)
		if e.Refused == nil {
			room.left -= e.Size
		}
		seen[e.Name] = true
		all = append(all, e)
	}
	at.left = 1 << 62
	return all, nil
}

func entryOf(f *zip.File) Entry {
	return Entry{Name: nameOf(f), Size: int64(min(f.UncompressedSize64, 1<<62)), Modified: f.Modified, entry: f}
}

func refused(f *zip.File, e Entry, left int64, seen map[string]bool) error {
	switch {
	case !fs.ValidPath(e.Name):
		return ErrName
	case seen[e.Name]:
		return fs.ErrExist
	case !f.Mode().IsRegular():
		return ErrLink
	case f.Flags&1 != 0:
		return ErrEncrypted
	case e.Size > maxEntry || e.Size > left:
		return ErrTooLarge
	}
	return nil
}

// nameOf returns the name of an entry as UTF-8, with slashes.
func nameOf(f *zip.File) string {
	name := strings.TrimPrefix(strings.ReplaceAll(f.Name, `\`, "/"), "./")
	if utf8.ValidString(name) {
		return name
	}
	decoded, _ := charmap.CodePage437.NewDecoder().String(name)
	return decoded
}

// Open returns the content of the entry. Reading it fails with ErrTooLarge where it inflates to more
// than it declares.
func (e Entry) Open() (io.ReadCloser, error) {
	if e.Refused != nil {
		return nil, e.Refused
	}
	content, err := e.entry.Open()
	if err != nil {
		return nil, fmt.Errorf("zipfile: open an entry: %w", err)
	}
	return &bounded{content, e.Size}, nil
}

// Stored returns where the content of an entry stands in the file if it is not compressed.
func (e Entry) Stored() (offset int64, ok bool) {
	if e.Refused != nil || e.entry.Method != zip.Store || e.entry.CompressedSize64 != e.entry.UncompressedSize64 {
		return 0, false
	}
	offset, err := e.entry.DataOffset()
	return offset, err == nil
}

// bounded fails after a number of bytes.
type bounded struct {
	io.ReadCloser
	left int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, ErrTooLarge
	}
	return n, err
}
