package capture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"strings"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/memory"
)

// What of a document's pictures is kept.
const (
	maxFigures = 40      // pictures
	maxInline  = 2 << 20 // bytes of a picture within the document, and
	maxInlines = 8 << 20 // of all of them
	maxPixels  = 24_000_000
	allPixels  = 100_000_000
)

// figures names the pictures of a document, stores those that came with it, and returns the first
// of them. It changes doc: pictures beyond the limits lose their name, and all their data.
func (s *Service) figures(ctx context.Context, m memory.Memory, doc document.Document) (all []memory.Figure) {
	seen := map[string]bool{}
	inline, pixels := maxInlines, allPixels
	for leaf := range doc.Leaves() {
		image := leaf.Image
		if image == nil {
			continue
		}
		image.Key = ""
		f := figureOf(m, image.Address)
		data, isInline := inlined(image.Address)
		if isInline {
			image.Address, f.Address = "", ""
		}
		switch {
		case f.Address == "" && !isInline, len(all) == maxFigures && !seen[f.Name], isInline && len(data) > inline:
			continue
		case !seen[f.Name] && isInline:
			inline -= len(data)
			if pixels -= s.keepFigure(ctx, &f, data, min(pixels, maxPixels)); !f.Kept() {
				continue
			}
		}
		image.Key = f.Name
		if !seen[f.Name] {
			seen[f.Name] = true
			all = append(all, f)
		}
	}
	return all
}

// nameSize is the length in bytes of a figure's name before it is written in hexadecimal.
const nameSize = 12

// figureOf returns the figure for a picture, named by its address.
func figureOf(m memory.Memory, address string) memory.Figure {
	sum := sha256.Sum256([]byte(address))
	name := hex.EncodeToString(sum[:nameSize])
	return memory.Figure{Name: name, Address: address, Key: blob.FigureKey(m.UserID, m.ID, name)}
}

// inlined returns the data of a data address of an image.
func inlined(address string) (data []byte, ok bool) {
	rest, ok := strings.CutPrefix(address, "data:")
	if !ok {
		return nil, false
	}
	about, encoded, _ := strings.Cut(rest, ",")
	if !strings.HasPrefix(about, "image/") || len(encoded) > maxInline*2 {
		return nil, true
	}
	plain, err := url.PathUnescape(encoded)
	if err != nil {
		return nil, true
	}
	if !strings.HasSuffix(about, ";base64") {
		return []byte(plain), true
	}
	data, err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(plain), ""))
	if err != nil || len(data) > maxInline {
		return nil, true
	}
	return data, true
}

// keepFigure re-encodes and stores a picture of at most most pixels. It sets the figure's size and
// returns the number of pixels that were decoded.
func (s *Service) keepFigure(ctx context.Context, f *memory.Figure, image []byte, most int) (pixels int) {
	f.Width = memory.Gone
	if len(image) == 0 {
		return 0
	}
	picture, pixels, err := s.parts.Figures.Figure(ctx, image, most)
	if err != nil {
		s.parts.Log.Debug("figure left out", "key", f.Key, "error", err)
		return pixels
	}
	size, err := sizeOf(picture)
	if err != nil {
		return pixels
	}
	if _, err := s.parts.Blobs.Put(ctx, f.Key, bytes.NewReader(picture)); err != nil {
		s.parts.Log.Warn("a figure could not be stored", "key", f.Key, "error", err)
		return pixels
	}
	f.Width, f.Height = size.X, size.Y
	return pixels
}
