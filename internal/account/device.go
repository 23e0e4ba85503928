package account

import "strings"

// UnknownDevice stands for a device that did not say what it is.
const UnknownDevice = "Unknown device"

// A mark is what a User-Agent holds of a browser or a system. The first that is found counts: Edge says that it is Chrome
// as well, Chrome that it is Safari, Android that it is Linux.
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

// DeviceOf says in a few words of ours what a User-Agent is, such as "Firefox on Windows". None of its own words are kept.
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
