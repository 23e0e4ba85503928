package fetch

import (
	"errors"
	"net/netip"
	"testing"
)

func TestGuardRefusesWhatIsNotPublic(t *testing.T) {
	g, err := newGuard(nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, address := range map[string]string{
		"loopback":                   "127.0.0.1:80",
		"far end of loopback":        "127.255.255.254:80",
		"this network":               "0.0.0.0:80",
		"this network, a host of it": "0.1.2.3:80",
		"private 10/8":               "10.0.0.1:443",
		"private 172.16/12":          "172.31.255.255:80",
		"private 192.168/16":         "192.168.1.1:80",
		"carrier-grade nat":          "100.64.0.1:80",
		"link-local":                 "169.254.1.1:80",
		"cloud metadata":             "169.254.169.254:80",
		"cloud platform":             "168.63.129.16:80",
		"protocol assignments":       "192.0.0.192:80",
		"documentation":              "203.0.113.9:80",
		"6to4 relays":                "192.88.99.1:80",
		"benchmarking":               "198.19.255.255:80",
		"multicast":                  "224.0.0.251:80",
		"reserved":                   "240.0.0.1:80",
		"broadcast":                  "255.255.255.255:80",
		"v6 unspecified":             "[::]:80",
		"v6 loopback":                "[::1]:80",
		"v6 loopback with a zone":    "[::1%eth0]:80",
		"v4 compatible":              "[::127.0.0.1]:80",
		"v4 mapped loopback":         "[::ffff:127.0.0.1]:80",
		"v4 mapped private":          "[::ffff:10.0.0.1]:443",
		"v4 mapped with a zone":      "[::ffff:192.168.0.1%eth0]:80",
		"v4 translated":              "[::ffff:0:127.0.0.1]:80",
		"nat64 of loopback":          "[64:ff9b::7f00:1]:80",
		"nat64 of a public address":  "[64:ff9b::808:808]:80",
		"local nat64":                "[64:ff9b:1::7f00:1]:80",
		"6to4 of loopback":           "[2002:7f00:1::1]:80",
		"teredo":                     "[2001:0:53aa:64c::1]:80",
		"v6 documentation":           "[2001:db8::1]:80",
		"new v6 documentation":       "[3fff::1]:80",
		"v6 discard":                 "[100::1]:80",
		"segment routing":            "[5f00::1]:80",
		"unique local":               "[fd00:ec2::254]:80",
		"v6 link-local":              "[fe80::1%eth0]:80",
		"site-local":                 "[fec0::1]:80",
		"v6 multicast":               "[ff02::1]:80",
		"ssh on a public address":    "8.8.8.8:22",
		"redis on a public address":  "[2606:4700::1111]:6379",
		"another port":               "1.1.1.1:8080",
		"port zero":                  "1.1.1.1:0",
	} {
		t.Run(name, func(t *testing.T) {
			if err := g.control("tcp4", address, nil); !errors.Is(err, errRefused) {
				t.Errorf("control(%s) = %v, want it refused", address, err)
			}
		})
	}
}

func TestGuardPassesPublicAddresses(t *testing.T) {
	g, err := newGuard(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{"1.1.1.1:80", "8.8.8.8:443", "[2606:4700:4700::1111]:443", "[::ffff:8.8.8.8]:443"} {
		if err := g.control("tcp6", address, nil); err != nil {
			t.Errorf("control(%s) = %v, want it to pass", address, err)
		}
	}
}

func TestGuardAllowsTCPOnly(t *testing.T) {
	g, _ := newGuard([]string{"0.0.0.0/0"})
	for _, network := range []string{"udp4", "unix", "ip4", ""} {
		if err := g.control(network, "1.1.1.1:80", nil); !errors.Is(err, errRefused) {
			t.Errorf("control over %q = %v, want it refused", network, err)
		}
	}
	if err := g.control("tcp4", "no address", nil); !errors.Is(err, errRefused) {
		t.Errorf("control of no address = %v, want it refused", err)
	}
}

func TestGuardAllow(t *testing.T) {
	g, err := newGuard([]string{"10.1.0.0/16", " 192.168.7.7 ", "127.0.0.1:8080", "[::1]:9000", "fd12::/32", "::ffff:10.9.9.9", "1.1.1.1:8443"})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		"10.1.2.3:80":             true,
		"10.1.2.3:9999":           true,
		"[::ffff:10.1.2.3]:9999":  true,
		"10.2.0.1:80":             false,
		"192.168.7.7:3000":        true,
		"192.168.7.8:80":          false,
		"127.0.0.1:8080":          true,
		"127.0.0.1:80":            false,
		"127.0.0.1:8081":          false,
		"[::1]:9000":              true,
		"[::1%lo]:9000":           true,
		"[::1]:80":                false,
		"[fd12::5]:5432":          true,
		"[fd13::5]:80":            false,
		"10.9.9.9:443":            true,
		"1.1.1.1:8443":            true,
		"1.1.1.1:443":             true,
		"1.1.1.1:8444":            false,
		"169.254.169.254:80":      false,
		"[::ffff:127.0.0.1]:8080": true,
	} {
		if got := g.check(netip.MustParseAddrPort(address)) == nil; got != want {
			t.Errorf("%s passes: %v, want %v", address, got, want)
		}
	}
}

func TestGuardRejectsBadAllow(t *testing.T) {
	for _, entry := range []string{"", "example.com", "10.0.0.0/33", "localhost:80", "10.0.0.1:99999", "::ffff:10.0.0.0/104", "*"} {
		if _, err := New(Config{Allow: []string{entry}}); err == nil {
			t.Errorf("Allow %q was taken", entry)
		}
	}
}
