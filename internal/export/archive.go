package export

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"
	"hash/crc32"
	"io"
	"time"

	"github.com/klauspost/compress/flate"

	"engram/internal/portable"
)

// The compression of texts, and of files, which hardly get smaller.
const (
	textLevel = 6
	fileLevel = flate.BestSpeed
)

// What CreateRaw leaves to its caller: the mark of a name in UTF-8, and the version of the format that knows Deflate.
const (
	utf8Name = 0x800
	deflates = 20
)

// archive writes a ZIP file and lists what is in it.
type archive struct {
	zip   *zip.Writer
	files []portable.File
}

func newArchive(w io.Writer) *archive {
	a := &archive{zip: zip.NewWriter(w)}
	a.zip.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, fileLevel) })
	return a
}

// copy writes a file as it is read.
func (a *archive) copy(path string, modified time.Time, r io.Reader) error {
	w, err := a.zip.CreateHeader(&zip.FileHeader{Name: path, Method: zip.Deflate, Modified: modified})
	if err != nil {
		return err
	}
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(w, sum), r)
	a.list(path, n, sum)
	return err
}

// put writes a text that is compressed already.
func (a *archive) put(t *text) error {
	if err := t.deflate.Close(); err != nil {
		return err
	}
	header := &zip.FileHeader{
		Name: t.path, Method: zip.Deflate, CRC32: t.crc.Sum32(), CompressedSize64: uint64(t.buffer.Len()), UncompressedSize64: uint64(t.size),
		Flags: utf8Name, ReaderVersion: deflates, Extra: binary.LittleEndian.AppendUint32([]byte{'U', 'T', 5, 0, 1}, uint32(t.modified.Unix())),
	}
	header.SetModTime(t.modified) //nolint:staticcheck // CreateRaw takes the date from nothing else
	w, err := a.zip.CreateRaw(header)
	if err != nil {
		return err
	}
	a.list(t.path, t.size, t.sum)
	_, err = t.buffer.WriteTo(w)
	return err
}

func (a *archive) list(path string, size int64, sum hash.Hash) {
	a.files = append(a.files, portable.File{Path: path, Bytes: size, SHA256: hex.EncodeToString(sum.Sum(nil))})
}

// text is compressed while it is written, so that it takes little memory until it is put into an
// archive. Its Write fails never.
type text struct {
	path     string
	modified time.Time
	buffer   bytes.Buffer
	deflate  *flate.Writer
	crc      hash.Hash32
	sum      hash.Hash
	size     int64
}

func newText() *text {
	t := &text{crc: crc32.NewIEEE(), sum: sha256.New()}
	t.deflate, _ = flate.NewWriter(&t.buffer, textLevel) // fails for an unknown level only
	return t
}

// begin forgets what was written, for a file of another path.
func (t *text) begin(path string, modified time.Time) {
	t.path, t.modified, t.size = path, modified, 0
	t.buffer.Reset()
	t.deflate.Reset(&t.buffer)
	t.crc.Reset()
	t.sum.Reset()
}

func (t *text) Write(p []byte) (int, error) {
	t.size += int64(len(p))
	t.crc.Write(p)
	t.sum.Write(p)
	return t.deflate.Write(p)
}

func (t *text) WriteString(s string) (int, error) { return t.Write([]byte(s)) }

// json writes a value.
func (t *text) json(value any) error {
	encoder := json.NewEncoder(t)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(value)
}
