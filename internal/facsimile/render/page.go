package render

import (
	"github.com/klippa-app/go-pdfium/enums"
	"github.com/klippa-app/go-pdfium/requests"

	"engram/internal/facsimile"
)

const white = 0xFFFFFFFF

// sizes returns the size of each page. An unreadable page has none.
func (c *child) sizes() []facsimile.Size {
	all := make([]facsimile.Size, c.count)
	for i := range all {
		got, err := c.pdf.FPDF_GetPageSizeByIndex(&requests.FPDF_GetPageSizeByIndex{Document: c.doc, Index: i})
		if err == nil && got.Width < maxStated && got.Height < maxStated { // JSON has no infinity
			all[i] = facsimile.Size{Width: got.Width, Height: got.Height}
		}
	}
	return all
}

// maxStated is the side of a page that is believed, in points.
const maxStated = 1e12

// load calls use with a page, by its index.
func (c *child) load(index int, use func(requests.Page) error) error {
	loaded, err := c.pdf.FPDF_LoadPage(&requests.FPDF_LoadPage{Document: c.doc, Index: index})
	if err != nil {
		return err
	}
	defer c.pdf.FPDF_ClosePage(&requests.FPDF_ClosePage{Page: loaded.Page})
	return use(requests.Page{ByReference: &loaded.Page})
}

// draw returns the pixels of a page on white, with its annotations; nil on failure.
func (c *child) draw(r request) (pixels []byte) {
	_ = c.load(r.Page-1, func(page requests.Page) error {
		bitmap, err := c.pdf.FPDFBitmap_Create(&requests.FPDFBitmap_Create{Width: r.Width, Height: r.Height})
		if err != nil {
			return err
		}
		defer func() { _, _ = c.pdf.FPDFBitmap_Destroy(&requests.FPDFBitmap_Destroy{Bitmap: bitmap.Bitmap}) }()
		if _, err := c.pdf.FPDFBitmap_FillRect(&requests.FPDFBitmap_FillRect{
			Bitmap: bitmap.Bitmap, Width: r.Width, Height: r.Height, Color: white,
		}); err != nil {
			return err
		}
		if _, err := c.pdf.FPDF_RenderPageBitmap(&requests.FPDF_RenderPageBitmap{
			Bitmap: bitmap.Bitmap, Page: page, SizeX: r.Width, SizeY: r.Height,
			Flags: enums.FPDF_RENDER_FLAG_ANNOT | enums.FPDF_RENDER_FLAG_REVERSE_BYTE_ORDER | enums.FPDF_RENDER_FLAG_RENDER_LIMITEDIMAGECACHE,
		}); err != nil {
			return err
		}
		got, err := c.pdf.FPDFBitmap_GetBuffer(&requests.FPDFBitmap_GetBuffer{Bitmap: bitmap.Bitmap})
		if err == nil && len(got.Buffer) == r.pixels() {
			pixels = append([]byte(nil), got.Buffer...) // it is PDFium's memory
		}
		return err
	})
	return pixels
}
