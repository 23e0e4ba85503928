package video

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/video/playlist"
	"engram/internal/memory"
)

const (
	maxHead     = 512 << 10 // bytes of a file
	maxPlaylist = 1 << 20   // bytes: three hours in segments of two seconds
)

// address reads any address: a file, a playlist, or a page.
func (v *visit) address(ctx context.Context, u *url.URL) (capture.Document, error) {
	named := memory.PlayerOf(u) == memory.File
	r := capture.Request{URL: u.String()}
	if named {
		r.Accept, r.Head, r.Limit = "*/*", true, limitOf(u)
	}
	page, err := v.fetch(ctx, r)
	if err != nil {
		return capture.Document{}, orGone(err)
	}
	if doc, ok := v.recording(ctx, page); ok {
		fill(&doc, capture.Document{Title: fileTitle(u)})
		return doc, nil
	}
	if named && isOpaque(page) {
		return capture.Document{Title: fileTitle(u)}, nil
	}
	found, err := v.webPage(ctx, page, true)
	if err != nil {
		return capture.Document{}, err
	}
	if found.silent() {
		return capture.Document{}, errSilent
	}
	return found.whole(), nil
}

func limitOf(u *url.URL) int64 {
	switch strings.ToLower(path.Ext(u.Path)) {
	case ".m3u8", ".mpd":
		return maxPlaylist
	}
	return maxHead
}

// isOpaque reports whether a response is declared as a recording, or at least not as text.
func isOpaque(p capture.Page) bool {
	kind := strings.ToLower(p.ContentType)
	none := kind == "" || strings.HasPrefix(kind, "application/octet-stream")
	return saysRecorded(p) || none && http.DetectContentType(p.Body) == "application/octet-stream"
}

// recording reads a file or a playlist; false if the response is neither.
func (v *visit) recording(ctx context.Context, page capture.Page) (capture.Document, bool) {
	doc, list, ok := readRecording(page)
	if list.Variant != "" || len(list.Subtitles) > 0 {
		doc = v.master(ctx, page.URL, doc, list)
	}
	return doc, ok
}

// master reads one variant of an HLS playlist, for the duration, and one track of captions.
func (v *visit) master(ctx context.Context, base string, doc capture.Document, list playlist.HLS) capture.Document {
	found := seen{doc: doc}
	if address := resolve(base, list.Variant); list.Variant != "" && address != "" {
		page, err := v.fetch(ctx, capture.Request{URL: address, Accept: "*/*", Head: true, Limit: maxPlaylist})
		if err == nil {
			variant, _ := playlist.ParseHLS(page.Body)
			found.doc.Duration = variant.Duration
		}
	}
	for _, t := range list.Subtitles[:min(len(list.Subtitles), maxTracks)] {
		if address := resolve(base, t.URL); address != "" {
			found.tracks = append(found.tracks, track{address: address, language: t.Language, preferred: t.Default})
		}
	}
	return v.withCaptions(ctx, found).whole()
}

// dull matches file names that tools generate.
var dull = regexp.MustCompile(`(?i)^(?:index|master|main|playlist|manifest|stream|video|audio|media|chunklist.*|prog_index|output|file|download|[0-9]+p?|[0-9a-f-]{20,})$`)

// fileTitle makes a title of a file name; empty for a meaningless name.
func fileTitle(u *url.URL) string {
	name := strings.TrimSuffix(path.Base(u.Path), path.Ext(u.Path))
	if !strings.Contains(name, " ") {
		name = strings.NewReplacer("_", " ", "-", " ", "+", " ").Replace(name)
	}
	name = oneLine(name, maxTitle)
	if dull.MatchString(strings.ReplaceAll(name, " ", "-")) || name == "." {
		return ""
	}
	return name
}
