package account_test

import (
	"strings"
	"testing"

	"engram/internal/account"
)

func TestDeviceOf(t *testing.T) {
	const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)"
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:144.0) Gecko/20100101 Firefox/144.0":                                                          "Firefox on Windows",
		"Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0":                                                                    "Firefox on Linux",
		"Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0":                                                                      "Firefox on Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15": "Firefox on iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webkit + " Chrome/142.0.0.0 Safari/537.36":                                                   "Chrome on Windows",
		"Mozilla/5.0 (X11; Linux x86_64) " + webkit + " HeadlessChrome/142.0.0.0 Safari/537.36":                                                     "Chrome on Linux",
		"Mozilla/5.0 (Linux; Android 10; K) " + webkit + " Chrome/142.0.0.0 Mobile Safari/537.36":                                                   "Chrome on Android",
		"Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1":             "Chrome on iPad",
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) " + webkit + " Chrome/142.0.0.0 Safari/537.36":                                                    "Chrome on ChromeOS",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) " + webkit + " Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":                                     "Edge on Windows",
		"Mozilla/5.0 (Linux; Android 10; HD1913) " + webkit + " Chrome/142.0.0.0 Mobile Safari/537.36 EdgA/142.0.0.0":                               "Edge on Android",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) " + webkit + " Chrome/142.0.0.0 Safari/537.36 OPR/127.0.0.0":                               "Opera on macOS",
		"Mozilla/5.0 (Linux; Android 10; K) " + webkit + " SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":                               "Samsung Internet on Android",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15":                     "Safari on macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1":   "Safari on iPhone",
		"curl/8.14.1": "curl",
		"Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)": "Unknown browser on Windows",
		"":                           "Unknown device",
		"<script>alert(1)</script>":  "Unknown device",
		"\u202e\x00\xff":             "Unknown device",
		strings.Repeat("a", 100_000): "Unknown device",
	} {
		if got := account.DeviceOf(agent); got != want {
			t.Errorf("%.80q: got %q, want %q", agent, got, want)
		}
	}
}
