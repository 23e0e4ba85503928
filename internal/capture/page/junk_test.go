package page

import (
	"fmt"
	"strings"
	"testing"

	"engram/internal/capture/capturetest"
)

const (
	lampSaying   = "The lamps of the harbour are lit an hour before the sun is gone, and put out when the last boat is in. "
	cookieNotice = "We and our partners keep and read cookies on your device, to show you what you may like and to learn who you are."
)

// textBelowHeadline is the text of a page with a headline and a body.
func textBelowHeadline(t *testing.T, body string) string {
	t.Helper()
	return capturetest.Text(readString(t, "<title>A page</title><body><h1>Lamps of the harbour</h1>"+body, "text/html; charset=utf-8"))
}

func sayings(paragraphs int) string { return strings.Repeat("<p>"+lampSaying+"</p>", paragraphs) }

func TestNoticesHideWhateverTheirShare(t *testing.T) {
	for _, name := range []string{
		"cookie-law-info-bar", "cookie-cookieNotice", "cmplz-cookiebanner-container", "cookie-bar", "CybotCookiebotDialog", "onetrust-consent-sdk",
		"cc-window cc-banner", "gdpr_cookie_bar", "moove_gdpr_cookie_info_bar", "cookieconsent", "didomi-popup-open", "js-cookie-banner", "cmp",
		"qc-cmp2-container", "usercentrics-root", "sp_message_container_1", "site-paywall-prompt", "regwall",
	} {
		for _, short := range []string{"<p>Opened at nine.</p>", sayings(2)} {
			id, _, _ := strings.Cut(name, " ")
			text := textBelowHeadline(t, short+fmt.Sprintf("<div id=%q class=%q><div><h2>Hello</h2><p>%s</p></div><div><button>Agree</button></div></div>", id, name, cookieNotice))
			if strings.Contains(text, "partners") || !strings.Contains(text, "Opened") && !strings.Contains(text, "lit an hour") {
				t.Errorf("%s: %q", name, text)
			}
		}
	}
}

func TestNamesLikeThoseOfBoilerplateAreKept(t *testing.T) {
	for name, body := range map[string]string{
		"a recipe's words":              `<article class="post tag-cookies category-cookies"><p>KEPT ` + lampSaying + `</p></article>`,
		"a toolkit's words":             `<div class="cmp-container"><div class="cmp-text"><p>KEPT ` + lampSaying + `</p></div></div>`,
		"what is to be paid for":        sayings(4) + `<p class="paywall">KEPT one.</p><p class="paywall">` + lampSaying + `</p>`,
		"a long text to be paid for":    sayings(1) + `<div class="body-paywall">` + sayings(6) + `<p>KEPT</p></div>`,
		"a heading":                     sayings(3) + `<h2 id="login">KEPT</h2>` + sayings(1),
		"a term":                        sayings(3) + `<dl><dt id="opt-menu">KEPT</dt><dd id="my-cookies">KEPT ` + lampSaying + `</dd></dl>`,
		"a chapter":                     sayings(5) + `<section id="similar"><h2>KEPT</h2><p>` + lampSaying + `</p></section>`,
		"a chapter of old":              sayings(5) + `<div class="section" id="user-login"><span id="x"></span><h2>KEPT</h2><p>` + lampSaying + `</p></div>`,
		"a chapter with code to copy":   sayings(5) + `<section id="widget"><h2>KEPT</h2><p>` + lampSaying + `</p><pre>x<button title="Copy"><i></i></button></pre></section>`,
		"a chapter beside its like":     sayings(5) + `<section id="a"><h2>A</h2>` + sayings(1) + `</section><section id="comments"><h2>KEPT</h2><p>` + lampSaying + `</p></section>`,
		"a part with a doubtful name":   sayings(5) + `<div class="gallery"><p>KEPT ` + lampSaying + `</p></div>`,
		"a part with two such":          sayings(5) + `<div class="recent dialog"><p>KEPT ` + lampSaying + `</p><p>` + lampSaying + `</p></div>`,
		"notes at the foot of the text": `<article>` + sayings(9) + `<div class="footnotes"><p><sup>1</sup> KEPT</p></div></article>`,
	} {
		if text := textBelowHeadline(t, body); !strings.Contains(text, "KEPT") {
			t.Errorf("%s is lost: %q", name, text)
		}
	}
}

// TestNoticesHideNoHeadline reads a page whose state is in the class of the element around
// everything but the footer.
func TestNoticesHideNoHeadline(t *testing.T) {
	d := readString(t, `<title>A page</title><body><div class="cookies-accepted"><h1>Lamps</h1><p>`+lampSaying+`</p></div><p>Foot`, "text/html")
	if text := capturetest.Text(d); !strings.Contains(text, "lit an hour") {
		t.Errorf("the page is lost: %q", text)
	}
}

func TestBoilerplateBesideChaptersIsRemoved(t *testing.T) {
	for name, body := range map[string]string{
		"comments":          sayings(5) + `<section id="comments"><h2>2 comments</h2><p>JUNK ` + lampSaying + `</p></section>`,
		"a newsletter":      sayings(5) + `<section id="newsletter"><h2>Newsletter</h2><p>JUNK ` + lampSaying + `</p><input type="email"></section>`,
		"a list of links":   sayings(5) + `<section id="related"><h2>Related</h2><p><a href="/1">JUNK ` + lampSaying + `</a></p><p><a href="/2">More</a></p></section>`,
		"a login":           sayings(5) + `<div class="login"><p>JUNK who has been here before may go on at once with a name and a word.</p><button>Go</button></div>`,
		"a dialog":          sayings(5) + `<div class="dialog"><p>JUNK too little</p></div>`,
		"a footer's h1":     sayings(5) + `<footer><h1>JUNK</h1><p>JUNK ` + lampSaying + `</p></footer>`,
		"a sidebar":         sayings(5) + `<div id="sidebar"><p>JUNK ` + lampSaying + `</p></div>`,
		"a banner's prose":  sayings(5) + `<section id="cookie-cookieNotice"><h2>Cookies</h2><p>JUNK ` + cookieNotice + `</p></section>`,
		"actions of a post": sayings(5) + `<div class="post-actions"><p>JUNK</p></div>`,
	} {
		if text := textBelowHeadline(t, "<main>"+body+"</main>"); strings.Contains(text, "JUNK") || !strings.Contains(text, "lit an hour") {
			t.Errorf("%s: %q", name, text)
		}
	}
}

func TestSmallPartsOfAnArticleAreKept(t *testing.T) {
	text := textBelowHeadline(t, "<article>"+sayings(4)+
		`<table><tr><td>lamp</td><td>hour</td></tr><tr><td>red</td><td>five</td></tr></table>
		 <p>one<br>two<br> <br>three</p><div class="highlight"><div><pre>lamp on</pre></div></div>`+sayings(1)+"</article>")
	for _, want := range []string{"lamp\thour\nred\tfive", "one\ntwo\n\nthree", "lamp on"} {
		if !strings.Contains(text, "\n\n"+want+"\n\n") {
			t.Errorf("%q is missing in %q", want, text)
		}
	}
}
