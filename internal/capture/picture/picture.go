// Package picture re-encodes images within limits.
package picture

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	_ "image/gif"
	"image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/bmp"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	maxImage    = 32 << 20    // bytes
	maxDecoded  = 160_000_000 // bytes for decoding: 40 megapixels at four bytes each
	pictureSize = 800         // pixels of the longer side
	figureSize  = 1600        // of a picture within a text
	jpegQuality = 82
	// smoothSize is the maximum longer side for smooth scaling, which takes 26 KB per line. A
	// larger image is first scaled down by a rougher method without that cost.
	smoothSize = 2400
	minPicture = 64 // pixels of a side: smaller images are icons or tracking pixels
)

// paper is the background of transparent images, a compromise between light and dark themes.
var paper = color.RGBA{R: 0xf4, G: 0xf2, B: 0xee, A: 0xff}

const (
	msgNoImage       = "This is no image that can be shown."
	msgImageTooLarge = "The image is too large."
	msgImageTooSmall = "The image is too small to be a picture."
)

var errTooSmall = fault.New(fault.Invalid, msgImageTooSmall)

// Maker re-encodes JPEG, PNG, GIF (the first frame), WebP and BMP images. It decodes one at a time
// to bound memory. It is safe for concurrent use.
type Maker struct{ mutex chan struct{} }

var (
	_ capture.PictureMaker = (*Maker)(nil)
	_ capture.FigureMaker  = (*Maker)(nil)
)

// NewMaker returns a Maker.
func NewMaker() *Maker { return &Maker{mutex: make(chan struct{}, 1)} }

// Picture returns the upright image as a JPEG of at most 800 pixels wide or high, without any
// metadata. It refuses, before decoding, an image over 32 MB or 40 megapixels (fewer if decoding
// takes more memory) or below 64 pixels, with a fault.Invalid, as for other content. Any other
// error is ctx's.
func (m *Maker) Picture(ctx context.Context, file []byte) ([]byte, error) {
	picture, _, err := m.encode(ctx, file, pictureSize, maxDecoded)
	return picture, err
}

// Figure implements capture.FigureMaker, within the limits of Picture.
func (m *Maker) Figure(ctx context.Context, file []byte, most int) (picture []byte, pixels int, err error) {
	return m.encode(ctx, file, figureSize, most)
}

func (m *Maker) encode(ctx context.Context, file []byte, size, most int) (picture []byte, pixels int, err error) {
	var out bytes.Buffer
	pixels, err = m.decode(ctx, file, most, func(img image.Image, orientation int) error {
		return jpeg.Encode(&out, upright(flatten(img, size), orientation), &jpeg.Options{Quality: jpegQuality})
	})
	return out.Bytes(), pixels, err
}

// decode calls use with an image of at most most pixels and its orientation. It returns the number
// of pixels that it decoded.
func (m *Maker) decode(ctx context.Context, file []byte, most int, use func(image.Image, int) error) (pixels int, err error) {
	if len(file) > maxImage {
		return 0, fault.New(fault.Invalid, msgImageTooLarge)
	}
	file = stillWebP(file)
	if err := checkSize(file); err != nil {
		return 0, err
	}
	if pixelsOf(file) > most {
		return 0, fault.New(fault.Invalid, msgImageTooLarge)
	}
	return m.decodeChecked(ctx, file, use)
}

// decodeChecked is decode for an image that is known to fit.
func (m *Maker) decodeChecked(ctx context.Context, file []byte, use func(image.Image, int) error) (pixels int, err error) {
	pixels = pixelsOf(file)
	select {
	case m.mutex <- struct{}{}:
		defer func() { <-m.mutex }()
	case <-ctx.Done():
		return 0, fmt.Errorf("picture: picture: %w", context.Cause(ctx))
	}
	if ctx.Err() != nil {
		return 0, fmt.Errorf("picture: picture: %w", context.Cause(ctx))
	}
	img, _, err := image.Decode(bytes.NewReader(file))
	if err == nil {
		err = use(img, orientationOf(file))
	}
	if err != nil {
		return pixels, fault.Wrap(fault.Invalid, msgNoImage, err)
	}
	return pixels, nil
}

// checkSize reads only the image's header.
func checkSize(file []byte) error {
	cfg, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return fault.Wrap(fault.Invalid, msgNoImage, err)
	}
	if cfg.Width <= 0 || cfg.Height <= 0 {
		return fault.New(fault.Invalid, msgNoImage)
	}
	if min(cfg.Width, cfg.Height) < minPicture {
		return errTooSmall
	}
	if float64(cfg.Width)*float64(cfg.Height)*bytesPerPixel(format, cfg.ColorModel, file) > maxDecoded {
		return fault.New(fault.Invalid, msgImageTooLarge)
	}
	return nil
}

// pixelsOf returns the number of pixels of an image whose header was checked.
func pixelsOf(file []byte) int {
	cfg, _, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return 0
	}
	return cfg.Width * cfg.Height
}

// bytesPerPixel returns the maximum memory per pixel for decoding an image.
func bytesPerPixel(format string, model color.Model, file []byte) float64 {
	switch {
	case format == "jpeg":
		return max(jpegBytes(file), 4)
	case model == color.NRGBA64Model, model == color.RGBA64Model:
		return 8
	}
	return 4
}

// flatten draws an image on paper and scales it down to a longer side of at most longest.
func flatten(img image.Image, longest int) *image.RGBA {
	size := img.Bounds().Size()
	if max(size.X, size.Y) > smoothSize {
		img = scaled(img, smoothSize, draw.ApproxBiLinear)
	}
	return scaled(img, longest, draw.CatmullRom)
}

func scaled(img image.Image, longest int, method draw.Scaler) *image.RGBA {
	width, height := fit(img.Bounds().Dx(), img.Bounds().Dy(), longest)
	return drawn(img, width, height, method)
}

// drawn draws an image on paper of a size.
func drawn(img image.Image, width, height int, method draw.Scaler) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	method.Scale(out, out.Bounds(), img, img.Bounds(), draw.Over, nil)
	return out
}

// fit scales a size down to a longer side of at most longest. No side becomes 0.
func fit(width, height, longest int) (int, int) {
	longer := max(width, height)
	if longer <= longest {
		return width, height
	}
	return max(width*longest/longer, 1), max(height*longest/longer, 1)
}
