package video

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"

	"engram/internal/capture"
	"engram/internal/capture/video/length"
)

// playerResponse is the part of YouTube's player data that is read.
type playerResponse struct {
	Playability struct {
		Status loose `json:"status"`
	} `json:"playabilityStatus"`
	Details struct {
		ID          loose `json:"videoId"`
		Title       loose `json:"title"`
		Seconds     loose `json:"lengthSeconds"`
		Description loose `json:"shortDescription"`
		Author      loose `json:"author"`
		Thumbnail   struct {
			Thumbnails few[thumbnail] `json:"thumbnails"`
		} `json:"thumbnail"`
	} `json:"videoDetails"`
	Microformat struct {
		Renderer struct {
			Published loose `json:"publishDate"`
			Uploaded  loose `json:"uploadDate"`
		} `json:"playerMicroformatRenderer"`
	} `json:"microformat"`
	Captions struct {
		List captionList `json:"playerCaptionsTracklistRenderer"`
	} `json:"captions"`
}

type thumbnail struct {
	URL   string `json:"url"`
	Width int    `json:"width"`
}

// captionList lists the tracks. Each audio track refers to its captions by index.
type captionList struct {
	Tracks few[captionFile] `json:"captionTracks"`
	Sounds few[soundTrack]  `json:"audioTracks"`
}

type captionFile struct {
	Address  string `json:"baseUrl"`
	Language string `json:"languageCode"`
	Kind     string `json:"kind"` // "asr": speech recognition, so in the spoken language
}

type soundTrack struct {
	Default *int `json:"defaultCaptionTrackIndex"`
}

const maxMarks = 8 // occurrences in a page that are tried

// findPlayerResponse finds the JSON assigned to ytInitialPlayerResponse; false if there is none, as
// on a consent page.
func findPlayerResponse(page []byte) (playerResponse, bool) {
	for range maxMarks {
		_, after, ok := bytes.Cut(page, []byte("ytInitialPlayerResponse"))
		if !ok {
			break
		}
		page = after
		value := bytes.TrimLeft(after, "\"'] =\t\r\n")
		if !bytes.HasPrefix(value, []byte("{")) {
			continue
		}
		var r playerResponse
		err := json.NewDecoder(bytes.NewReader(value)).Decode(&r)
		if (err == nil || isOdd(err)) && r.Playability.Status != "" {
			return r, true
		}
	}
	return playerResponse{}, false
}

// readWatchPage reads YouTube's page of a recording. It returns an error if the recording is
// unavailable.
func readWatchPage(page capture.Page) (seen, bool, error) {
	r, ok := findPlayerResponse(page.Body)
	if !ok {
		return seen{}, false, nil
	}
	d := r.Details
	if d.Title == "" {
		return seen{}, true, errGone
	}
	doc := capture.Document{
		Title: string(d.Title), Author: string(d.Author), Description: string(d.Description), ImageURL: largest(page.URL, d.Thumbnail.Thumbnails),
		Published: parseDate(cmp.Or(string(r.Microformat.Renderer.Published), string(r.Microformat.Renderer.Uploaded))),
	}
	doc.Duration, _ = length.Parse(string(d.Seconds))
	if d.ID != "" {
		doc.Canonical = "https://www.youtube.com/watch?v=" + url.QueryEscape(string(d.ID))
	}
	found := seen{doc: doc, tracks: r.tracks(page.URL)}
	for _, t := range found.tracks {
		if t.automatic {
			found.doc.Language = t.language
		}
	}
	return found, true, nil
}

// largest returns the widest picture.
func largest(base string, pictures []thumbnail) (address string) {
	width := -1
	for _, p := range pictures {
		if at := resolve(base, p.URL); at != "" && p.Width > width {
			address, width = at, p.Width
		}
	}
	return address
}

func (r playerResponse) tracks(base string) []track {
	list := r.Captions.List
	var found []track
	for i, t := range list.Tracks {
		address := resolve(base, t.Address)
		if address == "" {
			continue
		}
		preferred := len(list.Sounds) > 0 && list.Sounds[0].Default != nil && *list.Sounds[0].Default == i
		found = append(found, track{address: address, language: t.Language, automatic: t.Kind == "asr", preferred: preferred, timedText: true})
	}
	return found
}
