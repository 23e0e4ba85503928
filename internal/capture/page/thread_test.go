package page

import (
	"strings"
	"testing"
)

func TestThreads(t *testing.T) {
	comments := func(n int) string {
		return "<ol class=commentlist>" + strings.Repeat("<li class=comment><p>SAID "+lampSaying+"</p></li><li class=comment><p>SHORT</p></li>", n) + "</ol>"
	}
	posts := strings.Repeat("<div class=message><p>POST "+lampSaying+"</p></div><div class=message><p>SHORT</p></div>", 4)
	for name, tt := range map[string]struct {
		body         string
		kept, hidden []string
	}{
		"a question and what was said":  {"<div>" + sayings(3) + "</div>" + comments(9), []string{"lit an hour", "SAID", "SHORT"}, nil},
		"a question of few words":       {"<p>Who lights the lamps?</p>" + comments(9), []string{"SAID", "SHORT"}, nil},
		"an article with some comments": {"<div>" + sayings(9) + "</div>" + comments(4), []string{"lit an hour"}, []string{"SAID", "SHORT"}},
		"an article with many":          {"<article>" + sayings(5) + "</article>" + comments(40), []string{"lit an hour"}, []string{"SAID", "SHORT"}},
		"an entry with many":            {"<div class=entry-content>" + sayings(5) + "</div>" + comments(40), []string{"lit an hour"}, []string{"SAID", "SHORT"}},
		"the parts of one entry": {`<div class="post hentry"><div class=entry-header><p>HEAD ` + lampSaying + `</p></div><div class=entry-content>` + sayings(3) +
			`</div><div class="entry-comments comments"><ul><li class=comment><p>SAID ` + lampSaying + lampSaying + "</p></li></ul></div></div>", []string{"lit an hour"}, []string{"SAID"}},
		"posts below one of another sort": {"<div><p>ALL " + lampSaying + "</p></div><div>" + posts + "</div>", []string{"ALL", "POST", "SHORT"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			text := textBelowHeadline(t, tt.body)
			for _, want := range tt.kept {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing in %q", want, text)
				}
			}
			for _, unwanted := range tt.hidden {
				if strings.Contains(text, unwanted) {
					t.Errorf("%q is in %q", unwanted, text)
				}
			}
		})
	}
}

func TestThreadKeepsAllItsPosts(t *testing.T) {
	text := textBelowHeadline(t, "<div>"+sayings(3)+"</div><ol class=commentlist>"+strings.Repeat("<li class=comment><p>SAID "+lampSaying+"</p></li><li class=comment><p>SHORT</p></li>", 9)+"</ol>")
	if said, short := strings.Count(text, "SAID"), strings.Count(text, "SHORT"); said != 9 || short != 9 {
		t.Errorf("%d long and %d short posts, want 9 each", said, short)
	}
}
