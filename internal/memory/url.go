package memory

import (
	"net/url"
	"regexp"
	"strings"

	"engram/internal/fault"
)

const maxURL = 2048 // bytes; supported by all browsers and servers

// bareHost matches an address without its scheme.
var bareHost = regexp.MustCompile(`^(?:[\pL\pN](?:[\pL\pN-]*[\pL\pN])?\.)+\pL[\pL\pN-]*(?::[0-9]+)?(?:[/?#]|$)`)

// ParseURL validates and normalises an address; https is the default. fault.Invalid if it is not an
// http(s) URL.
func ParseURL(raw string) (*url.URL, error) {
	raw = strings.TrimSpace(raw)
	if bareHost.MatchString(raw) {
		raw = "https://" + raw
	}
	if raw == "" {
		return nil, fault.New(fault.Invalid, "Please enter a link")
	}
	if len(raw) > maxURL {
		return nil, fault.New(fault.Invalid, "The link is too long")
	}
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fault.New(fault.Invalid, "Please enter a link that begins with http:// or https://")
	}
	if u.User != nil {
		return nil, fault.New(fault.Invalid, "A link must not carry a user name or password")
	}
	return u, nil
}

var tweetPath = regexp.MustCompile(`^/(?:[A-Za-z0-9_]{1,20}|i(?:/web)?)/status(?:es)?/[0-9]{1,20}(?:/.*)?$`)

var tweetHosts = map[string]bool{"twitter.com": true, "x.com": true}

// KindOf returns the kind of an address: a tweet, a playable recording, or a link.
func KindOf(u *url.URL) Kind {
	switch {
	case tweetHosts[siteOf(hostOf(u))] && tweetPath.MatchString(u.Path):
		return Tweet
	case PlayerOf(u) != "":
		return Video
	}
	return Link
}

func hostOf(u *url.URL) string { return strings.TrimSuffix(strings.ToLower(u.Hostname()), ".") }

// siteOf returns the last two labels of a host: without www., m., music., embed.
func siteOf(host string) string {
	names := strings.Split(host, ".")
	return strings.Join(names[max(0, len(names)-2):], ".")
}
