package render

import (
	"bytes"
	"fmt"
	"strings"
)

// onePage is a PDF of one page with this content, whose font is /F. page holds its other entries.
func onePage(page, content string) []byte {
	return assemble([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
		"<< /Type /Page /Parent 2 0 R " + page + " /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>",
		stream(content), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}, "")
}

// book is a PDF of pages that name their number.
func book(pages int) []byte {
	objects := []string{"<< /Type /Catalog /Pages 2 0 R >>", "", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"}
	var kids strings.Builder
	for n := range pages {
		objects = append(objects,
			stream(fmt.Sprintf("BT /F 12 Tf 14 TL 50 780 Td (Page %d) Tj T* (of a book.) Tj ET", n+1)),
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F 3 0 R >> >> >>", len(objects)+1))
		fmt.Fprintf(&kids, "%d 0 R ", len(objects))
	}
	objects[1] = fmt.Sprintf("<< /Type /Pages /Count %d /Kids [%s] >>", pages, kids.String())
	return assemble(objects, "")
}

// lockedPDF is a PDF with an unknown password.
func lockedPDF() []byte {
	return assemble([]string{"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Count 0 /Kids [] >>"},
		fmt.Sprintf("/ID [<00><00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%x> /U <%[1]x> >>", strings.Repeat("Z", 32)))
}

func stream(content string) string {
	return fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
}

func assemble(objects []string, trailer string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return b.Bytes()
}
