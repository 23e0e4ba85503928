package fetch

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/idna"
)

const (
	maxHeaderBytes = 256 << 10 // some sites send policies of tens of kilobytes
	dialTimeout    = 6 * time.Second
	tlsTimeout     = 6 * time.Second
	idleTimeout    = 5 * time.Second // longer than the wait for the next page of a busy host
	maxIdle        = 32              // connections
	// bytes of HTTP/2 receive window; a small one slows down a PDF
	maxStreamBuffer = 1 << 20
)

// transports sends requests to the origin that the operator trusts directly, and all others through
// the guard, which refuses private addresses. It decides anew for each redirect.
type transports struct {
	origin  string
	own     *http.Transport
	guarded *http.Transport
}

// RoundTrip implements http.RoundTripper.
func (t transports) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.origin != "" && originOf(r.URL) == t.origin {
		return t.own.RoundTrip(r)
	}
	return t.guarded.RoundTrip(r)
}

// newTransports returns the transports for an origin; empty means none.
func newTransports(g *guard, address string, resolver *net.Resolver) (transports, error) {
	t := transports{
		own:     newTransport(&net.Dialer{Timeout: dialTimeout, Resolver: resolver}),
		guarded: newTransport(&net.Dialer{Timeout: dialTimeout, Control: g.control, Resolver: resolver}),
	}
	if address == "" {
		return t, nil
	}
	u, err := parse(address)
	if err != nil {
		return transports{}, fmt.Errorf("fetch: origin %q: not the address of a web service", address)
	}
	t.origin = originOf(u)
	return t, nil
}

// newTransport keeps connections for a moment, since pages of one site are often fetched one after
// the other. That is safe behind the guard: a connection stays with the address that was checked
// when it was dialled, and is reused only for the same scheme, name and port.
func newTransport(d *net.Dialer) *http.Transport {
	return &http.Transport{
		Proxy:                  nil, // a proxy would dial for us, past the guard
		DialContext:            d.DialContext,
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    tlsTimeout,
		MaxResponseHeaderBytes: maxHeaderBytes,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    perHost,
		IdleConnTimeout:        idleTimeout,
		HTTP2:                  &http.HTTP2Config{MaxReceiveBufferPerStream: maxStreamBuffer, MaxReceiveBufferPerConnection: perHost * maxStreamBuffer},
	}
}

// hostOf returns u's host in one spelling, without port 80 or 443: sites limit clients per host.
// Another port may be another service, so it stays.
func hostOf(u *url.URL) string {
	name := strings.ToLower(u.Hostname())
	if ascii, err := idna.Lookup.ToASCII(name); err == nil {
		name = ascii
	}
	name = strings.TrimSuffix(name, ".")
	if a, err := netip.ParseAddr(name); err == nil {
		name = bare(a).String()
	}
	port := strings.TrimLeft(portOf(u), "0")
	if port == "80" || port == "443" {
		return name
	}
	return net.JoinHostPort(name, port)
}

func portOf(u *url.URL) string {
	switch port := u.Port(); {
	case port != "":
		return port
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}

func originOf(u *url.URL) string {
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), portOf(u))
}
