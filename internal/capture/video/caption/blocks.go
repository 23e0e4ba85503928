package caption

import (
	"regexp"
	"strings"
	"time"

	"engram/internal/capture/video/length"
)

// timing matches the line of a WebVTT or SubRip cue that says when it is shown. Settings may follow.
var timing = regexp.MustCompile(`^\s*([0-9:.,]{5,14})\s*-->\s*([0-9:.,]{5,14})(?:\s|$)`)

var markup = regexp.MustCompile(`<[^<>\n]*>|\{\\[^{}\n]*\}`)

// blocks reads WebVTT and SubRip: blocks of lines with a blank line between them, of which cues have a timing line. What
// stands before it, a number or a name, is no text. Comments and styles have none.
func (l *list) blocks(track string) {
	var start, end time.Duration
	var lines []string
	within := false
	finish := func() {
		if within {
			l.add(start, end, markup.ReplaceAllString(strings.Join(lines, "\n"), ""))
		}
		within, lines = false, lines[:0]
	}
	for line := range strings.SplitSeq(newlines.Replace(track), "\n") {
		if l.full() {
			return
		}
		from, to, ok := timesOf(line)
		switch {
		case ok:
			finish()
			start, end, within = from, to, true
		case strings.TrimSpace(line) == "":
			finish()
		case within:
			lines = append(lines, line)
		}
	}
	finish()
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func timesOf(line string) (start, end time.Duration, ok bool) {
	parts := timing.FindStringSubmatch(line)
	if parts == nil {
		return 0, 0, false
	}
	start, ok = length.Parse(parts[1])
	if !ok {
		return 0, 0, false
	}
	end, ok = length.Parse(parts[2])
	if !ok {
		end = start
	}
	return start, end, true
}
