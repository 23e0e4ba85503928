package memory

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// Key is equal for addresses that lead to the same thing, so that saving it twice is noticed. It forgets the scheme, www.,
// the fragment, a slash at the end, the order of the query and what only tells where a visitor came from. A tweet and a
// YouTube video are what their number says, whatever stands around it. When in doubt addresses differ.
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
	if strings.HasPrefix(u.Fragment, "!") || strings.HasPrefix(u.Fragment, "/") { // an app's own address
		key += "#" + u.EscapedFragment()
	}
	return key
}

// KeyOf returns the key of an address in text, empty where it is none.
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

// escapes are bytes written as % and two digits.
var escapes = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// escaped writes every escape in the one way that standards prefer, and leaves what needs none.
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

// visits are parameters that tell a site where a visitor came from. None of them changes what is shown.
var visits = regexp.MustCompile(`(?i)^(?:utm_.*|mtm_.*|pk_(?:campaign|kwd|source|medium).*|fbclid|gclid|gbraid|wbraid|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_hs(?:enc|mi)|oly_(?:anon|enc)_id|vero_id|wt_mc|s_cid|ref_src|ref_url)$`)

// telling is a query in a fixed order, without what says nothing of the page. Its parts stay as they were written: not every
// site writes them as forms do.
func telling(query string) string {
	parts := slices.DeleteFunc(strings.Split(escaped(query), "&"), func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		return part == "" || visits.MatchString(name)
	})
	slices.Sort(parts)
	return strings.Join(parts, "&")
}

// TweetKey is the Key of every address of a tweet.
func TweetKey(id string) string { return "tweet:" + id }

// TweetID is the number of the tweet that an address leads to; empty when it leads elsewhere.
func TweetID(u *url.URL) string {
	found := tweetNumber.FindStringSubmatch(u.Path)
	if found == nil || KindOf(u) != Tweet {
		return ""
	}
	return strings.TrimLeft(found[1], "0")
}

var tweetNumber = regexp.MustCompile(`/status(?:es)?/([0-9]{1,20})`)

// YouTube's numbers have eleven characters, and so have two words that stand in their place.
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
