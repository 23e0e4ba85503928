package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"slices"
	"testing"
)

// exifOf is Exif data in either order of bytes that tells one orientation.
func exifOf(order binary.AppendByteOrder, orientation uint16) []byte {
	out := []byte("II*\x00")
	if order.String() == "BigEndian" {
		out = []byte("MM\x00*")
	}
	out = order.AppendUint32(out, 8)
	out = order.AppendUint16(out, 2)
	out = order.AppendUint16(out, 0x010f)      // the maker, which is not asked
	out = append(out, make([]byte, 10)...)     //
	out = order.AppendUint16(out, 0x0112)      // the orientation
	out = order.AppendUint16(out, 3)           // is a short
	out = order.AppendUint32(out, 1)           // alone
	out = order.AppendUint16(out, orientation) //
	return append(out, make([]byte, 2+4)...)
}

// withExif puts Exif data into a JPEG.
func withExif(file, exif []byte) []byte {
	exif = append([]byte("Exif\x00\x00"), exif...)
	out := append([]byte{}, file[:2]...)
	out = append(out, 0xff, 0xe1)
	out = binary.BigEndian.AppendUint16(out, uint16(len(exif)+2))
	return append(append(out, exif...), file[2:]...)
}

// TestPictureIsUpright has an image that is red at its top left, and green at its top right, once
// it is upright.
func TestPictureIsUpright(t *testing.T) {
	const w, h = 96, 64
	red, green := color.NRGBA{R: 220, A: 255}, color.NRGBA{G: 160, A: 255}
	seen := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			seen.Set(x, y, color.White)
			if y < h/2 && x < w/2 {
				seen.Set(x, y, red)
			} else if y < h/2 {
				seen.Set(x, y, green)
			}
		}
	}
	for orientation := 2; orientation <= 8; orientation++ {
		stored := image.NewRGBA(image.Rect(0, 0, w, h))
		if orientation >= 5 {
			stored = image.NewRGBA(image.Rect(0, 0, h, w))
		}
		for y := range h {
			for x := range w {
				sx, sy := source(x, y, w, h, orientation)
				stored.Set(sx, sy, seen.At(x, y))
			}
		}
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			got := pictureOf(t, withExif(asJPEG(t, stored), exifOf(order, uint16(orientation))))
			if got.Bounds().Size() != image.Pt(w, h) || !near(got.At(10, 10), red) || !near(got.At(w-10, 10), green) || !near(got.At(10, h-10), color.White) {
				t.Errorf("orientation %d, %v: size %v, top left %v, top right %v", orientation, order, got.Bounds().Size(), got.At(10, 10), got.At(w-10, 10))
			}
		}
	}
}

// TestOrientationTurns pins two turns by hand, since the test above goes by the same table as the
// code.
func TestOrientationTurns(t *testing.T) {
	row := image.NewRGBA(image.Rect(0, 0, 2, 1))
	row.Set(0, 0, color.White)
	for orientation, white := range map[int]image.Point{3: {1, 0}, 6: {0, 0}, 8: {0, 1}} {
		got := upright(row, orientation)
		if orientation != 3 && got.Bounds().Size() != image.Pt(1, 2) {
			t.Fatalf("orientation %d: size %v", orientation, got.Bounds().Size())
		}
		if r, _, _, _ := got.At(white.X, white.Y).RGBA(); r == 0 {
			t.Errorf("orientation %d: white is not at %v", orientation, white)
		}
	}
}

func TestOrientationBehindFillBytes(t *testing.T) {
	file := withExif([]byte("\xff\xd8\xff\xda"), exifOf(binary.BigEndian, 6))
	file = slices.Concat(file[:2], []byte("\xff\xfe\x00\x03x\xff\xff\xff"), file[2:])
	if got := orientationOf(file); got != 6 {
		t.Errorf("orientation %d, want 6", got)
	}
}

func TestOrientationOfDamagedFiles(t *testing.T) {
	whole := withExif([]byte("\xff\xd8\xff\xda"), exifOf(binary.BigEndian, 6))
	if got := orientationOf(whole); got != 6 {
		t.Fatalf("orientation %d of a whole file", got)
	}
	for name, file := range map[string][]byte{
		"no file":               nil,
		"no JPEG":               []byte("\x89PNG"),
		"no segment":            []byte("\xff\xd8"),
		"no orientation":        withExif([]byte("\xff\xd8\xff\xda"), exifOf(binary.LittleEndian, 9)),
		"no order":              withExif([]byte("\xff\xd8\xff\xda"), []byte("XX\x00*\x00\x00\x00\x08")),
		"directory far away":    withExif([]byte("\xff\xd8\xff\xda"), []byte("MM\x00*\xff\xff\xff\xff\x00\x01")),
		"directory of nothing":  withExif([]byte("\xff\xd8\xff\xda"), []byte("MM\x00*\x00\x00\x00\x08\xff\xff")),
		"segments without end":  append([]byte("\xff\xd8"), bytes.Repeat([]byte("\xff\xe0\x00\x02"), 1_000_000)...),
		"a segment of no size":  []byte("\xff\xd8\xff\xe1\x00\x00"),
		"a segment that is cut": whole[:20],
	} {
		if got := orientationOf(file); got != 1 {
			t.Errorf("%s: orientation %d", name, got)
		}
	}
}

func FuzzOrientation(f *testing.F) {
	f.Add(withExif([]byte("\xff\xd8\xff\xda"), exifOf(binary.BigEndian, 6)))
	f.Add(withExif([]byte("\xff\xd8\xff\xda"), exifOf(binary.LittleEndian, 8)))
	f.Fuzz(func(t *testing.T, file []byte) {
		if o := orientationOf(file); o < 1 || o > 8 {
			t.Errorf("orientation %d", o)
		}
	})
}
