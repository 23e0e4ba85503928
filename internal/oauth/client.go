package oauth

import (
	"errors"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"engram/internal/plaintext"
)

const (
	maxAddress   = 2000 // bytes of any address
	maxRedirects = 20   // of one client
	maxName      = 60   // characters of a client's name
)

// Client is a program that people connect.
type Client struct {
	ID        string
	Name      string   // as it calls itself
	Host      string   // of its document, which vouches for it; empty: it registered itself
	Redirects []string // redirect URIs
}

// newClient returns a client by what it says of itself, in words why it can't be one.
func newClient(id, name string, redirects []string) (Client, error) {
	name = plaintext.OneLine(name, maxName)
	switch {
	case len(redirects) == 0:
		return Client{}, errors.New("it names no address to lead back to")
	case len(redirects) > maxRedirects:
		return Client{}, errors.New("it names too many addresses to lead back to")
	}
	for _, r := range redirects {
		if err := checkRedirect(r); err != nil {
			return Client{}, err
		}
	}
	return Client{ID: id, Name: name, Redirects: slices.Clone(redirects)}, nil
}

// editors are the schemes of programs that have none with a dot, as RFC 8252 wants it.
var editors = []string{"cursor", "vscode", "vscode-insiders"}

// privateScheme matches a scheme that a program may register for itself (RFC 8252, section 7.1).
var privateScheme = regexp.MustCompile(`^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$`)

// checkRedirect returns in words why an address can't be led back to. A browser must not run what it holds.
func checkRedirect(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || len(address) > maxAddress || strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errors.New("an address that it leads back to is none")
	case u.Fragment != "" || strings.Contains(address, "#"):
		return errors.New("an address that it leads back to has a fragment")
	case u.User != nil:
		return errors.New("an address that it leads back to has a user's name in it")
	case u.Scheme == "https" && u.Host != "":
	case u.Scheme == "http" && isLoopback(u.Hostname()):
	case u.Opaque == "" && (privateScheme.MatchString(u.Scheme) || slices.Contains(editors, u.Scheme)):
	default:
		return errors.New("an address that it leads back to is neither of https, nor of this machine, nor of a program's own scheme")
	}
	return nil
}

// isLoopback reports whether a host is the machine of the person who opens the address.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// leadsTo reports whether the client may have people led back to an address: one that it names, character by character.
// On the machine of the person any port will do, which programs get from the system (RFC 8252, section 7.3).
func (c Client) leadsTo(address string) bool {
	return slices.ContainsFunc(c.Redirects, func(registered string) bool {
		return address == registered || samePlace(registered, address)
	})
}

// samePlace reports whether two addresses of this machine differ in their ports alone.
func samePlace(registered, address string) bool {
	r, errR := url.Parse(registered)
	a, errA := url.Parse(address)
	if errR != nil || errA != nil || checkRedirect(address) != nil || a.Scheme != "http" || r.Scheme != "http" || !isLoopback(r.Hostname()) {
		return false
	}
	if r.Hostname() != a.Hostname() {
		return false
	}
	r.Host, a.Host = "", ""
	return r.String() == a.String()
}

// hostOf returns the host that a person is led back to, or the scheme of a program's own address.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if u.Scheme == "https" || u.Scheme == "http" {
		return u.Host
	}
	return u.Scheme + ":"
}
