package fetch

import (
	"strings"
	"testing"
)

func TestKindOf(t *testing.T) {
	const none = "application/octet-stream"
	for name, tt := range map[string]struct {
		contentType, head string
		want              kind
	}{
		"html":                         {"text/html; charset=utf-8", "", webPage},
		"html in capitals":             {" TEXT/HTML ", "", webPage},
		"html twice":                   {"text/html, text/html", "", webPage},
		"html with a broken parameter": {"text/html; charset", "", webPage},
		"xhtml":                        {"application/xhtml+xml", "", webPage},
		"pdf":                          {"application/pdf", "", file},
		"picture":                      {"image/webp", "", picture},
		"drawing":                      {"image/svg+xml", "", picture},
		"sound":                        {"audio/mpeg", "", recording},
		"film":                         {"video/mp4", "", recording},
		"ogg":                          {"application/ogg", "", recording},
		"hls":                          {"application/vnd.apple.mpegURL", "", playlist},
		"hls as sound":                 {"audio/x-mpegurl", "", playlist},
		"dash":                         {"application/dash+xml", "", playlist},
		"text":                         {"text/plain", "", other},
		"json":                         {"application/json", "", other},
		"the declared type counts":     {"text/plain", "<html>", other},
		"nonsense":                     {"\x00;;//", "<html>", other},
		"html by its content":          {"", "\n <!DOCTYPE html><title>x", webPage},
		"html without a specific type": {none, "<html>", webPage},
		"html without a specific type, with a charset": {none + "; charset=binary", "<html>", webPage},
		"html called binary":                           {"binary/octet-stream", "<html>", webPage},
		"pdf by its content":                           {none, "%PDF-1.7\n", file},
		"png by its looks":                             {none, "\x89PNG\r\n\x1a\n", picture},
		"avif by its looks":                            {"", "\x00\x00\x00\x20ftypavif", picture},
		"heic by its looks":                            {"", "\x00\x00\x00\x20ftypheic", picture},
		"mp4 by its looks":                             {"", "\x00\x00\x00\x20ftypisom", recording},
		"quicktime by its looks":                       {"", "\x00\x00\x00\x14ftypqt  ", recording},
		"webm by its looks":                            {"", "\x1a\x45\xdf\xa3", recording},
		"mp3 by its looks":                             {"", "ID3\x04", recording},
		"mp3 without tags":                             {"", "\xff\xfb\x90\x64", recording},
		"aac by its looks":                             {"", "\xff\xf1\x50\x80", recording},
		"utf-16 is no sound":                           {"", "\xff\xfeh\x00i\x00", other},
		"flac by its looks":                            {none, "fLaC\x00", recording},
		"flv by its looks":                             {none, "FLV\x01\x05", recording},
		"wav by its looks":                             {none, "RIFF\x24\x00\x00\x00WAVEfmt ", recording},
		"hls by its looks":                             {"", "#EXTM3U\n#EXT-X-VERSION:3", playlist},
		"dash by its looks":                            {"", "<?xml version=\"1.0\"?>\n<MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\">", playlist},
		"other xml":                                    {"", "<?xml version=\"1.0\"?><feed>", other},
		"words":                                        {"", "only words", other},
		"nothing":                                      {"", "", other},
		"less than a signature":                        {"", "\x00\x00\x00", other},
	} {
		if got := kindOf(tt.contentType, []byte(tt.head)); got != tt.want {
			t.Errorf("%s: kind %d, want %d", name, got, tt.want)
		}
	}
}

func FuzzKindOf(f *testing.F) {
	f.Add("", "<html>")
	f.Add("application/octet-stream", "\x00\x00\x00\x20ftypisom")
	f.Add("video/mp4; codecs=x", "#EXTM3U")
	f.Fuzz(func(t *testing.T, contentType, head string) {
		got := kindOf(contentType, []byte(head))
		if got > playlist {
			t.Errorf("kind %d", got)
		}
		if !isUnspecific(bareType(contentType)) && got != kindOf(contentType, nil) {
			t.Error("the body counts although its type is known")
		}
		if again := kindOf(strings.ToUpper(contentType), []byte(head)); isASCII(contentType) && again != got {
			t.Errorf("kind %d in capitals, %d as it was", again, got)
		}
		if sniff([]byte(head)) == "" {
			t.Error("a body looks like nothing at all")
		}
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > 127 })
}
