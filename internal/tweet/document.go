package tweet

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"engram/internal/capture"
)

const (
	maxTitle = 140  // characters
	maxName  = 100  // characters of a name
	maxShort = 1000 // characters of alt text and of a card's texts, X's limit
	maxMedia = 20   // pictures of a tweet whose alt text is read; X allows 4
	maxURL   = 2048 // bytes
)

// captured returns the text of a tweet and of those before it in the thread.
func captured(t tweet, before []tweet) capture.Document {
	d := capture.Document{
		Title: t.title(), Description: t.shown(), ImageURL: t.picture(),
		Site: "X", Author: t.author(), Language: t.language(), Published: t.published(),
		Sections: []capture.Section{t.section("")},
		Tweet:    &capture.Tweet{ID: t.ID, Data: t.data},
	}
	if other := t.Quoted.value; other.shows() {
		d.Sections = append(d.Sections, quoted(other.section("Quoting ")))
	}
	for _, earlier := range before {
		d.Sections = append(d.Sections, earlier.section("Replying to "))
	}
	return d
}

// title returns the first line of the text, or the author for a tweet of pictures only.
func (t *tweet) title() string {
	first, _, _ := strings.Cut(t.shown(), "\n")
	if first = line(first, maxTitle); first != "" {
		return first
	}
	return t.name() + " on X"
}

func (t *tweet) name() string {
	if name := line(t.User.Name, maxName); name != "" {
		return name
	}
	return "@" + line(t.User.ScreenName, maxName)
}

func (t *tweet) author() string {
	return t.name() + " (@" + line(t.User.ScreenName, maxName) + ")"
}

// published returns zero if the date can't be parsed.
func (t *tweet) published() time.Time {
	at, _ := time.Parse(time.RFC3339, t.CreatedAt)
	return at.UTC()
}

// languageTag does not match X's codes for "none" and "unknown", which have three letters.
var languageTag = regexp.MustCompile(`^[a-z]{2}(?:-[A-Za-z]{2,4})?$`)

// language returns "" if X doesn't know it, and maps two codes that were replaced in 1989.
func (t *tweet) language() string {
	switch {
	case t.Language == "in":
		return "id"
	case t.Language == "iw":
		return "he"
	case languageTag.MatchString(t.Language):
		return t.Language
	}
	return ""
}

// picture returns the address of the first photo or of a video's poster.
func (t *tweet) picture() string {
	for _, m := range t.Media.value {
		u, err := url.Parse(m.URL)
		if err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && len(m.URL) <= maxURL {
			return m.URL
		}
	}
	return ""
}

// fullText returns the author, the text, and what is shown below it.
func (t *tweet) fullText(how string) string {
	paragraphs := []string{strings.TrimSpace(how + t.author() + ": " + t.shown())}
	for _, m := range t.Media.value[:min(len(t.Media.value), maxMedia)] {
		if alt := line(m.Alt, maxShort); alt != "" {
			paragraphs = append(paragraphs, m.kind()+": "+alt)
		}
	}
	if below := t.Card.value.fullText(); below != "" {
		paragraphs = append(paragraphs, below)
	}
	return strings.Join(paragraphs, "\n\n")
}

func (m media) kind() string {
	if m.Type == "photo" {
		return "Image"
	}
	return "Video"
}

// fullText returns title and description of a linked page, or the choices of a poll.
func (c card) fullText() string {
	names := []string{"title", "description"}
	for n := range 4 {
		names = append(names, "choice"+strconv.Itoa(n+1)+"_label")
	}
	var lines []string
	for _, name := range names {
		if text := line(c.Values[name].Text, maxShort); text != "" {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}
