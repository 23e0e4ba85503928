package notes

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"

	"engram/internal/importer"
)

// lifted holds the files of a note in a temporary file, as base64.
type lifted struct {
	file *os.File
	size int64
}

func (l *lifted) write(p []byte) error {
	if l.file == nil {
		file, err := os.CreateTemp("", "engram-import-*")
		if err != nil {
			return fmt.Errorf("notes: keep a file: %w", err)
		}
		_ = os.Remove(file.Name()) // it stays until it is closed
		l.file = file
	}
	n, err := l.file.WriteAt(p, l.size)
	l.size += int64(n)
	return err
}

// reset forgets all files.
func (l *lifted) reset() {
	if l.file != nil && l.size > 0 {
		_ = l.file.Truncate(0)
	}
	l.size = 0
}

func (l *lifted) close() {
	if l.file != nil {
		_ = l.file.Close()
	}
}

// open returns the file that stands for what was written of it.
func (l *lifted) open(written string) (open importer.Open, size int64, ok bool) {
	var from, length int64
	if _, err := fmt.Sscanf(written, "%d+%d", &from, &length); err != nil || l.file == nil || length == 0 || from < 0 || from+length > l.size {
		return nil, 0, false
	}
	return func() (io.ReadCloser, error) {
		return io.NopCloser(base64.NewDecoder(base64.RawStdEncoding, &unspaced{io.NewSectionReader(l.file, from, length)})), nil
	}, length * 3 / 4, true
}

// unspaced skips white space and the signs that fill the end of base64.
type unspaced struct{ r io.Reader }

func (u *unspaced) Read(p []byte) (int, error) {
	for {
		n, err := u.r.Read(p)
		kept := 0
		for _, b := range p[:n] {
			if b > ' ' && b != '=' {
				p[kept] = b
				kept++
			}
		}
		if kept > 0 || n == 0 || err != nil {
			return kept, err
		}
	}
}

// lift returns a text in which each file, of any size, is replaced by where it is kept.
func lift(text io.Reader, files *lifted) io.Reader {
	return &lifting{r: bufio.NewReaderSize(text, 64<<10), files: files}
}

type lifting struct {
	r       *bufio.Reader
	files   *lifted
	pending []byte
	within  bool // a file
	from    int64
}

// dataTag begins a file.
const dataTag = `data encoding=`

func (l *lifting) Read(p []byte) (int, error) {
	for len(l.pending) == 0 {
		if err := l.fill(); err != nil {
			return 0, err
		}
	}
	n := copy(p, l.pending)
	l.pending = l.pending[n:]
	return n, nil
}

// fill reads up to the next tag.
func (l *lifting) fill() error {
	piece, err := l.r.ReadSlice('<')
	if err != nil && !errors.Is(err, bufio.ErrBufferFull) && len(piece) == 0 {
		return err
	}
	tag := len(piece) > 0 && piece[len(piece)-1] == '<'
	if l.within {
		content := piece
		if tag {
			content = piece[:len(piece)-1]
		}
		if err := l.files.write(content); err != nil {
			return err
		}
		if tag {
			l.within = false
			l.pending = fmt.Appendf(nil, "%d+%d<", l.from, l.files.size-l.from)
		}
		return nil
	}
	l.pending = append(l.pending[:0], piece...)
	if next, _ := l.r.Peek(len(dataTag)); tag && string(next) == dataTag {
		rest, _ := l.r.ReadSlice('>')
		l.pending = append(l.pending, rest...)
		l.within, l.from = true, l.files.size
	}
	return nil
}
