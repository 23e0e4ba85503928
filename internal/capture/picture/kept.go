package picture

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"slices"
)

// plainSegments are those that the encoder of the library writes: tables and the frame, nothing of
// who took a picture, and where.
var plainSegments = []byte{0xdb, 0xc0, 0xc4}

// Kept implements capture.FigureMaker.
func (m *Maker) Kept(ctx context.Context, file []byte) ([]byte, error) {
	if config, err := jpeg.DecodeConfig(bytes.NewReader(file)); err == nil && max(config.Width, config.Height) <= figureSize && isPlain(file) {
		if _, err := m.decodeChecked(ctx, file, func(image.Image, int) error { return nil }); err != nil {
			return nil, err
		}
		return file, nil
	}
	picture, _, err := m.Figure(ctx, file, maxDecoded)
	return picture, err
}

// isPlain reports whether a JPEG holds one scan with the segments before it that need be, and nothing
// behind.
func isPlain(file []byte) bool {
	head := 2
	for marker, content := range segments(file) {
		if !slices.Contains(plainSegments, marker) {
			return false
		}
		head += 4 + len(content)
	}
	scan, ok := bytes.CutPrefix(file[min(head, len(file)):], []byte{0xff, scanSegment})
	for ok {
		i := bytes.IndexByte(scan, 0xff)
		if i < 0 || i+1 == len(scan) {
			return false
		}
		if scan[i+1] != 0 {
			return bytes.Equal(scan[i:], []byte("\xff\xd9"))
		}
		scan = scan[i+2:]
	}
	return false
}
