package tweet

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"engram/internal/cputime"
)

const anyID = "1790017000000134623"

// answerOf is a tweet with the given members beside what every tweet has.
func answerOf(members string) []byte {
	return []byte(`{"__typename":"Tweet","id_str":"` + anyID + `","user":{"name":"Ada","screen_name":"ada"}` + members + `}`)
}

func TestParse(t *testing.T) {
	deep := func(n int) string { return `,"x":` + strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, c := range []struct {
		title string
		body  string
		want  error
	}{
		{"a tweet", string(answerOf("")), nil},
		{"nothing", "", errGone},
		{"white space", " \n", errGone},
		{"an empty object", "{}", errGone},
		{"null", "null", errGone},
		{"a tombstone without a text", `{"__typename":"TweetTombstone","tombstone":7}`, errGone},
		{"a tweet without author", `{"__typename":"Tweet","id_str":"` + anyID + `","text":"hello"}`, errGone},
		{"another tweet", strings.Replace(string(answerOf("")), anyID, "20", 1), errMalformed},
		{"another type", `{"__typename":"TweetPreview","id_str":"` + anyID + `"}`, errMalformed},
		{"a list", "[]", errMalformed},
		{"a number for a text", string(answerOf(`,"text":7`)), errMalformed},
		{"a text for an author", `{"__typename":"Tweet","id_str":"` + anyID + `","user":"ada"}`, errMalformed},
		{"half an answer", string(answerOf(""))[:40], errMalformed},
		{"two answers", string(answerOf("")) + "{}", errMalformed},
		{"a web page", "<!DOCTYPE html>", errMalformed},
		{"bytes that are no UTF-8", string(answerOf(`,"text":"` + "\xff" + `"`)), errMalformed},
		{"as deep as is read", string(answerOf(deep(maxDepth - 1))), nil},
		{"deeper", string(answerOf(deep(maxDepth))), errMalformed},
		{"brackets in a text", string(answerOf(`,"text":"` + strings.Repeat(`[{\"\\`, maxDepth) + `"`)), nil},
	} {
		t.Run(c.title, func(t *testing.T) {
			got, err := parse([]byte(c.body), anyID)
			if !errors.Is(err, c.want) || (err == nil) != (got.data != nil) {
				t.Errorf("got %+v, %v, want %v", got, err, c.want)
			}
		})
	}
}

func TestText(t *testing.T) {
	const link = `{"url":"https://t.co/a","display_url":"e.org/p…","expanded_url":"https://www.e.org/path/","indices":[`
	for _, c := range []struct{ title, members, want string }{
		{"no text", ``, ""},
		{"no range", `,"text":"all of it"`, "all of it"},
		{"a range", `,"text":"@bob all https://t.co/x","display_text_range":[5,8]`, "all"},
		{"an empty range", `,"text":"https://t.co/x","display_text_range":[0,0]`, ""},
		{"a range from behind", `,"text":"all of it","display_text_range":[6,2]`, ""},
		{"a range beyond both ends", `,"text":"all of it","display_text_range":[-3,99]`, "all of it"},
		{"a range of fractions", `,"text":"all of it","display_text_range":[0.5,3]`, "all of it"},
		{"emoji count once", `,"text":"👩‍🔬 at https://t.co/a","entities":{"urls":[` + link + `7,21]}]}`, "👩‍🔬 at e.org/path"},
		{"half an emoji counts once", `,"text":"\ud83d at https://t.co/a","entities":{"urls":[` + link + `5,19]}]}`, "at e.org/path"},
		{"escapes count as they are written", `,"text":"&lt;&amp;&gt; https://t.co/a &amp;lt;","entities":{"urls":[` + link + `14,28]}]}`, "<&> e.org/path &lt;"},
		{"indices of something else", `,"text":"see https://t.co/a","entities":{"urls":[` + link + `0,14]}]}`, "see https://t.co/a"},
		{"indices beyond the end", `,"text":"see https://t.co/a","entities":{"urls":[` + link + `4,99]}]}`, "see https://t.co/a"},
		{"indices from behind", `,"text":"see https://t.co/a","entities":{"urls":[` + link + `18,4]}]}`, "see https://t.co/a"},
		{"the same address twice over", `,"text":"see https://t.co/a","entities":{"urls":[` + link + `4,18]},` + link + `4,18]}]}`, "see e.org/path"},
		{"an address that leads nowhere", `,"text":"see https://t.co/a","entities":{"urls":[{"url":"https://t.co/a","display_url":"shown","indices":[4,18]}]}`, "see shown"},
		{"entities of another shape", `,"text":"see https://t.co/a","entities":{"urls":{},"media":[7]}`, "see https://t.co/a"},
		{"the address of a picture", `,"text":"see https://t.co/a","entities":{"media":[` + link + `4,18]}]}`, "see"},
		{
			"the address of what is quoted",
			`,"text":"see https://t.co/a","entities":{"urls":[{"url":"https://t.co/a","display_url":"x.com/bob…","expanded_url":"https://x.com/bob/status/7?s=20","indices":[4,18]}]},` +
				`"quoted_tweet":{"id_str":"7","text":"what","user":{"name":"Bob","screen_name":"bob"}}`, "see",
		},
		{"bidirectional control characters", `,"text":"a\u202eb\u0000c\u0007d"`, "abcd"},
		{"a longer text", `,"text":"the beginning","note_tweet":{"id":"7"}`, "the beginning…"},
	} {
		t.Run("TWEET-18 "+c.title, func(t *testing.T) {
			got, err := parse(answerOf(c.members), anyID)
			if err != nil {
				t.Fatal(err)
			}
			if got.shown() != c.want {
				t.Errorf("shows %q, want %q", got.shown(), c.want)
			}
		})
	}
}

// TestAnyTextIsShown has ranges and indices that a lying service may give.
func TestAnyTextIsShown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		address := rapid.SampledFrom([]string{"", "a", "https://t.co/a", "👩‍🔬", "&amp;"})
		text := strings.Join(rapid.SliceOf(rapid.OneOf(rapid.String(), address)).Draw(t, "text"), "")
		index := rapid.IntRange(-3, utf8.RuneCountInString(text)+3)
		links := rapid.SliceOf(rapid.Custom(func(t *rapid.T) link {
			return link{address.Draw(t, "url"), "shown", rapid.String().Draw(t, "expanded"), span{index.Draw(t, "from"), index.Draw(t, "to")}}
		}))
		in := tweet{Text: text, User: &user{ScreenName: "ada"}}
		in.Entities.value.URLs.value, in.Entities.value.Media.value = links.Draw(t, "urls"), links.Draw(t, "media")
		if rapid.Bool().Draw(t, "ranged") {
			in.Range.value = &span{index.Draw(t, "first"), index.Draw(t, "last")}
		}
		checkDocument(t, in)
	})
}

// checkDocument holds what is true of every document, whatever it was made of.
func checkDocument(t interface{ Fatalf(string, ...any) }, in tweet) {
	d := captured(in, in.ancestors())
	if d.Title == "" || strings.Contains(d.Title, "\n") || utf8.RuneCountInString(d.Title) > maxTitle || d.Author == "" {
		t.Fatalf("title %q, author %q", d.Title, d.Author)
	}
	for _, s := range d.Sections {
		if !utf8.ValidString(s.Text) || utf8.RuneCountInString(s.Text) > maxText+(maxMedia+8)*(maxShort+20) {
			t.Fatalf("a section of %d bytes: %.200q", len(s.Text), s.Text)
		}
	}
}

func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("tweettest/tweets/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal(files, err)
	}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, strings.TrimSuffix(filepath.Base(name), ".json"))
	}
	f.Fuzz(func(t *testing.T, data []byte, id string) {
		got, err := parse(data, id)
		if err != nil {
			return
		}
		if !json.Valid(data) || !utf8.Valid(data) || got.ID != id {
			t.Fatalf("taken for tweet %q: %q", id, data)
		}
		checkDocument(t, got)
	})
}

// TestCostIsBounded has answers as large as they may be. The bound is generous: it is to tell
// seconds from minutes.
func TestCostIsBounded(t *testing.T) {
	full := func(part string) string { return strings.Repeat(part, (answerLimit-1000)/len(part)) }
	half := func(part string) string { return strings.Repeat(part, answerLimit/2/len(part)) }
	parents := strings.Repeat(`,"parent":{"user":{"screen_name":"ada"}`, maxDepth-3)
	for title, members := range map[string]string{
		"addresses that claim all of the text": `,"text":"` + half("x")[1000:] + `","entities":{"urls":[` +
			half(`{"url":"https://t.co/a","indices":[0,500000]},`) + `{}]}`,
		"a deep line of parents": parents + `,"text":"` + full("x") + `"` + strings.Repeat("}", maxDepth-3),
		"pictures":               `,"mediaDetails":[` + full(`{"ext_alt_text":"x"},`) + `{}]`,
		"escapes":                `,"text":"` + full("&amp;") + `"`,
	} {
		t.Run(title, func(t *testing.T) {
			data, began := answerOf(members), cputime.Used()
			got, err := parse(data, anyID)
			if err != nil {
				t.Fatal(err)
			}
			checkDocument(t, got)
			if took := cputime.Used() - began; took > 10*time.Second {
				t.Errorf("reading %d bytes took %v", len(data), took)
			}
		})
	}
}
