package fetch

import (
	"bytes"
	"net/http"
	"strings"

	"engram/internal/filetype"
)

// kind is the type of a response as far as size limits depend on it.
type kind uint8

const (
	other kind = iota
	webPage
	file
	picture
	recording
	playlist
)

const (
	maxPage      = 5 << 20 // also for unknown kinds
	maxPicture   = 10 << 20
	maxPlaylist  = 1 << 20
	maxRecording = 512 << 10 // the metadata at its beginning

	sniffed = 512 // bytes used to detect the kind when the server declares none
)

// truncates reports whether a larger body of this kind is cut at its limit instead of refused.
func (k kind) truncates() bool { return k == webPage || k == recording || k == playlist }

// kindOf uses the declared type, or the first bytes if the declared type is missing or generic.
func kindOf(contentType string, head []byte) kind {
	if t := bareType(contentType); !isUnspecific(t) {
		return kindOfType(t)
	}
	return kindOfType(sniff(head))
}

func bareType(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

func isUnspecific(bare string) bool {
	return bare == "" || bare == "application/octet-stream" || bare == "binary/octet-stream"
}

func kindOfType(bare string) kind {
	switch {
	case strings.Contains(bare, "html"):
		return webPage
	case filetype.OfMedia(bare) != nil:
		return file
	case strings.Contains(bare, "mpegurl"), strings.HasSuffix(bare, "/dash+xml"), bare == "video/vnd.mpeg.dash.mpd":
		return playlist
	case strings.HasPrefix(bare, "image/"):
		return picture
	case strings.HasPrefix(bare, "audio/"), strings.HasPrefix(bare, "video/"), bare == "application/ogg":
		return recording
	}
	return other
}

// signatures lists file signatures that the standard library does not know. The first match wins.
var signatures = []struct {
	at    int
	magic string
	is    string
}{
	{0, "#EXTM3U", "application/vnd.apple.mpegurl"},
	{0, "fLaC", "audio/flac"},
	{0, "FLV\x01", "video/x-flv"},
	{0, "\xff\xfb", "audio/mpeg"}, {0, "\xff\xfa", "audio/mpeg"},
	{0, "\xff\xf3", "audio/mpeg"}, {0, "\xff\xf2", "audio/mpeg"},
	{0, "\xff\xf1", "audio/aac"}, {0, "\xff\xf9", "audio/aac"},
	{4, "ftypavi", "image/avif"}, {4, "ftyphei", "image/heic"}, {4, "ftypmif", "image/heif"},
	{4, "ftyp", "video/mp4"},
}

// sniff returns the media type of a body's first bytes, without parameters.
func sniff(head []byte) string {
	for _, s := range signatures {
		if len(head) >= s.at && bytes.HasPrefix(head[s.at:], []byte(s.magic)) {
			return s.is
		}
	}
	if t := filetype.Strictly(head); t != nil {
		return t.MediaType
	}
	found := bareType(http.DetectContentType(head))
	if found == "text/xml" && bytes.Contains(head, []byte("<MPD")) {
		return "application/dash+xml"
	}
	return found
}
