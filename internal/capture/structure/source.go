package structure

import (
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/plaintext"
)

const minSide = 100 // pixels of a picture, if the page names its size

// decoration matches names of pictures that are no content.
var decoration = regexp.MustCompile(`(?i)(?:^|[^a-z])(?:logo|icon|icons|favicon|avatar|gravatar|sprite|pixel|spacer|blank|badge|button|btn|emoji|smiley|smilies|loading|loader|placeholder|transparent|tracking|counter|banner|ads?|doubleclick)(?:[^a-z]|$)`)

// SourceOf returns the address of an img element's picture as it is written, however it is loaded:
// of several sizes the smallest of at least fit pixels, or the largest. It is empty for
// decoration and for tiny pictures, by their names and sizes, and for SVG.
func SourceOf(n *html.Node, fit float64) string {
	at := func(name string) string { return markup.Attribute(n, name) }
	source := plaintext.First(Largest(at("srcset"), fit), Largest(at("data-srcset"), fit), inPicture(n, fit), at("data-src"),
		at("data-lazy-src"), at("data-original"), at("src"))
	if source == "" || strings.HasPrefix(source, "data:") || isTiny(n) {
		return ""
	}
	name, _, _ := strings.Cut(source, "?")
	if strings.EqualFold(path.Ext(name), ".svg") || IsDecoration(name) || IsDecoration(at("class")+" "+at("id")) {
		return ""
	}
	return source
}

// IsDecoration reports whether a name or a description is that of a picture that is no content.
func IsDecoration(name string) bool { return decoration.MatchString(name) }

// inPicture returns the best source beside an img in a picture element that can be read.
func inPicture(n *html.Node, fit float64) string {
	if n.Parent == nil || n.Parent.DataAtom != atom.Picture {
		return ""
	}
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom != atom.Source || strings.Contains(markup.Attribute(c, "type"), "avif") {
			continue
		}
		for _, name := range []string{"srcset", "data-srcset"} {
			if source := Largest(markup.Attribute(c, name), fit); source != "" {
				return source
			}
		}
	}
	return ""
}

func isTiny(n *html.Node) bool {
	for _, side := range []string{"width", "height"} {
		pixels, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(markup.Attribute(n, side)), "px"))
		if err == nil && pixels < minSide {
			return true
		}
	}
	return false
}

const maxSide = 20_000 // pixels that a page may name

// sizeOf returns the size that a page names of a picture, in pixels; zero if it names none.
func sizeOf(n *html.Node) (width, height int) {
	width, _ = strconv.Atoi(markup.Attribute(n, "width"))
	height, _ = strconv.Atoi(markup.Attribute(n, "height"))
	if width < 1 || height < 1 || width > maxSide || height > maxSide {
		return 0, 0
	}
	return width, height
}

// Largest returns the picture of a srcset with enough pixels, or with the most.
func Largest(srcset string, fit float64) string {
	best, most := "", -1.0
	for candidate := range strings.SplitSeq(srcset, ", ") {
		source, size, _ := strings.Cut(strings.TrimSpace(candidate), " ")
		if len(size) < 2 {
			size = "1x"
		}
		n, err := strconv.ParseFloat(size[:len(size)-1], 64)
		if err != nil || strings.HasPrefix(source, "data:") {
			continue
		}
		if n > most && most < fit {
			best, most = source, n
		}
	}
	return strings.TrimSuffix(best, ",")
}
