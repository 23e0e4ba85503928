// Package ocrtest prints pages, as a scanner sees them, for the tests of what recognises them.
package ocrtest

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
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

// DPI is the resolution of printed pages, in pixels an inch.
const DPI = 150

// Fonts are the fonts that pages can be printed in, by name.
var Fonts = map[string][]byte{"regular": goregular.TTF, "bold": gobold.TTF, "italic": goitalic.TTF, "mono": gomono.TTF}

// Printed returns a page with lines of text, as a scanner with 150 dots an inch sees clean paper.
func Printed(t testing.TB, ttf []byte, points float64, lines []string) *image.Gray {
	t.Helper()
	parsed, err := opentype.Parse(ttf)
	if err != nil {
		t.Fatal(err)
	}
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: points, DPI: DPI, Hinting: font.HintingNone})
	if err != nil {
		t.Fatal(err)
	}
	step := int(points * DPI / 72 * 1.5)
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

// Degraded returns a page as a poor copy of it: turned by a degree, blurred, faded, speckled, and
// compressed.
func Degraded(page *image.Gray, seed uint64) *image.Gray {
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

// JPEG encodes a page.
func JPEG(t testing.TB, page image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, page, &jpeg.Options{Quality: 90}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// PDF returns a PDF of scanned pages: each is one picture, and there is no text.
func PDF(t testing.TB, pages ...*image.Gray) []byte {
	t.Helper()
	var b bytes.Buffer
	var offsets []int
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	kids := ""
	for i := range pages {
		kids += fmt.Sprintf("%d 0 R ", 3+3*i)
	}
	object("<< /Type /Pages /Kids [%s] /Count %d >>", kids, len(pages))
	for i, page := range pages {
		size, jpeg := page.Bounds().Size(), JPEG(t, page)
		width, height := float64(size.X)*72/DPI, float64(size.Y)*72/DPI
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Resources << /XObject << /Scan %d 0 R >> >> /Contents %d 0 R >>",
			width, height, 4+3*i, 5+3*i)
		object("<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length %d >>\nstream\n%s\nendstream",
			size.X, size.Y, len(jpeg), jpeg)
		draws := fmt.Sprintf("%.2f 0 0 %.2f 0 0 cm /Scan Do", width, height)
		object("<< /Length %d >>\nstream\n%s\nendstream", len(draws), draws)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, table)
	return b.Bytes()
}
