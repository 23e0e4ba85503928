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
	maxShort = 1000 // characters of a picture's description and of a card's texts, as X takes them
	maxMedia = 20   // pictures of one tweet whose descriptions are read; X takes 4
	maxURL   = 2048 // bytes
)

// document is what a tweet says, with those that it comes after.
func document(t tweet, before []tweet) capture.Document {
	d := capture.Document{
		Title: t.title(), Description: t.shown(), ImageURL: t.picture(),
		Site: "X", Author: t.author(), Language: t.language(), Published: t.published(),
		Sections: []capture.Section{{Text: t.told("")}},
		Tweet:    &capture.Tweet{ID: t.ID, Data: t.data},
	}
	if quoted := t.Quoted.value; quoted.shows() {
		d.Sections = append(d.Sections, capture.Section{Text: quoted.told("Quoting ")})
	}
	for _, earlier := range before {
		d.Sections = append(d.Sections, capture.Section{Text: earlier.told("Replying to ")})
	}
	return d
}

// title is the first line of the text; a tweet of pictures alone is told by its author.
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

// published is zero when the date can't be read.
func (t *tweet) published() time.Time {
	at, _ := time.Parse(time.RFC3339, t.CreatedAt)
	return at.UTC()
}

var languageTag = regexp.MustCompile(`^[a-z]{2}(?:-[A-Za-z]{2,4})?$`) // X's marks for "none" and "can't tell" have three letters

// language is empty when X can't tell. Two languages go by the names that they had before 1989.
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

// picture is the address of the first photo or of a video's poster.
func (t *tweet) picture() string {
	for _, m := range t.Media.value {
		u, err := url.Parse(m.URL)
		if err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && len(m.URL) <= maxURL {
			return m.URL
		}
	}
	return ""
}

// told is all the text of a tweet: who says it, the text, and what stands below it.
func (t *tweet) told(how string) string {
	paragraphs := []string{strings.TrimSpace(how + t.author() + ": " + t.shown())}
	for _, m := range t.Media.value[:min(len(t.Media.value), maxMedia)] {
		if alt := line(m.Alt, maxShort); alt != "" {
			paragraphs = append(paragraphs, m.kind()+": "+alt)
		}
	}
	if below := t.Card.value.told(); below != "" {
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

// told is the title and the description of a linked page, or the choices of a poll, a line each.
func (c card) told() string {
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
