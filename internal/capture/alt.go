package capture

import (
	"regexp"
	"slices"
	"strings"

	"engram/internal/document"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/recall/text"
)

// What of the words that describe pictures is indexed.
const (
	maxAlts = 200 // pictures of a section
	maxAlt  = 500 // characters
)

// altPassages returns passages for pictures of a section whose description says what its text does
// not, and gives the pictures their places. first is the number of the first passage.
func altPassages(s Section, blocks document.Document, first int) (all []memory.Passage) {
	said := map[string]bool{}
	learn := func(words string) {
		for _, word := range text.Words(words) {
			said[word] = true
		}
	}
	for leaf := range blocks.Leaves() {
		if leaf.Image == nil || !isDescriptive(leaf.Image.Alt) || len(all) == maxAlts {
			continue
		}
		if len(said) == 0 {
			learn(s.Text)
		}
		alt := plaintext.OneLine(leaf.Image.Alt, maxAlt)
		if isNew := func(word string) bool { return !said[word] }; !slices.ContainsFunc(text.Words(alt), isNew) {
			continue
		}
		learn(alt)
		leaf.Image.Said = &document.Place{Passage: first + len(all)}
		all = append(all, memory.Passage{Ord: first + len(all), Text: alt, Page: s.Page, Second: s.Second})
	}
	return all
}

var (
	fileName = regexp.MustCompile(`(?i)^\S+\.(?:jpe?g|png|gif|webp|avif|heic|svg|bmp|tiff?)$`)
	// noName matches words that programs give to pictures, in some languages.
	noName = regexp.MustCompile(`(?i)^(?:an?|the|of|image|images|img|picture|pic|photo|photograph|figure|fig|screenshot|thumbnail|placeholder|` +
		`logo|icon|avatar|banner|untitled|default|alt|null|undefined|bild|abbildung|foto|imagen|imagem|immagine|icone|dsc[nf]?|pxl|` +
		`[\p{P}\p{S}\d_]+|\p{L}{0,4}[_-]?\d[\d_-]*)$`)
)

// isDescriptive reports whether the description of a picture says anything, unlike "image 3" and the name
// of a file.
func isDescriptive(alt string) bool {
	alt = strings.TrimSpace(alt)
	return !fileName.MatchString(alt) && slices.ContainsFunc(strings.Fields(alt), func(word string) bool {
		return !noName.MatchString(strings.Trim(word, ".,:;()[]"))
	})
}
