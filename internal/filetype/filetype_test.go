package filetype

import (
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for name, test := range map[string]struct {
		head          string
		upload, fetch *Type
	}{
		"a PDF":                            {"%PDF-1.7\n", PDF, PDF},
		"a PDF behind a mail's first line": {"Content-Type: application/pdf\n%PDF-1.4", PDF, nil},
		"too far into it":                  {strings.Repeat("x", Head) + "%PDF-1.4", nil, nil},
		"a picture":                        {"\x89PNG\r\n\x1a\n", nil, nil},
		"nothing":                          {"", nil, nil},
	} {
		if got := Of([]byte(test.head)); got != test.upload {
			t.Errorf("%s, uploaded, is %v", name, got)
		}
		if got := Strictly([]byte(test.head)); got != test.fetch {
			t.Errorf("%s, fetched, is %v", name, got)
		}
	}
	for media, want := range map[string]*Type{"application/pdf": PDF, "application/x-pdf": PDF, "text/html": nil, "": nil} {
		if got := OfMedia(media); got != want {
			t.Errorf("%q is %v", media, got)
		}
	}
}

// TestSeveral holds what the list must be able to say of formats to come.
func TestSeveral(t *testing.T) {
	before := All
	defer func() { All = before }()
	epub := &Type{Name: "EPUB", Extension: ".epub", MediaType: "application/epub+zip", magic: "mimetypeapplication/epub+zip", at: 30}
	All = []*Type{PDF, epub}
	if got := Of([]byte("PK\x03\x04" + strings.Repeat("\x00", 26) + "mimetypeapplication/epub+zip")); got != epub {
		t.Errorf("a magic behind other bytes: %v", got)
	}
	if got := Names("and"); got != "PDF and EPUB" {
		t.Errorf("two are %q", got)
	}
	All = append(All, &Type{Name: "DOCX"})
	if got := Names("or"); got != "PDF, EPUB or DOCX" {
		t.Errorf("three are %q", got)
	}
}
