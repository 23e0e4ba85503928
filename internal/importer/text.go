package importer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"engram/internal/fault"
	"engram/internal/importer/jsonfile"
	"engram/internal/zipfile"
)

const (
	headSize   = 64 << 10 // bytes of an input that tell its format
	sampleSize = 4 << 10  // bytes that tell its charset
)

// Input is a source with what tells its format.
type Input struct {
	Source
	Head string         // the beginning of its text, as UTF-8
	JSON jsonfile.Shape // of its beginning, if it is JSON

	Members []Member // of a ZIP file; nil: it is another file
	Name    string   // of a member; a label, and nothing that tells what it is

	byName map[string]int // members that can be read
	large  *large         // in place of members; nil: there are few
}

// NewInput reads the beginning of a source. fault.TooLarge for a ZIP file of too many files, ErrUnknown
// for one that is damaged.
func NewInput(src Source) (*Input, error) {
	if isZIP(src) {
		if l, err := largeOf(src); l != nil || err != nil {
			return &Input{Source: src, large: l}, err
		}
	}
	return newInput(src, zipfile.RoomOf(src.Size()))
}

func isZIP(src Source) bool {
	begin := make([]byte, len(zipfile.Magic))
	n, _ := src.ReadAt(begin, 0)
	return n == len(begin) && string(begin) == zipfile.Magic
}

// newInput is NewInput for a file within a ZIP file of this room, where a large export of Engram is none.
func newInput(src Source, room *zipfile.Room) (*Input, error) {
	if isZIP(src) {
		members, err := zipped(src, room)
		if errors.Is(err, zipfile.ErrTooLarge) {
			return nil, tooManyFiles()
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnknown, err)
		}
		return &Input{Source: src, Members: members, byName: named(members)}, nil
	}
	head, err := io.ReadAll(io.LimitReader(Text(src), headSize))
	if err != nil {
		return nil, err
	}
	in := &Input{Source: src, Head: strings.ToValidUTF8(string(head), "")}
	if in.begins("[{") {
		in.JSON = jsonfile.Look(in.Head)
	}
	return in, nil
}

func tooManyFiles() error {
	return fault.New(fault.TooLarge, "The ZIP file holds more files than are taken over at once. Please bring it in parts.")
}

// IsMarkup reports whether the input begins as HTML and XML do.
func (in *Input) IsMarkup() bool { return in.begins("<") }

func (in *Input) begins(signs string) bool {
	begin := strings.TrimLeft(in.Head, " \t\r\n")
	return begin != "" && strings.Contains(signs, begin[:1])
}

// Text returns the text of a source as UTF-8, without a byte order mark. Bytes that are none in a
// text of UTF-8 are read as Windows-1252.
func Text(src Source) io.Reader {
	return decoded(io.NewSectionReader(src, 0, src.Size()), io.NewSectionReader(src, 0, src.Size()), src.Size())
}

// decoded returns the text of file, whose charset it decides by sample, the same text.
func decoded(file, sample io.Reader, size int64) io.Reader {
	begin, telling := sampled(sample, size)
	for mark, decode := range map[string]transform.Transformer{
		"\xff\xfe": unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder(),
		"\xfe\xff": unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder(),
	} {
		if bytes.HasPrefix(begin, []byte(mark)) {
			return transform.NewReader(file, decode)
		}
	}
	even, odd := zeros(begin)
	switch {
	case odd > len(begin)/4 && even == 0:
		return transform.NewReader(file, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder())
	case even > len(begin)/4 && odd == 0:
		return transform.NewReader(file, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder())
	}
	if !mayBeUTF8(telling) {
		e, name, certain := charset.DetermineEncoding(begin, "")
		if certain && name != "utf-8" && !strings.HasPrefix(name, "utf-16") {
			return transform.NewReader(file, e.NewDecoder())
		}
	}
	return transform.NewReader(withoutMark(file), lenient{})
}

// sampled returns the beginning of a text, and a stretch that has its first byte beyond ASCII.
func sampled(r io.Reader, size int64) (begin, telling []byte) {
	buffered := bufio.NewReaderSize(r, int(min(size+1, 16*sampleSize)))
	begin, _ = buffered.Peek(sampleSize)
	begin = bytes.Clone(begin)
	for {
		piece, err := buffered.Peek(sampleSize)
		if i := bytes.IndexFunc(piece, func(r rune) bool { return r >= utf8.RuneSelf }); i >= 0 {
			_, _ = buffered.Discard(i)
			telling, _ = buffered.Peek(sampleSize)
			return begin, bytes.Clone(telling)
		}
		if err != nil {
			return begin, nil
		}
		_, _ = buffered.Discard(len(piece))
	}
}

// zeros counts the zero bytes at even and odd places.
func zeros(b []byte) (even, odd int) {
	for i, c := range b {
		switch {
		case c != 0:
		case i%2 == 0:
			even++
		default:
			odd++
		}
	}
	return even, odd
}

// mayBeUTF8 reports whether a stretch is UTF-8 but for a character that is cut off at its end.
func mayBeUTF8(b []byte) bool {
	for cut := range utf8.UTFMax {
		if cut <= len(b) && utf8.Valid(b[:len(b)-cut]) {
			return true
		}
	}
	return false
}

func withoutMark(r io.Reader) io.Reader {
	buffered := bufio.NewReader(r)
	if begin, _ := buffered.Peek(3); string(begin) == "\ufeff" {
		_, _ = buffered.Discard(3)
	}
	return buffered
}

// lenient keeps UTF-8 and reads every byte that is none as Windows-1252.
type lenient struct{ transform.NopResetter }

// Transform implements transform.Transformer.
func (lenient) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if src[nSrc] < utf8.RuneSelf {
			if nDst == len(dst) {
				return nDst, nSrc, transform.ErrShortDst
			}
			dst[nDst] = src[nSrc]
			nDst, nSrc = nDst+1, nSrc+1
			continue
		}
		if !atEOF && !utf8.FullRune(src[nSrc:]) {
			return nDst, nSrc, transform.ErrShortSrc
		}
		r, size := utf8.DecodeRune(src[nSrc:])
		if r == utf8.RuneError && size == 1 {
			r = charmap.Windows1252.DecodeByte(src[nSrc])
		}
		if nDst+utf8.RuneLen(r) > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += size
	}
	return nDst, nSrc, nil
}
