package page

import (
	"strings"

	"engram/internal/capture"

	"github.com/PuerkitoBio/goquery"

	"engram/internal/capture/markup"
	"engram/internal/plaintext"
)

const maxIngredients = 200

// ingredientsOf are those that a recipe's microdata lists, or else those that its description told.
func ingredientsOf(doc *goquery.Document, told []string) []string {
	var all []string
	doc.Find("[itemprop~=recipeIngredient],[itemprop~=ingredients]").EachWithBreak(func(i int, s *goquery.Selection) bool {
		if text := plaintext.OneLine(markup.TextWithin(s.Get(0), maxHeadingText), capture.MaxTitle); text != "" {
			all = append(all, text)
		}
		return i < maxIngredients
	})
	if len(told) > 0 {
		all = told
	}
	return all[:min(len(all), maxIngredients)]
}

// withRecipe is a text with what a recipe is made of, and how, where most of that is not in it: sites set both apart from
// what they tell around it.
func withRecipe(text string, about meta) string {
	if missing := lacking(text, about.instructions); missing != "" {
		text = strings.TrimSpace(text + "\n\n" + strings.ReplaceAll(missing, "\n", "\n\n"))
	}
	if missing := lacking(text, about.ingredients); missing != "" {
		text = strings.TrimSpace(missing + "\n\n" + text)
	}
	return text
}

// lacking are the lines that a text lacks, when it lacks half of them.
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
