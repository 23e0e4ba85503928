package extract

import (
	"testing"
)

func TestKindOf(t *testing.T) {
	const pdf, png, page = "%PDF-1.7\n", "\x89PNG\r\n\x1a\n", "<!doctype html><p>x"
	for _, tt := range []struct {
		contentType, body string
		want              Kind
	}{
		{"text/html; charset=utf-8", page, KindHTML},
		{"TEXT/HTML;charset", page, KindHTML},
		{"application/xhtml+xml", "<?xml version='1.0'?><html/>", KindHTML},
		{"", page, KindHTML},
		{"", "", KindText},
		{"application/octet-stream", pdf, KindPDF},
		{"text/html", pdf, KindPDF},
		{"application/pdf", "not really", KindPDF},
		{"text/plain", page, KindHTML},
		{"application/octet-stream", page, KindHTML},
		{"application/zip", page, KindHTML},
		{"image/png", page, KindHTML},
		{"text/plain", "<!-- made by hand -->\n\n<HTML lang=en><p>x", KindHTML},
		{"text/plain", "<h1 align=center>A readme</h1>\n\n* one", KindText},
		{"text/markdown", "<p align=center>x</p>", KindText},
		{"", "\xff\xfe<\x00!\x00d\x00o\x00c\x00t\x00y\x00p\x00e\x00 \x00h\x00t\x00m\x00l\x00>\x00", KindHTML},
		{"text/markdown; charset=utf-8", "# x", KindText},
		{"application/json", "{}", KindText},
		{"image/webp", "", KindImage},
		{"", png, KindImage},
		{"binary/octet-stream", "\x00\x01\x02\x03", KindOther},
		{"image/svg+xml", "<svg/>", KindOther},
		{"video/mp4", "", KindOther},
		{"application/zip", "PK\x03\x04", KindOther},
		{"text/html", "PK\x03\x04", KindOther},
		{"text/plain", "\x1f\x8b\x08", KindOther},
		{"text/html", png, KindImage},
		{"text/html", "just words", KindHTML},
		{"text/csv", "a,b\n1,2", KindText},
		{"text/x-python", "import this", KindText},
		{"application/ld+json", "{}", KindText},
		{"application/msword", "words", KindOther},
		{"application/xml", "<?xml version='1.0'?><!-- x --><rss version='2.0'>", KindFeed},
		{"text/html", "<?xml version='1.0'?><feed xmlns='http://www.w3.org/2005/Atom'>", KindFeed},
		{"application/rss+xml", "<rss version='2.0'>", KindFeed},
		{"text/xml", "<?xml version='1.0'?><rdf:RDF xmlns:rdf='x'>", KindFeed},
		{"text/xml", "<?xml version='1.0'?><!DOCTYPE html><html>", KindHTML},
		{"", "<?xml version='1.0'?><svg/>", KindOther},
		{"text/xml", "<?xml version='1.0'?><recipe/>", KindText},
	} {
		if got := KindOf(tt.contentType, []byte(tt.body)); got != tt.want {
			t.Errorf("KindOf(%q, %.9q) = %d, want %d", tt.contentType, tt.body, got, tt.want)
		}
	}
}
