package pdf

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"strings"
)

// pdfSpec describes a small valid PDF. Each page is a list of lines; an empty one leaves a gap.
type pdfSpec struct {
	title, author, created string
	pages                  [][]string
	contents               []string // of further pages, as PDF operators; their font is /F
	// of the pages: their width and height in points; empty means A4
	size   string
	locked bool // with an unknown password
	sealed bool // with an empty password
}

// makePDF writes a PDF by hand: objects, a table of where they begin, and a trailer.
func makePDF(spec pdfSpec) []byte {
	var objects []string
	add := func(format string, args ...any) int {
		objects = append(objects, fmt.Sprintf(format, args...))
		return len(objects)
	}
	seal := func(text string) string { return text }
	if spec.sealed {
		seal = func(text string) string { return sealed(len(objects)+1, text) }
	}
	info := add("<< /Title %s /Author %s /CreationDate %s >>", pdfString(seal(spec.title)), pdfString(seal(spec.author)), pdfString(seal(spec.created)))
	font := add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")
	contents := spec.contents
	for _, lines := range spec.pages {
		contents = append(contents, pdfContent(lines))
	}
	if spec.size == "" {
		spec.size = "595 842"
	}
	parent := font + 2*len(contents) + 1
	var kids []string
	for _, content := range contents {
		stream := add("<< /Length %d >>\nstream\n%s\nendstream", len(content), seal(content))
		page := add("<< /Type /Page /Parent %d 0 R /MediaBox [0 0 %s] /Contents %d 0 R /Resources << /Font << /F %d 0 R >> >> >>", parent, spec.size, stream, font)
		kids = append(kids, fmt.Sprintf("%d 0 R", page))
	}
	pages := add("<< /Type /Pages /Count %d /Kids [%s] >>", len(kids), strings.Join(kids, " "))
	catalog := add("<< /Type /Catalog /Pages %d 0 R >>", pages)
	trailer := fmt.Sprintf("/Root %d 0 R /Info %d 0 R /ID [<00><00>]", catalog, info)
	switch {
	case spec.locked:
		trailer += fmt.Sprintf(" /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%x> /U <%[1]x> >>", strings.Repeat("Z", 32))
	case spec.sealed:
		trailer += fmt.Sprintf(" /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <%x> /U <%x> >>", sealOwner, rc4Of(sealKey(), sealPadding))
	}
	return assemblePDF(objects, trailer)
}

// The first encryption that PDFs had, with 40 bits: what is padding is also the empty password.
const (
	sealPadding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
	sealOwner   = "an owner's own password, sealed."
)

func sealKey() []byte {
	sum := md5.Sum([]byte(sealPadding + sealOwner + "\xfc\xff\xff\xff" + "\x00")) // with /P and /ID
	return sum[:5]
}

// sealed encrypts a string or a stream of the object with the given number.
func sealed(object int, text string) string {
	number := binary.LittleEndian.AppendUint32(nil, uint32(object))
	sum := md5.Sum(append(append(sealKey(), number[:3]...), 0, 0))
	return rc4Of(sum[:10], text)
}

func rc4Of(key []byte, text string) string {
	cipher, err := rc4.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(text))
	cipher.XORKeyStream(out, []byte(text))
	return string(out)
}

func pdfString(s string) string {
	return "(" + strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`, "\r", `\r`).Replace(s) + ")"
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

// textAt is one piece of text on a page, by its place and the size of its font.
func textAt(x, y, size float64, text string) string {
	return fmt.Sprintf("BT /F 1 Tf %g 0 0 %[1]g %g %g Tm %s Tj ET\n", size, x, y, pdfString(text))
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
