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

// firstURL is the first of candidates that is a web address, made absolute.
func FirstURL(base *url.URL, candidates ...string) string {
	for _, c := range candidates {
		if u := webAddress(base, c); u != nil {
			return u.String()
		}
	}
	return ""
}

// webAddress makes a reference absolute. It is nil for what leads elsewhere than to the web, or names a user.
func webAddress(base *url.URL, reference string) *url.URL {
	reference = strings.TrimSpace(reference)
	u, err := base.Parse(reference)
	if reference == "" || err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || len(u.String()) > maxURL {
		return nil
	}
	return u
}

// canonical is the first of candidates that can be the page's own address: on the same site, and not the site's front or
// the page that it shows for an error or to who is to sign in, unless the page is it, which is what careless templates
// say of every page.
func Canonical(base *url.URL, address string, candidates ...string) string {
	own, err := url.Parse(address)
	if err != nil {
		return ""
	}
	for _, c := range candidates {
		u := webAddress(base, c)
		if u == nil || !sameSite(u.Hostname(), own.Hostname()) || (isNobodys(u) && !isNobodys(own)) {
			continue
		}
		u.Fragment, u.RawFragment = "", ""
		return u.String()
	}
	return ""
}

// isNobodys reports whether an address is that of a page which stands for none in particular.
func isNobodys(u *url.URL) bool { return IsFront(u) || nobodys.MatchString(u.Path) }

var nobodys = regexp.MustCompile(`(?i)^(?:/[a-z]{2})?/(?:40[0-9]|50[0-9]|error|not-?found|page-not-found|home|index|default|log-?in|sign-?in)(?:\.\w{2,5})?/?$`)

func IsFront(u *url.URL) bool { return strings.Trim(u.Path, "/") == "" && u.RawQuery == "" }

// sameSite reports whether two hosts belong to whoever registered their name.
func sameSite(a, b string) bool {
	a, b = SiteOf(a), SiteOf(b)
	return a == b && a != ""
}

// siteOf is the registered name that a host is under, itself when it is a number or has no dot.
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
