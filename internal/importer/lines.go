package importer

import (
	"bufio"
	"errors"
	"io"
)

// MaxLine is the number of bytes of a line that are read.
const MaxLine = 1 << 20

// EachLine calls visit with every line of a text without its end, and its number from 1. What of a
// line is beyond MaxLine is skipped, and cut says so.
func EachLine(text io.Reader, visit func(line string, number int, cut bool) error) error {
	r := bufio.NewReaderSize(text, 64<<10)
	var line []byte
	for n := 1; ; n++ {
		line = line[:0]
		cut, err := false, error(nil)
		for more := true; more && err == nil; {
			var piece []byte
			piece, more, err = r.ReadLine()
			room := MaxLine - len(line)
			line = append(line, piece[:min(len(piece), room)]...)
			cut = cut || len(piece) > room
		}
		if errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		if err := visit(string(line), n, cut); err != nil {
			return err
		}
	}
}
