package video

import (
	"cmp"
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

func TestAPageThatHoldsAPlayer(t *testing.T) {
	const at, endpoint = "https://tube.example/w/bees", "https://tube.example/services/oembed?url=bees"
	discovery := `<link rel="alternate" type="application/json+oembed" href="/services/oembed?url=bees">`
	oEmbedded := map[string]answer{endpoint: {body: `{"title":"Bees (embedded)","author_name":"Ada","duration":90,"thumbnail_url":"/t.jpg","provider_name":"Tube"}`}}
	text := []capture.Section{{Text: "A film."}}
	with := func(kind fault.Kind, message string) capture.Document {
		return capture.Document{Title: "Bees", Language: "en", Sections: text, Partial: fault.New(kind, message)}
	}
	tests := map[string]struct {
		head, body string
		answers    map[string]answer
		want       capture.Document
	}{
		"oEmbed fills what it leaves out": {discovery, "<p>A film.</p>", oEmbedded,
			capture.Document{Title: "Bees", Author: "Ada", Site: "Tube", Duration: 90 * time.Second, ImageURL: "https://tube.example/t.jpg", Language: "en", Sections: text}},
		"oEmbed fails":                   {discovery, "<p>A film.</p>", nil, capture.Document{Title: "Bees", Language: "en", Sections: text}},
		"oEmbed at no address of a page": {strings.ReplaceAll(discovery, "/services/oembed?url=bees", "file:///etc/passwd"), "<p>A film.</p>", oEmbedded, capture.Document{Title: "Bees", Language: "en", Sections: text}},
		"captions": {"", `<p>A film.</p><video src="x.mp4"><track kind="chapters" src="c.vtt"><track kind="subtitles" src="de.vtt" srclang="de"><track kind="captions" src="en.srt" srclang="en" default></video>`,
			map[string]answer{"https://tube.example/w/en.srt": {body: "1\n00:00:07,000 --> 00:00:09,000\nBees dance.\n"}},
			capture.Document{Title: "Bees", Language: "en", Sections: append(text[:1:1], capture.Section{Second: 7, Text: "Bees dance."})}},
		"captions elsewhere": {`<base href="https://cdn.example/v/">`, `<track src="en.vtt">`, map[string]answer{"https://cdn.example/v/en.vtt": {body: "WEBVTT\n\n00:07.000 --> 00:09.000\nBees dance.\n"}},
			capture.Document{Title: "Bees", Language: "en", Sections: []capture.Section{{Second: 7, Text: "Bees dance."}}}},
		"captions by the first base": {`<base target="_blank"><base href="/v/"><base href="https://cdn.example/">`, `<track src="en.vtt">`, map[string]answer{"https://tube.example/v/en.vtt": {body: "WEBVTT\n\n00:07.000 --> 00:09.000\nBees dance.\n"}},
			capture.Document{Title: "Bees", Language: "en", Sections: []capture.Section{{Second: 7, Text: "Bees dance."}}}},
		"captions of an odd language": {"", `<p>A film.</p><track src="en.vtt" srclang="e&#0;n <b>">`, map[string]answer{"https://tube.example/w/en.vtt": {body: "WEBVTT\n\n00:07.000 --> 00:09.000\nBees dance.\n"}},
			capture.Document{Title: "Bees", Sections: append(text[:1:1], capture.Section{Second: 7, Text: "Bees dance."})}},
		"captions that fail":       {"", `<p>A film.</p><track src="en.vtt">`, map[string]answer{"https://tube.example/w/en.vtt": {status: 503}}, with(fault.Unavailable, "Its captions could not be read just now.")},
		"captions behind a door":   {"", `<p>A film.</p><track src="en.vtt">`, map[string]answer{"https://tube.example/w/en.vtt": {status: 403}}, with(fault.Invalid, "Its captions could not be read.")},
		"captions that are a page": {"", `<p>A film.</p><track src="en.vtt">`, map[string]answer{"https://tube.example/w/en.vtt": {body: "<html>Oops"}}, with(fault.Invalid, "Its captions could not be read.")},
		"captions without words":   {"", `<p>A film.</p><track src="en.vtt">`, map[string]answer{"https://tube.example/w/en.vtt": {body: "WEBVTT\n\n"}}, capture.Document{Title: "Bees", Language: "en", Sections: text}},
		"captions that are gone":   {"", `<p>A film.</p><track src="en.vtt">`, nil, capture.Document{Title: "Bees", Language: "en", Sections: text}},
	}
	for name, test := range tests {
		t.Run("VIDEO-08 "+name, func(t *testing.T) {
			answers := map[string]answer{at: {body: htmlPage("Bees", test.head, test.body)}}
			for address, a := range test.answers {
				answers[address] = a
			}
			got, w, err := readAt(t, at, answers)
			if diff := difference(test.want, got); err != nil || diff != "" {
				t.Errorf("%v\n%s\nafter\n%s", err, diff, w.addresses())
			}
		})
	}
}

func TestAPageWithoutMetadata(t *testing.T) {
	_, _, err := readAt(t, "https://tube.example/w", map[string]answer{"https://tube.example/w": {body: "<html></html>"}})
	wantFault(t, err, fault.Invalid, "This page tells nothing of a video.")
}

func TestALargePageIsReadInTime(t *testing.T) {
	for name, page := range map[string]struct{ before, again string }{
		"tags":       {"", "<a>"},
		"attributes": {"<link ", "a=b "},
		"tracks":     {"", `<track src="x.vtt">`},
		"bases":      {"", "<base href=a/b>"},
		"questions":  {"", `<link type="application/json+oembed" href=" :">`},
		"one tag":    {"<link href='", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			repeated := func(size int) []byte {
				return []byte(page.before + strings.Repeat(page.again, size/len(page.again)))
			}
			wantLinear(t, repeated, 32, func(body []byte) {
				if found := look(t.Context(), capture.Page{URL: "https://tube.example/", Body: body}); len(found.tracks) > maxTracks {
					t.Errorf("%d tracks", len(found.tracks))
				}
			})
		})
	}
}

func TestReadingEndsWithItsCapture(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if found := look(ctx, capture.Page{URL: "https://tube.example/", Body: []byte(`<track src="x.vtt">`)}); len(found.tracks) != 0 {
		t.Errorf("found %v", found.tracks)
	}
}

func TestOwnPage(t *testing.T) {
	const tube = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
	for address, want := range map[string]string{
		"https://youtu.be/dQw4w9WgXcQ?t=4": tube, "https://m.youtube.com/watch?app=m&v=dQw4w9WgXcQ&list=PL1": tube, "http://www.youtube.com/shorts/dQw4w9WgXcQ": tube,
		"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0": tube, "https://www.youtube.com/live/dQw4w9WgXcQ": tube, "https://music.youtube.com/watch?v=dQw4w9WgXcQ": tube,
		"https://www.youtube.com/playlist?list=PL1": "https://www.youtube.com/playlist?list=PL1", "https://www.youtube.com/embed/videoseries?list=PL1": "https://www.youtube.com/playlist?list=PL1",
		"https://www.youtube.com/embed?listType=playlist&list=PL1": "https://www.youtube.com/playlist?list=PL1", "https://www.youtube.com/embed/?list=PL1": "https://www.youtube.com/playlist?list=PL1",
		"https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ%26feature%3Dshare": tube, tube + "&=%2Fwatch%3Fv%3Delsewhere": tube, tube + "&u=%2Fwatch%3Fv%3Delsewhere": tube,
		"https://soundcloud.com/ada/bees?url=https%3A//soundcloud.com/ada/wasps": "https://soundcloud.com/ada/bees?url=https%3A//soundcloud.com/ada/wasps",
		"https://touch.dailymotion.com/video/x5e9eog?a=1":                        "https://www.dailymotion.com/video/x5e9eog",
		"https://vimeo.com/76979871/0a1b":                                        "https://vimeo.com/76979871/0a1b", "https://player.vimeo.com/video/76979871": "https://vimeo.com/76979871",
		"https://streamable.com/e/moo?x=1": "https://streamable.com/moo", "https://home.wi.st/medias/26sk4lmiix": "https://home.wistia.com/medias/26sk4lmiix",
		"https://www.dailymotion.com/embed/video/x5e9eog?a=1": "https://www.dailymotion.com/video/x5e9eog", "https://geo.dailymotion.com/player/xyz.html?mute=1&video=x5e9eog": "https://www.dailymotion.com/video/x5e9eog",
		"https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/ada/bees&color=x":                          "https://soundcloud.com/ada/bees",
		"https://w.soundcloud.com/player/?url=http%3A//127.0.0.1/":                                                "https://w.soundcloud.com/player/?url=http%3A//127.0.0.1/",
		"https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fada%2Fvideos%2F1&x=y":   "https://www.facebook.com/ada/videos/1",
		"https://www.facebook.com/plugins/video.php?href=javascript%3Aalert(1)":                                   "https://www.facebook.com/plugins/video.php?href=javascript%3Aalert(1)",
		"https://www.mixcloud.com/widget/iframe/?feed=https%3A%2F%2Fwww.mixcloud.com%2Fspartacus%2Fparty-time%2F": "https://www.mixcloud.com/spartacus/party-time/",
		"https://clips.twitch.tv/embed?clip=BraveSlug&parent=x":                                                   "https://clips.twitch.tv/BraveSlug", "https://player.twitch.tv/?channel=ada&parent=x": "https://www.twitch.tv/ada",
		"https://embed.vidyard.com/share/AbCdEf1234": "https://share.vidyard.com/watch/AbCdEf1234",
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		player := memory.PlayerOf(u)
		got := ownPage(player, u)
		if got.String() != want {
			t.Errorf("VIDEO-03 %s: %s, want %s", address, got, want)
		}
		if memory.PlayerOf(got) != player {
			t.Errorf("VIDEO-03 %s is no longer %s's", got, player)
		}
	}
}

func FuzzLook(f *testing.F) {
	f.Add([]byte(`<base href=/x><link rel=alternate type=application/json+oembed href=/y><track src=z.vtt kind=captions default>`))
	f.Fuzz(func(t *testing.T, body []byte) {
		found := look(t.Context(), capture.Page{URL: "https://tube.example/", Body: body})
		for _, track := range append(found.tracks, track{address: cmp.Or(found.oEmbed, "https://")}) {
			if !strings.HasPrefix(track.address, "http") {
				t.Errorf("%q", track.address)
			}
		}
	})
}
