package pdf

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"

	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"
)

const pictureQuality = 82 // of the JPEG, which is re-encoded later

const (
	pagePictureWidth  = 640 // maximum, in pixels
	pagePictureHeight = 800
	white             = 0xFFFFFFFF
)

// picture renders the first page on white as a JPEG. It returns nil on failure.
func (c *child) picture() []byte {
	loaded, err := c.pdf.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: c.doc, Index: 0})
	if err != nil {
		return nil
	}
	defer c.pdf.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
	page := requests.Page{ByReference: &loaded.Page}
	size, err := c.pdf.GetPageSize(&requests.GetPageSize{Page: page})
	if err != nil {
		return nil
	}
	width, height, ok := fitPage(size.Width, size.Height)
	if !ok {
		return nil
	}
	img := c.render(page, width, height)
	if img == nil {
		return nil
	}
	var out bytes.Buffer
	if jpeg.Encode(&out, img, &jpeg.Options{Quality: pictureQuality}) != nil {
		return nil
	}
	return out.Bytes()
}

// render renders a page at the given size, which bounds the memory whatever the page's size.
func (c *child) render(page requests.Page, width, height int) image.Image {
	bitmap, err := c.pdf.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: width, Height: height})
	if err != nil {
		return nil
	}
	if _, err := c.pdf.FPDFBitmap_FillRect(&requests.FPDFBitmap_FillRect{Bitmap: bitmap.Bitmap, Width: width, Height: height, Color: white}); err != nil {
		return nil
	}
	if _, err := c.pdf.FPDF_RenderPageBitmap(&requests.FPDF_RenderPageBitmap{
		Bitmap: bitmap.Bitmap, Page: page, SizeX: width, SizeY: height,
		Flags: enums.FPDF_RENDER_FLAG_ANNOT | enums.FPDF_RENDER_FLAG_REVERSE_BYTE_ORDER | enums.FPDF_RENDER_FLAG_RENDER_LIMITEDIMAGECACHE,
	}); err != nil {
		return nil
	}
	pixels, err := c.pdf.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: bitmap.Bitmap})
	if err != nil || len(pixels.Buffer) < 4*width*height {
		return nil
	}
	return &image.RGBA{Pix: pixels.Buffer, Stride: len(pixels.Buffer) / height, Rect: image.Rect(0, 0, width, height)}
}

// fitPage returns the picture's size in pixels; false for a page without area.
func fitPage(width, height float64) (w, h int, ok bool) {
	scale := min(pagePictureWidth/width, pagePictureHeight/height)
	if !(width > 0 && height > 0 && scale > 0) || math.IsInf(scale, 0) {
		return 0, 0, false
	}
	return max(int(scale*width), 1), max(int(scale*height), 1), true
}
