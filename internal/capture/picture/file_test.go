package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"time"

	"engram/internal/fault"
	"engram/internal/memory"
)

// withDate is Exif data whose second directory says when the picture was taken.
func withDate(order binary.AppendByteOrder, at string) []byte {
	out := []byte("II*\x00")
	if order.String() == "BigEndian" {
		out = []byte("MM\x00*")
	}
	entry := func(tag, kind uint16, count, value uint32) {
		out = order.AppendUint16(out, tag)
		out = order.AppendUint16(out, kind)
		out = order.AppendUint32(out, count)
		out = order.AppendUint32(out, value)
	}
	out = order.AppendUint32(out, 8)
	out = order.AppendUint16(out, 1)
	entry(0x8769, 4, 1, 26)
	out = order.AppendUint32(out, 0)
	out = order.AppendUint16(out, 1)
	entry(0x9003, 2, 20, 44)
	out = order.AppendUint32(out, 0)
	return append(out, at+"\x00"...)
}

func TestFile(t *testing.T) {
	var photo, small bytes.Buffer
	_ = jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 100, 100)), nil)
	_ = png.Encode(&small, image.NewGray(image.Rect(0, 0, 16, 16)))
	day := time.Date(2021, 8, 14, 9, 30, 0, 0, time.UTC)
	for name, test := range map[string]struct {
		file  []byte
		taken time.Time
		fails string
	}{
		"a photo":              {withExif(photo.Bytes(), withDate(binary.BigEndian, "2021:08:14 09:30:00")), day, ""},
		"in the other order":   {withExif(photo.Bytes(), withDate(binary.LittleEndian, "2021:08:14 09:30:00")), day, ""},
		"a camera's first day": {withExif(photo.Bytes(), withDate(binary.BigEndian, "0000:00:00 00:00:00")), time.Time{}, ""},
		"a cut directory":      {withExif(photo.Bytes(), withDate(binary.BigEndian, "2021")[:30]), time.Time{}, ""},
		"without a date":       {photo.Bytes(), time.Time{}, ""},
		"damaged":              {[]byte("\x89PNG\r\n\x1a\nx"), time.Time{}, msgNoImage},
		"a hundred megapixels": {hugePNG(10_000, 10_000), time.Time{}, msgImageTooLarge},
		"of too many bytes":    {append(photo.Bytes(), make([]byte, maxImage)...), time.Time{}, msgImageTooLarge},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := File{NewMaker()}.ReadFile(t.Context(), bytes.NewReader(test.file), memory.Bookmark{})
			if test.fails != "" {
				if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Invalid || f.Message != test.fails {
					t.Errorf("%v", err)
				}
				return
			}
			if err != nil || !bytes.Equal(doc.Image, test.file) || !doc.Published.Equal(test.taken) ||
				!strings.HasPrefix(doc.Sections[0].Blocks[0].Image.Address, "data:image/jpeg;base64,") {
				t.Errorf("%d bytes, %v, %v", len(doc.Image), doc.Published, err)
			}
		})
	}
	if doc, err := (File{NewMaker()}).ReadFile(t.Context(), bytes.NewReader(small.Bytes()), memory.Bookmark{}); err != nil || doc.Image != nil {
		t.Errorf("an icon: %v", err)
	}
}

// hugePNG is a small PNG that declares this size.
func hugePNG(width, height uint32) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, image.NewGray(image.Rect(0, 0, 1, 1)))
	file := b.Bytes()
	binary.BigEndian.PutUint32(file[16:], width)
	binary.BigEndian.PutUint32(file[20:], height)
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
	return file
}
