package memory

import (
	"net/url"
	"regexp"
	"strings"
)

// Key is equal for addresses that lead to the same thing, so that saving it twice is noticed. It forgets the scheme, www.,
// the fragment, a slash at the end, the order of the query and what only tells where a visitor came from. A tweet and a
// YouTube video are what their number says, whatever stands around it.
func Key(u *url.URL) string {
	if id := TweetID(u); id != "" {
		return "tweet:" + id
	}
	if id := youTubeID(u); id != "" {
		return "youtube:" + id
	}
	host := strings.TrimPrefix(strings.TrimSuffix(strings.ToLower(u.Hostname()), "."), "www.")
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	key := host + strings.TrimRight(u.EscapedPath(), "/")
	if query := telling(u.Query()); query != "" {
		key += "?" + query
	}
	if strings.HasPrefix(u.Fragment, "!") || strings.HasPrefix(u.Fragment, "/") { // an app's own address
		key += "#" + u.EscapedFragment()
	}
	return key
}

// visits are parameters that tell a site where a visitor came from. None of them changes what is shown.
var visits = regexp.MustCompile(`^(?:utm_.*|mtm_.*|pk_(?:campaign|kwd|source|medium).*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hs(?:enc|mi)|oly_(?:anon|enc)_id|vero_id|wt_mc|s_cid|ref_src|ref_url)$`)

// telling is a query in a fixed order, without what says nothing of the page.
func telling(query url.Values) string {
	for name := range query {
		if visits.MatchString(strings.ToLower(name)) {
			delete(query, name)
		}
	}
	return query.Encode()
}

// TweetID is the number of the tweet that an address leads to; empty when it leads elsewhere.
func TweetID(u *url.URL) string {
	found := tweetNumber.FindStringSubmatch(u.Path)
	if found == nil || KindOf(u) != Tweet {
		return ""
	}
	return strings.TrimLeft(found[1], "0")
}

var tweetNumber = regexp.MustCompile(`/status(?:es)?/([0-9]{1,20})`)

// YouTube's numbers have eleven characters.
var (
	youTubeNumber = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)
	youTubePath   = regexp.MustCompile(`^/(?:shorts|embed|live|v)/`)
)

func youTubeID(u *url.URL) string {
	id := ""
	switch siteOf(strings.ToLower(u.Hostname())) {
	case "youtu.be":
		id = strings.TrimPrefix(u.Path, "/")
	case "youtube.com", "youtube-nocookie.com":
		if id = u.Query().Get("v"); u.Path != "/watch" {
			id = youTubePath.ReplaceAllString(u.Path, "")
		}
	}
	if !youTubeNumber.MatchString(id) {
		return ""
	}
	return id
}
