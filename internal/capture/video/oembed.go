package video

import (
	"cmp"
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"engram/internal/capture"
	"engram/internal/capture/video/length"
	"engram/internal/fault"
)

const maxAnswer = 256 << 10 // bytes; oEmbed responses have one or two thousand

// oEmbed returns a function that makes the oEmbed request for a page, see oembed.com.
func oEmbed(endpoint string) func(*url.URL) string {
	return func(page *url.URL) string {
		u, err := url.Parse(endpoint)
		if err != nil {
			return ""
		}
		query := u.Query()
		query.Set("url", page.String())
		u.RawQuery = query.Encode()
		return u.String()
	}
}

// ask sends a request whose response is JSON.
func (v *visit) ask(ctx context.Context, question string, read func(capture.Page) (capture.Document, error)) (capture.Document, error) {
	page, err := v.fetch(ctx, capture.Request{URL: question, Accept: "application/json", Limit: maxAnswer})
	if err != nil {
		return capture.Document{}, err
	}
	doc, err := read(page)
	if err == nil && doc.Title == "" && doc.Author == "" && doc.ImageURL == "" {
		err = errSilent
	}
	return doc, err
}

// embed is an oEmbed response, with fields that some services add. Its html is not used.
type embed struct {
	Title       loose `json:"title"`
	Author      loose `json:"author_name"`
	Provider    loose `json:"provider_name"`
	Thumbnail   loose `json:"thumbnail_url"`
	Image       loose `json:"image"`        // Mixcloud
	Description loose `json:"description"`  // Vimeo, SoundCloud
	Duration    loose `json:"duration"`     // Vimeo, Wistia: seconds
	Uploaded    loose `json:"upload_date"`  // Vimeo
	Published   loose `json:"publish_date"` // others
}

// readOEmbed reads a response. It returns a fault.Invalid unless it is a JSON object.
func readOEmbed(answer capture.Page) (capture.Document, error) {
	var e embed
	if err := json.Unmarshal(answer.Body, &e); err != nil {
		return capture.Document{}, fault.Wrap(fault.Invalid, "The site's answer could not be read.", err)
	}
	duration, _ := length.Parse(string(e.Duration))
	return capture.Document{
		Title: string(e.Title), Author: string(e.Author), Site: string(e.Provider), Description: string(e.Description),
		ImageURL: cmp.Or(resolve(answer.URL, string(e.Thumbnail)), resolve(answer.URL, string(e.Image))),
		Duration: duration, Published: parseDate(cmp.Or(string(e.Uploaded), string(e.Published))),
	}, nil
}

// readSoundCloud removes the artist, which has its own field, from the title.
func readSoundCloud(answer capture.Page) (capture.Document, error) {
	doc, err := readOEmbed(answer)
	doc.Title = strings.TrimSuffix(doc.Title, " by "+doc.Author)
	return doc, err
}
