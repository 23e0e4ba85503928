package config

import (
	"errors"
	"net/netip"
	"net/url"
	"strings"
)

// Remote holds the settings of commands that are clients of a server.
type Remote struct {
	URL   string `env:"ENGRAM_URL" name:"url" placeholder:"URL" help:"The address of the server."`
	Token string `env:"ENGRAM_TOKEN" name:"token" secret:"" placeholder:"TOKEN" help:"A token of yours, from Profile, Security. Better set in the environment: other programs see what a command is called with."`
}

// Validate is called by kong once the values are parsed.
func (r Remote) Validate() error {
	u, err := url.Parse(r.URL)
	switch {
	case strings.TrimSpace(r.URL) == "":
		return errors.New("ENGRAM_URL is not set: the address of your Engram")
	case err != nil, u.Scheme != "http" && u.Scheme != "https", u.Host == "", u.RawQuery != "", u.Fragment != "", u.User != nil:
		return errors.New("ENGRAM_URL must be an address such as https:// and the name of its host")
	case u.Scheme == "http" && !local(u.Hostname()):
		return errors.New("ENGRAM_URL must begin with https://, or a token would travel in the clear; http:// is for this machine and your own network")
	case strings.TrimSpace(r.Token) == "":
		return errors.New("ENGRAM_TOKEN is not set: make a token under Profile, Security")
	}
	return nil
}

// local reports whether a host is this machine, or in a network of one's own.
func local(host string) bool {
	address, err := netip.ParseAddr(host)
	if err != nil {
		return !strings.Contains(host, ".") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".localhost")
	}
	return address.IsLoopback() || address.IsPrivate() || address.IsLinkLocalUnicast()
}
