package memory

import (
	"net/url"
	"path"
	"regexp"
	"strings"
)

// Player is the name of a service whose recordings the app can play.
type Player string

const (
	YouTube     Player = "YouTube"
	SoundCloud  Player = "SoundCloud"
	Vimeo       Player = "Vimeo"
	Mux         Player = "Mux"
	Facebook    Player = "Facebook"
	Streamable  Player = "Streamable"
	Wistia      Player = "Wistia"
	Twitch      Player = "Twitch"
	DailyMotion Player = "Dailymotion"
	Mixcloud    Player = "Mixcloud"
	Vidyard     Player = "Vidyard"
	Kaltura     Player = "Kaltura"
	File        Player = "file" // audio, video, HLS, DASH or FLV by file extension
)

// mediaFile tells by its ending how a file is played: by every browser, by some, or by code of ours.
var mediaFile = map[string]string{
	".mp4": "video", ".webm": "video", ".ogv": "video", ".mov": "video", ".m4v": "video",
	".m4a": "audio", ".m4b": "audio", ".mp3": "audio", ".wav": "audio", ".ogg": "audio", ".oga": "audio", ".opus": "audio",
	".aac": "audio", ".flac": "audio", ".weba": "audio",
	".m3u8": "hls", ".mpd": "dash", ".flv": "flv",
}

// aboutFile matches pages about a file that end in its name: of wikis and repositories.
var aboutFile = regexp.MustCompile(`^/wiki/[^/]+:|^/[^/]+/[^/]+/blob/|/-/blob/|^/[^/]+/[^/]+/src/(?:branch|commit|tag)/`)

// aboutFileAt matches such pages of single sites.
var aboutFileAt = map[string]*regexp.Regexp{
	"archive.org":   regexp.MustCompile(`^/details/`),
	"bitbucket.org": regexp.MustCompile(`^/[^/]+/[^/]+/src/`),
	"dropbox.com":   regexp.MustCompile(`^/(?:s|sh|scl|home)/`),
}

// isMediaFile reports whether u is a file by its extension. Some sites serve the file itself at the
// address of its page, on request.
func isMediaFile(u *url.URL) bool {
	if mediaFile[strings.ToLower(path.Ext(u.Path))] == "" {
		return false
	}
	query := u.Query()
	if query.Get("raw") == "1" || query.Get("raw") == "true" || query.Get("dl") == "1" {
		return true
	}
	own, ok := aboutFileAt[siteOf(hostOf(u))]
	return !aboutFile.MatchString(u.Path) && (!ok || !own.MatchString(u.Path))
}

// PlayerOf returns the service that plays an address, else empty.
func PlayerOf(u *url.URL) Player {
	if isMediaFile(u) {
		return File
	}
	subject := u.EscapedPath()
	if u.RawQuery != "" {
		subject += "?" + u.RawQuery
	}
	for _, r := range recordingsAt(hostOf(u)) {
		if r.is.MatchString(subject) && (r.not == nil || !r.not.MatchString(subject)) {
			return r.player
		}
	}
	return ""
}

// recordings recognises the addresses of a service's recordings.
type recordings struct {
	player Player
	hosts  string         // separated by blanks; "*." is any subdomain
	is     *regexp.Regexp // pattern at the start of path and query
	not    *regexp.Regexp // exceptions
}

// playerTable follows the addresses in each service's share and embed dialogs.
var playerTable = []recordings{
	{YouTube, "youtube.com m.youtube.com music.youtube.com gaming.youtube.com",
		regexp.MustCompile(`^/(?:(?:watch/?|playlist)\?(?:.*&)?(?:v|list)=.|(?:watch|shorts|embed|live|clip|v|e)/[^/?]|embed/?\?(?:.*&)?list=.|attribution_link\?(?:.*&)?u=(?:%2[Ff]|/)watch.)`), nil},
	{YouTube, "youtube-nocookie.com", regexp.MustCompile(`^/embed/[^/?]`), nil},
	{YouTube, "youtu.be", regexp.MustCompile(`^/[A-Za-z0-9_-]+/?(?:\?|$)`), nil},

	{SoundCloud, "soundcloud.com m.soundcloud.com",
		regexp.MustCompile(`^/[^/?]+/(?:sets/)?[^/?]+(?:/s-[^/?]+)?/?(?:\?|$)`),
		regexp.MustCompile(`^/(?:discover|you|stream|feed|search|charts|pages|settings|messages|notifications|people|tags|stations|imprint|jobs|terms-of-use|creators|go|upload|legal|community-guidelines|forgot|signin|connect)(?:/|\?)|^/[^/]+/(?:tracks|popular-tracks|toptracks|albums|sets|reposts|likes|comments|followers|following)/?(?:\?|$)`)},
	{SoundCloud, "api.soundcloud.com", regexp.MustCompile(`^/(?:tracks|playlists)/[^/?]`), nil},
	{SoundCloud, "w.soundcloud.com", regexp.MustCompile(`^/player/?\?(?:.*&)?url=.`), nil},
	{SoundCloud, "on.soundcloud.com snd.sc", regexp.MustCompile(`^/[A-Za-z0-9]+/?(?:\?|$)`), nil},

	{Vimeo, "vimeo.com",
		regexp.MustCompile(`^/(?:(?:video/)?[0-9]+(?:/[0-9a-f]+)?|channels/[^/]+/[0-9]+|groups/[^/]+/(?:videos/)?[0-9]+|(?:album|showcase)/[0-9]+(?:/video/[0-9]+|/embed)?|ondemand/[^/]+/[0-9]+|event/[0-9]+(?:/[^?]*)?)/?(?:\?|$)`), nil},
	{Vimeo, "player.vimeo.com", regexp.MustCompile(`^/video/[0-9]`), nil},

	{Mux, "stream.mux.com player.mux.com", regexp.MustCompile(`^/[A-Za-z0-9]`), nil},

	{Facebook, "facebook.com *.facebook.com",
		regexp.MustCompile(`^/(?:watch/?(?:live/?)?\?(?:.*&)?v=[0-9]|reels?/[0-9]|share/[vr]/.|video(?:\.php|/embed)\?(?:.*&)?(?:v|video_id)=[0-9]|plugins/video\.php\?(?:.*&)?href=.|[^/?]+/videos/(?:[^/?]+/){0,2}[0-9]+/?(?:\?|$))`), nil},
	{Facebook, "fb.watch", regexp.MustCompile(`^/[^/?]`), nil},

	{Streamable, "streamable.com",
		regexp.MustCompile(`^/(?:[eos]/)?[a-z0-9]+(?:/[^?]*)?(?:\?|$)`),
		regexp.MustCompile(`^/(?:login|signup|register|recovery|upload|clipper|pricing|plans|about|terms|privacy|cookies|dmca|support|contact|documentation|developers|settings|account|dashboard|videos|library|blog|jobs|press|tools|business|features?|affiliate|guidelines|security|crop|compress)(?:/|\?|$)`)},

	{Wistia, "*.wistia.com *.wistia.net *.wi.st", regexp.MustCompile(`^/(?:medias|embed/(?:iframe|medias|playlists|channel))/[^/?]`), nil},

	{Twitch, "twitch.tv m.twitch.tv go.twitch.tv",
		regexp.MustCompile(`^/(?:videos/[0-9]+|[A-Za-z0-9_]{3,25}(?:/(?:v|video|clip)/[^/?]+)?)/?(?:\?|$)`),
		regexp.MustCompile(`^/(?:directory|downloads?|jobs|store|turbo|prime|bits|drops|inventory|wallet|settings|subscriptions|friends|following|search|login|signup|logout|user|videos|team|creatorcamp|broadcast|partners|privacy|legal|about|products|redeem|payments|moderator|popout|collections|events|annual-recap|recap|broadcasters|moderation|activate|passport|blog|charity|gift)/?(?:\?|$)`)},
	{Twitch, "clips.twitch.tv", regexp.MustCompile(`^/(?:embed\?(?:.*&)?clip=.|[A-Za-z0-9][A-Za-z0-9_-]*/?(?:\?|$))`), regexp.MustCompile(`^/(?:create|embed/?$)`)},
	{Twitch, "player.twitch.tv", regexp.MustCompile(`^/?\?(?:.*&)?(?:video|channel|collection)=.`), nil},

	{DailyMotion, "dailymotion.com touch.dailymotion.com",
		regexp.MustCompile(`^/(?:(?:embed/)?(?:video|playlist)/[A-Za-z0-9]|[a-z]{2}/video/[A-Za-z0-9])`), nil},
	{DailyMotion, "geo.dailymotion.com", regexp.MustCompile(`^/player.*\?(?:.*&)?(?:video|playlist)=.`), nil},
	{DailyMotion, "dai.ly", regexp.MustCompile(`^/[A-Za-z0-9]+/?(?:\?|$)`), nil},

	{Mixcloud, "mixcloud.com m.mixcloud.com",
		regexp.MustCompile(`^/[^/?]+/(?:playlists/)?[^/?]+/?(?:\?|$)`),
		regexp.MustCompile(`^/(?:discover|search|categories|genres|tag|select|premium|pro|live|about|competitions|developers|terms|privacy|settings|dashboard|upload|account|oembed|widget|media|static|jobs|for|legal|support|embed)(?:/|\?)|^/[^/]+/(?:uploads|favorites|listens|history|playlists|followers|following|posts|reposts|stream|comments|subscribers)/?(?:\?|$)`)},
	{Mixcloud, "mixcloud.com player-widget.mixcloud.com", regexp.MustCompile(`^/widget/iframe/?\?(?:.*&)?feed=.`), nil},

	{Vidyard, "*.vidyard.com", regexp.MustCompile(`^/(?:watch|share)/[^/?]`), nil},
	{Vidyard, "play.vidyard.com", regexp.MustCompile(`^/[A-Za-z0-9_-]{8,}(?:\.html)?(?:\?|$)`), nil},

	// A recording's id looks like 1_x7ab24cd on every page.
	{Kaltura, "kaltura.com *.kaltura.com",
		regexp.MustCompile(`(?:entry_?id[=/]|^/media/(?:[^?]+/)?|^/(?:id|playlist/dedicated/[^?]+)/)[0-9]_[a-z0-9]+`), nil},
}

// recordingsByHost is the table by host.
var recordingsByHost = func() map[string][]recordings {
	byHost := map[string][]recordings{}
	for _, r := range playerTable {
		for host := range strings.FieldsSeq(r.hosts) {
			byHost[host] = append(byHost[host], r)
		}
	}
	return byHost
}()

// recordingsAt returns the entries for a host, else for its wildcard.
func recordingsAt(host string) []recordings {
	host = strings.TrimPrefix(host, "www.")
	if found, ok := recordingsByHost[host]; ok {
		return found
	}
	_, parent, nested := strings.Cut(host, ".")
	for nested {
		if found, ok := recordingsByHost["*."+parent]; ok {
			return found
		}
		_, parent, nested = strings.Cut(parent, ".")
	}
	return nil
}
