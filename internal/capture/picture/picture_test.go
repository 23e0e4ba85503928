package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"
	"time"

	"golang.org/x/image/bmp"

	"engram/internal/cputime"
	"engram/internal/fault"
)

// plainImage is an image of one colour.
func plainImage(width, height int, c color.Color) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, c)
		}
	}
	return img
}

func encoded(t *testing.T, encode func(*bytes.Buffer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := encode(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t *testing.T, img image.Image) []byte {
	return encoded(t, func(b *bytes.Buffer) error { return jpeg.Encode(b, img, nil) })
}

func asPNG(t *testing.T, img image.Image) []byte {
	return encoded(t, func(b *bytes.Buffer) error { return png.Encode(b, img) })
}

func TestPicture(t *testing.T) {
	red := color.NRGBA{R: 200, A: 255}
	for name, tt := range map[string]struct {
		file          []byte
		width, height int
		colour        color.Color
	}{
		"png":              {asPNG(t, plainImage(90, 70, red)), 90, 70, red},
		"wide":             {asPNG(t, plainImage(1600, 400, red)), 800, 200, red},
		"high":             {asPNG(t, plainImage(64, 2400, red)), 21, 800, red},
		"transparent":      {asPNG(t, plainImage(70, 70, color.Transparent)), 70, 70, paper},
		"half transparent": {asPNG(t, plainImage(70, 70, color.NRGBA{A: 128})), 70, 70, color.RGBA{R: 0x7a, G: 0x79, B: 0x77, A: 255}},
		"jpeg":             {asJPEG(t, plainImage(900, 900, red)), 800, 800, red},
		"jpeg for print":   {cmykJPEG(t), 64, 64, color.CMYK{C: 255}},
		"gif":              {encoded(t, func(b *bytes.Buffer) error { return gif.Encode(b, plainImage(80, 80, color.Black), nil) }), 80, 80, color.Black},
		"gif that moves":   {movingGIF(t, 20), 80, 80, color.Black},
		"bmp":              {encoded(t, func(b *bytes.Buffer) error { return bmp.Encode(b, plainImage(80, 80, red)) }), 80, 80, red},
		"webp":             {riff(chunk("VP8L", webpFrame(64, 80, red))), 64, 80, red},
		"webp that moves":  {movingWebP(64, 80, red, color.NRGBA{B: 255, A: 255}), 64, 80, red},
	} {
		t.Run(name, func(t *testing.T) {
			img := pictureOf(t, tt.file)
			if size := img.Bounds().Size(); size != image.Pt(tt.width, tt.height) {
				t.Errorf("size %v, want %d×%d", size, tt.width, tt.height)
			}
			if !near(img.At(tt.width/2, tt.height/2), tt.colour) {
				t.Errorf("colour %v, want %v", img.At(tt.width/2, tt.height/2), tt.colour)
			}
		})
	}
}

func pictureOf(t *testing.T, file []byte) image.Image {
	t.Helper()
	got, err := NewMaker().Picture(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(got))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func near(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	const tolerance = 6 << 8
	return max(r1, r2)-min(r1, r2) < tolerance && max(g1, g2)-min(g1, g2) < tolerance && max(b1, b2)-min(b1, b2) < tolerance
}

// pngOfSize is a PNG that claims a size and holds nothing.
func pngOfSize(width, height uint32) []byte {
	head := []byte("IHDR")
	head = binary.BigEndian.AppendUint32(head, width)
	head = binary.BigEndian.AppendUint32(head, height)
	head = append(head, 8, 6, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	file = append(file, head...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(head))
}

func TestPictureRefusesBombs(t *testing.T) {
	for name, tt := range map[string]struct {
		file    []byte
		message string
	}{
		"too many bytes":   {make([]byte, maxImage+1), msgImageTooLarge},
		"too many pixels":  {pngOfSize(100_000, 100_000), msgImageTooLarge},
		"very wide":        {pngOfSize(1<<31-1, 64), msgImageTooLarge},
		"one too many":     {pngOfSize(625_001, 64), msgImageTooLarge},
		"a pixel":          {asPNG(t, plainImage(1, 1, color.White)), msgImageTooSmall},
		"an icon":          {asPNG(t, plainImage(63, 200, color.White)), msgImageTooSmall},
		"a jpeg cut off":   {asJPEG(t, plainImage(900, 900, color.Black))[:2000], msgNoImage},
		"a gif cut off":    {movingGIF(t, 2)[:60], msgNoImage},
		"a drawing":        {[]byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>`), msgNoImage},
		"claims of a gif":  {[]byte("GIF89a\xff\xff\xff\xff\x80\x00\x00\x00\x00\x00\xff\xff\xff"), msgImageTooLarge},
		"cut off":          {asPNG(t, plainImage(70, 70, color.White))[:60], msgNoImage},
		"nothing":          {nil, msgNoImage},
		"text":             {[]byte("<svg onload=alert(1)>"), msgNoImage},
		"html as an image": {[]byte("<!doctype html><p>not found"), msgNoImage},
	} {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := cputime.Used()
			_, err := NewMaker().Picture(t.Context(), tt.file)
			runtime.ReadMemStats(&after)
			if f, ok := errors.AsType[*fault.Error](err); !ok || f.Kind != fault.Invalid || f.Message != tt.message {
				t.Errorf("error %v, want %q", err, tt.message)
			}
			if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 20 || cputime.Used()-start > time.Second {
				t.Errorf("cost %d MB and %v", spent, cputime.Used()-start)
			}
		})
	}
}

func TestPictureTakesLittleForLargeImages(t *testing.T) {
	for name, size := range map[string]image.Point{"thin": {64, 31_000}, "wide": {31_000, 64}, "square": {2500, 2500}} {
		t.Run(name, func(t *testing.T) {
			file := asPNG(t, image.NewGray(image.Rectangle{Max: size}))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			if _, err := NewMaker().Picture(t.Context(), file); err != nil {
				t.Fatal(err)
			}
			runtime.ReadMemStats(&after)
			if spent := (after.TotalAlloc - before.TotalAlloc) >> 20; spent > 200 {
				t.Errorf("cost %d MB", spent)
			}
		})
	}
}

func TestPictureCountsWhatDecodingTakes(t *testing.T) {
	for _, tt := range []struct {
		format string
		model  color.Model
		file   []byte
		want   float64
	}{
		{"jpeg", color.YCbCrModel, headOfJPEG(0xc2, 0x11, 0x11, 0x11), 15}, {"jpeg", color.YCbCrModel, headOfJPEG(0xc0, 0x22, 0x11, 0x11), 4},
		{"png", color.NRGBA64Model, headOfJPEG(0xc2, 0x11), 8}, {"png", color.NRGBAModel, nil, 4},
	} {
		if got := bytesPerPixel(tt.format, tt.model, tt.file); got != tt.want {
			t.Errorf("%s takes %v, want %v", tt.format, got, tt.want)
		}
	}
}

func TestPictureWaitsForASlot(t *testing.T) {
	m := NewMaker()
	m.mutex <- struct{}{}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := m.Picture(ctx, asPNG(t, plainImage(64, 64, color.White))); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}

func FuzzPicture(f *testing.F) {
	f.Add(pngOfSize(64, 64))
	f.Add(movingWebP(64, 64, color.White, color.Black))
	f.Add([]byte("GIF89a"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8 "))
	f.Add([]byte("\xff\xd8\xff\xe0"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if cfg, _, err := image.DecodeConfig(bytes.NewReader(file)); err == nil && cfg.Width*cfg.Height > 1<<20 {
			t.Skip("would only be slow")
		}
		_, err := NewMaker().Picture(t.Context(), file)
		if err != nil && fault.KindOf(err) != fault.Invalid {
			t.Error(err)
		}
	})
}
