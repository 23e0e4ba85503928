package route

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// caller is where a request comes from. What a header says of it is believed of a trusted proxy alone.
type caller struct {
	address netip.Addr // the zero Addr when the connection has none
	https   bool       // the proxy says so
}

// caller walks X-Forwarded-For from its end, where the nearest proxy wrote, to the first address that is no proxy of ours.
func (r *Router) caller(request *http.Request) caller {
	peer, err := netip.ParseAddrPort(request.RemoteAddr)
	if err != nil {
		return caller{}
	}
	from := caller{address: plain(peer.Addr())}
	if !r.trusts(from.address) {
		return from
	}
	from.https = request.Header.Get("X-Forwarded-Proto") == "https"
	hops := strings.Split(strings.Join(request.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		from.address = plain(address)
		if !r.trusts(from.address) {
			break
		}
	}
	return from
}

func (r *Router) trusts(address netip.Addr) bool {
	return slices.ContainsFunc(r.proxies, func(p netip.Prefix) bool { return p.Contains(address) })
}

func plain(address netip.Addr) netip.Addr { return address.Unmap().WithZone("") }

// key is what the throttle counts by: a client of IPv6 owns its whole /64.
func (c caller) key() string {
	if c.address.Is6() {
		return netip.PrefixFrom(c.address, 64).Masked().String()
	}
	return c.address.String()
}
