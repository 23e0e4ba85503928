package opds

import (
	"encoding/xml"
	"net/http"
	"time"
)

// The kinds of documents of a catalog.
const (
	navigation  = "application/atom+xml;profile=opds-catalog;kind=navigation"
	acquisition = "application/atom+xml;profile=opds-catalog;kind=acquisition"
	searching   = "application/opensearchdescription+xml"
)

// The relations of links.
const (
	relAcquire   = "http://opds-spec.org/acquisition"
	relImage     = "http://opds-spec.org/image"
	relThumbnail = "http://opds-spec.org/image/thumbnail"
	relNew       = "http://opds-spec.org/sort/new"
	relPart      = "subsection"
)

// feed is an Atom feed as far as catalogs have it.
type feed struct {
	XMLName xml.Name  `xml:"http://www.w3.org/2005/Atom feed"`
	DC      string    `xml:"xmlns:dc,attr"`
	ID      string    `xml:"id"`
	Title   string    `xml:"title"`
	Updated time.Time `xml:"updated"`
	Author  author    `xml:"author"`
	Links   []link    `xml:"link"`
	Entries []entry   `xml:"entry"`
}

type author struct {
	Name string `xml:"name"`
}

type link struct {
	Rel   string `xml:"rel,attr"`
	Href  string `xml:"href,attr"`
	Type  string `xml:"type,attr"`
	Title string `xml:"title,attr,omitempty"`
}

type entry struct {
	ID         string     `xml:"id"`
	Title      string     `xml:"title"`
	Updated    time.Time  `xml:"updated"`
	Authors    []author   `xml:"author"`
	Language   string     `xml:"dc:language,omitempty"`
	Issued     string     `xml:"dc:issued,omitempty"`
	Publisher  string     `xml:"dc:publisher,omitempty"`
	Categories []category `xml:"category"`
	Content    *content   `xml:"content"`
	Summary    *content   `xml:"summary"`
	Links      []link     `xml:"link"`
}

type category struct {
	Term  string `xml:"term,attr"`
	Label string `xml:"label,attr"`
}

type content struct {
	Type string `xml:"type,attr"`
	Text string `xml:",chardata"`
}

// plain returns a text that is no markup; nil for none.
func plain(words string) *content {
	if words == "" {
		return nil
	}
	return &content{"text", words}
}

// openSearch describes how the catalog is searched.
type openSearch struct {
	XMLName     xml.Name `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
	ShortName   string   `xml:"ShortName"`
	Description string   `xml:"Description"`
	Encoding    string   `xml:"InputEncoding"`
	URL         struct {
		Type     string `xml:"type,attr"`
		Template string `xml:"template,attr"`
	} `xml:"Url"`
}

func writeXML(w http.ResponseWriter, mediaType string, document any) error {
	body, err := xml.Marshal(document)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", mediaType+";charset=utf-8")
	_, _ = w.Write(append([]byte(xml.Header), body...)) // the caller may have gone
	return nil
}
