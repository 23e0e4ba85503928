package memory

import (
	"net/url"
	"testing"
)

// recordingsOf are the addresses of each player's recordings, and of what is none.
var recordingsOf = map[Player][]string{
	YouTube: {
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ", "https://www.youtube.com/watch/?v=dQw4w9WgXcQ",
		"https://m.youtube.com/watch?v=dQw4w9WgXcQ&list=PL1", "https://music.youtube.com/watch?v=dQw4w9WgXcQ", "https://WWW.YOUTUBE.COM./watch?v=dQw4w9WgXcQ",
		"https://www.youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube.com/live/dQw4w9WgXcQ?si=x", "https://www.youtube.com/embed/dQw4w9WgXcQ",
		"https://www.youtube.com/v/dQw4w9WgXcQ", "https://www.youtube.com/clip/Ugkx", "https://www.youtube.com/playlist?list=PL1", "https://www.youtube.com/watch/dQw4w9WgXcQ",
		"https://www.youtube.com/embed?listType=playlist&list=PL1", "https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3DdQw4w9WgXcQ",
		"https://youtu.be/dQw4w9WgXcQ?si=abc&t=4", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
	},
	SoundCloud: {
		"https://soundcloud.com/forss/flickermood", "https://m.soundcloud.com/forss/flickermood?in=x", "https://soundcloud.com/forss/sets/soulhack",
		"https://soundcloud.com/forss/private/s-AbC12", "https://on.soundcloud.com/AbC12", "https://snd.sc/abc",
		"https://api.soundcloud.com/tracks/293", "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/293",
	},
	Vimeo: {
		"https://vimeo.com/76979871", "https://vimeo.com/76979871/0a1b2c3d4e?share=copy", "https://vimeo.com/channels/staffpicks/76979871",
		"https://vimeo.com/groups/motion/videos/76979871", "https://vimeo.com/groups/motion/76979871", "https://vimeo.com/album/12/video/76979871", "https://vimeo.com/showcase/12/video/76979871",
		"https://vimeo.com/showcase/12", "https://vimeo.com/event/12/embed", "https://vimeo.com/event/12", "https://vimeo.com/ondemand/film/76979871",
		"https://player.vimeo.com/video/76979871?h=0a1b",
	},
	Mux: {"https://stream.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe", "https://player.mux.com/DS00Spx1CV902MCtPj5WknGlR102V5HFkDe"},
	Facebook: {
		"https://www.facebook.com/watch/?v=10153231379946729", "https://m.facebook.com/watch/?ref=saved&v=10153231379946729", "https://www.facebook.com/watch/live/?v=1",
		"https://www.facebook.com/reel/123", "https://www.facebook.com/facebook/videos/10153231379946729/", "https://www.facebook.com/ada/videos/a-film/10153231379946729",
		"https://www.facebook.com/ada/videos/vb.1/2/?type=2", "https://www.facebook.com/video.php?v=12", "https://www.facebook.com/share/v/AbC1/", "https://www.facebook.com/share/r/AbC1/",
		"https://www.facebook.com/plugins/video.php?height=1&href=https%3A%2F%2Fwww.facebook.com%2Fada%2Fvideos%2F1", "https://fb.watch/AbC_1/",
		"https://de-de.facebook.com/ada/videos/1", "https://business.facebook.com/ada/videos/1",
	},
	Streamable: {"https://streamable.com/moo", "https://streamable.com/e/moo", "https://streamable.com/moo?src=player", "https://www.streamable.com/ifjh"},
	Wistia: {
		"https://support.wistia.com/medias/26sk4lmiix", "https://fast.wistia.com/embed/iframe/26sk4lmiix", "https://fast.wistia.net/embed/iframe/26sk4lmiix?seo=true",
		"https://home.wi.st/medias/26sk4lmiix", "https://fast.wistia.com/embed/medias/26sk4lmiix",
	},
	Twitch: {
		"https://www.twitch.tv/videos/106400740", "https://m.twitch.tv/videos/106400740?t=1h", "https://www.twitch.tv/ada/v/106400740", "https://www.twitch.tv/ada/video/106400740",
		"https://www.twitch.tv/ada_plays/clip/Brave-Slug_1", "https://clips.twitch.tv/BraveSlug-x_1", "https://clips.twitch.tv/embed?clip=BraveSlug&parent=x", "https://www.twitch.tv/ada_plays",
		"https://player.twitch.tv/?video=v106400740&parent=x",
	},
	DailyMotion: {
		"https://www.dailymotion.com/video/x5e9eog", "https://www.dailymotion.com/embed/video/x5e9eog", "https://www.dailymotion.com/playlist/x1", "https://touch.dailymotion.com/video/x5e9eog", "https://www.dailymotion.com/fr/video/x5e9eog",
		"https://dai.ly/x5e9eog", "https://geo.dailymotion.com/player/xabc.html?video=x5e9eog", "https://geo.dailymotion.com/player.html?video=x5e9eog",
	},
	Mixcloud: {
		"https://www.mixcloud.com/spartacus/party-time/", "https://www.mixcloud.com/spartacus/playlists/best/", "https://m.mixcloud.com/spartacus/party-time",
		"https://www.mixcloud.com/widget/iframe/?hide_cover=1&feed=%2Fspartacus%2Fparty-time%2F", "https://player-widget.mixcloud.com/widget/iframe/?feed=%2Fa%2Fb%2F",
	},
	Vidyard: {
		"https://share.vidyard.com/watch/AbCdEf1234", "https://video.vidyard.com/watch/AbCdEf1234?", "https://embed.vidyard.com/share/AbCdEf1234", "https://play.vidyard.com/AbCdEf1234.html",
		"https://play.vidyard.com/AbCdEf1234", "https://ada.hubs.vidyard.com/watch/AbCdEf1234",
	},
	Kaltura: {
		"https://cdnapisec.kaltura.com/p/243342/sp/24334200/embedIframeJs/uiconf_id/1/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u",
		"https://cdnapisec.kaltura.com/p/243342/embedPlaykitJs/uiconf_id/1?iframeembed=true&entry_id=1_sf5ovm7u",
		"https://cdnapisec.kaltura.com/index.php/extwidget/preview/partner_id/243342/uiconf_id/1/entry_id/1_sf5ovm7u/embed/auto",
		"https://ada.mediaspace.kaltura.com/media/t/1_sf5ovm7u", "https://ada.kaf.kaltura.com/media/A+Lecture/0_sf5ovm7u/12", "https://videos.kaltura.com/id/1_sf5ovm7u",
	},
	File: {
		"https://example.com/film.mp4", "https://example.com/a%20song.MP3?x=1#t=4", "https://stream.mux.com/abc.m3u8", "https://example.com/a.opus", "https://soundcloud.com/a/b.wav",
		"https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=x&dl=1", "https://www.dropbox.com/s/abc/clip.mp4?raw=1", "https://dl.dropboxusercontent.com/s/abc/clip.mp4", "https://github.com/ada/engine/blob/main/demo.mp4?raw=true",
		"https://gitlab.com/ada/engine/-/raw/main/demo.mp4", "https://archive.org/download/bees/bees.mp3", "https://example.com/assets/film/src/bees.mp4", "https://example.com/details/bees.mp4",
	},
	"": {
		"https://www.youtube.com/@channel", "https://www.youtube.com/@channel/videos", "https://www.youtube.com/", "https://www.youtube.com/watch", "https://www.youtube.com/watch?t=4",
		"https://www.youtube.com/feed/subscriptions", "https://www.youtube.com/results?search_query=v", "https://www.youtube.com/shorts/", "https://www.youtube.com/channel/UC1",
		"https://studio.youtube.com/video/dQw4w9WgXcQ/edit", "https://consent.youtube.com/m?continue=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dx", "https://youtu.be/", "https://notyoutube.com/watch?v=1",
		"https://soundcloud.com/forss", "https://soundcloud.com/discover", "https://soundcloud.com/discover/sets/x", "https://soundcloud.com/you/likes", "https://soundcloud.com/forss/tracks",
		"https://soundcloud.com/search/sounds?q=x", "https://soundcloud.com/forss/sets", "https://soundcloud.com/pages/contact", "https://help.soundcloud.com/hc/en-us", "https://soundcloud.com/jobs/2024",
		"https://vimeo.com/about", "https://vimeo.com/user12345", "https://vimeo.com/blog/post/2024-in-film", "https://vimeo.com/manage/videos/76979871", "https://vimeo.com/ada", "https://vimeo.com/features/2024",
		"https://www.mux.com/blog", "https://docs.mux.com/guides", "https://stream.mux.com/",
		"https://www.facebook.com/some.page", "https://www.facebook.com/watch/", "https://www.facebook.com/ada/posts/123", "https://www.facebook.com/ada/videos", "https://www.facebook.com/groups/1", "https://www.facebook.com/login/?next=watch",
		"https://streamable.com/", "https://streamable.com/login", "https://streamable.com/pricing?x=1", "https://support.streamable.com/article/1",
		"https://wistia.com/learn/marketing", "https://wistia.com/", "https://support.wistia.com/en/articles/1",
		"https://www.twitch.tv/", "https://www.twitch.tv/directory", "https://www.twitch.tv/directory/category/chess", "https://www.twitch.tv/videos", "https://www.twitch.tv/ada/about", "https://dev.twitch.tv/docs",
		"https://help.twitch.tv/s", "https://clips.twitch.tv/", "https://clips.twitch.tv/create", "https://www.twitch.tv/search?term=x", "https://www.twitch.tv/settings/profile",
		"https://www.dailymotion.com/", "https://www.dailymotion.com/ada", "https://www.dailymotion.com/search/x/videos", "https://developers.dailymotion.com/video/x",
		"https://www.mixcloud.com/", "https://www.mixcloud.com/spartacus/", "https://www.mixcloud.com/discover/jazz/", "https://www.mixcloud.com/spartacus/uploads/", "https://www.mixcloud.com/spartacus/playlists/",
		"https://www.mixcloud.com/genres/jazz/", "https://help.mixcloud.com/hc/en-us",
		"https://www.vidyard.com/", "https://www.vidyard.com/blog/sales", "https://www.vidyard.com/watch/x", "https://support.vidyard.com/hc/en-us", "https://play.vidyard.com/",
		"https://kaltura.com/blog", "https://corp.kaltura.com/blog/watch/", "https://knowledge.kaltura.com/help/media", "https://ada.mediaspace.kaltura.com/channel/Talks/12",
		"https://example.com/mp4", "https://en.wikipedia.org/wiki/File:Example.ogg", "https://github.com/ada/engine/blob/main/demo.mp4",
		"https://gitlab.com/ada/group/engine/-/blob/main/demo.mp4", "https://bitbucket.org/ada/engine/src/main/demo.mp4", "https://codeberg.org/ada/engine/src/branch/main/demo.mp4", "https://archive.org/details/bees.mp3",
		"https://www.dropbox.com/scl/fi/abc/clip.mp4?rlkey=x&dl=0", "https://www.dropbox.com/s/abc/clip.mp4", "https://www.youtube.com/attribution_link?u=%2Fchannel%2Fx", "https://developers.facebook.com/docs/videos",
		"https://streamable.com/guidelines", "https://streamable.com/security", "https://streamable.com/affiliate", "https://www.twitch.tv/p/en/company", "https://www.twitch.tv/broadcasters", "https://www.twitch.tv/activate", "https://www.twitch.tv/moderation",
		"https://soundcloud.com/community-guidelines/x", "https://soundcloud.com/legal/x", "https://soundcloud.com/forgot/password", "https://soundcloud.com/signin/forgot", "https://www.mixcloud.com/jobs/engineer/", "https://www.mixcloud.com/for/creators",
		"https://www.mixcloud.com/legal/terms", "https://www.mixcloud.com/support/x", "https://www.mixcloud.com/ada/subscribers/",
	},
}

func TestPlayerOf(t *testing.T) {
	for want, addresses := range recordingsOf {
		for _, address := range addresses {
			t.Run("API-22 VIDEO-03 VIDEO-04 "+address, func(t *testing.T) {
				u, err := url.Parse(address)
				if err != nil {
					t.Fatal(err)
				}
				if got := PlayerOf(u); got != want {
					t.Errorf("got %q, want %q", got, want)
				}
			})
		}
	}
}
