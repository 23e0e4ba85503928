package memory

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// Key is equal for addresses of the same thing, to detect duplicates. It ignores scheme, www.,
// fragment, trailing slash, order of the query and tracking parameters. Tweets and YouTube videos
// are identified by id. When in doubt addresses differ.
func Key(u *url.URL) string {
	if id := TweetID(u); id != "" {
		return TweetKey(id)
	}
	if id := youTubeID(u); id != "" {
		return "youtube:" + id
	}
	key := keyHost(u) + strings.TrimRight(escaped(u.EscapedPath()), "/")
	if query := telling(u.RawQuery); query != "" {
		key += "?" + query
	}
	if strings.HasPrefix(u.Fragment, "!") || strings.HasPrefix(u.Fragment, "/") { // route of a single-page app
		key += "#" + u.EscapedFragment()
	}
	return key
}

// KeyOf returns the key of an address, empty if invalid.
func KeyOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	return Key(u)
}

func keyHost(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	host = strings.TrimPrefix(host, "www.")
	if port := u.Port(); port != "" && port != "80" && port != "443" {
		host += ":" + port
	}
	return host
}

// escapes matches percent-encoded bytes.
var escapes = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// escaped normalises percent-encoding.
func escaped(s string) string {
	return escapes.ReplaceAllStringFunc(s, func(escape string) string {
		plain, err := url.PathUnescape(escape)
		if err == nil && unreserved.MatchString(plain) {
			return plain
		}
		return strings.ToUpper(escape)
	})
}

var unreserved = regexp.MustCompile(`^[A-Za-z0-9._~-]$`)

// visits matches tracking parameters, which never change the content.
var visits = regexp.MustCompile(`(?i)^(?:utm_.*|mtm_.*|pk_(?:campaign|kwd|source|medium).*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hs(?:enc|mi)|oly_(?:anon|enc)_id|vero_id|wt_mc|s_cid|ref_src|ref_url)$`)

// telling returns a query in a fixed order without tracking. Its parts stay as written, since not
// every site encodes them as forms do.
func telling(query string) string {
	parts := slices.DeleteFunc(strings.Split(escaped(query), "&"), func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		return part == "" || visits.MatchString(name)
	})
	slices.Sort(parts)
	return strings.Join(parts, "&")
}

// TweetKey returns the Key of a tweet.
func TweetKey(id string) string { return "tweet:" + id }

// TweetID returns the id of the tweet at an address, else empty.
func TweetID(u *url.URL) string {
	found := tweetNumber.FindStringSubmatch(u.Path)
	if found == nil || KindOf(u) != Tweet {
		return ""
	}
	return strings.TrimLeft(found[1], "0")
}

var tweetNumber = regexp.MustCompile(`/status(?:es)?/([0-9]{1,20})`)

// YouTube ids have eleven characters, as do two words in their place.
var (
	youTubeNumber = regexp.MustCompile(`^[A-Za-z0-9_-]{11}$`)
	youTubePath   = regexp.MustCompile(`^/(?:shorts|embed|live|v)/`)
	noNumbers     = []string{"videoseries", "live_stream"}
)

func youTubeID(u *url.URL) string {
	id, path := "", strings.TrimRight(u.Path, "/")
	switch siteOf(strings.ToLower(u.Hostname())) {
	case "youtu.be":
		id = strings.TrimPrefix(path, "/")
	case "youtube.com", "youtube-nocookie.com":
		if id = u.Query().Get("v"); path != "/watch" {
			id = youTubePath.ReplaceAllString(path, "")
		}
	}
	if !youTubeNumber.MatchString(id) || slices.Contains(noNumbers, id) {
		return ""
	}
	return id
}
