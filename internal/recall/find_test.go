package recall_test

import (
	"context"
	"strings"
	"testing"

	"engram/internal/recall"
	"engram/internal/recall/recalltest"
)

func TestFind(t *testing.T) {
	var log recalltest.Log
	log.Add("u",
		note("m1", "Running in the harbour", "A log of runs along the red boats."),
		note("m2", "Boat paint", "Red paint for the boat, and more paint."),
		note("m3", "Haus am See", "Das Haus liegt am See und ist nicht groß."),
		note("m4", "東京の天気", "明日は雨"),
	)
	log.Add("u", note("m6", "", "the wifi in the attic"), note("m7", "", "the Wi-Fi, and beside it the lan cable"), note("m8", "", "a fi after wi"))
	tweet := note("m5", "", "boating on the lake")
	tweet.Kind = "tweet"
	log.Add("u", tweet)
	e := recall.New(&log)
	for name, test := range map[string]struct {
		q    recall.Query
		want string
	}{
		"the beginning of a word":                {recall.Query{Text: "har"}, "m1"},
		"one letter, of the word for a kind too": {recall.Query{Text: "p"}, "m2 m5"},
		"a word that is stemmed, half typed":     {recall.Query{Text: "runni"}, "m1"},
		"a stem's other forms":                   {recall.Query{Text: "running"}, "m1"},
		"every word must be there":               {recall.Query{Text: "red boat pai"}, "m2"},
		"words of title and text together":       {recall.Query{Text: "harbour bo"}, "m1"},
		"one letter wrong":                       {recall.Query{Text: "harbuor"}, "m1"},
		"one letter too few":                     {recall.Query{Text: "harbr"}, "m1"},
		"a slip before the end":                  {recall.Query{Text: "pxint"}, "m2"},
		"a slip in a word that is complete":      {recall.Query{Text: "hxrbour boat"}, ""},
		"two slips":                              {recall.Query{Text: "hxrbuor"}, ""},
		"no such word":                           {recall.Query{Text: "xylophone"}, ""},
		"accents and capitals":                   {recall.Query{Text: "GROS"}, "m3"},
		"a stop word that is still typed":        {recall.Query{Text: "paint for th"}, "m2"},
		"a script without spaces":                {recall.Query{Text: "東京"}, "m4"},
		"the best first":                         {recall.Query{Text: "paint boa"}, "m2"},
		"of a kind":                              {recall.Query{Text: "boat", Kind: "tweet"}, "m5"},
		"nothing":                                {recall.Query{Text: "  "}, ""},
		"signs alone":                            {recall.Query{Text: "?!"}, ""},
		"limited":                                {recall.Query{Text: "boat", Limit: 1}, "m2"},
		"one word as it is written and as two":   {recall.Query{Text: "wifi"}, "m6 m7"},
		"two words as they are and as one":       {recall.Query{Text: "wi-fi"}, "m8 m7 m6"},
		"two words, the last half typed":         {recall.Query{Text: "the wi f"}, "m8 m7 m6"},
		"a word as two, with another":            {recall.Query{Text: "attic wi fi"}, "m6"},
		"very long":                              {recall.Query{Text: strings.Repeat("paint ", 10_000)}, "m2"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := e.Find(context.Background(), "u", test.q)
			if err != nil || ids(got) != test.want {
				t.Errorf("%q, %v; want %q", ids(got), err, test.want)
			}
		})
	}
	t.Run("a deleted memory is not found", func(t *testing.T) {
		log.Delete("u", "m2")
		if got, err := e.Find(context.Background(), "u", recall.Query{Text: "paint"}); err != nil || len(got) != 0 {
			t.Errorf("%q, %v", ids(got), err)
		}
	})
	t.Run("another user's memory is not found", func(t *testing.T) {
		if got, err := e.Find(context.Background(), "other", recall.Query{Text: "har"}); err != nil || len(got) != 0 {
			t.Errorf("%q, %v", ids(got), err)
		}
	})
}
