// Command ocr prepares the WebAssembly module of the OCR engine: it exports two functions also under
// the names that emscripten gives them today, which its runtime in Go looks for.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: ocr MODULE PREPARED")
		os.Exit(2)
	}
	if err := prepare(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "ocr:", err)
		os.Exit(1)
	}
}

func prepare(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(data, []byte(magic)) {
		return errCut
	}
	if data, err = renamed(data); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}

const (
	magic         = "\x00asm"
	header        = 8
	customSection = 0
	exportSection = 7
)

// also are the further names of exported functions.
var also = map[string]string{
	"stackSave":    "emscripten_stack_get_current",
	"stackRestore": "_emscripten_stack_restore",
}

var errCut = errors.New("the module is cut")

// renamed returns a module with the further names, and without its custom sections.
func renamed(module []byte) ([]byte, error) {
	out := bytes.Clone(module[:header])
	for rest := module[header:]; len(rest) > 0; {
		id := rest[0]
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || uint64(len(rest)) < 1+uint64(n)+size {
			return nil, errCut
		}
		body := rest[1+n : 1+n+int(size)]
		rest = rest[1+n+int(size):]
		if id == exportSection {
			var err error
			if body, err = exports(body); err != nil {
				return nil, err
			}
		}
		if id != customSection {
			out = binary.AppendUvarint(append(out, id), uint64(len(body)))
			out = append(out, body...)
		}
	}
	return out, nil
}

// exports returns the export section with the further names.
func exports(body []byte) ([]byte, error) {
	count, n := binary.Uvarint(body)
	if n <= 0 {
		return nil, errCut
	}
	var added []byte
	for rest := body[n:]; len(rest) > 0; {
		length, n := binary.Uvarint(rest)
		if n <= 0 || uint64(len(rest)) < uint64(n)+length+2 {
			return nil, errCut
		}
		name, tail := rest[n:n+int(length)], rest[n+int(length):]
		_, m := binary.Uvarint(tail[1:])
		if m <= 0 {
			return nil, errCut
		}
		if again, ok := also[string(name)]; ok {
			added = append(binary.AppendUvarint(added, uint64(len(again))), again...)
			added = append(added, tail[:1+m]...)
			count++
		}
		rest = tail[1+m:]
	}
	section := append(binary.AppendUvarint(nil, count), body[n:]...)
	return append(section, added...), nil
}
