package capturetest

import (
	"archive/zip"
	"bytes"
	"hash/crc32"
	"io"
)

// Packed returns a ZIP file of entries, by name and content in turn. The first is not compressed,
// as formats that begin with their media type have it.
func Packed(entries ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(entries); i += 2 {
		method := zip.Deflate
		if i == 0 {
			method = zip.Store
		}
		header := &zip.FileHeader{Name: entries[i], Method: method}
		if i == 0 { // sizes stand before it, not behind
			header.CRC32 = crc32.ChecksumIEEE([]byte(entries[1]))
			header.CompressedSize64, header.UncompressedSize64 = uint64(len(entries[1])), uint64(len(entries[1]))
		}
		var entry io.Writer
		var err error
		if i == 0 {
			entry, err = w.CreateRaw(header)
		} else {
			entry, err = w.CreateHeader(header)
		}
		if err == nil {
			_, err = entry.Write([]byte(entries[i+1]))
		}
		if err != nil {
			panic(err)
		}
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}
