package memory

import (
	"net/url"
	"path"
	"regexp"
	"strings"

	"engram/internal/fault"
)

const maxURL = 2048 // bytes; what browsers and servers agree on

// ParseURL checks an address that a person saved and gives it in normal form. fault.Invalid when it is no http(s) url.
func ParseURL(raw string) (*url.URL, error) {
	raw = strings.TrimSpace(raw)
	if raw == "" {
		return nil, fault.New(fault.Invalid, "Please enter a link")
	}
	if len(raw) > maxURL {
		return nil, fault.New(fault.Invalid, "The link is too long")
	}
	u, err := url.Parse(raw)
	if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return nil, fault.New(fault.Invalid, "Please enter a link that begins with http:// or https://")
	}
	if u.User != nil {
		return nil, fault.New(fault.Invalid, "A link must not carry a user name or password")
	}
	return u, nil
}

var tweetPath = regexp.MustCompile(`^/(?:[A-Za-z0-9_]{1,20}|i(?:/web)?)/status(?:es)?/[0-9]{1,20}(?:/.*)?$`)

var tweetHosts = map[string]bool{"twitter.com": true, "x.com": true}

// videoHosts maps each player's host to what the path of one of its recordings looks like.
var videoHosts = map[string]*regexp.Regexp{
	"youtube.com":          regexp.MustCompile(`^/(?:watch|playlist|shorts/.|embed/.|live/.|v/.)`),
	"youtube-nocookie.com": regexp.MustCompile(`^/embed/.`),
	"youtu.be":             regexp.MustCompile(`^/.`),
	"soundcloud.com":       regexp.MustCompile(`^/[^/]+/[^/]+`),
	"snd.sc":               regexp.MustCompile(`^/.`),
	"vimeo.com":            regexp.MustCompile(`^/(?:.*/)?[0-9]+`),
	"player.vimeo.com":     regexp.MustCompile(`^/video/.`),
	"stream.mux.com":       regexp.MustCompile(`^/.`),
	"player.mux.com":       regexp.MustCompile(`^/.`),
	"facebook.com":         regexp.MustCompile(`^/(?:watch|reel/.|.+/videos?/.|video\.php|.*/posts/.)`),
	"fb.watch":             regexp.MustCompile(`^/.`),
	"streamable.com":       regexp.MustCompile(`^/[a-z0-9]+$`),
	"wistia.com":           regexp.MustCompile(`^/(?:medias|embed)/.`),
	"wistia.net":           regexp.MustCompile(`^/(?:medias|embed)/.`),
	"wi.st":                regexp.MustCompile(`^/(?:medias|embed)/.`),
	"twitch.tv":            regexp.MustCompile(`^/(?:videos/[0-9]+|[A-Za-z0-9_]+(?:/(?:v|clip)/.+)?/?$)`),
	"clips.twitch.tv":      regexp.MustCompile(`^/.`),
	"dailymotion.com":      regexp.MustCompile(`^/(?:embed/)?video/.`),
	"dai.ly":               regexp.MustCompile(`^/.`),
	"mixcloud.com":         regexp.MustCompile(`^/[^/]+/[^/]+`),
	"vidyard.com":          regexp.MustCompile(`^/(?:watch|share)/.|^/.+`),
	"kaltura.com":          regexp.MustCompile(`^/.*(?:entry_id|/media/|/p/[0-9]+).*`),
}

// mediaFile holds the endings of audio, video, HLS, DASH and FLV files.
var mediaFile = map[string]bool{
	".mp4": true, ".webm": true, ".ogv": true, ".mov": true, ".m4v": true,
	".m4a": true, ".mp3": true, ".wav": true, ".ogg": true, ".oga": true, ".aac": true, ".flac": true, ".weba": true,
	".m3u8": true, ".mpd": true, ".flv": true,
}

// KindOf says what a saved address is: a tweet, a recording that a player can play, or a link.
func KindOf(u *url.URL) Kind {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	switch {
	case tweetHosts[siteOf(host)] && tweetPath.MatchString(u.Path):
		return Tweet
	case mediaFile[strings.ToLower(path.Ext(u.Path))], isVideo(host, u):
		return Video
	}
	return Link
}

func isVideo(host string, u *url.URL) bool {
	subject := u.EscapedPath()
	if u.RawQuery != "" {
		subject += "?" + u.RawQuery
	}
	for _, name := range []string{host, siteOf(host)} {
		if pattern, ok := videoHosts[name]; ok {
			return pattern.MatchString(subject)
		}
	}
	return false
}

// siteOf drops what stands before the last two names of a host: www., m., music., home., fast., embed.
func siteOf(host string) string {
	names := strings.Split(host, ".")
	return strings.Join(names[max(0, len(names)-2):], ".")
}
