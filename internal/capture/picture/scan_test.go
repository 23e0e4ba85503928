package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"engram/internal/fault"
)

func TestScan(t *testing.T) {
	for name, test := range map[string]struct{ width, height, wide, high int }{
		"a small one is enlarged":      {400, 300, 800, 600},
		"a large one is reduced":       {6000, 1500, 3000, 750},
		"one between becomes as large": {1920, 1080, 3000, 1687},
	} {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			_ = png.Encode(&file, image.NewGray(image.Rect(0, 0, test.width, test.height)))
			scan, err := NewMaker().Scan(t.Context(), file.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			cfg, err := jpeg.DecodeConfig(bytes.NewReader(scan))
			if err != nil || cfg.Width != test.wide || cfg.Height != test.high || cfg.ColorModel != color.GrayModel {
				t.Errorf("got %d by %d, %v; want %d by %d in grey", cfg.Width, cfg.Height, err, test.wide, test.high)
			}
		})
	}
	if scan, err := NewMaker().Scan(t.Context(), movingWebP(80, 90, color.White, color.Black)); err != nil || len(scan) == 0 {
		t.Errorf("a WebP: %v", err)
	}
	if _, err := NewMaker().Scan(t.Context(), hugePNG(10_000, 10_000)); fault.KindOf(err) != fault.Invalid {
		t.Errorf("a hundred megapixels: %v", err)
	}
}

func TestScansAreUpright(t *testing.T) {
	var photo bytes.Buffer
	_ = jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 100, 200)), nil)
	turned := withExif(photo.Bytes(), exifOf(binary.BigEndian, 6))
	scan, err := NewMaker().Scan(t.Context(), turned)
	cfg, _ := jpeg.DecodeConfig(bytes.NewReader(scan))
	if err != nil || cfg.Width != 400 || cfg.Height != 200 {
		t.Errorf("got %d by %d, %v", cfg.Width, cfg.Height, err)
	}
}
