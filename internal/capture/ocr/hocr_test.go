package ocr

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sample = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html><body>
 <div class='ocr_page' id='page_1' title='image "unknown"; bbox 0 0 1240 1754; ppageno 0; scan_res 150 150'>
  <div class='ocr_carea' title="bbox 90 105 866 1529"><p class='ocr_par' lang='eng' title="bbox 90 105 866 163">
   <span class='ocr_line' title="bbox 90 105 866 127; baseline 0 -5">
    <span class='ocrx_word' title='bbox 90 105 132 122; x_wconf 96'>Tom &amp;</span>
    <span class='ocrx_word' title='bbox 142 105 176 127; x_wconf 9'> </span>
    <span class='ocrx_word' title='bbox 142 105 176 127; x_wconf 81'><strong>Ann</strong></span>
   </span></p></div></div></body></html>`

func TestParse(t *testing.T) {
	got, err := parse(sample)
	want := Page{Width: 1240, Height: 1754, Paragraphs: []Paragraph{{{
		{Text: "Tom &", Box: [4]int{90, 105, 132, 122}, Confidence: 96},
		{Text: "Ann", Box: [4]int{142, 105, 176, 127}, Confidence: 81},
	}}}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("error %v, (-want +got):\n%s", err, diff)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(sample)
	f.Add("<span class='ocrx_word'>")
	f.Fuzz(func(t *testing.T, hocr string) {
		p, _ := parse(hocr)
		_ = p.Legible().Section(1)
	})
}
