package capturetest

import (
	"bytes"
	"encoding/base64"
	"maps"
	"mime/quotedprintable"
	"slices"
	"strings"
)

// SavedPage returns a page as Chrome saves it in one file, with pictures by their addresses.
func SavedPage(address, html string, pictures map[string][]byte) []byte {
	const boundary = "----MultipartBoundary--Xv2mHl0"
	var out bytes.Buffer
	out.WriteString(strings.ReplaceAll("From: <Saved by Blink>\nSnapshot-Content-Location: "+address+
		"\nSubject: =?utf-8?Q?A=20page?=\nDate: Wed, 25 Nov 2026 20:00:00 -0000\nMIME-Version: 1.0\nContent-Type: multipart/related;\n"+
		"\ttype=\"text/html\";\n\tboundary=\""+boundary+"\"\n\n\n--"+boundary+
		"\nContent-Type: text/html\nContent-ID: <frame-1@mhtml.blink>\nContent-Transfer-Encoding: quoted-printable\nContent-Location: "+address+"\n\n", "\n", "\r\n"))
	text := quotedprintable.NewWriter(&out)
	_, _ = text.Write([]byte(html))
	_ = text.Close()
	for _, name := range slices.Sorted(maps.Keys(pictures)) {
		out.WriteString(strings.ReplaceAll("\n--"+boundary+"\nContent-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: "+name+"\n\n", "\n", "\r\n"))
		out.WriteString(base64.StdEncoding.EncodeToString(pictures[name]))
	}
	out.WriteString("\r\n--" + boundary + "--\r\n")
	return out.Bytes()
}
