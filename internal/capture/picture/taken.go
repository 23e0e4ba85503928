package picture

import (
	"bytes"
	"encoding/binary"
	"time"
)

const (
	dateTag    = 0x0132 // of a change, in the first directory
	detailsTag = 0x8769 // leads to the directory that has takenTag
	takenTag   = 0x9003
	exifDate   = "2006:01:02 15:04:05"
	earliest   = 1990
)

// taken returns when the camera says that a JPEG was taken, as if in UTC; zero if it does not.
func taken(file []byte) time.Time {
	for marker, content := range segments(file) {
		tiff, ok := bytes.CutPrefix(content, []byte("Exif\x00\x00"))
		if !ok || marker != exifSegment || len(tiff) < 8 {
			continue
		}
		var order binary.ByteOrder = binary.LittleEndian
		if tiff[0] == 'M' {
			order = binary.BigEndian
		}
		first := directory{order, tiff, int64(order.Uint32(tiff[4:]))}
		details := directory{order, tiff, first.value(detailsTag)}
		for _, said := range []string{details.text(takenTag), first.text(dateTag)} {
			if at, err := time.Parse(exifDate, said); err == nil && at.Year() >= earliest {
				return at
			}
		}
	}
	return time.Time{}
}

// directory is a list of entries in a TIFF.
type directory struct {
	order binary.ByteOrder
	tiff  []byte
	at    int64
}

// value returns the last four bytes of an entry as a number: its value or where that is; 0 if there
// is none.
func (d directory) value(tag uint16) int64 {
	if d.at <= 0 || d.at+2 > int64(len(d.tiff)) {
		return 0
	}
	entries := d.tiff[d.at+2:]
	for range min(int(d.order.Uint16(d.tiff[d.at:])), maxExifEntries) {
		if len(entries) < 12 {
			return 0
		}
		if d.order.Uint16(entries) == tag {
			return int64(d.order.Uint32(entries[8:]))
		}
		entries = entries[12:]
	}
	return 0
}

// text returns the text of a date that an entry leads to.
func (d directory) text(tag uint16) string {
	at := d.value(tag)
	if at <= 0 || at+int64(len(exifDate)) > int64(len(d.tiff)) {
		return ""
	}
	return string(d.tiff[at:][:len(exifDate)])
}
