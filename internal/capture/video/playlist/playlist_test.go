package playlist

import (
	"runtime"
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
			HLS{Duration: 21018 * time.Millisecond, Segments: []Segment{{"a.ts", 0}, {"b.ts?x=1", 9009 * time.Millisecond}, {"c.ts", 18018 * time.Millisecond}}}},
		"live":            {"#EXTM3U\n#EXTINF:6,\na.ts\n#EXTINF:6,\nb.ts\n", HLS{Segments: []Segment{{"a.ts", 0}, {"b.ts", 6 * time.Second}}}},
		"invalid lengths": {"\ufeff#EXTM3U\n#EXTINF:-1,radio\na.ts\n#EXTINF:NaN,\nb.ts\n#EXTINF:5\nc.ts\n#EXT-X-ENDLIST", HLS{Duration: 5 * time.Second, Segments: []Segment{{"a.ts", 0}, {"b.ts", 0}, {"c.ts", 0}}}},
		"empty":           {"#EXTM3U", HLS{}},
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
	const size = 1 << 20
	for name, body := range map[string]struct{ before, again string }{
		"segments":      {"#EXTM3U\n", "#EXTINF:99999,\nx\n"},
		"tracks":        {"#EXTM3U\n", "#EXT-X-MEDIA:TYPE=SUBTITLES,URI=\"x\"\n"},
		"titles":        {"#EXTM3U\n", "#EXT-X-SESSION-DATA:DATA-ID=\"x\"\n"},
		"attributes":    {"#EXTM3U\n#EXT-X-MEDIA:", "A=\"\","},
		"one attribute": {"#EXTM3U\n#EXT-X-MEDIA:", "A-"},
		"elements":      {"", "<MPD>"},
		"parameters":    {"<MPD ", `a="" `},
		"namespaces":    {"<MPD ", `xmlns:a="" `},
		"text":          {"<MPD>", "x"},
	} {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			track := []byte(body.before + strings.Repeat(body.again, size/len(body.again)))
			var hls HLS
			spent := allocated(func() {
				hls, _ = ParseHLS(track)
				ParseDASH(track)
			})
			if spent > 40*size { // most of it garbage at once
				t.Errorf("%d MB were allocated for %d", spent>>20, len(track)>>20)
			}
			if len(hls.Segments) > maxSegments || len(hls.Subtitles) > maxLists || hls.Duration > length.Max {
				t.Errorf("%d segments, %d tracks, %v", len(hls.Segments), len(hls.Subtitles), hls.Duration)
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
