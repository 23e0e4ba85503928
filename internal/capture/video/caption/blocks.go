package caption

import (
	"bytes"
	"regexp"
	"strings"
	"time"

	"engram/internal/capture/video/length"
)

// blocks reads WebVTT and SubRip: blocks separated by empty lines; those with a timing line are
// cues. Text before that line is an identifier. Comments and styles have none.
func (l *list) blocks(track []byte) {
	var cue *block
	finish := func() {
		if cue != nil {
			l.add(cue.start, cue.end, unmarked(strings.Join(cue.lines, "\n")))
		}
		cue = nil
	}
	for line := range bytes.SplitSeq(unixLines(track), []byte("\n")) {
		if l.full() {
			return
		}
		start, end, ok := timesOf(line)
		switch {
		case ok && cue != nil:
			cue.dropNumber()
			finish()
			fallthrough
		case ok:
			cue = &block{start: start, end: end}
		case len(line) == 0:
			finish()
		case cue != nil:
			cue.add(line)
		}
	}
	finish()
}

func unixLines(track []byte) []byte {
	track = bytes.ReplaceAll(track, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(track, []byte("\r"), []byte("\n"))
}

// block is the current cue.
type block struct {
	start, end time.Duration
	lines      []string
	size       int // bytes of the lines
}

func (b *block) add(line []byte) {
	if b.size >= maxCue {
		return
	}
	line = clip(line, b.size)
	b.size += len(line) + 1
	b.lines = append(b.lines, string(line))
}

// dropNumber drops the last line if it is the number of the next cue, as when a tool writes a blank
// in place of an empty line.
func (b *block) dropNumber() {
	last := len(b.lines) - 1
	if last > 0 && strings.TrimSpace(b.lines[last-1]) == "" && strings.Trim(b.lines[last], "0123456789 ") == "" {
		b.lines = b.lines[:last]
	}
}

const arrow = "-->"

// timesOf parses the timing line of a cue. Settings may follow.
func timesOf(line []byte) (start, end time.Duration, ok bool) {
	from, to, ok := bytes.Cut(line, []byte(arrow))
	if !ok {
		return 0, 0, false
	}
	start, ok = clockOf(from)
	if !ok {
		return 0, 0, false
	}
	to = bytes.TrimLeft(to[:min(len(to), maxCue)], " \t")
	if settings := bytes.IndexAny(to, " \t"); settings >= 0 {
		to = to[:settings]
	}
	if end, ok = clockOf(to); !ok {
		end = start
	}
	return start, end, true
}

func clockOf(s []byte) (time.Duration, bool) {
	if !bytes.ContainsRune(s, ':') {
		return 0, false
	}
	return length.Parse(string(s))
}

var (
	lineBreak = regexp.MustCompile(`(?i)<br\s*/?>`)
	// markup matches WebVTT and SubRip tags, timestamps within a cue, and positions. "a < b and c >
	// d" is text.
	markup = regexp.MustCompile(`(?i)</?(?:[biucs]|ruby|rt)(?:\.[^<>\s]*)?>|</?(?:v|lang|font)(?:[.\s][^<>\n]*)?>|<[0-9]+:[0-9:.]+>|\{\\[^{}\n]*\}`)
)

func unmarked(text string) string {
	if !strings.ContainsAny(text, "<{") {
		return text
	}
	return markup.ReplaceAllString(lineBreak.ReplaceAllString(text, "\n"), "")
}
