package video

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

var watched = memory.Memory{Kind: memory.Video, URL: watch}

func ignore(memory.Step) {}

func wantFault(t *testing.T, err error, kind fault.Kind, message string) {
	t.Helper()
	f, ok := errors.AsType[*fault.Error](err)
	if !ok || f.Kind != kind || f.Message != message {
		t.Errorf("got %v; want kind %v, %q", err, kind, message)
	}
}

func TestEveryPlayerHasItsService(t *testing.T) {
	for name, test := range recorded {
		u, err := url.Parse(test.address)
		if err != nil {
			t.Fatal(err)
		}
		player := memory.PlayerOf(u)
		if _, ok := services[player]; !ok && muxID(u) == "" {
			t.Errorf("VIDEO-03 %s: nothing is known of %q", name, player)
		}
	}
	for _, player := range []memory.Player{memory.YouTube, memory.SoundCloud, memory.Vimeo, memory.Facebook, memory.Streamable, memory.Wistia, memory.Twitch, memory.DailyMotion, memory.Mixcloud, memory.Vidyard, memory.Kaltura} {
		if s, ok := services[player]; !ok || s.ask != nil && s.read == nil {
			t.Errorf("VIDEO-03 %s can't be asked", player)
		}
	}
}

const (
	track293   = "https://soundcloud.com/ada/bees"
	track293At = "https://soundcloud.com/oembed?format=json&url=https%3A%2F%2Fsoundcloud.com%2Fada%2Fbees"
)

func TestFailures(t *testing.T) {
	page := answer{body: htmlPage("Bees", og("title", "Bees"), "<p>Listen.</p>")}
	const gone = "This video is private or gone."
	tests := map[string]struct {
		oEmbed, page answer
		kind         fault.Kind
		message      string // empty: it succeeds
	}{
		"private":                       {answer{status: 401}, answer{status: 401}, fault.Invalid, gone},
		"forbidden":                     {answer{status: 403}, answer{status: 404}, fault.Invalid, gone},
		"gone":                          {answer{status: 404}, answer{status: 410}, fault.Invalid, gone},
		"page alone is gone":            {answer{body: "{}"}, answer{status: 404}, fault.Invalid, gone},
		"page is a sign-in":             {answer{status: 403}, answer{at: "https://soundcloud.com/signin", body: page.body}, fault.Invalid, gone},
		"asked too often":               {answer{status: 429, retry: time.Minute}, answer{status: 429}, fault.Unavailable, "The page answered 429."},
		"out of service":                {answer{status: 500}, answer{status: 404}, fault.Unavailable, "The page answered 500."},
		"oEmbed is cut off":             {answer{body: `{"title":"Bees","author_na`}, page, 0, ""},
		"oEmbed is a list":              {answer{body: `[{"title":"Bees"}]`}, page, 0, ""},
		"oEmbed is a page":              {answer{body: htmlPage("Oops", "", "")}, page, 0, ""},
		"oEmbed is empty":               {answer{body: ""}, page, 0, ""},
		"oEmbed is large":               {answer{body: `{"title":"` + strings.Repeat("x", maxAnswer) + `"}`}, page, 0, ""},
		"oEmbed is deep":                {answer{body: strings.Repeat(`{"title":`, 20_000)}, page, 0, ""},
		"oEmbed is gone, page is there": {answer{status: 404}, page, 0, ""},
		"oEmbed fails, page is there":   {answer{status: 503}, page, 0, ""},
		"page fails, oEmbed is there":   {answer{body: `{"title":"Bees"}`}, answer{status: 503}, 0, ""},
		"page says nothing":             {answer{status: 503}, answer{body: "<html></html>"}, fault.Unavailable, "The page answered 503."},
		"neither says anything":         {answer{body: "{}"}, answer{body: htmlPage("SoundCloud", "", "")}, fault.Invalid, "This page tells nothing of a video."},
		"page can't be read":            {answer{body: "{}"}, answer{kind: "application/zip", body: "PK"}, fault.Invalid, "This kind of file can't be read."},
	}
	for name, test := range tests {
		t.Run("VIDEO-08 "+name, func(t *testing.T) {
			doc, _, err := readAt(t, track293, map[string]answer{track293At: test.oEmbed, track293: test.page})
			if test.message == "" {
				if err != nil || doc.Title != "Bees" || doc.Site != "SoundCloud" {
					t.Errorf("%+v, %v", doc, err)
				}
				return
			}
			wantFault(t, err, test.kind, test.message)
		})
	}
}

func TestARateLimitSetsTheRetryTime(t *testing.T) {
	_, _, err := readAt(t, track293, map[string]answer{track293At: {status: 429, retry: time.Minute}, track293: {status: 403}})
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.RetryAfter != time.Minute {
		t.Errorf("got %v", err)
	}
	doc, _, err := readAt(t, track293, map[string]answer{track293At: {body: `{"title":"Bees"}`}, track293: {status: 429, retry: time.Minute}})
	if f, ok := errors.AsType[*fault.Error](doc.Partial); !ok || f.RetryAfter != time.Minute {
		t.Errorf("got %+v, %v", doc, err)
	}
}

func TestABusySiteIsRetriedLater(t *testing.T) {
	for name, address := range map[string]string{"service": track293, "page": "https://www.twitch.tv/videos/1", "file": "https://example.com/a.mp4", "Mux": "https://stream.mux.com/abc.m3u8"} {
		_, w, err := readAt(t, address, map[string]answer{
			track293At: {err: &capture.Busy{After: time.Second}}, address: {err: &capture.Busy{After: time.Second}},
		})
		if !isBusy(err) || len(w.asked) != 1 {
			t.Errorf("%s: %v after %d fetches", name, err, len(w.asked))
		}
	}
}

func TestAnOrdinaryPageOfAServiceIsReadAsAPage(t *testing.T) {
	doc, _, err := readAt(t, track293, map[string]answer{track293: {body: htmlPage("x", og("title", "About bees"), "<p>One.</p><p>Two.</p>")}})
	want := capture.Document{Title: "About bees", Site: "SoundCloud", Sections: []capture.Section{{Text: "One.\n\nTwo."}}}
	if diff := difference(want, doc); err != nil || diff != "" {
		t.Error(err, diff)
	}
}

func TestHostileAnswers(t *testing.T) {
	for name, thumbnail := range map[string]string{
		"script": `"javascript:alert(1)"`, "file": `"file:///etc/passwd"`, "data": `"data:image/png;base64,x"`, "password": `"https://a:b@example.com/x"`, "list": `["https://example.com/x"]`,
		"endless": `"https://example.com/` + strings.Repeat("x", 3000) + `"`, "no address": `"http://[::1"`, "none": `null`,
	} {
		doc, _, err := readAt(t, track293, map[string]answer{track293At: {body: `{"title":"Bees","thumbnail_url":` + thumbnail + `}`}})
		if err != nil || doc.ImageURL != "" {
			t.Errorf("%s: %q, %v", name, doc.ImageURL, err)
		}
	}
	doc, _, err := readAt(t, track293, map[string]answer{track293At: {
		body: `{"title":" A\u0000\n <b>title</b>\u0007 ` + strings.Repeat("é", 400) + `","author_name":42,"description":{"a":[1]},"duration":"1:02:03","upload_date":"soon"}`}})
	if err != nil || !strings.HasPrefix(doc.Title, "A <b>title</b> éé") || len([]rune(doc.Title)) != maxTitle || !strings.HasSuffix(doc.Title, "é…") || doc.Author != "42" || doc.Description != "" ||
		doc.Duration != 3723*time.Second || !doc.Published.IsZero() {
		t.Errorf("%+v, %v", doc, err)
	}
}

func TestASlowServiceEndsInTime(t *testing.T) {
	slow := answer{slow: true}
	tests := map[string]struct {
		answers map[string]answer
		within  time.Duration
		title   string // empty: it fails
	}{
		"both":     {map[string]answer{youTubeAt: slow, watch: slow}, 10 * time.Second, ""},
		"oEmbed":   {map[string]answer{youTubeAt: slow, watch: watchPage("")}, 5 * time.Second, "The dance of bees"},
		"the page": {map[string]answer{youTubeAt: youTubeTold, watch: slow}, 5 * time.Second, "The dance of bees"},
		"captions": {map[string]answer{youTubeAt: slow, watch: watchPage(captionTracks("", captionTrack("en", ""))), timedText + "en&fmt=json3": slow, timedText + "en": slow}, 15 * time.Second, "The dance of bees"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				doc, err := New(&web{answers: test.answers}, &reader{}).Read(t.Context(), watched, ignore)
				if took := time.Since(begin); took > test.within {
					t.Errorf("took %v", took)
				}
				if test.title == "" {
					wantFault(t, err, fault.Unavailable, "The page did not answer in time.")
				} else if err != nil || doc.Title != test.title {
					t.Errorf("%+v, %v", doc, err)
				}
			})
		})
	}
}

func TestAPageIsKeptWhenItsCaptionsTimeOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
		defer cancel()
		w := &web{answers: map[string]answer{watch: watchPage(captionTracks("", captionTrack("en", ""))), timedText + "en&fmt=json3": {slow: true}}}
		doc, err := New(w, &reader{}).Read(ctx, watched, ignore)
		if err != nil || doc.Title != "The dance of bees" || fault.KindOf(doc.Partial) != fault.Unavailable {
			t.Errorf("%+v, %v", doc, err)
		}
	})
}

func TestFewReadCaptionsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(&web{answers: map[string]answer{watch: watchPage(captionTracks("", captionTrack("en", ""))), timedText + "en&fmt=json3": {body: spoken}}}, &reader{})
		for range maxReaders {
			s.readers <- struct{}{}
		}
		begin := time.Now()
		go func() {
			time.Sleep(time.Second)
			<-s.readers
		}()
		doc, err := s.Read(t.Context(), watched, ignore)
		if took := time.Since(begin); err != nil || len(doc.Sections) != 1+len(said) || took != time.Second {
			t.Errorf("%d sections after %v, %v", len(doc.Sections), took, err)
		}
		s.readers <- struct{}{}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		doc, err = s.Read(ctx, watched, ignore)
		if err != nil || len(doc.Sections) != 1 || fault.KindOf(doc.Partial) != fault.Unavailable {
			t.Errorf("%+v, %v", doc, err)
		}
	})
}

func TestTheEmbedLinkOfAPageIsTriedNext(t *testing.T) {
	const discovered = "https://soundcloud.com/other?format=json"
	doc, _, err := readAt(t, track293, map[string]answer{
		track293At: {status: 503}, discovered: {body: `{"title":"Bees","author_name":"Ada"}`},
		track293: {body: htmlPage("", `<link type="application/json+oembed" href="/other?format=json">`, "")},
	})
	if err != nil || doc.Title != "Bees" || doc.Author != "Ada" {
		t.Errorf("%+v, %v", doc, err)
	}
}

func TestAResponseWithoutItsPageIsPartial(t *testing.T) {
	for name, test := range map[string]struct {
		page    answer
		partial error
	}{
		"out of service": {answer{status: 503}, fault.New(fault.Unavailable, "Its description and captions could not be read just now.")},
		"gone":           {answer{status: 404}, nil},
		"read":           {answer{body: htmlPage("Bees", "", "<p>Listen.</p>")}, nil},
	} {
		doc, _, err := readAt(t, track293, map[string]answer{track293At: {body: `{"title":"Bees"}`}, track293: test.page})
		want := capture.Document{Title: "Bees", Site: "SoundCloud", Partial: test.partial}
		if diff := difference(want, doc); err != nil || diff != "" {
			t.Error("VIDEO-08", name, err, diff)
		}
	}
}

func TestCancellingEndsACaptureAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	w := &web{}
	if _, err := New(w, &reader{}).Read(ctx, watched, ignore); !errors.Is(err, context.Canceled) || len(w.asked) > 1 {
		t.Errorf("%v after %d fetches", err, len(w.asked))
	}
}

func FuzzOEmbed(f *testing.F) {
	f.Add([]byte(youTubeTold.body))
	f.Add([]byte(`{"title":1,"author_name":[],"duration":"PT1M","thumbnail_url":"//x/y","upload_date":"2013-10-15 14:08:29"}`))
	f.Add([]byte(`[{"ks":"x"},{"name":"x","duration":80,"createdAt":1352988327}]`))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, read := range []func(capture.Page) (capture.Document, error){readOEmbed, readSoundCloud, readKaltura} {
			doc, err := read(capture.Page{URL: youTubeAt, Body: body})
			if doc.Duration < 0 || doc.ImageURL != "" && !strings.HasPrefix(doc.ImageURL, "http") || err != nil && doc.Author != "" {
				t.Errorf("%+v, %v", doc, err)
			}
			tidy(doc)
		}
	})
}
