package extract

import (
	"bytes"
	"context"
	"image"
	"image/color"
	_ "image/gif" // the first frame is taken
	"image/jpeg"
	_ "image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	maxPixels  = 40_000_000 // of a stranger's image: 160 MB decoded
	maxSide    = 800        // of ours, in pixels
	jpegLevel  = 82
	minPicture = 8 // pixels a side: smaller ones are there to count readers, not to be seen
)

// Pictures turns strangers' images into ours, one at a time, since a decoded image is large.
type Pictures struct {
	slot chan struct{}
}

var _ capture.PictureMaker = (*Pictures)(nil)

// NewPictures returns a maker of pictures.
func NewPictures() *Pictures { return &Pictures{slot: make(chan struct{}, 1)} }

// Picture implements capture.PictureMaker for JPEG, PNG, GIF and WebP. What is transparent becomes white.
func (p *Pictures) Picture(ctx context.Context, data []byte) ([]byte, error) {
	select {
	case p.slot <- struct{}{}:
		defer func() { <-p.slot }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	// The header tells the size before anything of that size is made.
	config, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, "This is no picture that can be shown.", err)
	}
	if config.Width < minPicture || config.Height < minPicture || config.Width > maxPixels/config.Height {
		return nil, fault.New(fault.Invalid, "This picture has a size that can't be shown.")
	}
	decoded, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fault.Wrap(fault.Invalid, "This picture is damaged.", err)
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, scaled(decoded), &jpeg.Options{Quality: jpegLevel})
	return out.Bytes(), err
}

// scaled fits an image into maxSide on white. It is never enlarged.
func scaled(original image.Image) image.Image {
	size := original.Bounds().Size()
	if longest := max(size.X, size.Y); longest > maxSide {
		size.X = max(1, size.X*maxSide/longest)
		size.Y = max(1, size.Y*maxSide/longest)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(out, out.Bounds(), original, original.Bounds(), draw.Over, nil)
	return out
}
