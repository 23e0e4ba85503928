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
	maxHeaderBytes = 256 << 10 // generous: some sites send policies of tens of kilobytes
	dialTimeout    = 6 * time.Second
	tlsTimeout     = 6 * time.Second
	idleTimeout    = 5 * time.Second // longer than the next page of a host that has some waiting takes to come up
	maxIdle        = 32              // connections
	maxAhead       = 1 << 20         // bytes that HTTP/2 lets a server send before they are read; few of them keep a PDF waiting
)

// ways sends each request the way that its address is to be reached: the operator's own origin wherever it is, everything
// else past the guard. It decides anew for each redirect.
type ways struct {
	origin  string
	own     *http.Transport
	guarded *http.Transport
}

// RoundTrip implements http.RoundTripper.
func (w ways) RoundTrip(r *http.Request) (*http.Response, error) {
	if w.origin != "" && originOf(r.URL) == w.origin {
		return w.own.RoundTrip(r)
	}
	return w.guarded.RoundTrip(r)
}

// newWays returns the ways of a Client whose own origin is that of address; an empty one has none.
func newWays(g *guard, address string, resolver *net.Resolver) (ways, error) {
	w := ways{
		own:     newTransport(&net.Dialer{Timeout: dialTimeout, Resolver: resolver}),
		guarded: newTransport(&net.Dialer{Timeout: dialTimeout, Control: g.control, Resolver: resolver}),
	}
	if address == "" {
		return w, nil
	}
	u, err := parse(address)
	if err != nil {
		return ways{}, fmt.Errorf("fetch: origin %q: not the address of a web service", address)
	}
	w.origin = originOf(u)
	return w, nil
}

// newTransport returns one whose connections are kept for a moment, since pages of one site come one after the other. The
// guard loses nothing by that: a connection stays with the address that was checked when it was dialled, what may be
// reached never changes while a Client lives, and no connection is used for another scheme, name or port than the one it
// was made for. What a server says on it unasked ends it. Cookies are those of one fetch, not of a connection.
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
		HTTP2:                  &http.HTTP2Config{MaxReceiveBufferPerStream: maxAhead, MaxReceiveBufferPerConnection: perHost * maxAhead},
	}
}

// hostOf names the host that u leads to, in one spelling, whichever of the web's two ports answers there: that is how a
// site tells who asks too much of it. What listens on another port may be something else.
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
