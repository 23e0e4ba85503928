package fetch

import (
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// errRefused is the cause of every dial that the guard refuses.
var errRefused = errors.New("fetch: address refused")

// hostPlatform is an Azure address that looks public but serves the machine's own metadata.
var hostPlatform = netip.MustParsePrefix("168.63.129.16/32")

// guard checks the resolved address before it is dialled, so no spelling of it gets past. It allows
// public unicast addresses on ports 80 and 443, and what the operator allows.
type guard struct {
	public    *ssrf.Guardian
	ranges    []netip.Prefix
	endpoints []netip.AddrPort
}

func newGuard(allow []string) (*guard, error) {
	g := &guard{public: ssrf.New(ssrf.WithDeniedV4Prefixes(hostPlatform))}
	for _, entry := range allow {
		if err := g.allow(strings.TrimSpace(entry)); err != nil {
			return nil, err
		}
	}
	return g, nil
}

func (g *guard) allow(entry string) error {
	if p, err := netip.ParsePrefix(entry); err == nil && !p.Addr().Is4In6() {
		g.ranges = append(g.ranges, p.Masked())
		return nil
	}
	if a, err := netip.ParseAddr(entry); err == nil {
		a = bare(a)
		g.ranges = append(g.ranges, netip.PrefixFrom(a, a.BitLen()))
		return nil
	}
	if e, err := netip.ParseAddrPort(entry); err == nil {
		g.endpoints = append(g.endpoints, netip.AddrPortFrom(bare(e.Addr()), e.Port()))
		return nil
	}
	return fmt.Errorf("fetch: allow %q: neither a range like 10.0.0.0/8, an address nor an endpoint "+
		"like 127.0.0.1:8080", entry)
}

// control is a net.Dialer's Control function: it runs for each resolved address, also of redirects.
func (g *guard) control(network, address string, _ syscall.RawConn) error {
	if network != "tcp4" && network != "tcp6" {
		return fmt.Errorf("%w: network %s", errRefused, network)
	}
	e, err := netip.ParseAddrPort(address)
	if err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return g.check(e)
}

func (g *guard) check(e netip.AddrPort) error {
	e = netip.AddrPortFrom(bare(e.Addr()), e.Port())
	if g.allowed(e) {
		return nil
	}
	if !e.Addr().IsGlobalUnicast() {
		return fmt.Errorf("%w: %s", errRefused, e)
	}
	if err := g.public.SafeAddrPort(e); err != nil {
		return fmt.Errorf("%w: %w", errRefused, err)
	}
	return nil
}

func (g *guard) allowed(e netip.AddrPort) bool {
	return slices.Contains(g.endpoints, e) ||
		slices.ContainsFunc(g.ranges, func(p netip.Prefix) bool { return p.Contains(e.Addr()) })
}

// bare removes an address's zone and unwraps IPv4-mapped IPv6, so that comparisons can't be evaded.
func bare(a netip.Addr) netip.Addr { return a.WithZone("").Unmap() }
