package route

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// caller is the origin of a request. Forwarding headers count only from a trusted proxy.
type caller struct {
	address netip.Addr // zero if the connection has none
	https   bool       // according to the proxy
}

// caller walks X-Forwarded-For from its end, the nearest proxy, to the first address that is not a
// trusted proxy.
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

// key returns the throttle's key: an IPv6 client owns its whole /64.
func (c caller) key() string {
	if c.address.Is6() {
		return netip.PrefixFrom(c.address, 64).Masked().String()
	}
	return c.address.String()
}
