package picture

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"

	"golang.org/x/image/draw"
)

const (
	scanSize    = 3000 // pixels of the longer side of a picture whose text is recognised
	mostLarger  = 2    // times that it may be enlarged
	scanQuality = 92
)

// Scan returns the upright picture in shades of grey as a JPEG whose text can be recognised: small
// ones are enlarged, large ones reduced. Its limits are those of Picture.
func (m *Maker) Scan(ctx context.Context, file []byte) ([]byte, error) {
	var out bytes.Buffer
	_, err := m.decode(ctx, file, maxDecoded, func(img image.Image, orientation int) error {
		scan := upright(resized(img, min(scanSize, longer(img)*mostLarger)), orientation)
		return jpeg.Encode(&out, grey(scan), &jpeg.Options{Quality: scanQuality})
	})
	return out.Bytes(), err
}

func longer(img image.Image) int { return max(img.Bounds().Dx(), img.Bounds().Dy()) }

// resized draws an image on paper with its longer side at size.
func resized(img image.Image, size int) *image.RGBA {
	width, height := img.Bounds().Dx()*size/longer(img), img.Bounds().Dy()*size/longer(img)
	return drawn(img, max(width, 1), max(height, 1), draw.ApproxBiLinear)
}

func grey(img *image.RGBA) *image.Gray {
	out := image.NewGray(img.Bounds())
	draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Src)
	return out
}
