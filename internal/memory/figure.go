package memory

import "engram/internal/document"

// Figure is a picture within a captured document.
type Figure struct {
	Name    string // in the document: the Key of an Image
	Address string // on the web; empty: it came with the document
	Key     string // blob key of the picture
	Width   int    // in pixels, like Height; 0: it is to be fetched; Gone: it can't be had
	Height  int
}

// Gone is the width of a figure that can't be had.
const Gone = -1

// Kept reports whether the figure's picture is stored.
func (f Figure) Kept() bool { return f.Width > 0 }

// pictured gives each image the blob key and size of its kept figure. Others get no key, and those
// that are to be fetched say so. It changes doc.
func pictured(doc document.Document, figures map[string]Figure) document.Document {
	for leaf := range doc.Leaves() {
		if leaf.Image == nil {
			continue
		}
		f, named := figures[leaf.Image.Key]
		leaf.Image.Key, leaf.Image.Coming = "", named && f.Width == 0
		if f.Kept() {
			leaf.Image.Key, leaf.Image.Width, leaf.Image.Height = f.Key, f.Width, f.Height
		}
	}
	return doc
}
