package metadata

import (
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"
)

const maxURL = 2048 // bytes

// FirstURL returns the first candidate that is a web address, made absolute.
func FirstURL(base *url.URL, candidates ...string) string {
	for _, c := range candidates {
		if u := webAddress(base, c); u != nil {
			return u.String()
		}
	}
	return ""
}

// webAddress makes a reference absolute. It returns nil for other schemes and for addresses with a
// user name.
func webAddress(base *url.URL, reference string) *url.URL {
	reference = strings.TrimSpace(reference)
	u, err := base.Parse(reference)
	if reference == "" || err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || len(u.String()) > maxURL {
		return nil
	}
	return u
}

// Canonical returns the first candidate that can be the page's own address: on the same site, and
// not its front page, error page or sign-in page (unless the page is that), which careless
// templates name on every page.
func Canonical(base *url.URL, address string, candidates ...string) string {
	own, err := url.Parse(address)
	if err != nil {
		return ""
	}
	for _, c := range candidates {
		u := webAddress(base, c)
		if u == nil || !sameSite(u.Hostname(), own.Hostname()) || (isGeneric(u) && !isGeneric(own)) {
			continue
		}
		u.Fragment, u.RawFragment = "", ""
		return u.String()
	}
	return ""
}

// isGeneric reports whether an address is that of a front, error or sign-in page.
func isGeneric(u *url.URL) bool { return IsFront(u) || generic.MatchString(u.Path) }

var generic = regexp.MustCompile(`(?i)^(?:/[a-z]{2})?/(?:40[0-9]|50[0-9]|error|not-?found|page-not-found|home|index|default|log-?in|sign-?in)(?:\.\w{2,5})?/?$`)

func IsFront(u *url.URL) bool { return strings.Trim(u.Path, "/") == "" && u.RawQuery == "" }

// sameSite reports whether two hosts have the same registered domain.
func sameSite(a, b string) bool {
	a, b = SiteOf(a), SiteOf(b)
	return a == b && a != ""
}

// SiteOf returns the registered domain of a host; the host itself if it is an IP address or has no
// dot.
func SiteOf(host string) string {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return host
	}
	if site, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return site
	}
	return host
}

func FileName(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if name := path.Base(u.Path); name != "." && name != "/" {
		return name
	}
	return ""
}
