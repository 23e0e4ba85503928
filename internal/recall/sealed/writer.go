package sealed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"slices"
)

// errFinished is the error after Commit, Seal or Abort.
var errFinished = errors.New("nothing more can be written")

// Writer writes a sealed file section by section, holding one block and the checksums. Errors are
// sticky and returned by Commit or Seal.
type Writer struct {
	footer
	format  uint32
	path    string   // empty: in memory
	file    *os.File // temporary; nil: in memory
	image   image    // written so far, in memory
	out     io.Writer
	block   []byte // of the body, not yet written
	table   []byte // checksums of the written blocks
	section int    // being written; -1 before the first
	err     error
}

// image is a growing file in memory.
type image []byte

func (m *image) Write(p []byte) (int, error) {
	if short := len(*m) + len(p) - cap(*m); short > 0 {
		*m = slices.Grow(*m, len(*m)+len(p)) // doubles: most bytes are copied once
	}
	*m = append(*m, p...)
	return len(p), nil
}

// Create returns a Writer of a file. It writes to path + ".new", so that an existing file stays
// until Commit. Use one Writer per path at a time.
func Create(path string, format uint32) (*Writer, error) {
	aside := path + ".new"
	if err := os.Remove(aside); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by a crash
		return nil, fmt.Errorf("sealed: create %s: %w", path, err)
	}
	file, err := os.OpenFile(aside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("sealed: create %s: %w", path, err)
	}
	w := &Writer{format: format, path: path, file: file, out: file}
	w.begin()
	return w, nil
}

// NewWriter returns a Writer of a file in memory.
func NewWriter(format uint32) *Writer {
	w := &Writer{format: format}
	w.out = &w.image
	w.begin()
	return w
}

func (w *Writer) begin() {
	w.section = -1
	w.add(header(w.format))
}

// Section starts a section, 0 to 63. Each may be written once, in any order.
func (w *Writer) Section(id int) {
	switch {
	case w.err != nil:
	case id < 0 || id >= sections:
		w.err = fmt.Errorf("section %d of %d", id, sections)
	case w.sections[id] != span{}:
		w.err = fmt.Errorf("section %d is written twice", id)
	default:
		w.add(make([]byte, -w.body%alignment))
		w.section = id
		w.sections[id].start = w.body
	}
}

// Write appends to the section.
func (w *Writer) Write(p []byte) (int, error) {
	if w.section < 0 && w.err == nil {
		w.err = errors.New("bytes before the first section")
	}
	if w.err == nil {
		w.add(p)
	}
	if w.err != nil {
		return 0, fmt.Errorf("sealed: write: %w", w.err)
	}
	w.sections[w.section].length += uint64(len(p))
	return len(p), nil
}

// add appends to the body.
func (w *Writer) add(p []byte) {
	w.body += uint64(len(p))
	for len(p) > 0 && w.err == nil {
		n := min(len(p), blockSize-len(w.block))
		w.block, p = append(w.block, p[:n]...), p[n:]
		if len(w.block) == blockSize {
			w.endBlock()
		}
	}
}

func (w *Writer) endBlock() {
	w.put(w.block)
	w.table = binary.LittleEndian.AppendUint32(w.table, crc32.Checksum(w.block, castagnoli))
	w.block = w.block[:0]
}

func (w *Writer) put(p []byte) {
	if w.err == nil {
		_, w.err = w.out.Write(p)
	}
}

// Commit finishes the file, renames it into place and opens it. It does not sync: torn files are
// detected. On an error the previous file stays.
func (w *Writer) Commit() (*File, error) {
	if w.file == nil {
		return nil, errors.New("sealed: commit: no file is being written")
	}
	f, err := w.publish()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("sealed: commit %s: %w", w.path, err), w.Abort())
	}
	w.file = nil
	return f, nil
}

// publish opens the file before renaming it, so that an unreadable one never takes the name.
func (w *Writer) publish() (*File, error) {
	if err := w.finish(); err != nil {
		return nil, err
	}
	if err := w.file.Close(); err != nil {
		return nil, err
	}
	f, err := Open(w.file.Name(), w.format)
	if err != nil {
		return nil, err
	}
	if err := os.Rename(w.file.Name(), w.path); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// finish writes the rest and ends the Writer.
func (w *Writer) finish() error {
	if len(w.block) > 0 {
		w.endBlock()
	}
	w.footer.table = crc32.Checksum(w.table, castagnoli)
	w.put(w.table)
	w.put(w.encode())
	err := w.err
	w.err = errFinished
	return err
}

// Seal finishes and returns a file in memory, without a copy. Its blocks need no verification.
func (w *Writer) Seal() (*File, error) {
	if w.path != "" {
		return nil, fmt.Errorf("sealed: seal %s: not in memory", w.path)
	}
	if err := w.finish(); err != nil {
		return nil, fmt.Errorf("sealed: seal: %w", err)
	}
	f, err := Read(w.image, w.format)
	if err != nil {
		return nil, err
	}
	w.image = nil
	f.checked.fill(^uint64(0))
	return f, nil
}

// Abort deletes what was written. It does nothing after Commit or Seal, so it may be deferred.
func (w *Writer) Abort() error {
	w.err = errFinished
	w.image = nil
	if w.file == nil {
		return nil
	}
	aside := w.file
	w.file = nil
	aside.Close()
	if err := os.Remove(aside.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("sealed: abort: %w", err)
	}
	return nil
}
