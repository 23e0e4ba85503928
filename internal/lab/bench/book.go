package bench

import (
	"bytes"
	"fmt"
	"strings"
)

// lastWord stands on a book's last page alone.
const lastWord = "zweihundertneunundneunzig"

const charactersInLine = 80

// makeBook returns a PDF with a number of pages of text.
func makeBook(pages int, text func(page int) string) []byte {
	var out bytes.Buffer
	var offsets []int
	object := func(format string, a ...any) {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", len(offsets), fmt.Sprintf(format, a...))
	}
	out.WriteString("%PDF-1.4\n")
	object("<< /Type /Catalog /Pages 2 0 R >>")
	var kids strings.Builder
	for page := range pages {
		fmt.Fprintf(&kids, "%d 0 R ", 4+2*page)
	}
	object("<< /Type /Pages /Kids [%s] /Count %d >>", kids.String(), pages)
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	for page := range pages {
		words := text(page)
		if page == pages-1 {
			words += " " + lastWord
		}
		content := pageContent(words)
		object("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R /Resources << /Font << /F1 3 0 R >> >> >>", 5+2*page)
		object("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
	}
	xref := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return out.Bytes()
}

// pageContent breaks words into lines and draws them from the top.
func pageContent(words string) string {
	var out strings.Builder
	out.WriteString("BT /F1 9 Tf 50 750 Td 12 TL")
	line := ""
	for word := range strings.FieldsSeq(words) {
		if len(line)+len(word) > charactersInLine {
			fmt.Fprintf(&out, " (%s) Tj T*", line)
			line = ""
		}
		line += word + " "
	}
	fmt.Fprintf(&out, " (%s) Tj ET", line)
	return out.String()
}
