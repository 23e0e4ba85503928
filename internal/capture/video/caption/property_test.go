package caption

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestStretchesKeepEveryWordInOrder(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var cues []Cue
		var said []string
		at := time.Duration(0)
		for i, n := range rapid.SliceOfN(rapid.IntRange(1, 30), 0, 60).Draw(rt, "words") {
			var words []string
			for j := range n {
				words = append(words, string(rune('a'+i%26))+strings.Repeat("x", j%7)+rapid.SampledFrom([]string{"", ".", ",", "?"}).Draw(rt, "mark"))
			}
			at += time.Duration(rapid.IntRange(0, 40_000).Draw(rt, "later")) * ms
			cues = append(cues, Cue{Start: at, End: at + time.Second, Text: strings.Join(words, " ")})
			said = append(said, words...)
		}
		var got []string
		last := time.Duration(-1)
		for _, s := range Stretches(cues, rapid.Bool().Draw(rt, "automatic")) {
			got = append(got, strings.Fields(s.Text)...)
			if s.Start < last {
				rt.Fatalf("a stretch at %v after one at %v", s.Start, last)
			}
			last = s.Start
		}
		if strings.Join(got, " ") != strings.Join(said, " ") {
			rt.Fatalf("got %v, want %v", got, said)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		"WEBVTT\n\n00:01.000 --> 00:02.000\n<v A>x</v>\n", "1\n00:00:01,000 --> 00:00:02,000\nx\n", `{"events":[{"tStartMs":1,"segs":[{"utf8":"x"}]}]}`,
		`<transcript><text start="1" dur="2">x</text></transcript>`, `<p t="1" d="2"><s>x</s></p>`, `<p begin="1s" end="00:02">x<br/>y</p>`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, track []byte) {
		last := time.Duration(0)
		for _, c := range Parse(track) {
			if c.Start < last || c.End < c.Start || c.Text == "" || strings.ContainsAny(c.Text, "\x00\r") {
				t.Fatalf("%+v after %v", c, last)
			}
			last = c.Start
		}
		Stretches(Parse(track), true)
	})
}
