package picture

import (
	"bytes"
	"encoding/binary"
	"image"
)

const (
	maxExifEntries = 1000
	orientationTag = 0x0112
)

// orientationOf returns the Exif orientation of a JPEG, from 1 (as stored) to 8; 1 if it has none.
func orientationOf(file []byte) int {
	for marker, content := range segments(file) {
		if exif, ok := bytes.CutPrefix(content, []byte("Exif\x00\x00")); ok && marker == exifSegment {
			return orientationIn(exif)
		}
	}
	return 1
}

// orientationIn reads the orientation from the first directory of a TIFF.
func orientationIn(tiff []byte) int {
	var order binary.ByteOrder
	switch {
	case len(tiff) < 8:
		return 1
	case bytes.HasPrefix(tiff, []byte("II*\x00")):
		order = binary.LittleEndian
	case bytes.HasPrefix(tiff, []byte("MM\x00*")):
		order = binary.BigEndian
	default:
		return 1
	}
	at := int64(order.Uint32(tiff[4:]))
	if at+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[at+2:]
	for range min(int(order.Uint16(tiff[at:])), maxExifEntries) {
		if len(entries) < 12 {
			return 1
		}
		if order.Uint16(entries) == orientationTag {
			if o := int(order.Uint16(entries[8:])); o >= 1 && o <= 8 {
				return o
			}
			return 1
		}
		entries = entries[12:]
	}
	return 1
}

// upright rotates and mirrors an image by its orientation.
func upright(img *image.RGBA, orientation int) *image.RGBA {
	if orientation <= 1 || orientation > 8 {
		return img
	}
	w, h := img.Bounds().Dx(), img.Bounds().Dy()
	if orientation >= 5 {
		w, h = h, w
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			sx, sy := source(x, y, w, h, orientation)
			copy(out.Pix[out.PixOffset(x, y):][:4], img.Pix[img.PixOffset(sx, sy):][:4])
		}
	}
	return out
}

// source returns the stored pixel for a pixel of an upright image of w by h.
func source(x, y, w, h, orientation int) (sx, sy int) {
	switch orientation {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, w - 1 - x
	case 7:
		return h - 1 - y, w - 1 - x
	}
	return h - 1 - y, x
}
