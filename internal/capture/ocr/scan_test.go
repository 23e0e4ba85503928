package ocr_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	xdraw "golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
)

const dpi = 150

// fonts are the fonts that pages are printed in.
var fonts = map[string][]byte{"regular": goregular.TTF, "bold": gobold.TTF, "italic": goitalic.TTF, "mono": gomono.TTF}

// printed returns a page with lines of text, as a scanner with 150 dots an inch sees clean paper.
func printed(t testing.TB, ttf []byte, points float64, lines []string) *image.Gray {
	t.Helper()
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: points, DPI: dpi, Hinting: font.HintingNone})
	if err != nil {
		t.Fatal(err)
	}
	step := int(points * dpi / 72 * 1.5)
	width := 1240
	for _, line := range lines {
		width = max(width, 200+font.MeasureString(face, line).Ceil())
	}
	page := image.NewGray(image.Rect(0, 0, width, 200+step*len(lines)))
	draw.Draw(page, page.Bounds(), image.White, image.Point{}, draw.Src)
	pen := font.Drawer{Dst: page, Src: image.Black, Face: face}
	for i, line := range lines {
		pen.Dot = fixed.P(100, 120+i*step)
		pen.DrawString(line)
	}
	return page
}

// degraded returns a page as a poor copy of it: turned by a degree, blurred, faded, speckled, and
// compressed.
func degraded(page *image.Gray, seed uint64) *image.Gray {
	bounds := page.Bounds()
	turned := image.NewGray(bounds)
	draw.Draw(turned, bounds, image.White, image.Point{}, draw.Src)
	sin, cos := math.Sincos(0.8 * math.Pi / 180)
	xdraw.BiLinear.Transform(turned, f64.Aff3{cos, -sin, 8, sin, cos, -8}, page, bounds, xdraw.Src, nil)
	small := image.NewGray(image.Rect(0, 0, bounds.Dx()*4/5, bounds.Dy()*4/5))
	xdraw.BiLinear.Scale(small, small.Bounds(), turned, bounds, xdraw.Src, nil)
	poor := image.NewGray(bounds)
	xdraw.BiLinear.Scale(poor, bounds, small, small.Bounds(), xdraw.Src, nil)
	random := rand.New(rand.NewPCG(seed, 1))
	for i, v := range poor.Pix {
		faded := 60 + float64(v)*160/255 + random.NormFloat64()*14
		if random.IntN(2500) == 0 {
			faded = 40
		}
		poor.Pix[i] = uint8(min(max(faded, 0), 255))
	}
	var packed bytes.Buffer
	_ = jpeg.Encode(&packed, poor, &jpeg.Options{Quality: 40})
	decoded, _ := jpeg.Decode(&packed)
	again := image.NewGray(bounds)
	draw.Draw(again, bounds, decoded, bounds.Min, draw.Src)
	return again
}

func asJPEG(t testing.TB, page image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, page, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// blank is a picture in one colour.
func blank(width, height int, c color.Color) image.Image {
	img := image.NewGray(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	return img
}

// errorRate returns the edits that turn got into want, as a share of want's characters. White space
// is one blank.
func errorRate(got, want string) float64 {
	a, b := []rune(strings.Join(strings.Fields(got), " ")), []rune(strings.Join(strings.Fields(want), " "))
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, r := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			cost := diagonal
			if r != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return float64(row[len(b)]) / float64(len(b))
}
