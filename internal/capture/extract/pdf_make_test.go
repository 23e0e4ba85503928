package extract

import (
	"bytes"
	"fmt"
	"strings"
)

// pdfSpec describes a small valid PDF. Each page is a list of lines; an empty one leaves a gap.
type pdfSpec struct {
	title, author string
	pages         [][]string
	encrypted     bool // with a password that nobody knows
}

// makePDF writes a PDF by hand: objects, a table of where they begin, and a trailer.
func makePDF(spec pdfSpec) []byte {
	var objects []string
	add := func(format string, args ...any) int {
		objects = append(objects, fmt.Sprintf(format, args...))
		return len(objects)
	}
	info := add("<< /Title %s /Author %s >>", pdfString(spec.title), pdfString(spec.author))
	font := add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	parent := font + 2*len(spec.pages) + 1
	var kids []string
	for _, lines := range spec.pages {
		content := pdfContent(lines)
		stream := add("<< /Length %d >>\nstream\n%s\nendstream", len(content), content)
		page := add("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 595 842] /Contents %d 0 R /Resources << /Font << /F %d 0 R >> >> >>", parent, stream, font)
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
	}
	pages := add("<< /Type /Pages /Count %d /Kids [%s] >>", len(kids), strings.Join(kids, " "))
	catalog := add("<< /Type /Catalog /Pages %d 0 R >>", pages)
	trailer := fmt.Sprintf("/Root %d 0 R /Info %d 0 R /ID [<00><00>]", catalog, info)
	if spec.encrypted {
		key := strings.Repeat("5a", 32)
		trailer += fmt.Sprintf(" /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>", key, key)
	}
	return assemblePDF(objects, trailer)
}

func pdfString(s string) string {
	return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(s) + ")"
}

func pdfContent(lines []string) string {
	var b strings.Builder
	b.WriteString("BT /F 12 Tf 14 TL 50 780 Td\n")
	for _, l := range lines {
		b.WriteString(pdfString(l) + " Tj T*\n")
	}
	b.WriteString("ET")
	return b.String()
}

func assemblePDF(objects []string, trailer string) []byte {
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
	fmt.Fprintf(&b, "trailer\n<< /Size %d %s >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, trailer, start)
	return b.Bytes()
}
