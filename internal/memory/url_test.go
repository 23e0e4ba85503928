package memory

import (
	"net/url"
	"strings"
	"testing"

	"engram/internal/fault"
)

func TestKindOf(t *testing.T) {
	tests := map[Kind][]string{
		Tweet: {
			"https://twitter.com/ada/status/1234567890",
			"https://x.com/ada/status/1234567890?s=20",
			"https://mobile.twitter.com/ada/status/1234567890",
			"https://www.x.com/i/web/status/1234567890",
			"https://x.com/ada/status/1234567890/photo/1",
		},
		Video: {
			"https://www.youtube.com/watch?v=dQw4w9WgXcQ",
			"https://m.youtube.com/watch?app=m&v=dQw4w9WgXcQ",
			"https://youtu.be/dQw4w9WgXcQ?t=42",
			"https://youtube.com/shorts/abc",
			"https://www.youtube-nocookie.com/embed/abc",
			"https://soundcloud.com/artist/track",
			"https://vimeo.com/76979871",
			"https://player.vimeo.com/video/76979871",
			"https://stream.mux.com/abc.m3u8",
			"https://www.facebook.com/watch/?v=123",
			"https://www.facebook.com/page/videos/123",
			"https://fb.watch/abc",
			"https://streamable.com/moo",
			"https://home.wistia.com/medias/e4a27b971d",
			"https://www.twitch.tv/videos/106400740",
			"https://clips.twitch.tv/Name",
			"https://www.dailymotion.com/video/x5e9eog",
			"https://dai.ly/x5e9eog",
			"https://www.mixcloud.com/artist/mix",
			"https://video.vidyard.com/watch/abc",
			"https://cdnapisec.kaltura.com/p/243342/sp/24334200/embedIframeJs?entry_id=1_x",
			"https://example.com/film.mp4",
			"https://example.com/sound.MP3?x=1",
			"https://example.com/live.m3u8",
			"https://example.com/dash.mpd",
			"https://example.com/old.flv",
		},
		Link: {
			"https://example.com/",
			"https://x.com/ada",
			"https://twitter.com/ada/status/not-a-number",
			"https://notx.com/ada/status/123",
			"https://x.com.evil.example/ada/status/123",
			"https://www.youtube.com/",
			"https://www.youtube.com/about",
			"https://notyoutube.com/watch?v=1",
			"https://soundcloud.com/",
			"https://vimeo.com/about",
			"https://www.facebook.com/ada",
			"https://example.com/watch?v=film.mp4",
			"https://en.wikipedia.org/wiki/File:Example.ogg",
			"https://github.com/ada/engine/blob/main/demo.mp4",
		},
	}
	for want, addresses := range tests {
		for _, address := range addresses {
			t.Run("API-22 "+address, func(t *testing.T) {
				u, err := ParseURL(address)
				if err != nil {
					t.Fatal(err)
				}
				if got := KindOf(u); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			})
		}
	}
}

func TestParseURL(t *testing.T) {
	for _, bad := range []string{
		"", " ", "hello", "two words.com", "a..b.com", "-a.com", "1.5", "ada@example.com", "example.com:port", "/path", "javascript:alert(1)", "JavaScript:alert(1)", "file:///etc/passwd", "data:text/html,x",
		"ftp://example.com/", "http://", "https:///path", "https://user:secret@example.com/", "http://exa mple.com/",
		"https://example.com/" + strings.Repeat("a", maxURL), "about:blank", "\x00https://example.com",
	} {
		if u, err := ParseURL(bad); fault.KindOf(err) != fault.Invalid || err == nil {
			t.Errorf("%q: got %v, %v; want a refusal", bad, u, err)
		}
	}
	for raw, want := range map[string]string{
		"  https://example.com/a?b=c#d ": "https://example.com/a?b=c#d",
		" example.com ":                  "https://example.com",
		"www.example.com/a?b=c#d":        "https://www.example.com/a?b=c#d",
		"example.com:8080/a":             "https://example.com:8080/a",
		"x.com/ada/status/1":             "https://x.com/ada/status/1",
		"https:example.com":              "",
	} {
		u, err := ParseURL(raw)
		if want == "" && err == nil || want != "" && (err != nil || u.String() != want) {
			t.Errorf("%q: got %v, %v; want %q", raw, u, err, want)
		}
	}
}

func FuzzParseURL(f *testing.F) {
	f.Add("https://example.com/")
	f.Add("javascript:alert(1)")
	f.Add("http://[::1%25eth0]/")
	f.Fuzz(func(t *testing.T, raw string) {
		u, err := ParseURL(raw)
		if err != nil {
			return
		}
		again, err := url.Parse(u.String())
		if err != nil || (again.Scheme != "http" && again.Scheme != "https") || again.Hostname() == "" {
			t.Errorf("%q was taken as %q", raw, u)
		}
		KindOf(u)
	})
}
