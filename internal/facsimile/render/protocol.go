package render

import "engram/internal/facsimile"

// request is a line of JSON to the child: for the sizes of all pages, a page's words, or its
// picture.
type request struct {
	Page   int `json:"page"`   // from 1; 0: the sizes
	Width  int `json:"width"`  // of the picture, in pixels; 0: the words
	Height int `json:"height"` // of the picture
}

// pixels returns the bytes that follow the answer.
func (r request) pixels() int { return bytesPerPixel * r.Width * r.Height }

// bytesPerPixel counts red, green, blue and a byte that is not used.
const bytesPerPixel = 4

// answer is a line of JSON from the child. The pixels of a picture follow it.
type answer struct {
	Loaded  bool             `json:"loaded,omitempty"` // PDFium is; the next answer says whether the PDF is open
	Failure failure          `json:"failure,omitempty"`
	Sizes   []facsimile.Size `json:"sizes,omitempty"`
	Words   []word           `json:"words,omitempty"`
}

// word is a word in parts of the page's width and height: 0 to 1.
type word struct {
	Text string     `json:"t"`
	Box  [4]float64 `json:"b"` // left, top, right, bottom
	Ends bool       `json:"e,omitempty"`
}

// failure is a code for what went wrong.
type failure string

const (
	locked  failure = "locked"
	damaged failure = "damaged"
)

// err returns the error of a failure; nil of none.
func (f failure) err() error {
	switch f {
	case "":
		return nil
	case locked:
		return facsimile.ErrLocked
	}
	return facsimile.ErrDamaged
}
