package page

import (
	"context"
	"encoding/json"
	"html"
	"strings"
	"time"
	"unicode"

	"github.com/PuerkitoBio/goquery"

	"engram/internal/capture/markup"
	"engram/internal/capture/metadata"
	"engram/internal/plaintext"
)

const (
	maxJSONLD      = 1 << 20 // bytes of a script
	maxJSONLDDepth = 6
	maxThings      = 1000 // per page
	maxNames       = 5    // of several authors
)

// linkedData is the page's schema.org metadata, as far as it is used.
type linkedData struct {
	headline, description, author, publisher, image, body string
	published                                             []string // candidates, best first
	isArticle                                             bool     // or a recipe
	ingredients, instructions                             []string // of a recipe
	// a discussion: comments are the content
	discussed bool
	duration  time.Duration // of the page's recording
}

// readJSONLD returns the metadata of the page's main thing: an article before a product or
// recording on the same page. Other things, such as the site and breadcrumbs, are ignored, except
// that a WebPage may have the date.
func readJSONLD(ctx context.Context, doc *goquery.Document) linkedData {
	g := graph{byID: map[string]thing{}}
	doc.Find(`script[type*="ld+json" i]`).Each(func(_ int, s *goquery.Selection) {
		g.read(s.Text())
	})
	main, recipe := g.best(worth), g.best(isRecipe)
	return linkedData{
		ingredients:  texts(ctx, first2(recipe["recipeIngredient"], recipe["ingredients"]), 0),
		instructions: texts(ctx, recipe["recipeInstructions"], 0),
		headline:     plaintext.First(textOf(main["headline"]), textOf(main["name"])),
		description:  textOf(main["description"]),
		author:       g.names(first2(main["author"], main["creator"]), 0),
		publisher:    g.names(main["publisher"], 0),
		image:        g.address(first2(main["image"], main["thumbnailUrl"]), 0),
		body:         bodyOf(ctx, main),
		isArticle:    g.best(isArticle) != nil,
		discussed:    g.best(isDiscussion) != nil,
		published:    append(main.dates(), g.best(isWebPage).dates()...),
		duration:     metadata.ParseDuration(textOf(g.best(isRecording)["duration"])),
	}
}

// thing is a JSON-LD object.
type thing map[string]any

// graph holds all things of a page.
type graph struct {
	things []thing
	byID   map[string]thing
}

// read adds the things of a script. Some are wrapped in comments or have line breaks within
// strings.
func (g *graph) read(script string) {
	if len(script) > maxJSONLD {
		return
	}
	script = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, script)
	script = cdata.Replace(script)
	start, end := strings.IndexAny(script, "{["), strings.LastIndexAny(script, "}]")
	if start < 0 || end < start {
		return
	}
	var v any
	if json.Unmarshal([]byte(script[start:end+1]), &v) == nil {
		g.add(v, 0)
	}
}

var cdata = strings.NewReplacer("<![CDATA[", "", "]]>", "")

func (g *graph) add(v any, depth int) {
	if depth > maxJSONLDDepth || len(g.things) >= maxThings {
		return
	}
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			g.add(e, depth+1)
		}
	case map[string]any:
		g.things = append(g.things, v)
		if id, ok := v["@id"].(string); ok && len(v) > 1 {
			g.byID[id] = v
		}
		for _, key := range []string{"@graph", "mainEntity", "video", "audio", "author", "publisher", "image"} {
			g.add(v[key], depth+1)
		}
	}
}

// best returns the first of the things with the greatest worth, nil if all are 0.
func (g *graph) best(worth func(kind string) int) thing {
	var best thing
	most := 0
	for _, t := range g.things {
		for _, kind := range t.kinds() {
			if w := worth(kind); w > most {
				best, most = t, w
			}
		}
	}
	return best
}

// kinds returns the types of a thing without their vocabulary.
func (t thing) kinds() []string {
	var kinds []string
	switch v := t["@type"].(type) {
	case string:
		kinds = []string{v}
	case []any:
		for _, e := range v[:min(len(v), 10)] {
			kinds = append(kinds, textOf(e))
		}
	}
	for i, k := range kinds {
		kinds[i] = k[strings.LastIndexAny(k, "/:#")+1:]
	}
	return kinds
}

func (t thing) dates() []string {
	return []string{textOf(t["datePublished"]), textOf(t["uploadDate"]), textOf(t["dateCreated"])}
}

// worth rates how likely a type is the page's main thing.
func worth(kind string) int {
	switch {
	case strings.HasSuffix(kind, "Article") || strings.HasSuffix(kind, "Posting") || kind == "Report" || kind == "Question":
		return 3
	case tellingTypes[kind]:
		return 2
	case isRecording(kind) > 0:
		return 1
	}
	return 0
}

var tellingTypes = map[string]bool{
	"Product": true, "Recipe": true, "Book": true, "Movie": true, "Event": true, "HowTo": true, "Course": true,
	"SoftwareApplication": true, "Dataset": true, "JobPosting": true, "Review": true,
}

func isRecording(kind string) int {
	switch kind {
	case "VideoObject", "AudioObject", "PodcastEpisode", "Episode", "TVEpisode", "RadioEpisode", "Clip", "MusicRecording", "Movie":
		return 1
	}
	return 0
}

func isDiscussion(kind string) int {
	switch kind {
	case "QAPage", "Question", "DiscussionForumPosting":
		return 1
	}
	return 0
}

func isArticle(kind string) int {
	if strings.HasSuffix(kind, "Article") || kind == "BlogPosting" || kind == "Recipe" {
		return 1
	}
	return 0
}

func isRecipe(kind string) int {
	if kind == "Recipe" {
		return 1
	}
	return 0
}

func isWebPage(kind string) int {
	if strings.HasSuffix(kind, "Page") {
		return 1
	}
	return 0
}

func textOf(v any) string {
	s, _ := v.(string)
	return html.UnescapeString(s)
}

// first2 returns a, or b if a is nil.
func first2(a, b any) any {
	if a != nil {
		return a
	}
	return b
}

// bodyOf returns the text in a thing: of an article, a question with its answers, a recipe, a
// recording.
func bodyOf(ctx context.Context, t thing) string {
	var parts []string
	for _, key := range []string{"articleBody", "text", "reviewBody", "recipeIngredient", "recipeInstructions", "step", "transcript", "acceptedAnswer", "suggestedAnswer"} {
		parts = append(parts, texts(ctx, t[key], 0)...)
	}
	return markup.Paragraphs(strings.Join(parts, "\n\n"))
}

// texts returns the texts of a value, its members and items.
func texts(ctx context.Context, v any, depth int) []string {
	if depth > maxJSONLDDepth {
		return nil
	}
	switch v := v.(type) {
	case string:
		return []string{markup.Unmarked(ctx, html.UnescapeString(v))}
	case map[string]any:
		return texts(ctx, first2(v["text"], v["itemListElement"]), depth+1)
	case []any:
		var all []string
		for _, e := range v {
			all = append(all, texts(ctx, e, depth+1)...)
		}
		return all
	}
	return nil
}

// names returns the names of persons or organisations, with commas.
func (g *graph) names(v any, depth int) string {
	if depth > maxJSONLDDepth {
		return ""
	}
	switch v := v.(type) {
	case string:
		return textOf(v)
	case map[string]any:
		if name := textOf(v["name"]); name != "" {
			return name
		}
		return g.names(first2(v["name"], g.linked(v)["name"]), depth+1)
	case []any:
		var all []string
		for _, e := range v {
			if _, nested := e.([]any); nested {
				continue
			}
			if name := g.names(e, depth+1); name != "" && len(all) < maxNames {
				all = append(all, name)
			}
		}
		return strings.Join(all, ", ")
	}
	return ""
}

// linked returns the thing that a reference refers to.
func (g *graph) linked(v map[string]any) thing { return g.byID[textOf(v["@id"])] }

// address returns the address of an image: of a string, an object, or the first of a list.
func (g *graph) address(v any, depth int) string {
	if depth > maxJSONLDDepth {
		return ""
	}
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		if there := g.linked(v); there != nil {
			v = there
		}
		return plaintext.First(textOf(v["url"]), textOf(v["contentUrl"]))
	case []any:
		if len(v) > 0 {
			return g.address(v[0], depth+1)
		}
	}
	return ""
}
