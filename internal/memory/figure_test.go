package memory

import (
	"testing"

	"engram/internal/document"
)

func TestPictured(t *testing.T) {
	figures := map[string]Figure{
		"kept":   {Key: "blob", Width: 300, Height: 200},
		"coming": {Key: "later"},
		"gone":   {Key: "never", Width: Gone},
	}
	tests := map[string]struct{ image, want document.Image }{
		"kept":    {document.Image{Key: "kept", Width: 9, Height: 9}, document.Image{Key: "blob", Width: 300, Height: 200}},
		"coming":  {document.Image{Key: "coming", Width: 9, Height: 9}, document.Image{Width: 9, Height: 9, Coming: true}},
		"gone":    {document.Image{Key: "gone"}, document.Image{}},
		"unknown": {document.Image{Key: "other"}, document.Image{}},
		"no name": {document.Image{Alt: "A tree"}, document.Image{Alt: "A tree"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			doc := document.Document{{Kind: document.Figure, Image: &test.image}}
			if got := *pictured(doc, figures)[0].Image; got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
		})
	}
}
