package extract

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"engram/internal/fault"
)

func encoded(t *testing.T, format string, width, height int) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	img.Set(0, 0, color.NRGBA{R: 200})
	var out bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&out, img)
	case "jpeg":
		err = jpeg.Encode(&out, img, nil)
	case "gif":
		err = gif.Encode(&out, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPicture(t *testing.T) {
	tests := []struct {
		name          string
		data          []byte
		width, height int
	}{
		{"a large PNG is scaled", encoded(t, "png", 1600, 400), 800, 200},
		{"a tall JPEG is scaled", encoded(t, "jpeg", 300, 1200), 200, 800},
		{"a small GIF stays", encoded(t, "gif", 40, 30), 40, 30},
		{"a long line keeps a pixel", encoded(t, "png", 8000, 8), 800, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			made, err := NewPictures().Picture(t.Context(), test.data)
			if err != nil {
				t.Fatal(err)
			}
			got, err := jpeg.Decode(bytes.NewReader(made))
			if err != nil || got.Bounds().Dx() != test.width || got.Bounds().Dy() != test.height {
				t.Errorf("got %v, %v; want %d by %d", got.Bounds(), err, test.width, test.height)
			}
		})
	}
}

// bomb is a PNG of a few bytes that claims to be huge.
func bomb(width, height uint32) []byte {
	header := binary.BigEndian.AppendUint32([]byte("IHDR"), width)
	header = append(binary.BigEndian.AppendUint32(header, height), 8, 6, 0, 0, 0)
	out := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d")
	out = append(out, header...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(header))
}

func TestPictureRefusals(t *testing.T) {
	whole := encoded(t, "png", 100, 100)
	for name, data := range map[string][]byte{
		"nothing":           nil,
		"a page":            []byte("<!doctype html><title>x</title>"),
		"SVG":               []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`),
		"a counting pixel":  encoded(t, "gif", 1, 1),
		"a bomb":            bomb(30_000, 30_000),
		"an endless bomb":   bomb(1<<31-1, 1<<31-1),
		"half of a picture": whole[:len(whole)/2],
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := NewPictures().Picture(t.Context(), data); err == nil || fault.KindOf(err) != fault.Invalid {
				t.Errorf("got %v, want a refusal", err)
			}
		})
	}
}

func FuzzPicture(f *testing.F) {
	f.Add([]byte("GIF89a"))
	f.Add(bomb(100, 100))
	f.Fuzz(func(t *testing.T, data []byte) {
		made, err := NewPictures().Picture(t.Context(), data)
		if err != nil {
			return
		}
		if _, err := jpeg.Decode(bytes.NewReader(made)); err != nil {
			t.Errorf("what was made is no JPEG: %v", err)
		}
	})
}
