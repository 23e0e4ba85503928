package mcp

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// called reports whether a request may call us by a host: by that of the public address, or by one that always names
// this machine. Where no address is set, any will do: a token is needed in any case.
func called(host, publicURL string) bool {
	if publicURL == "" {
		return true
	}
	u, err := url.Parse(publicURL)
	return err == nil && strings.EqualFold(withPort(host, u.Scheme), withPort(u.Host, u.Scheme)) || loopback(host)
}

// withPort returns a host with the port that a scheme stands for if it has none.
func withPort(host, scheme string) string {
	if _, _, err := net.SplitHostPort(host); err == nil {
		return host
	}
	port := "80"
	if scheme == "https" {
		port = "443"
	}
	return net.JoinHostPort(strings.Trim(host, "[]"), port)
}

// loopback reports whether a host names the machine that asks.
func loopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	address, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && address.IsLoopback()
}
