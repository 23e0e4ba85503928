package route

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestCaller(t *testing.T) {
	r := &Router{proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}}
	tests := []struct {
		name, peer string
		forwarded  []string
		proto      string
		key        string
		origin     string
	}{
		{"straight", "203.0.113.7:1234", nil, "", "203.0.113.7", "http://example.com"},
		{"a stranger forges", "203.0.113.7:1234", []string{"198.51.100.1"}, "https", "203.0.113.7", "http://example.com"},
		{"through a proxy", "10.0.0.1:1234", []string{"198.51.100.1"}, "https", "198.51.100.1", "https://example.com"},
		{"through two", "10.0.0.1:1234", []string{"198.51.100.1, 10.0.0.2"}, "https", "198.51.100.1", "https://example.com"},
		{"in two headers", "[::1]:1234", []string{"198.51.100.1", "10.0.0.2"}, "http", "198.51.100.1", "http://example.com"},
		{"the caller forges what the proxy extends", "10.0.0.1:1234", []string{"192.0.2.9, 198.51.100.1"}, "", "198.51.100.1", "http://example.com"},
		{"a proxy that says nothing", "10.0.0.1:1234", nil, "", "10.0.0.1", "http://example.com"},
		{"nonsense", "10.0.0.1:1234", []string{"198.51.100.1, who knows"}, "", "10.0.0.1", "http://example.com"},
		{"IPv6 counts by its network", "[2001:db8:1:2:3:4:5:6]:1234", nil, "", "2001:db8:1:2::/64", "http://example.com"},
		{"mapped IPv4 is IPv4", "[::ffff:203.0.113.7]:1234", nil, "", "203.0.113.7", "http://example.com"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			request := httptest.NewRequest(http.MethodGet, "http://example.com/", nil)
			request.RemoteAddr = test.peer
			request.Header["X-Forwarded-For"] = test.forwarded
			request.Header.Set("X-Forwarded-Proto", test.proto)
			from := r.caller(request)
			if got := from.key(); got != test.key {
				t.Errorf("counted as %s, want %s", got, test.key)
			}
			if got := r.origin(request, from); got != test.origin {
				t.Errorf("sees us at %s, want %s", got, test.origin)
			}
		})
	}
}
