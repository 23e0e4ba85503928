package tweet

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"engram/internal/document"
)

func TestBlocksOfATweet(t *testing.T) {
	var t1 tweet
	body := answerOf(`,"text":"Read https://t.co/a now,\n@babbage","entities":{"urls":[{"url":"https://t.co/a","display_url":"x.example","expanded_url":"https://www.x.example/a?b=1","indices":[5,19]}]}`)
	if err := json.Unmarshal(body, &t1); err != nil {
		t.Fatal(err)
	}
	s := t1.section("Quoting ")
	want := []document.Span{
		{Text: "Quoting Ada (@ada)", Bold: true}, {Text: ": Read "}, {Text: "x.example/a?b=1", Link: "https://www.x.example/a?b=1"},
		{Text: " now,\n"}, {Text: "@babbage", Link: "https://x.com/babbage"},
	}
	if diff := cmp.Diff(want, s.Blocks[0].Spans); diff != "" {
		t.Error(diff)
	}
	if plain := s.Blocks[0].Plain(); plain != s.Text {
		t.Errorf("the blocks read %q, the text %q", plain, s.Text)
	}
	if q := quoted(s); q.Blocks[0].Kind != document.Quote || len(q.Blocks[0].Blocks) != 1 {
		t.Errorf("%+v is no quotation", q.Blocks)
	}
}
