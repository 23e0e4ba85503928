package caption

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

const ms = time.Millisecond

func TestParse(t *testing.T) {
	hello := []Cue{{Start: 500 * ms, End: 2500 * ms, Text: "Hello & welcome,"}, {Start: 2500 * ms, End: 4 * time.Second, Text: "it's about bees."}}
	tests := map[string]struct {
		track string
		want  []Cue
	}{
		"json3": {`{"wireMagic":"pb3","pens":[{}],"events":[
			{"tStartMs":0,"dDurationMs":90000,"id":1,"wpWinPosId":1},
			{"tStartMs":500,"dDurationMs":2000,"segs":[{"utf8":"Hello"},{"utf8":" &amp; welcome,","tOffsetMs":300}]},
			{"tStartMs":2490,"wWinId":1,"aAppend":1,"segs":[{"utf8":"\n"}]},
			{"tStartMs":2500,"dDurationMs":1500,"segs":[{"utf8":"it's\u200b about bees."}]}]}`, hello},
		"json3 that breaks off": {`{"events":[{"tStartMs":500,"dDurationMs":2000,"segs":[{"utf8":"Hello & welcome,"}]},{"tStartMs":25`, hello[:1]},
		"json3 without events":  {`{"events":{}}`, nil},
		"json3 of another kind": {`{"error":{"code":403}}`, nil},
		"srv1": {`<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0.5" dur="2">Hello &amp;amp; welcome,</text>` +
			`<text start="2.5" dur="1.5">it&amp;#39;s <font color="#fff">about</font> bees.</text></transcript>`, hello},
		"srv3": {`<?xml version="1.0"?><timedtext format="3"><head><pen id="1"/></head><body><p t="500" d="2000" w="1"><s ac="0">Hello</s><s t="200"> &amp; welcome,</s></p>` +
			`<p t="2490" w="1" a="1">` + "\n" + `</p><p t="2500" d="1500">it's about bees.</p></body></timedtext>`, hello},
		"ttml": {`<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:00.500" end="00:00:02.500">Hello &amp; welcome,</p>` +
			`<p begin="2.5s" dur="1.5s">it's<br/>about bees.</p></div></body></tt>`,
			[]Cue{hello[0], {Start: 2500 * ms, End: 4 * time.Second, Text: "it's\nabout bees."}}},
		"webvtt": {"\ufeffWEBVTT - talk\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE made by hand\n\n1\n00:00.500 --> 00:02.500 align:start position:0%\n<v Ada>Hello &amp; welcome,</v>\n\n" +
			"intro\n00:00:02.500 --> 00:00:04.000\nit's <00:00:03.000><c.yellow>about</c> bees.\n", hello},
		"subrip": {"1\r\n00:00:00,500 --> 00:00:02,500\r\n<i>Hello</i> & welcome,\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\n{\\an8}it's about bees.\r\n", hello},
		"a line of a blank within": {"WEBVTT\n\n00:00.500 --> 00:02.500\n \nHello &\n\t\nwelcome,\n\nlost\n\n00:02.500 --> 00:04.000\nit's about bees.\n",
			[]Cue{{Start: 500 * ms, End: 2500 * ms, Text: "Hello &\nwelcome,"}, hello[1]}},
		"lines of a blank between": {"1\n00:00:00,500 --> 00:00:02,500\nHello & welcome,\n \n2\n00:00:02,500 --> 00:00:04,000\nit's about bees.\n \n", hello},
		"a number that is said":    {"1\n00:00:00,500 --> 00:00:02,500\nHow many?\n42\n\n", []Cue{{Start: 500 * ms, End: 2500 * ms, Text: "How many?\n42"}}},
		"text between < and >": {"WEBVTT\n\n00:00.500 --> 00:02.500\nx &amp;lt;div&amp;gt; a < b and c > d\n<b.loud>so</b> <font color=red>it<br/>is</font> <lang en>as</lang> <3 <b and> {x}\n",
			[]Cue{{Start: 500 * ms, End: 2500 * ms, Text: "x <div> a < b and c > d\nso it\nis as <3 <b and> {x}"}}},
		"ttml in frames and ticks": {`<tt ttp:frameRate="25" ttp:tickRate="1000"><body><p begin="00:00:00:10" end="00:00:02:12">a</p><p begin="2500t" end="100f">b</p><p begin="4500ms" dur="0.1m">c</p></body></tt>`,
			[]Cue{{Start: 400 * ms, End: 2480 * ms, Text: "a"}, {Start: 2500 * ms, End: 4 * time.Second, Text: "b"}, {Start: 4500 * ms, End: 10500 * ms, Text: "c"}}},
		"ttml without its rates":      {`<tt><body><p begin="00:00:01:15" end="00:00:02:00">a</p></body></tt>`, []Cue{{Start: 1500 * ms, End: 2 * time.Second, Text: "a"}}},
		"cues out of order":           {"WEBVTT\n\n00:02.500 --> 00:04.000\nit's about bees.\n\n00:00.500 --> 00:02.500\nHello & welcome,\n", hello},
		"no blank line between":       {"WEBVTT\n\n00:00.500 --> 00:02.500\nHello & welcome,\n00:02.500 --> 00:04.000\nit's about bees.", hello},
		"bytes that are no text":      {"WEBVTT\n\n00:00.500 --> 00:02.500\nHello &\xff\x00 welcome,\n", hello[:1]},
		"a moment beyond every film":  {"WEBVTT\n\n9999999:00:00 --> 00:01.000\nNo.\n", nil},
		"an end before the beginning": {"WEBVTT\n\n00:05.000 --> 00:01.000\nOh.\n", []Cue{{Start: 5 * time.Second, End: 5 * time.Second, Text: "Oh."}}},
		"a page":                      {"<!doctype html><html><body><p>Sign in</p></body></html>", nil},
		"nothing":                     {"", nil},
	}
	for name, test := range tests {
		t.Run("VIDEO-03 "+name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Parse([]byte(test.track))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseIsBounded(t *testing.T) {
	const size = 2 << 20
	tests := map[string]struct{ before, again string }{
		"many cues":         {"WEBVTT\n\n", "00:01 --> 00:02\na\n\n"},
		"much text":         {"WEBVTT\n\n", "00:01.000 --> 00:02.000\n" + strings.Repeat("so ", 1000) + "\n\n"},
		"one cue":           {"WEBVTT\n\n00:01.000 --> 00:02.000\n", "so "},
		"one cue of lines":  {"WEBVTT\n\n00:01.000 --> 00:02.000\n", "a\n"},
		"tags":              {"WEBVTT\n\n00:01.000 --> 00:02.000\n", "<"},
		"entities":          {"WEBVTT\n\n00:01.000 --> 00:02.000\n", "&amp;"},
		"times":             {"WEBVTT\n\n", "0000:-->"},
		"empty events":      {`{"events":[`, "{},"},
		"nested events":     {`{"events":[`, "["},
		"empty segments":    {`{"events":[{"segs":[`, "{},"},
		"segments":          {`{"events":[{"tStartMs":1,"segs":[`, `{"utf8":"a"},`},
		"other lists":       {`{"x":[`, "[],"},
		"nested lists":      {`{"x":`, "["},
		"attributes":        {"<p ", `a="" `},
		"namespaces":        {"<p ", `xmlns:a="" `},
		"attributes with >": {"<p ", `a=">" `},
		"tokens":            {"<a>", `<p xmlns:a="" ` + strings.Repeat(`b="" `, 3000) + "/>"},
		"elements":          {"<a>", "<b></b>"},
		"cues in elements":  {"<a>", `<p t="1">a</p>`},
		"nested elements":   {"", "<p>"},
		"ends":              {"<a>", "<b></c>"},
		"text in elements":  {`<p t="1">`, "so "},
		"comments":          {`<p t="1">`, "<!--" + strings.Repeat("x", 1000) + "-->a"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			track := []byte(test.before + strings.Repeat(test.again, size/len(test.again)))
			var cues []Cue
			var stretches []Stretch
			spent := allocated(func() {
				cues = Parse(track)
				stretches = Stretches(cues, false)
			})
			text := 0
			for _, c := range cues {
				text += len(c.Text)
				if len(c.Text) > maxCue {
					t.Errorf("a cue of %d bytes", len(c.Text))
				}
			}
			if len(cues) > maxCues || text > maxText+maxCue || len(stretches) > maxStretches {
				t.Errorf("%d cues, %d bytes, %d stretches", len(cues), text, len(stretches))
			}
			if spent > 40*size { // most of it garbage at once
				t.Errorf("%d MB were allocated for %d", spent>>20, len(track)>>20)
			}
		})
	}
}

// allocated returns the bytes that f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// talk returns a track with one cue per interval.
func talk(every time.Duration, texts ...string) []Cue {
	var cues []Cue
	for i, text := range texts {
		cues = append(cues, Cue{Start: time.Duration(i) * every, End: time.Duration(i+1) * every, Text: text})
	}
	return cues
}

func TestStretches(t *testing.T) {
	var words []string // of 59 characters each
	for i := range 11 {
		words = append(words, strings.TrimSpace(strings.Repeat(string(rune('a'+i))+"ord ", 12)))
	}
	tests := map[string]struct {
		cues []Cue
		want []Stretch
	}{
		"one":  {talk(time.Second, "Hello", "there."), []Stretch{{0, "Hello there."}}},
		"none": {nil, nil},
		"cut at the end of a sentence": {talk(12*time.Second, "One.", "Two", "three.", "Four", "five.", "Six."),
			[]Stretch{{0, "One. Two three."}, {36 * time.Second, "Four five. Six."}}},
		"cut after a minute without an end": {talk(25*time.Second, "one", "two", "three", "four"),
			[]Stretch{{0, "one two three"}, {75 * time.Second, "four"}}},
		"cut at a pause": {[]Cue{{0, 31 * time.Second, "so"}, {34 * time.Second, 35 * time.Second, "next"}}, []Stretch{{0, "so"}, {34 * time.Second, "next"}}},
		"cut where there is much text": {talk(time.Second, words...),
			[]Stretch{{0, strings.Join(words[:10], " ")}, {10 * time.Second, words[10]}}},
		"rolling lines are said once": {[]Cue{{0, 2 * time.Second, "so today"}, {2 * time.Second, 2010 * ms, "so today"}, {2010 * ms, 4 * time.Second, "so today\nwe look at"},
			{4 * time.Second, 4010 * ms, "we look at"}, {4010 * ms, 6 * time.Second, "we look at\nbees"}}, []Stretch{{0, "so today we look at bees"}}},
		"lines that roll up and stay": {[]Cue{{0, 2 * time.Second, "so today\nwe look at"}, {2 * time.Second, 4 * time.Second, "we look at"}, {4 * time.Second, 6 * time.Second, "we look at\nbees"}},
			[]Stretch{{0, "so today we look at bees"}}},
		"a line that is sung twice": {[]Cue{{0, 2 * time.Second, "Let it be"}, {2 * time.Second, 4 * time.Second, "Let it be"}, {4100 * ms, 6 * time.Second, "Let it be\nyeah"}},
			[]Stretch{{0, "Let it be Let it be yeah"}}},
		"a repetition later stays": {[]Cue{{0, time.Second, "No."}, {3 * time.Second, 4 * time.Second, "No."}}, []Stretch{{0, "No. No."}}},
		"a sound occurs once":      {talk(2*time.Second, "[Music]", "[Music]", "[Music]", "Hello.", "[Music]"), []Stretch{{0, "[Music] Hello. [Music]"}}},
		"sounds with gaps":         {[]Cue{{0, time.Second, "♪♪"}, {4 * time.Second, 5 * time.Second, "♪♪"}, {8 * time.Second, 9 * time.Second, "Hi."}}, []Stretch{{0, "♪♪ Hi."}}},
		"scripts without blanks":   {talk(time.Second, "蜂蜜を", "集めます。", "OK", "次"), []Stretch{{0, "蜂蜜を集めます。 OK 次"}}},
		"two lines of one cue":     {talk(time.Second, "we look\nat bees"), []Stretch{{0, "we look at bees"}}},
	}
	for name, test := range tests {
		t.Run("VIDEO-03 "+name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, Stretches(test.cues, false)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMachineCaptionsAreNotRepeated(t *testing.T) {
	want := []Stretch{{0, "so today"}}
	if diff := cmp.Diff(want, Stretches(talk(time.Second, "so today", "so today"), true)); diff != "" {
		t.Error("VIDEO-03", diff)
	}
}

func TestThreeHoursOfSpeech(t *testing.T) {
	var track strings.Builder
	track.WriteString(`{"events":[`)
	for i := range 3 * 60 * 60 / 3 {
		fmt.Fprintf(&track, `{"tStartMs":%d,"dDurationMs":3000,"segs":[{"utf8":"the bees of row %d dance and the others follow"}]},`, i*3000, i)
	}
	track.WriteString(`{}]}`)
	stretches := Stretches(Parse([]byte(track.String())), true)
	if n := len(stretches); n < 180 || n > 400 {
		t.Errorf("%d stretches of three hours", n)
	}
	for i, s := range stretches {
		if n := len(s.Text); n > mostText {
			t.Errorf("stretch %d has %d characters", i, n)
		}
	}
	if !strings.Contains(stretches[len(stretches)-1].Text, "row 3599") {
		t.Error("the last words are missing")
	}
}
