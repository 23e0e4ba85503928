package saves

import (
	"encoding/json"
	"time"
)

// jsonFeed is JSON Feed 1.1 as far as we write it.
type jsonFeed struct {
	Version     string     `json:"version"`
	Title       string     `json:"title"`
	Description string     `json:"description"`
	Home        string     `json:"home_page_url"`
	Address     string     `json:"feed_url"`
	Items       []jsonItem `json:"items"`
}

type jsonItem struct {
	ID        string       `json:"id"`
	URL       string       `json:"url"`
	Title     string       `json:"title"`
	Text      string       `json:"content_text"`
	Published time.Time    `json:"date_published"`
	Authors   []jsonAuthor `json:"authors,omitempty"`
	Tags      []string     `json:"tags,omitempty"`
	Language  string       `json:"language,omitempty"`
}

type jsonAuthor struct {
	Name string `json:"name"`
}

// json returns the feed as JSON Feed 1.1.
func (f feed) json() ([]byte, error) {
	out := jsonFeed{
		Version: "https://jsonfeed.org/version/1.1", Title: f.Title, Description: f.About, Home: f.Origin + "/home", Address: f.Address, Items: []jsonItem{},
	}
	for _, m := range f.Memories {
		item := jsonItem{
			ID: guidOf(m), URL: f.linkOf(m), Title: titleOf(m), Text: textOf(m), Published: m.CreatedAt.UTC(), Tags: m.Tags, Language: m.Language,
		}
		if m.Author != "" {
			item.Authors = []jsonAuthor{{m.Author}}
		}
		out.Items = append(out.Items, item)
	}
	return json.MarshalIndent(out, "", " ")
}
