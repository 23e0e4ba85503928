package video

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/video/caption"
	"engram/internal/capture/video/playlist"
)

const (
	maxTracks   = 200
	maxCaptions = 5 << 20 // bytes of one track
	maxSegments = 20      // of a track that is cut into files
)

// track is a track of captions that can be fetched.
type track struct {
	address   string
	language  string // such as "en-GB", possibly empty
	automatic bool   // made by a machine that listened
	preferred bool   // its author wants it shown
	timedText bool   // at YouTube, whose address takes the form that is wanted
}

// best is the track to read: what a person wrote in the language that is spoken, else what its author prefers, else English,
// else what a machine heard. Any other translation comes last; -1 when there is none.
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

// withCaptions reads the best of the tracks that were seen. A failure costs nothing but the captions.
func (v *visit) withCaptions(ctx context.Context, s seen) seen {
	chosen := best(s.tracks, s.doc.Language)
	if chosen < 0 {
		return s
	}
	t := s.tracks[chosen]
	if s.captions = sectionsOf(v.cues(ctx, t)); len(s.captions) > 0 && t.language != "" {
		s.doc.Language = t.language
	}
	return s
}

// cues reads one track. YouTube's may answer with nothing at all, to whom it takes for a machine.
func (v *visit) cues(ctx context.Context, t track) []caption.Cue {
	if t.timedText {
		if cues := v.trackAt(ctx, inForm(t.address, "json3")); len(cues) > 0 {
			return cues
		}
	}
	return v.trackAt(ctx, t.address)
}

// inForm asks for a form of the track. The address is signed: nothing else of it may change.
func inForm(address, form string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.RawQuery = strings.TrimPrefix(u.RawQuery+"&fmt="+form, "&")
	return u.String()
}

func (v *visit) trackAt(ctx context.Context, address string) []caption.Cue {
	page, err := v.fetch(ctx, capture.Request{URL: address, Accept: "*/*", Limit: maxCaptions, Head: true})
	if err != nil {
		return nil
	}
	if list, ok := playlist.ParseHLS(page.Body); ok {
		return v.segments(ctx, page.URL, list.Segments)
	}
	return caption.Parse(page.Body)
}

// segments reads a track that is cut into files. Where there are too many, none is better than the first minutes alone.
func (v *visit) segments(ctx context.Context, base string, segments []string) []caption.Cue {
	if len(segments) > maxSegments {
		return nil
	}
	var cues []caption.Cue
	for _, s := range segments {
		address := resolve(base, s)
		if address == "" {
			continue
		}
		page, err := v.fetch(ctx, capture.Request{URL: address, Accept: "*/*", Limit: maxCaptions / maxSegments, Head: true})
		if err != nil {
			return cues
		}
		cues = append(cues, caption.Parse(page.Body)...)
	}
	slices.SortStableFunc(cues, func(a, b caption.Cue) int { return cmp.Compare(a.Start, b.Start) })
	return cues
}

func sectionsOf(cues []caption.Cue) []capture.Section {
	var sections []capture.Section
	for _, s := range caption.Stretches(cues) {
		sections = append(sections, capture.Section{Second: int(s.Start.Seconds()), Text: s.Text})
	}
	return sections
}
