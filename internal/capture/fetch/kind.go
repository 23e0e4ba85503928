package fetch

import (
	"bytes"
	"net/http"
	"strings"
)

// kind is what an answer turns out to be, as far as it matters for how much of it is taken.
type kind uint8

const (
	other kind = iota
	webPage
	pdf
	picture
	recording
	playlist
)

const (
	maxPage      = 5 << 20 // also of what nothing else is known about
	maxPicture   = 10 << 20
	maxPlaylist  = 1 << 20
	maxRecording = 512 << 10 // its beginning holds what it says of itself

	sniffed = 512 // bytes of a body that tell its kind when the server does not
)

// cuts reports whether the beginning of a larger one does.
func (k kind) cuts() bool { return k == webPage || k == recording || k == playlist }

// kindOf goes by the type that the server gives, and by the first bytes where it gives none or the one that means none.
func kindOf(contentType string, head []byte) kind {
	if t := bareType(contentType); !saysNothing(t) {
		return kindOfType(t)
	}
	return kindOfType(sniff(head))
}

func bareType(contentType string) string {
	t, _, _ := strings.Cut(contentType, ";")
	return strings.ToLower(strings.TrimSpace(t))
}

func saysNothing(bare string) bool {
	return bare == "" || bare == "application/octet-stream" || bare == "binary/octet-stream"
}

func kindOfType(bare string) kind {
	switch {
	case strings.Contains(bare, "html"):
		return webPage
	case bare == "application/pdf", bare == "application/x-pdf":
		return pdf
	case strings.Contains(bare, "mpegurl"), strings.HasSuffix(bare, "/dash+xml"), bare == "video/vnd.mpeg.dash.mpd":
		return playlist
	case strings.HasPrefix(bare, "image/"):
		return picture
	case strings.HasPrefix(bare, "audio/"), strings.HasPrefix(bare, "video/"), bare == "application/ogg":
		return recording
	}
	return other
}

// signatures are those of recordings and pictures that the standard library does not know. The first that fits counts.
var signatures = []struct {
	at    int
	magic string
	is    string
}{
	{0, "#EXTM3U", "application/vnd.apple.mpegurl"},
	{0, "fLaC", "audio/flac"},
	{0, "FLV\x01", "video/x-flv"},
	{0, "\xff\xfb", "audio/mpeg"}, {0, "\xff\xfa", "audio/mpeg"}, {0, "\xff\xf3", "audio/mpeg"}, {0, "\xff\xf2", "audio/mpeg"},
	{0, "\xff\xf1", "audio/aac"}, {0, "\xff\xf9", "audio/aac"},
	{4, "ftypavi", "image/avif"}, {4, "ftyphei", "image/heic"}, {4, "ftypmif", "image/heif"},
	{4, "ftyp", "video/mp4"},
}

// sniff returns the type that the beginning of a body looks like, in its bare form.
func sniff(head []byte) string {
	for _, s := range signatures {
		if len(head) >= s.at && bytes.HasPrefix(head[s.at:], []byte(s.magic)) {
			return s.is
		}
	}
	found := bareType(http.DetectContentType(head))
	if found == "text/xml" && bytes.Contains(head, []byte("<MPD")) {
		return "application/dash+xml"
	}
	return found
}
