package page

import (
	"strings"

	"engram/internal/capture"

	"github.com/PuerkitoBio/goquery"

	"engram/internal/capture/markup"
	"engram/internal/plaintext"
)

const maxIngredients = 200

// ingredientsOf returns the ingredients in a recipe's microdata, or those given.
func ingredientsOf(doc *goquery.Document, described []string) []string {
	var all []string
	doc.Find("[itemprop~=recipeIngredient],[itemprop~=ingredients]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		if text := plaintext.OneLine(markup.TextWithin(s.Get(0), maxHeadingText), capture.MaxTitle); text != "" {
			all = append(all, text)
		}
		return i < maxIngredients
	})
	if len(described) > 0 {
		all = described
	}
	return all[:min(len(all), maxIngredients)]
}

// withRecipe adds ingredients and steps to a text that lacks most of them: sites separate them from
// the story around.
func withRecipe(text string, about meta) string {
	if missing := lacking(text, about.instructions); missing != "" {
		text = strings.TrimSpace(text + "\n\n" + strings.ReplaceAll(missing, "\n", "\n\n"))
	}
	if missing := lacking(text, about.ingredients); missing != "" {
		text = strings.TrimSpace(missing + "\n\n" + text)
	}
	return text
}

// lacking returns the lines that a text lacks, if it lacks half of them.
func lacking(text string, lines []string) string {
	text = plaintext.Letters(text)
	var missing []string
	for _, line := range lines {
		if line = plaintext.OneLine(line, capture.MaxDescription); line != "" && !strings.Contains(text, plaintext.FirstLetters(line)) {
			missing = append(missing, line)
		}
	}
	if 2*len(missing) < len(lines) {
		return ""
	}
	return strings.Join(missing, "\n")
}
