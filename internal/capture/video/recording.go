package video

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/video/container"
	"engram/internal/capture/video/playlist"
)

// readRecording reads a file or a playlist, detected by its first bytes; false if the response is
// neither. It does not fetch the playlists of an HLS master.
func readRecording(page capture.Page) (doc capture.Document, list playlist.HLS, ok bool) {
	if info, ok := container.Read(page.Body, page.Length); ok {
		doc = capture.Document{
			Title: info.Title, Author: info.Artist, Description: strings.TrimSpace(info.Album + "\n\n" + info.Comment),
			Duration: info.Duration, Published: info.Published, Image: info.Cover,
		}
		return seen{doc: doc}.whole(), playlist.HLS{}, true
	}
	if list, ok := playlist.ParseHLS(page.Body); ok {
		return capture.Document{Title: list.Title, Duration: list.Duration}, list, true
	}
	manifest, ok := playlist.ParseDASH(page.Body)
	return capture.Document{Title: manifest.Title, Author: manifest.Source, Duration: manifest.Duration}, playlist.HLS{}, ok
}

// pages detects recordings by their response.
type pages struct{ next capture.PageReader }

// Pages returns a PageReader of links. It reads recordings that the address did not reveal, and
// passes the rest to next. It fetches nothing.
func Pages(next capture.PageReader) capture.PageReader { return pages{next} }

// ReadPage implements capture.PageReader.
func (p pages) ReadPage(ctx context.Context, page capture.Page) (capture.Document, error) {
	if doc, ok := readLinked(page); ok {
		return doc, nil
	}
	return p.next.ReadPage(ctx, page)
}

// readLinked reads a recording whatever its name. The document always has a title.
func readLinked(page capture.Page) (capture.Document, bool) {
	if !looksRecorded(page.Body) {
		return capture.Document{}, false
	}
	doc, _, ok := readRecording(page)
	if !ok && !saysRecorded(page) {
		return capture.Document{}, false
	}
	if at, err := url.Parse(page.URL); err == nil {
		fill(&doc, capture.Document{Title: cmp.Or(fileTitle(at), "A recording at "+at.Hostname())})
	}
	return withChapters(tidy(doc)), true
}

// looksRecorded reports whether a response does not begin like a page, text or picture.
func looksRecorded(body []byte) bool {
	if bytes.HasPrefix(bytes.TrimPrefix(body, []byte("\ufeff")), []byte("#EXTM3U")) || bytes.Contains(body[:min(len(body), 1<<10)], []byte("<MPD")) {
		return true
	}
	is := http.DetectContentType(body)
	return is == "application/octet-stream" || is == "application/ogg" || strings.HasPrefix(is, "audio/") || strings.HasPrefix(is, "video/")
}

// saysRecorded reports whether a response is declared as a recording.
func saysRecorded(page capture.Page) bool {
	kind := strings.ToLower(page.ContentType)
	return strings.HasPrefix(kind, "audio/") || strings.HasPrefix(kind, "video/")
}
