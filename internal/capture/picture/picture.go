// Package picture makes a picture of our own of any image, decoded within limits.
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
	maxImage    = 10 << 20    // bytes
	maxDecoded  = 160_000_000 // bytes that decoding may take: 40 megapixels at four bytes each
	pictureSize = 800         // pixels of the longer side
	jpegQuality = 82
	// smoothSize is the longer side of an image that is scaled in one step, by a method that is
	// smooth and takes 26 KB for each line of the image. A larger one is first brought to this size
	// by a rougher method that takes nothing.
	smoothSize = 2400
	minPicture = 64 // pixels of a side: what is smaller is an icon, or counts visitors
)

// paper is what shows through an image: neither as bright as a light page nor as dark as a dark
// one.
var paper = color.RGBA{R: 0xf4, G: 0xf2, B: 0xee, A: 0xff}

const (
	msgNoImage       = "This is no image that can be shown."
	msgImageTooLarge = "The image is too large."
	msgImageTooSmall = "The image is too small to be a picture."
)

// Maker makes pictures out of JPEG, PNG, GIF (its first frame), WebP and BMP images. It decodes one
// at a time, so that many at once can't fill the memory. It is safe for concurrent use.
type Maker struct{ turn chan struct{} }

var _ capture.PictureMaker = (*Maker)(nil)

// NewMaker returns a Maker.
func NewMaker() *Maker { return &Maker{turn: make(chan struct{}, 1)} }

// Picture gives the image, upright, as a JPEG of at most 800 pixels wide or high, transparent parts
// on the colour of paper. Nothing of the original file is left in it. An image of more than 10 MB
// or 40 megapixels (fewer where decoding takes more) is refused before it is decoded, and so is one
// of less than 64 pixels wide or high; that and what is no image are a fault.Invalid. Any other
// error is ctx's.
func (m *Maker) Picture(ctx context.Context, file []byte) ([]byte, error) {
	if len(file) > maxImage {
		return nil, fault.New(fault.Invalid, msgImageTooLarge)
	}
	file = stillWebP(file)
	if err := checkSize(file); err != nil {
		return nil, err
	}
	select {
	case m.turn <- struct{}{}:
		defer func() { <-m.turn }()
	case <-ctx.Done():
		return nil, fmt.Errorf("picture: picture: %w", context.Cause(ctx))
	}
	if ctx.Err() != nil {
		return nil, fmt.Errorf("picture: picture: %w", context.Cause(ctx))
	}
	img, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, msgNoImage, err)
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, upright(flatten(img), orientationOf(file)), &jpeg.Options{Quality: jpegQuality}); err != nil {
		return nil, fault.Wrap(fault.Invalid, msgNoImage, err)
	}
	return out.Bytes(), nil
}

// checkSize reads no more of an image than its head.
func checkSize(file []byte) error {
	cfg, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return fault.Wrap(fault.Invalid, msgNoImage, err)
	}
	if cfg.Width <= 0 || cfg.Height <= 0 {
		return fault.New(fault.Invalid, msgNoImage)
	}
	if min(cfg.Width, cfg.Height) < minPicture {
		return fault.New(fault.Invalid, msgImageTooSmall)
	}
	if float64(cfg.Width)*float64(cfg.Height)*bytesPerPixel(format, cfg.ColorModel, file) > maxDecoded {
		return fault.New(fault.Invalid, msgImageTooLarge)
	}
	return nil
}

// bytesPerPixel is what decoding an image takes at most.
func bytesPerPixel(format string, model color.Model, file []byte) float64 {
	switch {
	case format == "jpeg":
		return max(jpegBytes(file), 4)
	case model == color.NRGBA64Model, model == color.RGBA64Model:
		return 8
	}
	return 4
}

// flatten draws an image on paper, scaled down to the size of a picture. Small images keep their
// size.
func flatten(img image.Image) *image.RGBA {
	size := img.Bounds().Size()
	if max(size.X, size.Y) > smoothSize {
		img = scaled(img, smoothSize, draw.ApproxBiLinear)
	}
	return scaled(img, pictureSize, draw.CatmullRom)
}

func scaled(img image.Image, longest int, method draw.Scaler) *image.RGBA {
	width, height := fit(img.Bounds().Dx(), img.Bounds().Dy(), longest)
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Bounds(), image.NewUniform(paper), image.Point{}, draw.Src)
	method.Scale(out, out.Bounds(), img, img.Bounds(), draw.Over, nil)
	return out
}

// fit scales a size down to a longer side of at most longest and keeps its shape, though no side
// vanishes.
func fit(width, height, longest int) (int, int) {
	longer := max(width, height)
	if longer <= longest {
		return width, height
	}
	return max(width*longest/longer, 1), max(height*longest/longer, 1)
}
