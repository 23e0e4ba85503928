package pdf

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"

	"engram/internal/capture/capturetest"
)

// unicodePDF is a PDF of one page in a font of any characters. The content may hold glyphs, as
// glyphsAt writes them.
func unicodePDF(content string) []byte {
	toUnicode := "/CIDInit /ProcSet findresource begin begincmap /CMapName /U def 1 begincodespacerange <0000> <FFFF> endcodespacerange\n" +
		"1 beginbfrange <0000> <DFFF> <0000> endbfrange\n1 beginbfrange <E100> <FFFE> <E100> endbfrange\n1 beginbfchar <E001> <06440627> endbfchar endcmap end"
	stream := func(s string) string { return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(s), s) }
	return assemblePDF([]string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /U 5 0 R /F 9 0 R >> >> >>",
		stream(content),
		"<< /Type /Font /Subtype /Type0 /BaseFont /Any /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>",
		"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Any /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 600 >>",
		"<< /Type /FontDescriptor /FontName /Any /Flags 4 /FontBBox [0 -200 1000 800] /Ascent 800 /Descent -200 /ItalicAngle 0 /CapHeight 700 /StemV 80 >>",
		stream(toUnicode),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}, "/Root 1 0 R")
}

// glyphsAt writes a text from left to right at a place, each character 0.6 of the size wide. U+E001
// is a glyph of lam and alef.
func glyphsAt(x, y, size float64, text string) string {
	var hex strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&hex, "%04X", unit)
	}
	return fmt.Sprintf("BT /U 1 Tf %g 0 0 %[1]g %g %g Tm <%s> Tj ET\n", size, x, y, hex.String())
}

func TestReadFileInOtherScripts(t *testing.T) {
	apart := func(first, second string, gap float64) string {
		return glyphsAt(50, 700, 12, first) + glyphsAt(50+7.2*float64(len([]rune(first)))+gap, 700, 12, second)
	}
	// two of Hangul side by side, which are written line by line across both, as word processors do
	var boxes strings.Builder
	left, right := []string{"임대 계약은 오월 말에", "끝난다고 적혀 있으니", "그 전에 짐을 옮기고", "청소를 마쳐야 한다"},
		[]string{"열쇠 두 개는 관리실에", "맡겨 두고 나가면 되고", "보증금은 열흘 안으로", "통장에 들어온다고 한다"}
	for i := range left {
		boxes.WriteString(glyphsAt(60, 700-float64(i)*18, 12, left[i]) + glyphsAt(320, 700-float64(i)*18, 12, right[i]))
	}
	for name, tt := range map[string]struct{ content, want string }{
		"boxes of Hangul side by side":   {boxes.String(), strings.Join(left, " ") + " " + strings.Join(right, " ")},
		"lam and alef in one glyph":      {glyphsAt(50, 700, 12, "م\ue001س"), "سلام"},
		"an article and a ligature":      {glyphsAt(50, 700, 12, "م\ue001سلا"), "السلام"},
		"forms as they are drawn":        {glyphsAt(50, 700, 12, "ﻡﻼﺳ"), "سلام"},
		"Latin before Han":               {apart("PDF", "文書の書", 1.5), "PDF 文書の書"},
		"Han before Latin":               {apart("文書", "PDF", 1.5), "文書 PDF"},
		"Latin beside Arabic":            {apart("PDF", "ﻡﻼﺳ", 1.5), "سلام PDF"},
		"scripts that stand together":    {apart("PDF", "文書", 0), "PDF文書"},
		"Arabic and Latin that do":       {apart("PDF", "ﻡﻼﺳ", 0), "سلامPDF"},
		"Han that is set wide":           {apart("文書", "文書", 1.5), "文書文書"},
		"Hangul that is set wide":        {apart("한국", "문서", 1.5), "한국문서"},
		"boxes in the order of making":   {glyphsAt(50, 400, 12, "셋째 상자의 글") + glyphsAt(50, 700, 12, "첫째 상자의 글") + glyphsAt(50, 550, 12, "둘째 상자의 글"), "첫째 상자의 글 둘째 상자의 글 셋째 상자의 글"},
		"a heading that is written last": {glyphsAt(50, 600, 10, "왼쪽 상자") + glyphsAt(300, 600, 10, "오른쪽 상자") + glyphsAt(50, 700, 20, "모든 것 위에 있는 큰 제목이다 그렇다"), "모든 것 위에 있는 큰 제목이다 그렇다 왼쪽 상자 오른쪽 상자"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, err := readAll(t, pdfReader(t), unicodePDF(tt.content))
			if got := strings.Join(strings.Fields(capturetest.Text(d)), " "); err != nil || got != tt.want {
				t.Errorf("got %q, want %q, error %v", got, tt.want, err)
			}
		})
	}
}

func TestReadFileLeavesATurnedPageInItsOrder(t *testing.T) {
	file := string(unicodePDF(glyphsAt(50, 400, 12, "first of all") + glyphsAt(50, 700, 12, "then the second")))
	turned := strings.Replace(file, "/Type /Page /Parent", "/Rotate 180 /Type /Page /Parent", 1)
	for page, want := range map[string]string{file: "then the second first of all", turned: "first of all then the second"} {
		d, err := readAll(t, pdfReader(t), []byte(page))
		if got := strings.Join(strings.Fields(capturetest.Text(d)), " "); err != nil || got != want {
			t.Errorf("got %q, want %q, error %v", got, want, err)
		}
	}
}
