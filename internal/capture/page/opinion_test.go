package page

import (
	"strings"
	"testing"

	"engram/internal/capture/capturetest"
)

func TestNoticesAreRemoved(t *testing.T) {
	text := textBelowHeadline(t, "<article>"+sayings(6)+`<p>Photo: A. Reed</p><div class="post-meta">Filed under Harbours</div>`+
		`<p><a href=/x>Ten lamps to see before dusk</a></p></article><div class=licence-note>All lamps reserved.</div>`)
	for _, unwanted := range []string{"Ten lamps", "reserved", "Filed under"} {
		if strings.Contains(text, unwanted) {
			t.Errorf("%q is in %q", unwanted, text)
		}
	}
	if !strings.Contains(text, "lit an hour") {
		t.Errorf("the text is lost: %q", text)
	}
}

func TestCommentsOnAnArticleAreRemoved(t *testing.T) {
	comments := `<ol class=commentlist>` + strings.Repeat("<li class=comment><p>SAID "+lampSaying+"</p></li>", 30) + "</ol>"
	for name, page := range map[string]string{
		"by its tags":          `<html><head><title>Lamps</title><meta property="og:type" content="article"></head><body><h1>Lamps</h1><div>` + sayings(5) + "</div>" + comments,
		"by its description":   `<html><head><title>Lamps</title><script type="application/ld+json">{"@type":"BlogPosting","headline":"Lamps"}</script></head><body><h1>Lamps</h1><div>` + sayings(5) + "</div>" + comments,
		"by a form to comment": `<html><head><title>Lamps</title></head><body><h1>Lamps</h1><div>` + sayings(5) + "</div>" + comments + `<div id=respond><form><textarea></textarea></form></div>`,
	} {
		t.Run(name, func(t *testing.T) {
			text := capturetest.Text(readString(t, page, "text/html; charset=utf-8"))
			if strings.Contains(text, "SAID") || !strings.Contains(text, "lit an hour") {
				t.Errorf("%.300q", text)
			}
		})
	}
}

func TestRecipeKeepsItsIngredients(t *testing.T) {
	described := `<script type="application/ld+json">{"@type":"Recipe","name":"Rye loaf","recipeIngredient":["500 g rye flour","9 g salt"],` +
		`"recipeInstructions":[{"@type":"HowToStep","text":"Knead it for ten minutes."}]}</script>`
	marked := `<div class=widget><span itemprop=recipeIngredient>500 g rye flour</span><span itemprop=recipeIngredient>9 g salt</span></div>`
	body := "<article>" + sayings(6) + "</article>"
	for name, page := range map[string]string{
		"told":   "<html><head><title>Rye loaf</title>" + described + "</head><body><h1>Rye loaf</h1>" + body,
		"marked": "<html><head><title>Rye loaf</title></head><body><h1>Rye loaf</h1>" + body + marked,
	} {
		t.Run(name, func(t *testing.T) {
			text := capturetest.Text(readString(t, page, "text/html; charset=utf-8"))
			for _, want := range []string{"500 g rye flour", "9 g salt"} {
				if strings.Count(text, want) != 1 {
					t.Errorf("%q stands %d times in %q", want, strings.Count(text, want), text)
				}
			}
			if name == "told" && !strings.Contains(text, "Knead it") {
				t.Errorf("the steps are lost: %q", text)
			}
		})
	}
}

func TestLinksHomeAreNoTitle(t *testing.T) {
	page := `<html><head><title>Quay Post</title><meta property="og:site_name" content="Quay Post"></head><body>` +
		`<h1><a href="/">quay <span>back to quay home</span></a> <a href="/news">news</a></h1><h1>Lamps go out at dusk</h1><p>` + lampSaying + `</p>`
	if d := readString(t, page, "text/html; charset=utf-8"); d.Title != "Lamps go out at dusk" {
		t.Errorf("title %q", d.Title)
	}
}
