package zipfile

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// The records at the end of a ZIP file, which lead to the list of its entries.
const (
	entryMagic = "PK\x01\x02"
	endMagic   = "PK\x05\x06"
	end64Magic = "PK\x06\x06"
	end64At    = "PK\x06\x07"
	entrySize  = 46
	endSize    = 22
	end64Size  = 56
	atSize     = 20
	maxComment = 1<<16 - 1
)

const (
	recordsAtOnce = 256
	maxRecord     = entrySize + 3*(1<<16-1)
)

var errDirectory = errors.New("zipfile: there is no list of entries")

// Index is the list of entries of a ZIP file, which is read piece by piece, however long it is.
type Index struct {
	file       io.ReaderAt
	size       int64 // of the file
	begin, end int64 // of the list
}

// Ref is a place in the list of entries.
type Ref struct {
	at   int64
	size uint32
}

// Look finds the list of entries of a ZIP file.
func Look(file io.ReaderAt, size int64) (*Index, error) {
	tail := make([]byte, min(size, endSize+maxComment))
	if _, err := file.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("zipfile: look for entries: %w", err)
	}
	i := bytes.LastIndex(tail, []byte(endMagic))
	if i < 0 || len(tail)-i < endSize {
		return nil, errDirectory
	}
	length, begin := int64(binary.LittleEndian.Uint32(tail[i+12:])), int64(binary.LittleEndian.Uint32(tail[i+16:]))
	if length == 1<<32-1 || begin == 1<<32-1 || binary.LittleEndian.Uint16(tail[i+10:]) == 1<<16-1 {
		l, b, ok := look64(file, size-int64(len(tail)-i)-atSize)
		if ok {
			length, begin = l, b
		}
	}
	if length < 0 || begin < 0 || begin > size || length > size-begin {
		return nil, errDirectory
	}
	return &Index{file: file, size: size, begin: begin, end: begin + length}, nil
}

// look64 reads the end of a large ZIP file, by the record that says where that is.
func look64(file io.ReaderAt, at int64) (length, begin int64, ok bool) {
	locator, end := make([]byte, atSize), make([]byte, end64Size)
	if _, err := file.ReadAt(locator, max(at, 0)); err != nil || !bytes.HasPrefix(locator, []byte(end64At)) {
		return 0, 0, false
	}
	where := int64(binary.LittleEndian.Uint64(locator[8:]))
	if where < 0 {
		return 0, 0, false
	}
	if _, err := file.ReadAt(end, where); err != nil || !bytes.HasPrefix(end, []byte(end64Magic)) {
		return 0, 0, false
	}
	return int64(binary.LittleEndian.Uint64(end[40:])), int64(binary.LittleEndian.Uint64(end[48:])), true
}

// Large reports whether the list is longer than Entries reads.
func (x *Index) Large() bool { return x.end-x.begin > maxEntries/2 }

// Each calls yield with the files of the ZIP file, in its order. Names may occur twice.
func (x *Index) Each(yield func(Entry, Ref) error) error {
	list := bufio.NewReaderSize(io.NewSectionReader(x.file, x.begin, x.end-x.begin), 64<<10)
	left := max(x.size*ratio, alwaysInRoom)
	for at := x.begin; at < x.end; {
		records, refs, err := next(list, at)
		if err != nil {
			return err
		}
		found, err := x.parse(records, len(refs))
		if err != nil {
			return err
		}
		for i, f := range found {
			at += int64(refs[i].size)
			if strings.HasSuffix(f.Name, "/") {
				continue
			}
			e := entryOf(f)
			if e.Refused = refused(f, e, left, nil); e.Refused == nil {
				left -= e.Size
			}
			if err := yield(e, refs[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// next reads some records of the list, which begin at a place.
func next(list *bufio.Reader, at int64) (records []byte, refs []Ref, err error) {
	for len(refs) < recordsAtOnce {
		head, err := list.Peek(entrySize)
		if errors.Is(err, io.EOF) && len(head) == 0 && len(refs) > 0 {
			return records, refs, nil
		}
		if err != nil || !bytes.HasPrefix(head, []byte(entryMagic)) {
			return nil, nil, errDirectory
		}
		size := entrySize + int(binary.LittleEndian.Uint16(head[28:])) + int(binary.LittleEndian.Uint16(head[30:])) + int(binary.LittleEndian.Uint16(head[32:]))
		from := len(records)
		records = append(records, make([]byte, size)...)
		if _, err := io.ReadFull(list, records[from:]); err != nil {
			return nil, nil, errDirectory
		}
		refs = append(refs, Ref{at, uint32(size)})
		at += int64(size)
	}
	return records, refs, nil
}

// At returns the entry at a place that Each yielded.
func (x *Index) At(ref Ref) (Entry, error) {
	if ref.size > maxRecord {
		return Entry{}, errDirectory
	}
	record := make([]byte, ref.size)
	if _, err := x.file.ReadAt(record, ref.at); err != nil {
		return Entry{}, fmt.Errorf("zipfile: read an entry: %w", err)
	}
	found, err := x.parse(record, 1)
	if err != nil {
		return Entry{}, err
	}
	e := entryOf(found[0])
	e.Refused = refused(found[0], e, maxEntry, nil)
	return e, nil
}

// parse has the library read records as if they were the whole list.
func (x *Index) parse(records []byte, n int) ([]*zip.File, error) {
	end := x.size + int64(len(records))
	tail := append(bytes.Clone(records), end64Magic...)
	tail = binary.LittleEndian.AppendUint64(tail, end64Size-12)
	tail = append(tail, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	for _, number := range []int64{int64(n), int64(n), int64(len(records)), x.size} {
		tail = binary.LittleEndian.AppendUint64(tail, uint64(number))
	}
	tail = append(tail, end64At+"\x00\x00\x00\x00"...)
	tail = binary.LittleEndian.AppendUint64(tail, uint64(end))
	tail = append(tail, "\x01\x00\x00\x00"+endMagic+"\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00"...)
	r, err := zip.NewReader(&tailed{x.file, x.size, tail}, x.size+int64(len(tail)))
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) || len(r.File) != n {
		return nil, errors.Join(errDirectory, err)
	}
	return r.File, nil
}

// tailed is a file with more behind it.
type tailed struct {
	file io.ReaderAt
	size int64
	tail []byte
}

func (t *tailed) ReadAt(p []byte, off int64) (n int, err error) {
	if off < t.size {
		n, err = t.file.ReadAt(p[:min(int64(len(p)), t.size-off)], off)
		if n < len(p) && (err == nil || errors.Is(err, io.EOF)) && off+int64(n) == t.size {
			more, err := t.ReadAt(p[n:], t.size)
			return n + more, err
		}
		return n, err
	}
	if off-t.size >= int64(len(t.tail)) {
		return 0, io.EOF
	}
	n = copy(p, t.tail[off-t.size:])
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}
