package video

import (
	"testing"
	"time"

	"engram/internal/capture"
)

func og(property, content string) string {
	return `<meta property="og:` + property + `" content="` + content + `">`
}

// recorded are addresses of each service with what it answers, in the shape that its documentation
// gives.
var recorded = map[string]struct {
	address string
	answers map[string]answer
	want    capture.Document
}{
	"SoundCloud": {"https://soundcloud.com/forss/flickermood?in=x", map[string]answer{
		"https://soundcloud.com/oembed?format=json&url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood%3Fin%3Dx": {body: `{"version":1.0,"type":"rich","provider_name":"SoundCloud","provider_url":"https://soundcloud.com",
			"height":400,"width":"100%","title":"Flickermood by Forss","description":"From the Soulhack album.\r\n\r\nRecorded 2003.","thumbnail_url":"https://i1.sndcdn.com/artworks-67273316-t500x500.jpg",
			"html":"<iframe onload=alert(1) src=\"https://w.soundcloud.com/player/\"></iframe>","author_name":"Forss","author_url":"https://soundcloud.com/forss"}`},
		"https://soundcloud.com/forss/flickermood?in=x": {body: htmlPage("Stream Flickermood", og("title", "Flickermood (page)")+og("video:duration", "213"), "<p>JavaScript is off</p>")},
	}, capture.Document{Title: "Flickermood", Author: "Forss", Site: "SoundCloud", Description: "From the Soulhack album.\n\nRecorded 2003.", ImageURL: "https://i1.sndcdn.com/artworks-67273316-t500x500.jpg",
		Duration: 213 * time.Second, Sections: []capture.Section{{Text: "From the Soulhack album.\n\nRecorded 2003."}}}},

	"Vimeo": {"https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e", map[string]answer{
		"https://vimeo.com/api/oembed.json?url=https%3A%2F%2Fvimeo.com%2F76979871%2F8272103f6e": {body: `{"type":"video","version":"1.0","provider_name":"Vimeo","provider_url":"https:\/\/vimeo.com\/","title":"The New Vimeo Player (You Know, For Videos)",
			"author_name":"Vimeo","author_url":"https:\/\/vimeo.com\/staff","is_plus":"0","account_type":"enterprise","html":"<iframe><\/iframe>","width":480,"height":270,"duration":62,
			"description":"It may look (mostly) the same on the surface.","thumbnail_url":"https:\/\/i.vimeocdn.com\/video\/452001751-640","thumbnail_width":480,"upload_date":"2013-10-15 14:08:29","video_id":76979871,"uri":"\/videos\/76979871"}`},
	}, capture.Document{Title: "The New Vimeo Player (You Know, For Videos)", Author: "Vimeo", Site: "Vimeo", Description: "It may look (mostly) the same on the surface.", Duration: 62 * time.Second,
		ImageURL: "https://i.vimeocdn.com/video/452001751-640", Published: time.Date(2013, 10, 15, 14, 8, 29, 0, time.UTC), Sections: []capture.Section{{Text: "It may look (mostly) the same on the surface."}}}},

	"Streamable": {"https://streamable.com/moo", map[string]answer{
		"https://api.streamable.com/oembed.json?url=https%3A%2F%2Fstreamable.com%2Fmoo": {body: `{"provider_url":"https://streamable.com","html":"<iframe></iframe>","version":"1.0","title":"cow","type":"video",
			"thumbnail_url":"//cdn-cf-east.streamable.com/image/moo.jpg?width=1280","height":"720","width":"1280","provider_name":"Streamable"}`},
		"https://streamable.com/moo": {body: htmlPage("Watch cow | Streamable", og("description", "Watch cow on Streamable."), "")},
	}, capture.Document{Title: "cow", Site: "Streamable", ImageURL: "https://cdn-cf-east.streamable.com/image/moo.jpg?width=1280", Description: "Watch cow on Streamable.",
		Sections: []capture.Section{{Text: "Watch cow on Streamable."}}}},

	"Wistia": {"https://fast.wistia.net/embed/iframe/26sk4lmiix", map[string]answer{
		"https://fast.wistia.com/oembed.json?url=https%3A%2F%2Ffast.wistia.com%2Fembed%2Fiframe%2F26sk4lmiix": {body: `{"version":"1.0","type":"video","html":"<iframe></iframe>","width":960,"height":540,"provider_name":"Wistia, Inc.",
			"provider_url":"https://wistia.com","title":"Brendan - Make It Clap","thumbnail_url":"https://embed-ssl.wistia.com/deliveries/2d2c14e1.jpg?image_crop_resized=960x540","player_color":"54bbff","duration":16.43}`},
	}, capture.Document{Title: "Brendan - Make It Clap", Site: "Wistia", ImageURL: "https://embed-ssl.wistia.com/deliveries/2d2c14e1.jpg?image_crop_resized=960x540", Duration: 16 * time.Second}},

	"Dailymotion": {"https://dai.ly/x5e9eog", map[string]answer{
		"https://www.dailymotion.com/services/oembed?format=json&url=https%3A%2F%2Fwww.dailymotion.com%2Fvideo%2Fx5e9eog": {body: `{"type":"video","version":"1.0","provider_name":"Dailymotion","provider_url":"https:\/\/www.dailymotion.com",
			"title":"Avicii - Waiting For Love","description":"","author_name":"vevo","author_url":"https:\/\/www.dailymotion.com\/vevo","width":480,"height":270,"html":"<iframe>","thumbnail_url":"https:\/\/s1.dmcdn.net\/v\/abc\/x240"}`},
		"https://www.dailymotion.com/video/x5e9eog": {body: htmlPage("x", og("video:duration", "230")+og("description", "The official video."), "")},
	}, capture.Document{Title: "Avicii - Waiting For Love", Author: "vevo", Site: "Dailymotion", ImageURL: "https://s1.dmcdn.net/v/abc/x240", Duration: 230 * time.Second, Description: "The official video.",
		Sections: []capture.Section{{Text: "The official video."}}}},

	"Mixcloud": {"https://player-widget.mixcloud.com/widget/iframe/?hide_cover=1&feed=%2Fspartacus%2Fparty-time%2F", map[string]answer{
		"https://app.mixcloud.com/oembed/?format=json&url=https%3A%2F%2Fwww.mixcloud.com%2Fspartacus%2Fparty-time%2F": {body: `{"embed":"<iframe>","title":"Party Time","author_name":"Spartacus","author_url":"https://www.mixcloud.com/spartacus/",
			"html":"<iframe>","image":"https://thumbnailer.mixcloud.com/unsafe/600x600/extaudio/abc.jpg","width":"100%","height":120,"type":"rich","version":"1.0","provider_name":"Mixcloud","provider_url":"https://www.mixcloud.com/"}`},
	}, capture.Document{Title: "Party Time", Author: "Spartacus", Site: "Mixcloud", ImageURL: "https://thumbnailer.mixcloud.com/unsafe/600x600/extaudio/abc.jpg"}},

	"Vidyard": {"https://play.vidyard.com/oTDMPlUv--51Th455G5u7Q.html?v=4", map[string]answer{
		"https://api.vidyard.com/dashboard/v1.1/oembed?format=json&url=https%3A%2F%2Fshare.vidyard.com%2Fwatch%2FoTDMPlUv--51Th455G5u7Q": {body: `{"type":"video","version":"1.0","provider_name":"Vidyard","provider_url":"https://vidyard.com",
			"title":"Video Marketing 101","html":"<img>","width":640,"height":360,"thumbnail_url":"https://play.vidyard.com/oTDMPlUv--51Th455G5u7Q.jpg"}`},
	}, capture.Document{Title: "Video Marketing 101", Site: "Vidyard", ImageURL: "https://play.vidyard.com/oTDMPlUv--51Th455G5u7Q.jpg"}},

	"Kaltura": {"https://cdnapisec.kaltura.com/p/243342/sp/24334200/embedIframeJs/uiconf_id/20540612/partner_id/243342?iframeembed=true&entry_id=1_sf5ovm7u", map[string]answer{
		"https://www.kaltura.com/api_v3/service/multirequest?1%3Aaction=startWidgetSession&1%3Aservice=session&1%3AwidgetId=_243342&2%3Aaction=get&2%3AentryId=1_sf5ovm7u&2%3Aks=%7B1%3Aresult%3Aks%7D&2%3Aservice=baseEntry&format=1": {
			body: `[{"partnerId":243342,"ks":"djJ8MjQzMzQy","userId":0,"objectType":"KalturaStartWidgetSessionResponse"},{"mediaType":1,"duration":80,"msDuration":79766,"id":"1_sf5ovm7u","name":"Folgers Coffee",
				"description":"A commercial.","partnerId":243342,"createdAt":1352988327,"thumbnailUrl":"https://cfvod.kaltura.com/p/243342/sp/24334200/thumbnail/entry_id/1_sf5ovm7u/version/100012","objectType":"KalturaMediaEntry"}]`},
	}, capture.Document{Title: "Folgers Coffee", Site: "Kaltura", Description: "A commercial.", Duration: 80 * time.Second, Published: time.Unix(1352988327, 0).UTC(),
		ImageURL: "https://cfvod.kaltura.com/p/243342/sp/24334200/thumbnail/entry_id/1_sf5ovm7u/version/100012", Sections: []capture.Section{{Text: "A commercial."}}}},

	"Kaltura, a portal": {"https://ada.mediaspace.kaltura.com/media/Bees/1_sf5ovm7u", map[string]answer{
		"https://ada.mediaspace.kaltura.com/media/Bees/1_sf5ovm7u":    {body: htmlPage("Bees - MediaSpace", og("title", "Bees")+`<link rel="alternate" type="application/json+oembed" href="/oembed?url=x&amp;format=json">`, "")},
		"https://ada.mediaspace.kaltura.com/oembed?url=x&format=json": {body: `{"entryId":"1_sf5ovm7u","version":"1.0","type":"video","provider_name":"MediaSpace","title":"Bees at work","author_name":"Ada","duration":"75","thumbnail_url":"https://cdn.kaltura.com/t.jpg"}`},
	}, capture.Document{Title: "Bees", Author: "Ada", Site: "Kaltura", ImageURL: "https://cdn.kaltura.com/t.jpg", Duration: 75 * time.Second}},

	"Twitch": {"https://player.twitch.tv/?video=v106400740&parent=example.com", map[string]answer{
		"https://www.twitch.tv/videos/106400740": {body: htmlPage("Twitch", og("title", "Chess in the park - ada on Twitch")+og("description", "ada went live. Catch up on the recording.")+og("image", "https://static-cdn.jtvnw.net/a.jpg")+og("video:duration", "3723"), "<p>app</p>")},
	}, capture.Document{Title: "Chess in the park - ada on Twitch", Site: "Twitch", Description: "ada went live. Catch up on the recording.", ImageURL: "https://static-cdn.jtvnw.net/a.jpg",
		Duration: 3723 * time.Second, Sections: []capture.Section{{Text: "ada went live. Catch up on the recording."}}}},

	"Facebook": {"https://fb.watch/AbC_1/", map[string]answer{
		"https://fb.watch/AbC_1/": {at: "https://www.facebook.com/watch/?v=101", body: htmlPage("Facebook", og("title", "1.2K views · Bees | Ada")+og("image", "https://scontent.xx.fbcdn.net/a.jpg"), "<p>Log in</p>")},
	}, capture.Document{Title: "1.2K views · Bees | Ada", Site: "Facebook", ImageURL: "https://scontent.xx.fbcdn.net/a.jpg"}},

	"Mux": {"https://player.mux.com/DS00Spx1CV902MCtPj5W?metadata-video-title=Bees%20dance", map[string]answer{
		"https://stream.mux.com/DS00Spx1CV902MCtPj5W.m3u8": {body: "#EXTM3U\n#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"sub1\",NAME=\"English\",LANGUAGE=\"en\",URI=\"https://manifest.fastly.mux.com/subs.m3u8\"\n" +
			"#EXT-X-STREAM-INF:BANDWIDTH=2516370,SUBTITLES=\"sub1\"\nhttps://manifest.fastly.mux.com/rendition.m3u8\n", kind: "application/vnd.apple.mpegurl"},
		"https://manifest.fastly.mux.com/rendition.m3u8": {body: "#EXTM3U\n#EXTINF:5,\n0.ts\n#EXTINF:4.6,\n1.ts\n#EXT-X-ENDLIST\n"},
		"https://manifest.fastly.mux.com/subs.m3u8":      {body: "#EXTM3U\n#EXTINF:5,\nsubs/0.vtt\n#EXTINF:4.6,\nsubs/1.vtt\n#EXT-X-ENDLIST\n"},
		"https://manifest.fastly.mux.com/subs/0.vtt":     {body: "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:01.000 --> 00:05.500\nBees dance\n"},
		"https://manifest.fastly.mux.com/subs/1.vtt":     {body: "WEBVTT\n\n00:01.000 --> 00:05.500\nBees dance\n\n00:05.500 --> 00:09.000\nin the dark.\n"},
	}, capture.Document{Title: "Bees dance", Site: "Mux", ImageURL: "https://image.mux.com/DS00Spx1CV902MCtPj5W/thumbnail.jpg", Duration: 10 * time.Second, Language: "en",
		Sections: []capture.Section{{Second: 1, Text: "Bees dance in the dark."}}}},

	"Mux, a file": {"https://stream.mux.com/DS00Spx1CV902MCtPj5W/high.mp4", map[string]answer{
		"https://stream.mux.com/DS00Spx1CV902MCtPj5W/high.mp4": {body: "\x00\x00\x00\x10ftypisom\x00\x00\x02\x00", size: 5 << 20},
	}, capture.Document{Site: "Mux", ImageURL: "https://image.mux.com/DS00Spx1CV902MCtPj5W/thumbnail.jpg"}},
}

func TestServices(t *testing.T) {
	for name, test := range recorded {
		t.Run("VIDEO-03 VIDEO-08 "+name, func(t *testing.T) {
			got, w, err := readAt(t, test.address, test.answers)
			if err != nil {
				t.Fatalf("%v after\n%s", err, w.addresses())
			}
			if diff := difference(test.want, got); diff != "" {
				t.Errorf("%s\nafter\n%s", diff, w.addresses())
			}
		})
	}
}
