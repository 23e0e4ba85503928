package saves

import (
	"encoding/xml"
	"html"
	"net/http"
	"strings"

	"engram/internal/memory"
)

// rssFeed is RSS 2.0 as far as we write it.
type rssFeed struct {
	XMLName xml.Name   `xml:"rss"`
	Version string     `xml:"version,attr"`
	Atom    string     `xml:"xmlns:atom,attr"`
	Channel rssChannel `xml:"channel"`
}

type rssChannel struct {
	Title       string    `xml:"title"`
	Link        string    `xml:"link"`
	Description string    `xml:"description"`
	Self        rssSelf   `xml:"atom:link"`
	Items       []rssItem `xml:"item"`
}

type rssSelf struct {
	Href string `xml:"href,attr"`
	Rel  string `xml:"rel,attr"`
	Type string `xml:"type,attr"`
}

type rssItem struct {
	Title       string   `xml:"title"`
	Link        string   `xml:"link"`
	GUID        rssGUID  `xml:"guid"`
	Published   string   `xml:"pubDate"`
	Categories  []string `xml:"category"`
	Description string   `xml:"description,omitempty"` // HTML, escaped once more as text
}

type rssGUID struct {
	Permanent bool   `xml:"isPermaLink,attr"`
	ID        string `xml:",chardata"`
}

// rss returns the feed as RSS 2.0.
func (f feed) rss() ([]byte, error) {
	out := rssFeed{Version: "2.0", Atom: "http://www.w3.org/2005/Atom", Channel: rssChannel{
		Title: f.Title, Link: f.Origin + "/home", Description: f.About, Self: rssSelf{f.Address, "self", "application/rss+xml"},
	}}
	for _, m := range f.Memories {
		out.Channel.Items = append(out.Channel.Items, rssItem{
			Title: titleOf(m), Link: f.linkOf(m), GUID: rssGUID{ID: guidOf(m)}, Published: m.CreatedAt.UTC().Format(http.TimeFormat),
			Categories: m.Tags, Description: paragraphs(textOf(m)),
		})
	}
	body, err := xml.MarshalIndent(out, "", " ")
	return append([]byte(xml.Header), body...), err
}

// paragraphs returns a text as HTML in which nothing is markup but its paragraphs.
func paragraphs(text string) string {
	var out strings.Builder
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			out.WriteString("<p>" + strings.ReplaceAll(html.EscapeString(part), "\n", "<br>") + "</p>")
		}
	}
	return out.String()
}

// linkOf returns where a memory is read: its own address or, if it has none, ours.
func (f feed) linkOf(m memory.Memory) string {
	if m.URL != "" {
		return m.URL
	}
	return f.Origin + "/home/memory/" + m.ID
}

func guidOf(m memory.Memory) string { return "urn:uuid:" + m.ID }

func titleOf(m memory.Memory) string {
	if m.Title == "" {
		return "Untitled"
	}
	return m.Title
}

// textOf returns the words of a memory: its remark, then what it says of itself.
func textOf(m memory.Memory) string {
	return strings.TrimSpace(m.Remark + "\n\n" + m.Description)
}
