// Package ocr recognises the text of scanned pages and pictures, with the place of each word.
// Tesseract does it in a sandboxed child process at the lowest priority.
package ocr

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/capture"
	"engram/internal/document"
)

// Page is the recognised text of one image. Width and Height are in pixels of the image.
type Page struct {
	Width      int         `json:"width"`
	Height     int         `json:"height"`
	Paragraphs []Paragraph `json:"paragraphs,omitempty"` // in reading order
}

// Paragraph is the lines of a paragraph.
type Paragraph []Line

// Line is the words of a line.
type Line []Word

// Word is a word with its box: left, top, right, bottom in pixels.
type Word struct {
	Text       string `json:"text"`
	Box        [4]int `json:"box"`
	Confidence int    `json:"confidence"` // percent
}

// least are the confidences below which a word and a page are noise: dust, drawings, handwriting.
const (
	leastOfWord = 30
	leastOfPage = 50
)

// Confidence returns the mean confidence of the letters in percent; 0 without any.
func (p Page) Confidence() int {
	sum, letters := 0, 0
	for w := range p.words {
		n := utf8.RuneCountInString(w.Text)
		sum, letters = sum+n*w.Confidence, letters+n
	}
	if letters == 0 {
		return 0
	}
	return sum / letters
}

// words yields all words in reading order.
func (p Page) words(yield func(Word) bool) {
	for _, paragraph := range p.Paragraphs {
		for _, line := range paragraph {
			for _, w := range line {
				if !yield(w) {
					return
				}
			}
		}
	}
}

// Legible returns the page without words that are noise. It is empty if hardly anything else is
// left, as of a photograph.
func (p Page) Legible() Page {
	kept := Page{Width: p.Width, Height: p.Height}
	for _, paragraph := range p.Paragraphs {
		var lines Paragraph
		for _, line := range paragraph {
			var words Line
			for _, w := range line {
				if w.Confidence >= leastOfWord && strings.TrimSpace(w.Text) != "" {
					words = append(words, w)
				}
			}
			if len(words) > 0 {
				lines = append(lines, words)
			}
		}
		if len(lines) > 0 {
			kept.Paragraphs = append(kept.Paragraphs, lines)
		}
	}
	if kept.Confidence() < leastOfPage {
		kept.Paragraphs = nil
	}
	return kept
}

// Section returns the text of the page as that of page number, 0 for a picture: a paragraph for
// each recognised one, with words joined that a line break parts.
func (p Page) Section(number int) capture.Section {
	var said []string
	for _, paragraph := range p.Paragraphs {
		if text := paragraph.text(); text != "" {
			said = append(said, text)
		}
	}
	text := strings.Join(said, "\n\n")
	return capture.Section{Page: number, Text: text, Blocks: document.FromText(text)}
}

// placed returns the words with their boxes in points, of an image with scale pixels a point.
func (p Page) placed(scale float64) (all []capture.PlacedWord) {
	for _, paragraph := range p.Paragraphs {
		for _, line := range paragraph {
			for i, w := range line {
				left, top := float64(w.Box[0])/scale, float64(w.Box[1])/scale
				right, bottom := float64(w.Box[2])/scale, float64(w.Box[3])/scale
				all = append(all, capture.PlacedWord{
					Text: w.Text, Box: [4]float64{left, top, right - left, bottom - top}, Ends: i == len(line)-1,
				})
			}
		}
	}
	return all
}

func (p Paragraph) text() string {
	var b strings.Builder
	for i, line := range p {
		words := make([]string, len(line))
		for j, w := range line {
			words[j] = w.Text
		}
		said := strings.Join(words, " ")
		if i < len(p)-1 && parted(said, p[i+1]) {
			b.WriteString(strings.TrimRight(said, "-‐"))
			continue
		}
		b.WriteString(said)
		if i < len(p)-1 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// parted reports whether a line ends within a word that the next one finishes.
func parted(line string, next Line) bool {
	if !strings.HasSuffix(line, "-") && !strings.HasSuffix(line, "‐") || len(next) == 0 {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "-‐"))
	after, _ := utf8.DecodeRuneInString(next[0].Text)
	return unicode.IsLetter(before) && unicode.IsLower(after)
}
