package caption

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A stretch ends with a sentence once it is long enough, at a pause, or when it is full: short
// enough to listen to, long enough for a search to match.
const (
	shortest     = 30 * time.Second
	longest      = 60 * time.Second
	enoughText   = 400 // characters
	mostText     = 600 // characters
	pause        = 2 * time.Second
	maxStretches = 5000
	// a cue that begins later than this after another does not continue it
	rolling    = pause / 4
	flash      = pause / 20 // a cue shown for less belongs to the next one
	maxRolling = 8          // lines that a cue may repeat
)

// Stretch is a passage of captions.
type Stretch struct {
	Start time.Duration // of its first cue
	Text  string        // one paragraph
}

// Stretches joins cues, in order, into passages of half a minute to a minute. Lines that rolling
// captions repeat are used once; an automatic track repeats nothing intentionally.
func Stretches(cues []Cue, automatic bool) []Stretch {
	var out []Stretch
	var current Stretch
	var last Cue
	for _, c := range once(cues, automatic) {
		if current.Text != "" && ends(current, last, c) {
			out = append(out, current)
			current = Stretch{}
		}
		if len(out) == maxStretches {
			return out
		}
		if current.Text == "" {
			current.Start = c.Start
		}
		current.Text = join(current.Text, strings.ReplaceAll(c.Text, "\n", " "))
		last = c
	}
	if current.Text != "" {
		out = append(out, current)
	}
	return out
}

// ends reports whether a stretch ends between its last cue and next.
func ends(s Stretch, last, next Cue) bool {
	characters := utf8.RuneCountInString(s.Text)
	if next.Start-s.Start >= longest || characters+utf8.RuneCountInString(next.Text) > mostText {
		return true
	}
	enough := next.Start-s.Start >= shortest || characters >= enoughText
	return enough && (endsSentence(s.Text) || next.Start-last.End >= pause)
}

const closers = `"'”’»)]`

func endsSentence(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(text, closers))
	return strings.ContainsRune(".?!…。！？।؟", r)
}

// once drops the lines that a cue repeats from the previous one, as rolling captions do, and
// repeated marks of the same sound.
func once(cues []Cue, automatic bool) []Cue {
	var out []Cue
	var before, noise Cue
	for _, c := range cues {
		shown := c
		c.Text = news(before, c, automatic)
		before = shown
		if c.Text == "" {
			continue
		}
		if isSound(c.Text) && c.Text == noise.Text {
			continue
		}
		noise = Cue{}
		if isSound(c.Text) {
			noise = c
		}
		out = append(out, c)
	}
	return out
}

// news returns the lines of c that are new. Repeated cues in a track by a person, as of a song, are
// intentional.
func news(before, c Cue, automatic bool) string {
	if c.Start-before.End >= rolling {
		return c.Text
	}
	if c.Text == before.Text && !automatic && before.End-before.Start >= flash && c.End-c.Start >= flash {
		return c.Text
	}
	lines := strings.Split(c.Text, "\n")
	return strings.Join(lines[repeated(strings.Split(before.Text, "\n"), lines):], "\n")
}

// repeated returns the number of first lines that equal the last lines before.
func repeated(before, lines []string) int {
	for n := min(len(before), len(lines), maxRolling); n > 0; n-- {
		if slices.Equal(before[len(before)-n:], lines[:n]) {
			return n
		}
	}
	return 0
}

// join joins two texts with a blank, except between characters of a script without blanks.
func join(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if a == "" || solid(last) && solid(first) {
		return a + b
	}
	return a + " " + b
}

func solid(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer) || strings.ContainsRune("、。！？「」", r)
}
