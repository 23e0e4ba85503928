package page

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/PuerkitoBio/goquery"
)

func linkedDataOf(t *testing.T, scripts ...string) linkedData {
	t.Helper()
	var page strings.Builder
	for _, s := range scripts {
		page.WriteString(`<script type="application/ld+json">` + s + `</script>`)
	}
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(page.String()))
	if err != nil {
		t.Fatal(err)
	}
	return readJSONLD(t.Context(), doc)
}

func TestReadJSONLD(t *testing.T) {
	for name, tt := range map[string]struct {
		scripts                []string
		headline, author, body string
	}{
		"wrapped in a comment":     {[]string{"<!-- {\"@type\":\"Article\",\"headline\":\"H\"} -->"}, "H", "", ""},
		"wrapped in CDATA":         {[]string{"//<![CDATA[\n{\"@type\":\"Article\",\"headline\":\"H\"}\n//]]>"}, "H", "", ""},
		"breaks within strings":    {[]string{"{\"@type\":\"Article\",\"headline\":\"A\nB\"}"}, "A B", "", ""},
		"types by their address":   {[]string{`{"@type":"http://schema.org/NewsArticle","headline":"H"}`}, "H", "", ""},
		"a broken script before":   {[]string{`{"@type":`, `{"@type":"Article","headline":"H"}`}, "H", "", ""},
		"an article beside a film": {[]string{`{"@type":"VideoObject","name":"V"}`, `{"@type":"Product","name":"P"}`, `{"@type":"Article","headline":"H"}`}, "H", "", ""},
		"an author by reference":   {[]string{`{"@graph":[{"@type":"Article","headline":"H","author":[{"@id":"#a"},{"name":"B"}]},{"@id":"#a","name":"A"}]}`}, "H", "A, B", ""},
		"references in a circle":   {[]string{`[{"@type":"Article","author":{"@id":"#a"}},{"@id":"#a","author":{"@id":"#a"}}]`}, "", "", ""},
		"a question":               {[]string{`{"@type":"QAPage","mainEntity":{"@type":"Question","name":"Q","text":"Why?","acceptedAnswer":{"text":"<p>Thus.</p>"},"suggestedAnswer":[{"text":"Or so."}]}}`}, "Q", "", "Why?\n\nThus.\n\nOr so."},
		"a recipe":                 {[]string{`{"@type":"Recipe","name":"R","recipeIngredient":["flour","water"],"recipeInstructions":[{"@type":"HowToStep","text":"Mix."},{"@type":"HowToSection","itemListElement":[{"text":"Bake."}]}]}`}, "R", "", "flour\n\nwater\n\nMix.\n\nBake."},
		"only the site":            {[]string{`{"@type":"WebSite","name":"S"}`, `{"@type":"BreadcrumbList","name":"B"}`}, "", "", ""},
		"no JSON":                  {[]string{`var x = 1;`, ``, `}{`}, "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := linkedDataOf(t, tt.scripts...)
			if got.headline != tt.headline || got.author != tt.author || got.body != tt.body {
				t.Errorf("headline %q, author %q, body %q", got.headline, got.author, got.body)
			}
		})
	}
}

func FuzzJSONLD(f *testing.F) {
	f.Add(`{"@graph":[{"@type":"Article","headline":"H","author":[{"@id":"#a"}],"image":[[{"url":"x"}]]},{"@id":"#a","name":{"name":"A"}}]}`)
	f.Add(`[{"@type":["QAPage",7],"mainEntity":{"@type":"Question","acceptedAnswer":[{"text":"<p>x"}]}}]`)
	f.Add(`{"@type":"Recipe","recipeInstructions":{"itemListElement":{"itemListElement":"x"}}}`)
	f.Fuzz(func(t *testing.T, script string) {
		g := graph{byID: map[string]thing{}}
		g.read(script)
		main := g.best(worth)
		for _, s := range []string{g.names(main["author"], 0), g.address(main["image"], 0), bodyOf(t.Context(), main)} {
			if len(s) > 20*len(script)+100 || !utf8.ValidString(s) {
				t.Errorf("%q of %q", s, script)
			}
		}
	})
}
