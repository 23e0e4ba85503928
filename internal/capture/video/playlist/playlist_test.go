package playlist

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"engram/internal/capture/video/length"
)

func TestParseHLS(t *testing.T) {
	tests := map[string]struct {
		body string
		want HLS
	}{
		"master": {`#EXTM3U
#EXT-X-VERSION:6
#EXT-X-SESSION-DATA:DATA-ID="com.example.lyrics",URI="lyrics.json"
#EXT-X-SESSION-DATA:DATA-ID="com.example.title",LANGUAGE="en",VALUE="Bees, and how they dance"
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",URI="audio.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="Deutsch",LANGUAGE="de",AUTOSELECT=YES,URI="subs/de.m3u8"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English, CC",LANGUAGE="en",DEFAULT=YES,URI="subs/en.m3u8"
#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID="c",NAME="CC",INSTREAM-ID="CC1"
#EXT-X-STREAM-INF:BANDWIDTH=1280000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=640x360
low/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2560000
mid/index.m3u8
`, HLS{Title: "Bees, and how they dance", Variant: "low/index.m3u8", Subtitles: []Track{{"subs/de.m3u8", "de", false}, {"subs/en.m3u8", "en", true}}}},
		"recorded": {"#EXTM3U\r\n#EXT-X-TARGETDURATION:10\r\n#EXTINF:9.009,\r\na.ts\r\n#EXTINF:9.009,Second\r\nb.ts?x=1\r\n#EXTINF:3,\r\nc.ts\r\n#EXT-X-ENDLIST\r\n",
			HLS{Duration: 21018 * time.Millisecond, Segments: []string{"a.ts", "b.ts?x=1", "c.ts"}}},
		"live":                  {"#EXTM3U\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n", HLS{Segments: []string{"a.ts", "b.ts"}}},
		"lengths that are none": {"\ufeff#EXTM3U\n#EXTINF:-1,radio\na.ts\n#EXTINF:NaN,\nb.ts\n#EXTINF:5\nc.ts\n#EXT-X-ENDLIST", HLS{Duration: 5 * time.Second, Segments: []string{"a.ts", "b.ts", "c.ts"}}},
		"empty":                 {"#EXTM3U", HLS{}},
	}
	for name, test := range tests {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			got, ok := ParseHLS([]byte(test.body))
			if diff := cmp.Diff(test.want, got); !ok || diff != "" {
				t.Error(ok, diff)
			}
		})
	}
	if _, ok := ParseHLS([]byte("<html>#EXTM3U")); ok {
		t.Error("a page was taken for a playlist")
	}
}

func TestParseDASH(t *testing.T) {
	tests := map[string]struct {
		body string
		want DASH
	}{
		"recorded": {`<?xml version="1.0" encoding="ISO-8859-1"?><!-- made by hand --><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT0H10M34.5S">
			<ProgramInformation moreInformationURL="x"><Title> Bees &amp; flowers </Title><Source>Ada</Source></ProgramInformation><Period><BaseURL>x</BaseURL></Period></MPD>`,
			DASH{Title: "Bees & flowers", Source: "Ada", Duration: 634500 * time.Millisecond}},
		"live":           {`<MPD type="dynamic" mediaPresentationDuration="PT1H"><Period/></MPD>`, DASH{}},
		"cut off":        {`<MPD mediaPresentationDuration="PT1M"><Period><AdaptationSet mime`, DASH{Duration: time.Minute}},
		"without length": {`<MPD></MPD>`, DASH{}},
	}
	for name, test := range tests {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			got, ok := ParseDASH([]byte(test.body))
			if diff := cmp.Diff(test.want, got); !ok || diff != "" {
				t.Error(ok, diff)
			}
		})
	}
	for _, body := range []string{"", "MPD", "<html><MPD></MPD></html>", "<rss></rss>", "#EXTM3U", "{}"} {
		if _, ok := ParseDASH([]byte(body)); ok {
			t.Errorf("%q was taken for a manifest", body)
		}
	}
}

func TestPlaylistsAreBounded(t *testing.T) {
	many := "#EXTM3U\n" + strings.Repeat("#EXTINF:99999,\nx\n#EXT-X-MEDIA:TYPE=SUBTITLES,URI=\"x\"\n", 40_000) + "#EXT-X-ENDLIST"
	got, _ := ParseHLS([]byte(many))
	if len(got.Segments) > maxParts || len(got.Subtitles) > maxParts || got.Duration > length.Max {
		t.Errorf("%d segments, %d tracks, %v", len(got.Segments), len(got.Subtitles), got.Duration)
	}
	if _, ok := ParseDASH([]byte(strings.Repeat("<MPD>", 200_000))); !ok {
		t.Error("the beginning was not read")
	}
}

func FuzzPlaylists(f *testing.F) {
	f.Add([]byte("#EXTM3U\n#EXTINF:1,\na\n#EXT-X-MEDIA:TYPE=SUBTITLES,URI=\"x\"\n#EXT-X-ENDLIST"))
	f.Add([]byte("#EXTM3U\n#EXT-X-STREAM-INF:A=1\nb\n#EXT-X-SESSION-DATA:DATA-ID=\"title\",VALUE=\"t\""))
	f.Add([]byte(`<MPD mediaPresentationDuration="PT1M"><ProgramInformation><Title>t</Title></ProgramInformation></MPD>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		hls, isHLS := ParseHLS(body)
		dash, isDASH := ParseDASH(body)
		if isHLS && isDASH || hls.Duration < 0 || hls.Duration > length.Max || dash.Duration < 0 || dash.Duration > length.Max {
			t.Errorf("%v %v, %v %v", isHLS, hls.Duration, isDASH, dash.Duration)
		}
	})
}
