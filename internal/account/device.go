package account

import "strings"

// UnknownDevice is the name of an unknown device.
const UnknownDevice = "Unknown device"

// mark identifies a browser or system in a User-Agent. The first match counts: Edge claims to be
// Chrome, Chrome to be Safari, Android to be Linux.
type mark struct{ holds, name string }

var browsers = []mark{
	{"Edg", "Edge"}, {"OPR/", "Opera"}, {"OPT/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Vivaldi/", "Vivaldi"}, {"DuckDuckGo/", "DuckDuckGo"},
	{"Ddg/", "DuckDuckGo"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Chromium/", "Chromium"},
	{"Safari/", "Safari"}, {"curl/", "curl"}, {"Wget/", "Wget"}, {"python-requests/", "Python"}, {"Go-http-client/", "Go"},
}

var systems = []mark{
	{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Macintosh", "macOS"},
	{"FreeBSD", "FreeBSD"}, {"OpenBSD", "OpenBSD"}, {"Linux", "Linux"},
}

// DeviceOf describes a User-Agent in our words, such as "Firefox on Windows".
func DeviceOf(userAgent string) string {
	browser, system := find(browsers, userAgent), find(systems, userAgent)
	switch {
	case browser == "" && system == "":
		return UnknownDevice
	case browser == "":
		return "Unknown browser on " + system
	case system == "":
		return browser
	}
	return browser + " on " + system
}

func find(marks []mark, userAgent string) string {
	for _, m := range marks {
		if strings.Contains(userAgent, m.holds) {
			return m.name
		}
	}
	return ""
}
