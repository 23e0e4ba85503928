package video

import (
	"context"
	"testing"
	"time"

	"engram/internal/capture"
)

// plain is a PageReader of whatever it is given.
type plain struct{}

func (plain) ReadPage(_ context.Context, p capture.Page) (capture.Document, error) {
	return capture.Document{Title: "read as a page"}, nil
}

// sound is the beginning of a WAV file.
const sound = "RIFF\x24\x00\x00\x00WAVEfmt \x10\x00\x00\x00"

func TestResponsesThatAreRecordings(t *testing.T) {
	page := capture.Document{Title: "read as a page"}
	tests := map[string]struct {
		at, kind, body string
		want           capture.Document
	}{
		"sound at no file's name":      {"/download?id=1", "audio/wav", sound, capture.Document{Title: "A recording at example.com"}},
		"sound without a type":         {"/talk", "", sound, capture.Document{Title: "talk"}},
		"sound with a title":           {"/download?id=1", "audio/mpeg", song, capture.Document{Title: "Bees", Author: "Ada", Duration: 90 * time.Second}},
		"hls":                          {"/stream", "application/vnd.apple.mpegurl", "#EXTM3U\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST\n", capture.Document{Title: "A recording at example.com", Duration: 10 * time.Second}},
		"hls as text":                  {"/bees", "text/plain", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow.m3u8\n", capture.Document{Title: "bees"}},
		"dash":                         {"/manifest", "application/dash+xml", `<?xml version="1.0"?><MPD mediaPresentationDuration="PT1M30S"/>`, capture.Document{Title: "A recording at example.com", Duration: 90 * time.Second}},
		"matroska":                     {"/The-dance-of-bees.mkv", "application/octet-stream", "\x1a\x45\xdf\xa3\x80\x18\x53\x80\x67\x80", capture.Document{Title: "The dance of bees"}},
		"a kind that is not known":     {"/bees.avi", "video/x-msvideo", "RIFF\x00\x00\x00\x00AVI LIST\x00\x00", capture.Document{Title: "bees"}},
		"a page":                       {"/stream", "text/html", "<!doctype html><p>#EXTM3U", page},
		"a page about manifests":       {"/stream", "text/html", "<!doctype html><html><MPD></MPD>", page},
		"a page that is said to sound": {"/stream", "audio/mpeg", "<!doctype html><p>x", page},
		"a program as film":            {"/engine.ts", "video/mp2t", "export const bees = 3\n", page},
		"text about tags":              {"/id3.txt", "text/plain", "ID3 is how an MP3 tells its title.", page},
		"a PDF":                        {"/a", "application/pdf", "%PDF-1.4\n\x00", page},
		"a picture":                    {"/a", "image/png", "\x89PNG\r\n\x1a\n", page},
		"a picture like a film":        {"/a", "", "\x00\x00\x00\x20ftypavif\x00\x00\x00\x00avifmif1miaf", page},
		"an archive":                   {"/a", "application/zip", "PK\x03\x04", page},
		"bytes":                        {"/a", "application/octet-stream", "\x01\x02\x03", page},
		"nothing":                      {"/a", "text/html", "", page},
	}
	for name, test := range tests {
		t.Run("VIDEO-04 "+name, func(t *testing.T) {
			got, err := Pages(plain{}).ReadPage(t.Context(), capture.Page{URL: "https://example.com" + test.at, ContentType: test.kind, Body: []byte(test.body), Length: -1})
			if diff := difference(test.want, got); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}
