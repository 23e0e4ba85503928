package video

import (
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

// song is an MP3's tag: a title, an artist and a length of 90 s.
const song = "ID3\x03\x00\x00\x00\x00\x00\x31TIT2\x00\x00\x00\x05\x00\x00\x00BeesTPE1\x00\x00\x00\x04\x00\x00\x00AdaTLEN\x00\x00\x00\x06\x00\x00\x0090000\x00\x00\x00\x00"

func TestFiles(t *testing.T) {
	const at = "https://example.com/talks/"
	segments := "#EXTM3U\n#EXTINF:10,\na.ts\n#EXTINF:5.2,\nb.ts\n#EXT-X-ENDLIST\n"
	tests := map[string]struct {
		name    string
		answers map[string]answer
		want    capture.Document
	}{
		"audio":                             {"a.mp3", map[string]answer{"a.mp3": {body: song + strings.Repeat("x", 1<<20)}}, capture.Document{Title: "Bees", Author: "Ada", Duration: 90 * time.Second}},
		"audio without words":               {"the_dance-of%20bees.flac", map[string]answer{"the_dance-of%20bees.flac": {body: "fLaC\x80\x00\x00\x00"}}, capture.Document{Title: "the_dance-of bees"}},
		"video":                             {"The_dance_of_bees.flv", map[string]answer{"The_dance_of_bees.flv": {body: "FLV\x01\x05\x00\x00\x00\x09", kind: "application/octet-stream"}}, capture.Document{Title: "The dance of bees"}},
		"video of a kind that is not known": {"bees.mov", map[string]answer{"bees.mov": {body: "\x01\x02\x03\x04", kind: "video/x-odd"}}, capture.Document{Title: "bees"}},
		"video without a kind":              {"bees.mov", map[string]answer{"bees.mov": {body: "\x01\x02\x03\x04", kind: "application/octet-stream"}}, capture.Document{Title: "bees"}},
		"hls":                               {"bees.m3u8", map[string]answer{"bees.m3u8": {body: segments}}, capture.Document{Title: "bees", Duration: 15 * time.Second}},
		"hls that goes on":                  {"live.m3u8", map[string]answer{"live.m3u8": {body: "#EXTM3U\n#EXTINF:10,\na.ts\n"}}, capture.Document{Title: "live"}},
		"hls with variants and captions": {"index.m3u8", map[string]answer{
			"index.m3u8": {body: `#EXTM3U
#EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="The dance of bees"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="x",LANGUAGE="hu",URI="hu.vtt"
#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="x",LANGUAGE="de",DEFAULT=YES,URI="de.vtt"
#EXT-X-STREAM-INF:BANDWIDTH=1
low/index.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=2
high/index.m3u8
`, at: at + "v2/index.m3u8"},
			"v2/low/index.m3u8": {body: segments}, "v2/de.vtt": {body: "WEBVTT\n\n01:00.000 --> 01:02.000\nBienen tanzen.\n"},
		}, capture.Document{Title: "The dance of bees", Duration: 15 * time.Second, Language: "de", Sections: []capture.Section{{Second: 60, Text: "Bienen tanzen."}}}},
		"hls whose variant is gone": {"bees.m3u8", map[string]answer{"bees.m3u8": {body: "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n"}}, capture.Document{Title: "bees"}},
		"dash": {"manifest.mpd", map[string]answer{"manifest.mpd": {body: `<?xml version="1.0"?><MPD type="static" mediaPresentationDuration="PT1M30S"><ProgramInformation><Title>Bees</Title></ProgramInformation></MPD>`}},
			capture.Document{Title: "Bees", Duration: 90 * time.Second}},
		"a page instead": {"bees.mp4", map[string]answer{"bees.mp4": {body: htmlPage("Bees, a film", og("video:duration", "90"), "<p>Watch.</p>")}},
			capture.Document{Title: "Bees, a film", Duration: 90 * time.Second, Language: "en", Sections: []capture.Section{{Text: "Watch."}}}},
	}
	for name, test := range tests {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			answers := map[string]answer{}
			for name, a := range test.answers {
				answers[at+name] = a
			}
			got, w, err := readAt(t, at+test.name, answers)
			if diff := difference(test.want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s\nafter\n%s", err, diff, w.addresses())
			}
			if r := w.asked[0]; !r.Head || r.Limit == 0 || r.Limit > maxPlaylist {
				t.Errorf("all of the file was asked for: %+v", r)
			}
		})
	}
}

func TestCaptionsCutIntoFiles(t *testing.T) {
	const host = "https://tube.example/"
	said := func(seconds int, text string) capture.Section { return capture.Section{Second: seconds, Text: text} }
	list := func(n int, name string) string {
		body := "#EXTM3U\n"
		for i := range n {
			body += "#EXTINF:60,\n" + strings.ReplaceAll(name, "#", strconv.Itoa(i)) + "\n"
		}
		return body + "#EXT-X-ENDLIST\n"
	}
	file := func(minute int, text string) answer {
		return answer{body: fmt.Sprintf("WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:%d,LOCAL:00:00:00.000\n\n00:01.000 --> 00:03.000\n%s\n", 900_000+minute*60*90_000, text)}
	}
	three := map[string]answer{host + "0.vtt": file(0, "One."), host + "1.vtt": file(1, "Two."), host + "2.vtt": file(2, "Three.")}
	without := func(name string) map[string]answer {
		rest := maps.Clone(three)
		rest[host+name] = answer{status: 503}
		return rest
	}
	tests := map[string]struct {
		list    string
		answers map[string]answer
		want    []capture.Section
		partial error
		fetches int
	}{
		"three":              {list(3, "#.vtt"), three, []capture.Section{said(1, "One."), said(61, "Two."), said(121, "Three.")}, nil, 5},
		"of which one fails": {list(3, "#.vtt"), without("1.vtt"), []capture.Section{said(1, "One.")}, fault.New(fault.Unavailable, "Its captions could not be read just now."), 4},
		"on another host":    {list(3, "https://elsewhere.example/#.vtt"), three, nil, fault.New(fault.Invalid, "Its captions could not be read."), 2},
		"that are one":       {list(300, "0.vtt"), three, []capture.Section{said(1, "One.")}, nil, 3},
		"too many":           {list(maxFiles+1, "a.vtt?#"), many(host, file(0, "One.")), []capture.Section{said(1, "One.")}, fault.New(fault.Invalid, "Only the beginning of its captions could be read."), 2 + maxFiles},
	}
	for name, test := range tests {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			answers := maps.Clone(test.answers)
			answers[host+"master.m3u8"] = answer{body: "#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,URI=\"subs.m3u8\"\n"}
			answers[host+"subs.m3u8"] = answer{body: test.list}
			got, w, err := readAt(t, host+"master.m3u8", answers)
			if diff := difference(capture.Document{Sections: test.want, Partial: test.partial}, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
			if len(w.asked) != test.fetches {
				t.Errorf("%d fetches, want %d", len(w.asked), test.fetches)
			}
		})
	}
}

// many gives the same answer for every file of a long list.
func many(host string, a answer) map[string]answer {
	all := map[string]answer{}
	for i := range maxFiles + 1 {
		all[fmt.Sprintf("%sa.vtt?%d", host, i)] = a
	}
	return all
}

func TestAMissingFileIsReported(t *testing.T) {
	_, _, err := readAt(t, "https://example.com/a.mp4", nil)
	wantFault(t, err, fault.Invalid, "This video is private or gone.")
	_, _, err = readAt(t, "https://example.com/a.mp4", map[string]answer{"https://example.com/a.mp4": {status: 503}})
	wantFault(t, err, fault.Unavailable, "The page answered 503.")
	_, _, err = readAt(t, "https://example.com/a.mp4", map[string]answer{"https://example.com/a.mp4": {body: "PK\x03\x04", kind: "application/zip"}})
	wantFault(t, err, fault.Invalid, "This kind of file can't be read.")
}

func TestFileTitle(t *testing.T) {
	for address, want := range map[string]string{
		"https://example.com/The-dance_of+bees.mp4": "The dance of bees", "https://example.com/a/Die%20Bienen%20-%20Teil%201.mp3": "Die Bienen - Teil 1", "https://example.com/talk.final.webm": "talk.final",
		"https://example.com/index.m3u8": "", "https://example.com/1080p.mp4": "", "https://example.com/chunklist_w1.m3u8": "", "https://example.com/0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f.mp4": "",
		"https://example.com/.mp4": "", "https://example.com/%00%0a.mp4": "",
	} {
		u, err := url.Parse(address)
		if got := fileTitle(u); err != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", address, got, want, err)
		}
	}
}
