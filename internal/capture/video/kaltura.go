package video

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"engram/internal/capture"
	"engram/internal/capture/video/length"
	"engram/internal/fault"
)

var (
	kalturaEntry   = regexp.MustCompile(`(?:entry_?id[=/]|/media/(?:[^?]+/)?|/id/)([0-9]_[a-z0-9]+)`)
	kalturaPartner = regexp.MustCompile(`(?:/p/|partner_?id[=/])([0-9]+)`)
)

// askKaltura returns a request that opens an anonymous session and reads the entry. It returns ""
// for a partner's own portal, whose address has no partner ID.
func askKaltura(page *url.URL) string {
	entry, partner := kalturaEntry.FindStringSubmatch(page.String()), kalturaPartner.FindStringSubmatch(page.String())
	if entry == nil || partner == nil {
		return ""
	}
	query := url.Values{
		"format":    {"1"}, // JSON
		"1:service": {"session"}, "1:action": {"startWidgetSession"}, "1:widgetId": {"_" + partner[1]},
		"2:service": {"baseEntry"}, "2:action": {"get"}, "2:ks": {"{1:result:ks}"}, "2:entryId": {entry[1]},
	}
	return "https://www.kaltura.com/api_v3/service/multirequest?" + query.Encode()
}

type kalturaAnswer struct {
	Type        loose `json:"objectType"`
	Name        loose `json:"name"`
	Description loose `json:"description"`
	Duration    loose `json:"duration"`  // seconds
	Created     loose `json:"createdAt"` // Unix time
	Thumbnail   loose `json:"thumbnailUrl"`
}

// readKaltura reads the second part of the response.
func readKaltura(answer capture.Page) (capture.Document, error) {
	var both []kalturaAnswer
	if err := json.Unmarshal(answer.Body, &both); err != nil || len(both) < 2 {
		return capture.Document{}, fault.Wrap(fault.Invalid, "The site's answer could not be read.", err)
	}
	a := both[1]
	if a.Type == "KalturaAPIException" {
		return capture.Document{}, errGone
	}
	doc := capture.Document{Title: string(a.Name), Description: string(a.Description), ImageURL: resolve(answer.URL, string(a.Thumbnail))}
	doc.Duration, _ = length.Parse(string(a.Duration))
	if n, err := strconv.ParseInt(string(a.Created), 10, 64); err == nil && n > 0 && n < 1<<33 {
		doc.Published = time.Unix(n, 0).UTC()
	}
	return doc, nil
}
