// Package playlist parses HLS and DASH playlists.
package playlist

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"engram/internal/capture/video/length"
)

const (
	maxSegments = 10_000 // per playlist
	maxLists    = 1000   // attribute lists read per playlist
)

// HLS is an HLS playlist: either a master playlist, which lists variants, or the segments of one
// variant.
type HLS struct {
	Title     string        // of a master, if it has one
	Variant   string        // of a master: the address of its first variant
	Subtitles []Track       // of a master
	Duration  time.Duration // of a complete variant; zero if live
	Segments  []Segment     // of a variant
}

// Segment is a file of a variant.
type Segment struct {
	URL   string        // as written
	Start time.Duration // sum of the durations before it
}

// Track is a caption track.
type Track struct {
	URL      string // as written
	Language string // such as "en", possibly empty
	Default  bool   // marked as default
}

// ParseHLS parses a playlist; false if it is not one.
func ParseHLS(body []byte) (HLS, bool) {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	if !bytes.HasPrefix(body, []byte("#EXTM3U")) {
		return HLS{}, false
	}
	p := hlsParser{}
	for line := range bytes.Lines(body) {
		p.line(strings.TrimSpace(string(line)))
	}
	if !p.ended {
		p.found.Duration = 0
	}
	return p.found, true
}

type hlsParser struct {
	found   HLS
	variant bool          // the next address is a variant's
	start   time.Duration // of the next segment
	lists   int           // attribute lists read
	ended   bool
}

func (p *hlsParser) line(line string) {
	tag, value, _ := strings.Cut(line, ":")
	switch {
	case tag == "#EXT-X-STREAM-INF":
		p.variant = true
	case tag == "#EXT-X-SESSION-DATA" && p.lists < maxLists:
		p.sessionData(p.attributes(value))
	case tag == "#EXT-X-MEDIA" && p.lists < maxLists:
		p.media(p.attributes(value))
	case tag == "#EXTINF":
		p.segment(value)
	case tag == "#EXT-X-ENDLIST":
		p.ended = true
	case line != "" && !strings.HasPrefix(line, "#"):
		p.address(line)
	}
}

func (p *hlsParser) sessionData(a map[string]string) {
	if p.found.Title == "" && strings.HasSuffix(strings.ToLower(a["DATA-ID"]), "title") {
		p.found.Title = a["VALUE"]
	}
}

func (p *hlsParser) media(a map[string]string) {
	if a["TYPE"] == "SUBTITLES" && a["URI"] != "" {
		p.found.Subtitles = append(p.found.Subtitles, Track{URL: a["URI"], Language: a["LANGUAGE"], Default: a["DEFAULT"] == "YES"})
	}
}

func (p *hlsParser) segment(value string) {
	seconds, _, _ := strings.Cut(value, ",")
	if d, ok := length.Parse(seconds); ok {
		p.found.Duration = min(p.found.Duration+d, length.Max)
	}
}

func (p *hlsParser) address(line string) {
	switch {
	case p.variant && p.found.Variant == "":
		p.found.Variant = line
	case !p.variant && len(p.found.Segments) < maxSegments:
		p.found.Segments = append(p.found.Segments, Segment{URL: line, Start: p.start})
	}
	p.variant, p.start = false, p.found.Duration
}

var attribute = regexp.MustCompile(`([A-Z0-9-]+)=("[^"]*"|[^",]*)`)

// attributes parses NAME=value,NAME="value, too".
func (p *hlsParser) attributes(list string) map[string]string {
	p.lists++
	found := map[string]string{}
	for _, a := range attribute.FindAllStringSubmatch(list, 64) {
		found[a[1]] = strings.Trim(a[2], `"`)
	}
	return found
}
