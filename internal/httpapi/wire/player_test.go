package wire

import (
	"encoding/json"
	"testing"

	"engram/internal/memory"
)

func TestPlayerOf(t *testing.T) {
	for name, test := range map[string]struct {
		m     memory.Memory
		want  string
		tweet string
	}{
		"VIDEO-03 a service's recording": {
			memory.Memory{Kind: memory.Video, URL: "https://youtu.be/abc?t=4"},
			`{"name":"YouTube","frame":"https://www.youtube-nocookie.com/embed/abc?rel=0","play":"autoplay=1","start":"start={seconds}","startAt":4}`, "",
		},
		"VIDEO-04 a file":                         {memory.Memory{Kind: memory.Video, URL: "https://a.example/b.mp3"}, `{"file":"audio"}`, ""},
		"a recording that plays on its site only": {memory.Memory{Kind: memory.Video, URL: "https://snd.sc/abc"}, `{"name":"SoundCloud"}`, ""},
		"a page about a recording":                {memory.Memory{Kind: memory.Link, URL: "https://youtu.be/abc"}, "null", ""},
		"TWEET-21 a tweet":                        {memory.Memory{Kind: memory.Tweet, URL: "https://mobile.x.com/i/web/status/20/photo/1"}, "null", "20"},
		"an address without a tweet id":           {memory.Memory{Kind: memory.Tweet, URL: "https://x.com/ada/status/20x"}, "null", ""},
		"a link beside a tweet":                   {memory.Memory{Kind: memory.Link, URL: "https://x.com/ada/status/20"}, "null", ""},
		"an invalid address":                      {memory.Memory{Kind: memory.Video, URL: "https://[::1/a.mp3"}, "null", ""},
	} {
		got, err := json.Marshal(PlayerOf(test.m))
		if err != nil || string(got) != test.want || TweetID(test.m) != test.tweet {
			t.Errorf("%s: %v %s %q, want %s %q", name, err, got, TweetID(test.m), test.want, test.tweet)
		}
	}
}
