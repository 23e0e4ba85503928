package structure

import (
	"regexp"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/document"
	"engram/internal/plaintext"
)

const (
	maxAlt = 500  // characters
	wide   = 1600 // pixels: of several sizes the smallest with as many is taken
)

// picture adds a figure behind the open leaf, so that no sentence is torn.
func (r *reader) picture(n *html.Node) {
	address := metadata.FirstURL(r.base, SourceOf(n, wide))
	if address == "" {
		return
	}
	image := document.Image{Address: address, Alt: plaintext.OneLine(markup.Attribute(n, "alt"), maxAlt)}
	image.Width, image.Height = sizeOf(n)
	r.shown = append(r.shown, part{
		block: document.Block{Kind: document.Figure, Image: &image}, area: area{r.place, r.place},
	})
	if r.place == r.begun {
		r.close()
	}
}

// figure reads an element with pictures and their caption.
func (r *reader) figure(n *html.Node) {
	if r.whole > 0 {
		r.children(n)
		return
	}
	var within []part
	r.into(&within, func() { r.children(n) })
	*r.out = append(*r.out, captioned(within)...)
}

// captioned gives what the caption says to the last picture, or to the table, of a figure.
func captioned(parts []part) []part {
	first := slices.IndexFunc(parts, func(p part) bool { return p.titled })
	if first < 0 {
		return parts
	}
	last := first + 1
	for last < len(parts) && parts[last].titled {
		last++
	}
	caption := area{parts[first].area.from, parts[last-1].area.to}
	for i := len(parts) - 1; i >= 0; i-- {
		p := parts[i]
		if i < first || i >= last && p.area.from == caption.to && p.area.isEmpty() {
			if p.block.Kind == document.Figure && p.area.isEmpty() {
				p.area, p.names = caption, parts[first].names
				parts = slices.Replace(parts, first, last, p)
				if i >= last {
					i -= last - first - 1
				}
				return slices.Delete(parts, i, i+1)
			}
		}
		if i == last && p.block.Kind == document.Table && p.header.isEmpty() {
			parts[i].header, parts[i].area.from = caption, caption.from
			return slices.Delete(parts, first, last)
		}
	}
	return parts
}

var (
	captionName  = regexp.MustCompile(`(?i)(?:^|[\s_-])caption(?:-?text)?(?:$|\s)`)
	picturedName = regexp.MustCompile(`(?i)(?:^|\s)(?:wp-caption|thumb|image-?(?:block|wrapper)|captioned-image-container)(?:$|\s)`)
)

const maxClasses = 2000 // bytes of an element's classes

// isPictured reports whether an element is named like one with a picture and its caption.
func isPictured(n *html.Node) bool {
	classes := markup.Attribute(n, "class")
	return n.DataAtom == atom.Div && len(classes) < maxClasses && picturedName.MatchString(classes)
}

// isCaption reports whether an element beside a picture is named like its caption.
func isCaption(n *html.Node) bool {
	if n.DataAtom != atom.P && n.DataAtom != atom.Div || n.Parent == nil || !isPictured(n.Parent) && n.Parent.DataAtom != atom.Figure {
		return false
	}
	classes := markup.Attribute(n, "class")
	return len(classes) < maxClasses && captionName.MatchString(classes)
}
