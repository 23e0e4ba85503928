package picture

import (
	"context"
	"encoding/base64"
	"errors"
	"io"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

// File implements capture.FileReader for pictures.
type File struct{ Maker *Maker }

var _ capture.FileReader = File{}

// ReadFile returns a picture as the picture of its document, and as a figure without text. It refuses with a
// fault.Invalid what Picture refuses by its header, but for small ones, which are kept without a
// picture.
func (f File) ReadFile(ctx context.Context, file io.ReadSeeker, _ memory.Bookmark) (capture.Document, error) {
	body, err := io.ReadAll(io.LimitReader(file, maxImage+1))
	if err != nil {
		return capture.Document{}, err
	}
	if len(body) > maxImage {
		return capture.Document{}, fault.New(fault.Invalid, msgImageTooLarge)
	}
	switch err := checkSize(stillWebP(body)); {
	case errors.Is(err, errTooSmall):
		return capture.Document{}, nil
	case err != nil:
		return capture.Document{}, err
	}
	doc := capture.Document{Image: body, Published: taken(body)}
	figure, _, err := f.Maker.Figure(ctx, body, maxDecoded)
	if err != nil {
		return capture.Document{}, err
	}
	image := document.Image{Address: "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(figure)}
	doc.Sections = []capture.Section{{Blocks: document.Document{{Kind: document.Figure, Image: &image}}}}
	return doc, nil
}
