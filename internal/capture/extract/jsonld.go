package extract

import (
	"encoding/json"
	"html"
	"strings"

	"github.com/PuerkitoBio/goquery"
)

const (
	maxJSONLD      = 1 << 20 // bytes of one script
	maxJSONLDDepth = 6
)

// linkedData is a thing of the schema.org vocabulary, as far as a card needs it.
type linkedData struct {
	headline, description, author, publisher, image, body string
}

// readJSONLD gives the page's first description of an article, a product, a recording and the like. Other descriptions,
// of the site or of its breadcrumbs, say nothing about the page.
func readJSONLD(doc *goquery.Document) linkedData {
	var found linkedData
	doc.Find(`script[type="application/ld+json"]`).EachWithBreak(func(_ int, s *goquery.Selection) bool {
		text := s.Text()
		var v any
		if len(text) > maxJSONLD || json.Unmarshal([]byte(text), &v) != nil {
			return true
		}
		thing := findThing(v, 0)
		if thing == nil {
			return true
		}
		found = linkedData{
			headline:    first(textOf(thing["headline"]), textOf(thing["name"])),
			description: textOf(thing["description"]),
			author:      names(thing["author"]),
			publisher:   names(thing["publisher"]),
			image:       address(thing["image"], 0),
			body:        paragraphs(textOf(thing["articleBody"])),
		}
		return false
	})
	return found
}

// findThing looks for a thing with a telling type, in lists and graphs.
func findThing(v any, depth int) map[string]any {
	if depth > maxJSONLDDepth {
		return nil
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			if thing := findThing(e, depth+1); thing != nil {
				return thing
			}
		}
	case map[string]any:
		if isTelling(v["@type"]) {
			return v
		}
		for _, key := range []string{"@graph", "mainEntity"} {
			if thing := findThing(v[key], depth+1); thing != nil {
				return thing
			}
		}
	}
	return nil
}

func isTelling(types any) bool {
	switch t := types.(type) {
	case string:
		return strings.HasSuffix(t, "Article") || strings.HasSuffix(t, "Posting") || tellingTypes[t]
	case []any:
		for _, e := range t {
			if s, ok := e.(string); ok && isTelling(s) {
				return true
			}
		}
	}
	return false
}

var tellingTypes = map[string]bool{
	"Report": true, "Product": true, "Recipe": true, "VideoObject": true, "Book": true, "Movie": true, "Event": true,
	"HowTo": true, "Course": true, "SoftwareApplication": true, "PodcastEpisode": true, "Dataset": true,
}

func textOf(v any) string {
	s, _ := v.(string)
	return html.UnescapeString(s)
}

// names gives a person's or organisation's name, or several with commas.
func names(v any) string {
	switch v := v.(type) {
	case string:
		return textOf(v)
	case map[string]any:
		return textOf(v["name"])
	case []any:
		var all []string
		for _, e := range v {
			if _, nested := e.([]any); nested {
				continue
			}
			if name := names(e); name != "" && len(all) < 5 {
				all = append(all, name)
			}
		}
		return strings.Join(all, ", ")
	}
	return ""
}

// address gives the address of an image: itself, its url, or that of the first of several.
func address(v any, depth int) string {
	if depth > maxJSONLDDepth {
		return ""
	}
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		return textOf(v["url"])
	case []any:
		if len(v) > 0 {
			return address(v[0], depth+1)
		}
	}
	return ""
}
