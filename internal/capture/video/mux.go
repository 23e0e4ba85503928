package video

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"engram/internal/capture"
	"engram/internal/memory"
)

var muxPath = regexp.MustCompile(`^/([A-Za-z0-9]+)`)

// muxID returns the playback ID in u; empty if there is none.
func muxID(u *url.URL) string {
	host := strings.ToLower(u.Hostname())
	if host != "stream.mux.com" && host != "player.mux.com" {
		return ""
	}
	if id := muxPath.FindStringSubmatch(u.Path); id != nil {
		return id[1]
	}
	return ""
}

// mux reads a recording at Mux, which serves streams only: duration and captions come from the
// playlist, the picture from a fixed address, the title from the player's address.
func (v *visit) mux(ctx context.Context, u *url.URL, id string) (capture.Document, error) {
	stream := u
	if memory.PlayerOf(u) != memory.File {
		stream = &url.URL{Scheme: "https", Host: "stream.mux.com", Path: "/" + id + ".m3u8"}
		if token := u.Query().Get("playback-token"); token != "" {
			stream.RawQuery = url.Values{"token": {token}}.Encode()
		}
	}
	doc, err := v.address(ctx, stream)
	if err != nil {
		return capture.Document{}, err
	}
	if doc.Title == fileTitle(stream) { // its ID
		doc.Title = ""
	}
	fill(&doc, capture.Document{Title: u.Query().Get("metadata-video-title"), ImageURL: "https://image.mux.com/" + id + "/thumbnail.jpg"})
	doc.Site = string(memory.Mux)
	return doc, nil
}
