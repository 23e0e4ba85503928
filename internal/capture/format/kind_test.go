package format

import (
	"testing"

	"engram/internal/filetype"
)

func TestKindOf(t *testing.T) {
	PDF := fileOf(filetype.PDF)
	const pdf, png, page = "%PDF-1.7\n", "\x89PNG\r\n\x1a\n", "<!doctype html><p>x"
	for _, tt := range []struct {
		contentType, body string
		want              Kind
	}{
		{"text/html; charset=utf-8", page, HTML},
		{"TEXT/HTML;charset", page, HTML},
		{"application/xhtml+xml", "<?xml version='1.0'?><html/>", HTML},
		{"", page, HTML},
		{"", "", Text},
		{"application/octet-stream", pdf, PDF},
		{"text/html", pdf, PDF},
		{"application/pdf", "not really", PDF},
		{"text/plain", page, HTML},
		{"application/octet-stream", page, HTML},
		{"application/zip", page, HTML},
		{"image/png", page, HTML},
		{"text/plain", "<!-- made by hand -->\n\n<HTML lang=en><p>x", HTML},
		{"text/plain", "<h1 align=center>A readme</h1>\n\n* one", Text},
		{"text/markdown", "<p align=center>x</p>", Text},
		{"", "\xff\xfe<\x00!\x00d\x00o\x00c\x00t\x00y\x00p\x00e\x00 \x00h\x00t\x00m\x00l\x00>\x00", HTML},
		{"text/markdown; charset=utf-8", "# x", Text},
		{"application/json", "{}", Text},
		{"image/webp", "", Image},
		{"", png, Image},
		{"binary/octet-stream", "\x00\x01\x02\x03", Other},
		{"image/svg+xml", "<svg/>", Other},
		{"video/mp4", "", Other},
		{"application/zip", "PK\x03\x04", Other},
		{"text/html", "PK\x03\x04", Other},
		{"text/plain", "\x1f\x8b\x08", Other},
		{"text/html", png, Image},
		{"text/html", "just words", HTML},
		{"text/csv", "a,b\n1,2", Text},
		{"text/x-python", "import this", Text},
		{"application/ld+json", "{}", Text},
		{"application/msword", "words", Other},
		{"application/xml", "<?xml version='1.0'?><!-- x --><rss version='2.0'>", Feed},
		{"text/html", "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>", Feed},
		{"application/rss+xml", "<rss version='2.0'>", Feed},
		{"text/xml", "<?xml version='1.0'?><rdf:RDF xmlns:rdf='x'>", Feed},
		{"text/xml", "<?xml version='1.0'?><!DOCTYPE html><html>", HTML},
		{"", "<?xml version='1.0'?><svg/>", Other},
		{"text/xml", "<?xml version='1.0'?><recipe/>", Text},
	} {
		if got := KindOf(tt.contentType, []byte(tt.body)); got != tt.want {
			t.Errorf("KindOf(%q, %.9q) = %q, want %q", tt.contentType, tt.body, got, tt.want)
		}
	}
}
