package flow

import (
	"encoding/base64"
	"strings"

	"engram/internal/filetype"
)

// Address returns the address that is a picture itself, of which capture keeps a file; empty for
// what is no picture that can be shown.
func Address(picture []byte) string {
	t := filetype.Guess(picture, "")
	if t == nil || !strings.HasPrefix(t.MediaType, "image/") {
		return ""
	}
	return "data:" + t.MediaType + ";base64," + base64.StdEncoding.EncodeToString(picture)
}

// Pictures reads the pictures of a document within a budget.
type Pictures struct {
	// Part returns a part of the document of at most limit bytes.
	Part  func(name string, limit int64) ([]byte, error)
	bytes int64
	count int
}

const (
	maxPictures = 40
	maxPicture  = 2 << 20 // bytes
	allPictures = 8 << 20
)

// Read returns a picture; nil if it is missing, is none, or is beyond the budget.
func (p *Pictures) Read(name string) []byte {
	if p.count >= maxPictures || p.bytes >= allPictures {
		return nil
	}
	picture, err := p.Part(name, min(maxPicture, allPictures-p.bytes))
	if err != nil || Address(picture) == "" {
		return nil
	}
	p.count++
	p.bytes += int64(len(picture))
	return picture
}
