// Package caption parses captions and subtitles and joins them into readable passages.
package caption

import (
	"bytes"
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	maxCues = 50_000  // of a track; three hours of speech have about 5,000
	maxText = 1 << 20 // bytes of a track's cues; three hours of speech have about 200 KB
	maxCue  = 4 << 10 // bytes of a cue, which is two lines
)

// Cue is a caption with its time.
type Cue struct {
	Start, End time.Duration // from the beginning of the recording; End is Start if unknown
	Text       string        // without markup, possibly of several lines
}

// Parse parses a track in any supported format: YouTube's json3 and XML, TTML, WebVTT, SubRip. The
// cues are in order of time. A broken track gives the cues before the error.
func Parse(track []byte) []Cue {
	var found list
	found.read(track)
	return found.cues
}

// list collects cues within limits.
type list struct {
	cues []Cue
	size int // bytes of text
}

// read adds the cues of a track, in order of time.
func (l *list) read(track []byte) {
	before := len(l.cues)
	track = bytes.TrimSpace(bytes.TrimPrefix(track, []byte("\ufeff")))
	switch {
	case bytes.HasPrefix(track, []byte("{")):
		l.json3(track)
	case bytes.HasPrefix(track, []byte("<")):
		l.xml(track)
	default:
		l.blocks(track)
	}
	slices.SortStableFunc(l.cues[before:], func(a, b Cue) int { return cmp.Compare(a.Start, b.Start) })
}

// clip truncates text for a cue that already has that many bytes.
func clip[T string | []byte](text T, has int) T { return text[:min(len(text), max(maxCue-has, 0))] }

// add adds a cue. It unescapes text that was escaped twice.
func (l *list) add(start, end time.Duration, text string) {
	text = tidy(html.UnescapeString(html.UnescapeString(text)))
	if text == "" || start < 0 || l.full() {
		return
	}
	l.size += len(text)
	l.cues = append(l.cues, Cue{Start: start, End: max(start, end), Text: text})
}

func (l *list) full() bool { return len(l.cues) >= maxCues || l.size >= maxText }

var invisible = strings.NewReplacer("\u200b", "", "\u200e", "", "\u200f", "", "\ufeff", "", "\u2028", "\n", "\u00a0", " ", "\r", "\n", "\x00", "")

// tidy trims each line and drops blank lines.
func tidy(text string) string {
	var lines []string
	for line := range strings.SplitSeq(invisible.Replace(strings.ToValidUTF8(text, "")), "\n") {
		if words := strings.Fields(line); len(words) > 0 {
			lines = append(lines, strings.Join(words, " "))
		}
	}
	return strings.Join(lines, "\n")
}

var sound = regexp.MustCompile(`^(?:\[[^\[\]]{1,60}\]|\([^()]{1,60}\)|[♪♫\s]+)$`)

// isSound reports whether a text stands for a noise: "[Music]", "(applause)", "♪♪".
func isSound(text string) bool {
	return strings.IndexAny(text, "[(♪♫") == 0 && sound.MatchString(text)
}
