package memory

import (
	"net/url"
	"slices"
	"strings"
	"testing"
)

// framesOf are the addresses of players, unescaped and without https://, and where each starts.
var framesOf = []struct {
	address, frame string
	startAt        int
}{
	{"https://www.youtube.com/watch?v=dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://music.youtube.com/watch?v=dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://WWW.YOUTUBE.COM./watch?v=dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://www.youtube.com/watch/dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://www.youtube.com/shorts/dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://www.youtube.com/live/dQw4w9WgXcQ?si=x", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://www.youtube.com/embed/dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://www.youtube.com/v/dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://www.youtube.com/playlist?list=PL1", "www.youtube-nocookie.com/embed/videoseries?rel=0&list=PL1", 0},
	{"https://www.youtube.com/embed/videoseries?list=PL1", "www.youtube-nocookie.com/embed/videoseries?rel=0&list=PL1", 0},
	{"https://www.youtube.com/embed?listType=playlist&list=PL1", "www.youtube-nocookie.com/embed/videoseries?rel=0&list=PL1&listType=playlist", 0},
	{"https://www.youtube.com/embed/live_stream?channel=UC_1", "www.youtube-nocookie.com/embed/live_stream?rel=0&channel=UC_1", 0},
	{"https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://youtu.be/dQw4w9WgXcQ?si=abc&t=4", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 4},
	{"https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"http://www.youtube.com/watch?v=dQw4w9WgXcQ", "www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0", 0},
	{"https://soundcloud.com/forss/flickermood", "w.soundcloud.com/player/?url=https://soundcloud.com/forss/flickermood&visual=true", 0},
	{"https://m.soundcloud.com/forss/flickermood?in=x", "w.soundcloud.com/player/?url=https://soundcloud.com/forss/flickermood&visual=true", 0},
	{"https://soundcloud.com/forss/sets/soulhack", "w.soundcloud.com/player/?url=https://soundcloud.com/forss/sets/soulhack&visual=true", 0},
	{"https://soundcloud.com/forss/private/s-AbC12", "w.soundcloud.com/player/?url=https://soundcloud.com/forss/private/s-AbC12&visual=true", 0},
	{"https://api.soundcloud.com/tracks/293", "w.soundcloud.com/player/?url=https://api.soundcloud.com/tracks/293&visual=true", 0},
	{"https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293", "w.soundcloud.com/player/?url=https://api.soundcloud.com/tracks/293&visual=true", 0},
	{"https://vimeo.com/76979871", "player.vimeo.com/video/76979871?dnt=1", 0},
	{"https://vimeo.com/76979871/0a1b2c3d4e?share=copy", "player.vimeo.com/video/76979871?h=0a1b2c3d4e&dnt=1", 0},
	{"https://vimeo.com/76979871#t=1m5s", "player.vimeo.com/video/76979871?dnt=1", 65},
	{"https://vimeo.com/channels/staffpicks/76979871", "player.vimeo.com/video/76979871?dnt=1", 0},
	{"https://vimeo.com/groups/motion/videos/76979871", "player.vimeo.com/video/76979871?dnt=1", 0},
	{"https://vimeo.com/groups/motion/76979871", "player.vimeo.com/video/76979871?dnt=1", 0},
	{"https://vimeo.com/album/12/video/76979871", "player.vimeo.com/video/76979871?dnt=1", 0},
	{"https://vimeo.com/showcase/12/video/76979871", "player.vimeo.com/video/76979871?dnt=1", 0},
	{"https://vimeo.com/showcase/12", "vimeo.com/showcase/12/embed?dnt=1", 0},
	{"https://vimeo.com/event/12/embed", "vimeo.com/event/12/embed?dnt=1", 0},
	{"https://vimeo.com/event/12", "vimeo.com/event/12/embed?dnt=1", 0},
	{"https://vimeo.com/event/12/0a1b2c3d4e", "vimeo.com/event/12/embed/0a1b2c3d4e?dnt=1", 0},
	{"https://vimeo.com/event/12/embed/0a1b2c3d4e", "vimeo.com/event/12/embed/0a1b2c3d4e?dnt=1", 0},
	{"https://vimeo.com/ondemand/film/76979871", "player.vimeo.com/video/76979871?dnt=1", 0},
	{"https://player.vimeo.com/video/76979871?h=0a1b", "player.vimeo.com/video/76979871?h=0a1b&dnt=1", 0},
	{"https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe", "player.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe", 0},
	{"https://player.mux.com/DS00Spx1?playback-token=a.b-c", "player.mux.com/DS00Spx1?playback-token=a.b-c", 0},
	{"https://www.facebook.com/watch/?v=101", "www.facebook.com/plugins/video.php?href=https://www.facebook.com/watch/?v=101&show_text=false", 0},
	{"https://m.facebook.com/watch/?ref=saved&v=101", "www.facebook.com/plugins/video.php?href=https://www.facebook.com/watch/?ref=saved&v=101&show_text=false", 0},
	{"https://www.facebook.com/reel/123", "www.facebook.com/plugins/video.php?href=https://www.facebook.com/reel/123&show_text=false", 0},
	{"https://de-de.facebook.com/ada/videos/1", "www.facebook.com/plugins/video.php?href=https://www.facebook.com/ada/videos/1&show_text=false", 0},
	{"https://www.facebook.com/video/embed?video_id=12", "www.facebook.com/plugins/video.php?href=https://www.facebook.com/watch/?v=12&show_text=false", 0},
	{"https://www.facebook.com/plugins/video.php?height=1&href=https%3A%2F%2Fwww.facebook.com%2Fada%2Fvideos%2F1", "www.facebook.com/plugins/video.php?href=https://www.facebook.com/ada/videos/1&show_text=false", 0},
	{"https://fb.watch/AbC_1/", "www.facebook.com/plugins/video.php?href=https://fb.watch/AbC_1/&show_text=false", 0},
	{"https://streamable.com/moo", "streamable.com/e/moo", 0},
	{"https://streamable.com/e/moo", "streamable.com/e/moo", 0},
	{"https://www.streamable.com/o/ifjh?src=player", "streamable.com/e/ifjh", 0},
	{"https://support.wistia.com/medias/26sk4lmiix", "fast.wistia.net/embed/iframe/26sk4lmiix", 0},
	{"https://fast.wistia.net/embed/iframe/26sk4lmiix?seo=true", "fast.wistia.net/embed/iframe/26sk4lmiix", 0},
	{"https://home.wi.st/medias/26sk4lmiix", "fast.wistia.net/embed/iframe/26sk4lmiix", 0},
	{"https://fast.wistia.com/embed/medias/26sk4lmiix.jsonp", "fast.wistia.net/embed/iframe/26sk4lmiix", 0},
	{"https://fast.wistia.com/embed/playlists/26sk4lmiix", "fast.wistia.net/embed/playlists/26sk4lmiix", 0},
	{"https://fast.wistia.com/embed/channel/26sk4lmiix", "fast.wistia.net/embed/channel/26sk4lmiix", 0},
	{"https://www.twitch.tv/videos/106400740", "player.twitch.tv/?video=v106400740&parent={host}", 0},
	{"https://m.twitch.tv/videos/106400740?t=1h2m3s", "player.twitch.tv/?video=v106400740&parent={host}", 3723},
	{"https://www.twitch.tv/ada/v/106400740", "player.twitch.tv/?video=v106400740&parent={host}", 0},
	{"https://www.twitch.tv/ada/video/106400740", "player.twitch.tv/?video=v106400740&parent={host}", 0},
	{"https://www.twitch.tv/ada_plays", "player.twitch.tv/?channel=ada_plays&parent={host}", 0},
	{"https://player.twitch.tv/?video=v106400740&parent=x", "player.twitch.tv/?video=v106400740&parent={host}", 0},
	{"https://player.twitch.tv/?collection=AbC-1&parent=x", "player.twitch.tv/?collection=AbC-1&parent={host}", 0},
	{"https://player.twitch.tv/?channel=ada&parent=x", "player.twitch.tv/?channel=ada&parent={host}", 0},
	{"https://www.twitch.tv/ada_plays/clip/Brave-Slug_1", "clips.twitch.tv/embed?clip=Brave-Slug_1&parent={host}", 0},
	{"https://clips.twitch.tv/BraveSlug-x_1", "clips.twitch.tv/embed?clip=BraveSlug-x_1&parent={host}", 0},
	{"https://clips.twitch.tv/embed?clip=BraveSlug&parent=x", "clips.twitch.tv/embed?clip=BraveSlug&parent={host}", 0},
	{"https://www.dailymotion.com/video/x5e9eog_a-title", "geo.dailymotion.com/player.html?video=x5e9eog", 0},
	{"https://www.dailymotion.com/embed/video/x5e9eog", "geo.dailymotion.com/player.html?video=x5e9eog", 0},
	{"https://www.dailymotion.com/fr/video/x5e9eog", "geo.dailymotion.com/player.html?video=x5e9eog", 0},
	{"https://www.dailymotion.com/playlist/x1", "geo.dailymotion.com/player.html?playlist=x1", 0},
	{"https://dai.ly/x5e9eog", "geo.dailymotion.com/player.html?video=x5e9eog", 0},
	{"https://geo.dailymotion.com/player/xabc.html?video=x5e9eog", "geo.dailymotion.com/player.html?video=x5e9eog", 0},
	{"https://www.mixcloud.com/spartacus/party-time/", "player-widget.mixcloud.com/widget/iframe/?feed=/spartacus/party-time/", 0},
	{"https://m.mixcloud.com/spartacus/party-time", "player-widget.mixcloud.com/widget/iframe/?feed=/spartacus/party-time/", 0},
	{"https://www.mixcloud.com/spartacus/playlists/best/", "player-widget.mixcloud.com/widget/iframe/?feed=/spartacus/playlists/best/", 0},
	{"https://www.mixcloud.com/widget/iframe/?hide_cover=1&feed=%2Fspartacus%2Fparty-time%2F", "player-widget.mixcloud.com/widget/iframe/?feed=/spartacus/party-time/", 0},
	{"https://player-widget.mixcloud.com/widget/iframe/?feed=https%3A%2F%2Fwww.mixcloud.com%2Fa%2Fb%2F", "player-widget.mixcloud.com/widget/iframe/?feed=/a/b/", 0},
	{"https://share.vidyard.com/watch/AbCdEf1234", "play.vidyard.com/AbCdEf1234.html", 0},
	{"https://embed.vidyard.com/share/AbCdEf1234", "play.vidyard.com/AbCdEf1234.html", 0},
	{"https://play.vidyard.com/AbCdEf1234.html", "play.vidyard.com/AbCdEf1234.html", 0},
	{"https://ada.hubs.vidyard.com/watch/AbCdEf1234", "play.vidyard.com/AbCdEf1234.html", 0},
	{"https://cdnapisec.kaltura.com/p/243342/sp/24334200/embedIframeJs/uiconf_id/1/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u", "cdnapisec.kaltura.com/p/243342/sp/24334200/embedIframeJs/uiconf_id/1/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u", 0},
	{"https://cdnapisec.kaltura.com/p/243342/embedPlaykitJs/uiconf_id/1?iframeembed=true&entry_id=1_sf5ovm7u", "cdnapisec.kaltura.com/p/243342/embedPlaykitJs/uiconf_id/1?iframeembed=true&entry_id=1_sf5ovm7u", 0},
	{"https://cdnapisec.kaltura.com/index.php/extwidget/preview/partner_id/243342/uiconf_id/1/entry_id/1_sf5ovm7u/embed/auto", "cdnapisec.kaltura.com/p/243342/sp/24334200/embedIframeJs/uiconf_id/1/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u", 0},
}

// onlyThere are recordings whose address tells too little to play them elsewhere.
var onlyThere = []string{
	"https://www.youtube.com/clip/Ugkx", "https://on.soundcloud.com/AbC12", "https://snd.sc/abc",
	"https://ada.mediaspace.kaltura.com/media/t/1_sf5ovm7u", "https://ada.kaf.kaltura.com/media/A+Lecture/0_sf5ovm7u/12",
	"https://videos.kaltura.com/id/1_sf5ovm7u",
}

func playing(t *testing.T, address string) Playing {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return PlayingOf(u)
}

func TestPlayingOf(t *testing.T) {
	used := map[string]bool{}
	for _, test := range framesOf {
		t.Run("VIDEO-03 CARD-05 "+test.address, func(t *testing.T) {
			got := playing(t, test.address)
			plain, err := url.PathUnescape(strings.TrimPrefix(got.Address, "https://"))
			if err != nil || plain != test.frame || got.StartAt != test.startAt || got.File != "" || got.Name == "" {
				t.Errorf("%+v, want %s from %d", got, test.frame, test.startAt)
			}
		})
		host, _, _ := strings.Cut(test.frame, "/")
		if used["https://"+host] = true; !slices.Contains(FrameOrigins, "https://"+host) {
			t.Errorf("FrameOrigins lacks %s", host)
		}
	}
	if len(used) != len(FrameOrigins) {
		t.Errorf("of %v only %v are used", FrameOrigins, used)
	}
	for _, address := range onlyThere {
		if got := playing(t, address); got.Address != "" || got.File != "" {
			t.Errorf("VIDEO-03 %s is played only where it is: %+v", address, got)
		}
	}
	for _, address := range []string{
		"", "not an address", "javascript:alert(1)//film.mp4", "data:video/mp4,x", "file:///film.mp4", "https://example.com/",
		"https://notyoutube.com/watch?v=dQw4w9WgXcQ", "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ",
		"https://www.youtube.com/watch?v=%22%3E%3Cscript%3E",
		"https://www.youtube.com/attribution_link?u=//evil.example/watch?v=dQw4w9WgXcQ",
		"https://www.youtube.com/attribution_link?u=http://[&u=/watch?v=abc",
		"https://w.soundcloud.com/player/?url=https://evil.example/",
		"https://www.facebook.com/plugins/video.php?href=javascript:alert(1)",
		"https://www.facebook.com/plugins/video.php?href=https://evil.example/facebook.com/",
		"https://www.mixcloud.com/widget/iframe/?feed=//evil.example/a/b", "https://vimeo.com/2024recap",
		"https://vimeo.com/channels/staffpicks/76979871x", "https://www.twitch.tv/videos/106400740x",
		"https://clips.twitch.tv/embed?clip=a%26autoplay", "https://www.vidyard.com/" + strings.Repeat("a/", 2000),
	} {
		if got := playing(t, address); got.Address != "" || got.File != "" {
			t.Errorf("%.60q is nothing to play: %+v", address, got)
		}
	}
	for address, kind := range map[string]string{
		"https://example.com/film.mp4": "video", "https://example.com/a%20song.MP3?x=1#t=4": "audio", "https://example.com/a%2Emp4": "video",
		"https://stream.mux.com/abc.m3u8": "hls", "https://example.com/a/b.mpd?c=d.mp3": "dash", "http://192.168.1.4/b.flv": "flv",
		"https://soundcloud.com/a/b.wav": "audio",
	} {
		if got := playing(t, address); got.File != kind || got.Address != "" {
			t.Errorf("VIDEO-04 %s is %+v, want a file: %s", address, got, kind)
		}
	}
	for address, want := range map[string]string{
		"https://youtu.be/abc": "YouTube", "https://dai.ly/x": "DailyMotion", "https://stream.mux.com/a.m3u8": "Mux", "https://example.com/a.mp4": "",
	} {
		if got := playing(t, address); got.Name != want {
			t.Errorf("%s plays at %q, want %q", address, got.Name, want)
		}
	}
}

func TestEveryRecordingPlays(t *testing.T) {
	for player, addresses := range recordingsOf {
		for _, address := range addresses {
			got := playing(t, address)
			if player != "" && got.Address == "" && got.File == "" && !slices.Contains(onlyThere, address) {
				t.Errorf("VIDEO-03 VIDEO-04 %s is kept as a recording, and nothing plays it", address)
			}
		}
	}
}

func TestFrameParts(t *testing.T) {
	for address, want := range map[string][3]string{ // at rest, at once, from a second
		"https://youtu.be/a":                  {"", "autoplay=1", "start={seconds}"},
		"https://soundcloud.com/a/b":          {"", "auto_play=true", ""},
		"https://vimeo.com/1":                 {"", "autoplay=1", "#t={seconds}s"},
		"https://player.mux.com/a":            {"", "autoplay=true", "start-time={seconds}"},
		"https://fb.watch/a/":                 {"", "autoplay=true", "t={seconds}"},
		"https://streamable.com/a":            {"", "autoplay=1", ""},
		"https://a.wistia.com/medias/a":       {"", "autoPlay=true", "time={seconds}"},
		"https://www.twitch.tv/videos/1":      {"autoplay=false", "autoplay=true", "time={h}h{m}m{s}s"},
		"https://clips.twitch.tv/a":           {"autoplay=false", "autoplay=true", ""},
		"https://dai.ly/a":                    {"", "autoplay=true", "startTime={seconds}"},
		"https://www.mixcloud.com/a/b/":       {"", "autoplay=1", ""},
		"https://play.vidyard.com/AbCdEf1234": {"", "autoplay=1", ""},
		"https://cdnapisec.kaltura.com/p/2/embedPlaykitJs/uiconf_id/1?entry_id=1_a": {"", `config[playback]={"autoplay":true}`, "kalturaStartTime={seconds}"},
		"https://cdnapisec.kaltura.com/p/2/embedIframeJs/uiconf_id/1?entry_id=1_a":  {"", "flashvars[autoPlay]=true", "flashvars[mediaProxy.mediaPlayFrom]={seconds}"},
	} {
		f := playing(t, address).Frame
		play, _ := url.PathUnescape(f.Play)
		start, _ := url.PathUnescape(f.Start)
		if got := [3]string{f.Rest, play, start}; got != want {
			t.Errorf("VIDEO-02 VIDEO-05 %s: %q, want %q", address, got, want)
		}
	}
	for said, want := range map[string]int{
		"t=90": 90, "t=90s": 90, "t=1m30s": 90, "start=2h": 7200, "time_continue=5": 5, "t=soon": 0, "t=-4": 0, "t=99999999999": 0,
	} {
		if got := playing(t, "https://youtu.be/a?"+said).StartAt; got != want {
			t.Errorf("an address that says %s starts at %d, want %d", said, got, want)
		}
	}
}
