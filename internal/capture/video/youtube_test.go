package video

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
)

const (
	watch     = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
	youTubeAt = "https://www.youtube.com/oembed?format=json&url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ"
	timedText = "https://www.youtube.com/api/timedtext?v=dQw4w9WgXcQ&lang="
)

var youTubeTold = answer{body: `{"title":"The dance of bees","author_name":"Ada","author_url":"https://www.youtube.com/@ada","type":"video","height":113,"width":200,"version":"1.0","provider_name":"YouTube",
	"provider_url":"https://www.youtube.com/","thumbnail_height":360,"thumbnail_width":480,"thumbnail_url":"https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg","html":"<iframe></iframe>"}`}

// watchPage is YouTube's page of a recording with these tracks of captions.
func watchPage(captions string) answer {
	return answer{body: `<!DOCTYPE html><html lang="en"><head><title>The dance of bees - YouTube</title></head><body>
<script nonce="x">if (window['ytInitialPlayerResponse']) {ytInitialPlayerResponse = null;}</script>
<script nonce="x">var ytInitialPlayerResponse = {"responseContext":{"a":"};{\"}"},"playabilityStatus":{"status":"OK","playableInEmbed":true},
"videoDetails":{"videoId":"dQw4w9WgXcQ","title":"The dance of bees","lengthSeconds":"3723","keywords":["bees"],"channelId":"UC1","shortDescription":"How bees tell each other.\n\n\n0:00 Start \u0026 more","isCrawlable":true,
"thumbnail":{"thumbnails":[{"url":"https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg","width":168,"height":94},{"url":"https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg","width":1920,"height":1080}]},"author":"Ada"},` +
		captions + `"microformat":{"playerMicroformatRenderer":{"publishDate":"2024-05-03T06:00:00-07:00","ownerChannelName":"Ada"}}};var meta = document.createElement('meta');</script><p>app</p></body></html>`}
}

func captionTracks(sounds string, tracks ...string) string {
	return `"captions":{"playerCaptionsTracklistRenderer":{"captionTracks":[` + strings.Join(tracks, ",") + `],"audioTracks":[` + sounds + `]}},`
}

func captionTrack(language, kind string) string {
	return fmt.Sprintf(`{"baseUrl":"/api/timedtext?v=dQw4w9WgXcQ\u0026lang=%s","name":{"simpleText":"x"},"vssId":".x","languageCode":"%s","kind":"%s","isTranslatable":true}`, language+kind, language, kind)
}

const spoken = `{"wireMagic":"pb3","events":[{"tStartMs":0,"dDurationMs":9000,"id":1},{"tStartMs":90,"dDurationMs":4000,"segs":[{"utf8":"Bees"},{"utf8":" dance"}]},{"tStartMs":2000,"aAppend":1,"segs":[{"utf8":"\n"}]},
	{"tStartMs":64000,"dDurationMs":4000,"segs":[{"utf8":"in the dark."}]}]}`

var said = []capture.Section{{Second: 0, Text: "Bees dance"}, {Second: 64, Text: "in the dark."}}

func TestYouTube(t *testing.T) {
	full := capture.Document{
		Title: "The dance of bees", Author: "Ada", Site: "YouTube", Description: "How bees tell each other.\n\n0:00 Start & more", ImageURL: "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg",
		Duration: 3723 * time.Second, Published: time.Date(2024, 5, 3, 13, 0, 0, 0, time.UTC), Canonical: watch, Sections: []capture.Section{{Text: "How bees tell each other.\n\n0:00 Start & more"}},
	}
	with := func(language string, captions ...capture.Section) capture.Document {
		d := full
		d.Language, d.Sections = language, append([]capture.Section{full.Sections[0]}, captions...)
		return d
	}
	pageAlone := with("")
	pageAlone.ImageURL = "https://i.ytimg.com/vi/dQw4w9WgXcQ/maxresdefault.jpg"
	known := capture.Document{Title: "The dance of bees", Author: "Ada", Site: "YouTube", ImageURL: "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg"}
	late := func(d capture.Document, what string) capture.Document {
		d.Partial = fault.New(fault.Unavailable, "Its "+what+" could not be read just now.")
		return d
	}
	never := func(d capture.Document, what string) capture.Document {
		d.Partial = fault.New(fault.Invalid, "Its "+what+" could not be read.")
		return d
	}
	thin, kept := late(known, "description and captions"), never(known, "description and captions")
	tests := map[string]struct {
		answers map[string]answer
		want    capture.Document
	}{
		"oEmbed and page": {map[string]answer{youTubeAt: youTubeTold, watch: watchPage("")}, full},
		"captions by hand before those by machine": {map[string]answer{youTubeAt: youTubeTold, timedText + "en&fmt=json3": {body: spoken},
			watch: watchPage(captionTracks("", captionTrack("en", "asr"), captionTrack("de", ""), captionTrack("en", "")))}, with("en", said...)},
		"captions in the language that is spoken": {map[string]answer{youTubeAt: youTubeTold, timedText + "de&fmt=json3": {body: spoken},
			watch: watchPage(captionTracks("", captionTrack("en", ""), captionTrack("de", ""), captionTrack("de", "asr")))}, with("de", said...)},
		"captions that belong to the sound": {map[string]answer{youTubeAt: youTubeTold, timedText + "fr&fmt=json3": {body: spoken},
			watch: watchPage(captionTracks(`{"captionTrackIndices":[0,1],"defaultCaptionTrackIndex":1}`, captionTrack("en", ""), captionTrack("fr", "")))}, with("fr", said...)},
		"captions by machine before a translation": {map[string]answer{youTubeAt: youTubeTold, timedText + "deasr&fmt=json3": {body: spoken},
			watch: watchPage(captionTracks("", captionTrack("hu", ""), captionTrack("de", "asr")))}, with("de", said...)},
		"captions in XML": {map[string]answer{youTubeAt: youTubeTold, timedText + "en&fmt=json3": {body: ""}, timedText + "en": {body: `<?xml version="1.0" encoding="utf-8" ?><transcript><text start="0.09" dur="4">Bees dance</text><text start="64" dur="4">in the dark.</text></transcript>`},
			watch: watchPage(captionTracks("", captionTrack("en", "")))}, with("en", said...)},
		"captions that are kept from us":   {map[string]answer{youTubeAt: youTubeTold, timedText + "en&fmt=json3": {body: ""}, timedText + "en": {body: ""}, watch: watchPage(captionTracks("", captionTrack("en", "")))}, never(with(""), "captions")},
		"captions that fail":               {map[string]answer{youTubeAt: youTubeTold, watch: watchPage(captionTracks("", captionTrack("en", "asr")))}, late(with("en"), "captions")},
		"captions that lead elsewhere":     {map[string]answer{youTubeAt: youTubeTold, watch: watchPage(captionTracks("", `{"baseUrl":"file:///etc/passwd","languageCode":"en"}`, `{"baseUrl":7}`, `{}`))}, with("")},
		"a page that asks for consent":     {map[string]answer{youTubeAt: youTubeTold, watch: {at: "https://consent.youtube.com/m?continue=x", body: htmlPage("Before you continue to YouTube", "", "<p>Cookies</p>")}}, kept},
		"a page without the player":        {map[string]answer{youTubeAt: youTubeTold, watch: {body: htmlPage("YouTube", "", "<p>app</p>")}}, kept},
		"a page that breaks off":           {map[string]answer{youTubeAt: youTubeTold, watch: {body: strings.Split(watchPage("").body, `"ownerChannelName"`)[0]}}, kept},
		"a page that fails":                {map[string]answer{youTubeAt: youTubeTold, watch: {status: 503}}, thin},
		"a page that is no page":           {map[string]answer{youTubeAt: youTubeTold, watch: {body: "\x89PNG\r\n\x1a\n"}}, kept},
		"a page of which we are suspected": {map[string]answer{youTubeAt: youTubeTold, watch: {body: `<script>var ytInitialPlayerResponse = {"playabilityStatus":{"status":"LOGIN_REQUIRED","reason":"Sign in to confirm you’re not a bot"}};</script>`}}, kept},
		"embedding is not allowed":         {map[string]answer{youTubeAt: {status: 401}, watch: watchPage("")}, pageAlone},
		"oEmbed is asked too often":        {map[string]answer{youTubeAt: {status: 429, retry: time.Minute}, watch: watchPage("")}, pageAlone},
		"oEmbed answers with a page":       {map[string]answer{youTubeAt: {body: htmlPage("Sorry", "", "")}, watch: watchPage("")}, pageAlone},
	}
	for name, test := range tests {
		t.Run("VIDEO-03 "+name, func(t *testing.T) {
			got, w, err := readAt(t, "https://youtu.be/dQw4w9WgXcQ?si=abc&t=42", test.answers)
			if err != nil {
				t.Fatalf("%v after\n%s", err, w.addresses())
			}
			if diff := difference(test.want, got); diff != "" {
				t.Errorf("%s\nafter\n%s", diff, w.addresses())
			}
		})
	}
}

func TestYouTubeIsReadWithoutParsingItsPage(t *testing.T) {
	r := &reader{}
	s := New(&web{answers: map[string]answer{youTubeAt: youTubeTold, watch: watchPage("")}}, r)
	if _, err := s.Read(t.Context(), watched, ignore); err != nil || r.reads != 0 {
		t.Errorf("%d pages parsed, %v", r.reads, err)
	}
}

func TestADeletedYouTubeVideo(t *testing.T) {
	const reply = `<script>var ytInitialPlayerResponse = {"playabilityStatus":{"status":"%s","reason":"Video unavailable"}};</script>`
	tests := map[string]struct {
		oEmbed, page answer
		kind         fault.Kind
		message      string
	}{
		"removed":                {answer{status: 404}, answer{body: fmt.Sprintf(reply, "ERROR")}, fault.Invalid, "This video is private or gone."},
		"private":                {answer{status: 403}, answer{body: fmt.Sprintf(reply, "LOGIN_REQUIRED")}, fault.Invalid, "This video is private or gone."},
		"never there":            {answer{status: 404}, answer{body: htmlPage("YouTube", "", "")}, fault.Invalid, "This video is private or gone."},
		"asked too often":        {answer{status: 429}, answer{body: fmt.Sprintf(reply, "LOGIN_REQUIRED")}, fault.Unavailable, "The page answered 429."},
		"asked for consent":      {answer{status: 503}, answer{at: "https://consent.youtube.com/m", body: htmlPage("Before you continue", "", "")}, fault.Unavailable, "The page answered 503."},
		"consent and no answer":  {answer{body: "<html>"}, answer{at: "https://consent.youtube.com/m", body: htmlPage("Before you continue", "", "")}, fault.Invalid, "This video is shown to people who are signed in there, or is gone."},
		"page is out of service": {answer{status: 404}, answer{status: 502}, fault.Unavailable, "The page answered 502."},
	}
	for name, test := range tests {
		t.Run("VIDEO-03 "+name, func(t *testing.T) {
			_, _, err := readAt(t, watch, map[string]answer{youTubeAt: test.oEmbed, watch: test.page})
			wantFault(t, err, test.kind, test.message)
		})
	}
}

func TestAPlayerResponseIsReadInBounds(t *testing.T) {
	for name, page := range map[string]struct{ before, again string }{
		"numbers for a title": {`ytInitialPlayerResponse = {"playabilityStatus":{"status":"OK"},"videoDetails":{"title":[`, "0,"},
		"empty tracks":        {`ytInitialPlayerResponse = {"playabilityStatus":{"status":"OK"},"captions":{"playerCaptionsTracklistRenderer":{"captionTracks":[`, "{},"},
		"empty pictures":      {`ytInitialPlayerResponse = {"playabilityStatus":{"status":"OK"},"videoDetails":{"thumbnail":{"thumbnails":[`, "{},"},
		"depth":               {`ytInitialPlayerResponse = {"playabilityStatus":{"status":"OK"},"videoDetails":`, "["},
		"marks":               {"", "ytInitialPlayerResponse = {"},
	} {
		t.Run("VIDEO-03 "+name, func(t *testing.T) {
			closed := map[string]string{"numbers for a title": "0]}}", "empty tracks": "{}]}}}", "empty pictures": "{}]}}}"}[name]
			repeated := func(size int) []byte {
				return []byte(page.before + strings.Repeat(page.again, size/len(page.again)) + closed)
			}
			wantLinear(t, repeated, 12, func(body []byte) { findPlayerResponse(body) })
		})
	}
}

func FuzzPlayerResponse(f *testing.F) {
	f.Add([]byte(watchPage(captionTracks(`{"defaultCaptionTrackIndex":0}`, captionTrack("en", "asr"))).body))
	f.Add([]byte(`ytInitialPlayerResponse = {"playabilityStatus":{"status":"OK"},"videoDetails":{"title":7,"lengthSeconds":[],"thumbnail":{"thumbnails":[{"url":"/x","width":"w"}]}}}`))
	f.Fuzz(func(t *testing.T, page []byte) {
		found, ok, err := readWatchPage(capture.Page{URL: watch, Body: page})
		if (!ok || err != nil) && found.doc.Title != "" || err == nil && ok && found.doc.Title == "" || found.doc.Duration < 0 {
			t.Errorf("%v %v %+v", ok, err, found.doc)
		}
		for _, track := range found.tracks {
			if !strings.HasPrefix(track.address, "http") {
				t.Errorf("a track at %q", track.address)
			}
		}
	})
}
