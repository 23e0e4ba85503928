package video

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/video/caption"
	"engram/internal/capture/video/playlist"
	"engram/internal/fault"
)

const (
	maxTracks   = 200
	maxCaptions = 2 << 20 // bytes of a track: about three hours of automatic captions, word by word
	maxFiles    = 200     // per segmented track
)

// track is a caption track.
type track struct {
	address   string
	language  string // such as "en-GB", possibly empty
	automatic bool   // from speech recognition
	preferred bool   // marked as default by its author
	timedText bool   // from YouTube, which serves several formats
}

// best returns the index of the track to read, or -1: written in the spoken language, else the
// author's default, else English, else automatic, else any translation.
func best(tracks []track, spoken string) int {
	rank := func(t track) int {
		switch {
		case !t.automatic && spoken != "" && sameLanguage(t.language, spoken):
			return 5
		case !t.automatic && t.preferred:
			return 4
		case !t.automatic && sameLanguage(t.language, "en"):
			return 3
		case t.automatic:
			return 2
		}
		return 1
	}
	chosen := -1
	for i, t := range tracks {
		if chosen < 0 || rank(t) > rank(tracks[chosen]) {
			chosen = i
		}
	}
	return chosen
}

func sameLanguage(a, b string) bool {
	a, _, _ = strings.Cut(a, "-")
	b, _, _ = strings.Cut(b, "-")
	return strings.EqualFold(a, b)
}

// withCaptions adds the best track. If that fails the result is partial.
func (v *visit) withCaptions(ctx context.Context, s seen) seen {
	chosen := best(s.tracks, s.doc.Language)
	if chosen < 0 {
		return s
	}
	t := s.tracks[chosen]
	s.captions, s.partial = v.captionsOf(ctx, t)
	if len(s.captions) > 0 && t.language != "" {
		s.doc.Language = t.language
	}
	return s
}

// captionsOf reads a track. It may return some of it with an error. YouTube sends an empty response
// to suspected bots.
func (v *visit) captionsOf(ctx context.Context, t track) ([]capture.Section, error) {
	if t.timedText {
		if said, err := v.captionsAt(ctx, inForm(t.address, "json3"), t); len(said) > 0 {
			return said, err
		}
	}
	return v.captionsAt(ctx, t.address, t)
}

// inForm requests a format of the track. The address is signed: nothing else of it may change.
func inForm(address, form string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.RawQuery = strings.TrimPrefix(u.RawQuery+"&fmt="+form, "&")
	return u.String()
}

func (v *visit) captionsAt(ctx context.Context, address string, t track) ([]capture.Section, error) {
	page, err := v.fetch(ctx, capture.Request{URL: address, Accept: "*/*", Limit: maxCaptions, Head: true})
	if err != nil {
		return nil, t.failure(err)
	}
	if list, ok := playlist.ParseHLS(page.Body); ok {
		return v.segments(ctx, page.URL, list.Segments, t)
	}
	var said []capture.Section
	err = v.inSlot(ctx, func() { said = sectionsOf(caption.Parse(page.Body), t) })
	if err == nil && len(said) == 0 {
		err = t.silence(page.Body)
	}
	return said, err
}

// captionsLate is the fault for captions that a retry may get.
func captionsLate(cause error) error { return later("Its captions could not be read just now.", cause) }

var (
	errCaptions     = fault.New(fault.Invalid, "Its captions could not be read.")
	errManyCaptions = fault.New(fault.Invalid, "Only the beginning of its captions could be read.")
)

// failure returns the fault for a track that could not be fetched; nil if it does not exist.
func (t track) failure(err error) error {
	switch status := capture.StatusOf(err); {
	case t.timedText:
		return captionsLate(err)
	case status == http.StatusNotFound, status == http.StatusGone:
		return nil
	case fault.KindOf(err) == fault.Invalid:
		return errCaptions
	}
	return captionsLate(err)
}

// silence returns the fault for a track without cues; nil if it is empty.
func (t track) silence(body []byte) error {
	if bytes.HasPrefix(bytes.TrimPrefix(body, []byte("\ufeff")), []byte("WEBVTT")) {
		return nil
	}
	return errCaptions
}

// inSlot runs f, which parses captions, in one of a few slots: it takes much memory for a moment.
func (v *visit) inSlot(ctx context.Context, f func()) error {
	select {
	case v.readers <- struct{}{}:
		defer func() { <-v.readers }()
		f()
		return nil
	case <-ctx.Done():
		return captionsLate(ctx.Err())
	}
}

// segments reads a segmented track, as far as possible.
func (v *visit) segments(ctx context.Context, base string, list []playlist.Segment, t track) (said []capture.Section, err error) {
	var files caption.Segments
	stopped := v.gather(ctx, base, list, &files)
	err = v.inSlot(ctx, func() { said = sectionsOf(files.Cues(), t) })
	return said, cmp.Or(err, stopped)
}

// gather fetches the segments from the playlist's own host, and returns why it stopped before the
// last.
func (v *visit) gather(ctx context.Context, base string, list []playlist.Segment, into *caption.Segments) error {
	last, left := "", int64(maxCaptions)
	files := 0
	for _, s := range list {
		address := resolve(base, s.URL)
		if address == last { // a byte range of the same file
			continue
		}
		last = address
		if !sameHost(address, base) {
			return errCaptions
		}
		if files++; files > maxFiles || left <= 0 {
			return errManyCaptions
		}
		page, err := v.fetch(ctx, capture.Request{URL: address, Accept: "*/*", Limit: left, Head: true})
		if err != nil {
			return captionsLate(err)
		}
		left -= int64(len(page.Body))
		if err := v.inSlot(ctx, func() { into.Add(s.Start, page.Body) }); err != nil {
			return err
		}
	}
	return nil
}

func sectionsOf(cues []caption.Cue, t track) []capture.Section {
	var sections []capture.Section
	for _, s := range caption.Stretches(cues, t.automatic) {
		sections = append(sections, capture.Section{Second: int(s.Start.Seconds()), Text: s.Text})
	}
	return sections
}
