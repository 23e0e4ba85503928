package picture

import (
	"context"
	"errors"
	"io"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

// File implements capture.FileReader for pictures.
type File struct{}

var _ capture.FileReader = File{}

// ReadFile returns a picture as the picture of its document, without any text. It refuses with a
// fault.Invalid what Picture refuses by its header, but for small ones, which are kept without a
// picture.
func (File) ReadFile(_ context.Context, file io.ReadSeeker, _ memory.Bookmark) (capture.Document, error) {
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
	return capture.Document{Image: body, Published: taken(body)}, nil
}
