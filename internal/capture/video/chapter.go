package video

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/capture/video/length"
	"engram/internal/document"
)

// chapter is a part of a recording that its author named.
type chapter struct {
	at    time.Duration
	title string
}

const (
	minChapters = 3 // fewer times in a text are no table of contents
	maxChapters = 500
	maxChapter  = 200  // characters of a title
	maxLine     = 1000 // bytes of a line that may name one
)

var (
	timeFirst = regexp.MustCompile(`^[\s\-–—•*▶►(\[]*((?:\d{1,3}:)?\d{1,2}:\d{2})[)\]]?[\s\-–—:|•.]*(.*)$`)
	timeLast  = regexp.MustCompile(`^(.*\S)[\s(\[]+((?:\d{1,3}:)?\d{1,2}:\d{2})[)\]]?\s*$`)
)

// chaptersIn returns the chapters that a description lists, each on a line with its time: from the
// beginning, in order, up to the first time that is not. It returns none for fewer than three.
func chaptersIn(description string, end time.Duration) (all []chapter) {
	for line := range strings.Lines(description) {
		if len(line) > maxLine {
			continue
		}
		clock, title := "", ""
		if m := timeFirst.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			clock, title = m[1], m[2]
		} else if m := timeLast.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			clock, title = m[2], m[1]
		}
		at, ok := length.Parse(clock)
		if title = oneLine(strings.TrimRight(title, " -–—:|•"), maxChapter); !ok || clock == "" || title == "" || len(all) == maxChapters {
			continue
		}
		if len(all) > 0 && at <= all[len(all)-1].at || end > 0 && at >= end {
			break // a time below the list
		}
		all = append(all, chapter{at, title})
	}
	if len(all) < minChapters || all[0].at != 0 {
		return nil
	}
	return all
}

// withChapters returns a recording with its chapters as headings before what is said in them.
func withChapters(d capture.Document) capture.Document {
	if len(d.Sections) == 0 || d.Sections[0].Second != 0 {
		return d
	}
	found := chaptersIn(d.Sections[0].Text, d.Duration)
	if len(found) == 0 {
		return d
	}
	said := d.Sections[1:]
	all := slices.Clone(d.Sections[:1])
	for _, c := range found {
		second := int(c.at.Seconds())
		for len(said) > 0 && said[0].Second < second {
			all, said = append(all, said[0]), said[1:]
		}
		heading := document.Block{
			Kind: document.Heading, Level: 2, Spans: []document.Span{{Text: c.title}}, Source: [2]int{0, len(c.title)},
		}
		all = append(all, capture.Section{Second: second, Text: c.title, Blocks: document.Document{heading}})
	}
	d.Sections = slices.Concat(all, said)
	return d
}
