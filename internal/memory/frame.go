package memory

import (
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
)

// Playing says how a recording is played beside what was saved of it: in a service's own player, or as a file.
type Playing struct {
	Name string // of the service, as people know it; empty: none
	File string // audio, video, hls, dash or flv; empty: it is no file
	Frame
	StartAt int // second at which the address says that it starts
}

// Frame is a service's own player. Its address at rest is Address with Rest, where it plays at once with Play, and each of
// them with Start to begin at a second. These are parts of a query, or one of a fragment that begins with #.
type Frame struct {
	Address string // empty: it can be played only where it is; {host} stands for the host of the page around it
	Rest    string
	Play    string
	Start   string // {seconds} stands for the second; {h}, {m} and {s} for its hours, minutes and seconds
}

// The origins of the services' own players.
const (
	youTubeFrames     = "https://www.youtube-nocookie.com"
	soundCloudFrames  = "https://w.soundcloud.com"
	vimeoFrames       = "https://player.vimeo.com"
	vimeoPages        = "https://vimeo.com"
	muxFrames         = "https://player.mux.com"
	facebookFrames    = "https://www.facebook.com"
	streamableFrames  = "https://streamable.com"
	wistiaFrames      = "https://fast.wistia.net"
	twitchFrames      = "https://player.twitch.tv"
	twitchClipFrames  = "https://clips.twitch.tv"
	dailyMotionFrames = "https://geo.dailymotion.com"
	mixcloudFrames    = "https://player-widget.mixcloud.com"
	vidyardFrames     = "https://play.vidyard.com"
	kalturaFrames     = "https://cdnapisec.kaltura.com"
)

// FrameOrigins are all of them: what a page that plays recordings must be allowed to frame.
var FrameOrigins = []string{
	youTubeFrames, soundCloudFrames, vimeoFrames, vimeoPages, muxFrames, facebookFrames, streamableFrames, wistiaFrames,
	twitchFrames, twitchClipFrames, dailyMotionFrames, mixcloudFrames, vidyardFrames, kalturaFrames,
}

// frames was written from the forms that each service's own share and embed dialogs give. An address that tells too little,
// such as a short link that only its service can follow, has no frame.
var frames = map[Player]func(*url.URL) Frame{
	YouTube: youTubeFrame, SoundCloud: soundCloudFrame, Vimeo: vimeoFrame, Mux: muxFrame, Facebook: facebookFrame,
	Streamable: streamableFrame, Wistia: wistiaFrame, Twitch: twitchFrame, DailyMotion: dailyMotionFrame,
	Mixcloud: mixcloudFrame, Vidyard: vidyardFrame, Kaltura: kalturaFrame,
}

// PlayingOf tells how what u leads to is played, by its ending or its host alone: that it is a recording is known.
func PlayingOf(u *url.URL) (p Playing) {
	if u.Scheme != "https" && u.Scheme != "http" {
		return p
	}
	known := recordingsAt(hostOf(u))
	if len(known) > 0 {
		p.Name = known[0].player.shown()
	}
	if p.File = mediaFile[strings.ToLower(path.Ext(u.Path))]; p.File != "" || len(known) == 0 {
		return p
	}
	if p.Frame = frames[known[0].player](u); p.Start != "" {
		p.StartAt = startIn(u)
	}
	return p
}

// shown is the name by which people know the service.
func (p Player) shown() string {
	if p == DailyMotion {
		return "DailyMotion"
	}
	return string(p)
}

var (
	startTime     = regexp.MustCompile(`^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$`)
	startFragment = regexp.MustCompile(`^t=(\w+)`)
)

// startIn is the second at which an address says that its recording starts: "90", "90s" and "1m30s" are 90. Zero when it
// says nothing.
func startIn(u *url.URL) int {
	query := u.Query()
	said := []string{query.Get("t"), query.Get("start"), query.Get("time_continue"), query.Get("startTime"), query.Get("time"), find(u.Fragment, startFragment)}
	for _, text := range said {
		seconds := 0
		for i, unit := range []int{3600, 60, 1} {
			if found := startTime.FindStringSubmatch(text); found != nil {
				n, _ := strconv.Atoi(found[i+1]) // what is absent is 0
				seconds += n * unit
			}
		}
		if seconds > 0 {
			return seconds
		}
	}
	return 0
}

// find returns what a pattern's first filled group finds.
func find(text string, pattern *regexp.Regexp) string {
	for i, group := range pattern.FindStringSubmatch(text) {
		if i > 0 && group != "" {
			return group
		}
	}
	return ""
}

func parameter(u *url.URL, name string, pattern *regexp.Regexp) string {
	return find(u.Query().Get(name), pattern)
}

// withParameters adds to an address those of the pairs of name and value that have a value.
func withParameters(address string, pairs ...string) string {
	mark := "?"
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			address += mark + url.QueryEscape(pairs[i]) + "=" + url.QueryEscape(pairs[i+1])
			mark = "&"
		}
	}
	return address
}

var (
	idForm     = regexp.MustCompile(`^([\w-]+)$`)
	lettersIn  = regexp.MustCompile(`^([A-Za-z0-9]+)`)
	numberForm = regexp.MustCompile(`^(\d+)$`)
)

var youTubeIn = regexp.MustCompile(`^/(?:watch|shorts|embed|live|v|e)/([\w-]+)`)

func youTubeFrame(u *url.URL) Frame {
	id := parameter(u, "v", idForm)
	switch {
	case hostOf(u) == "youtu.be":
		id = find(u.EscapedPath(), firstPart)
	case u.Path == "/attribution_link": // it tells who shared it, round the address of a recording
		home := &url.URL{Scheme: "https", Host: "www.youtube.com"}
		inner, err := home.Parse(u.Query().Get("u"))
		if err != nil || inner.Host != home.Host || inner.Path != "/watch" {
			return Frame{}
		}
		return youTubeFrame(inner)
	case id == "":
		id = find(u.EscapedPath(), youTubeIn)
	}
	list := parameter(u, "list", idForm)
	more := []string{"rel", "0"}
	switch {
	case id == "live_stream":
		more = append(more, "channel", parameter(u, "channel", idForm))
	case id != "" && id != "videoseries":
	case list == "":
		return Frame{}
	default:
		id, more = "videoseries", append(more, "list", list, "listType", parameter(u, "listType", idForm))
	}
	return Frame{Address: withParameters(youTubeFrames+"/embed/"+id, more...), Play: "autoplay=1", Start: "start={seconds}"}
}

var (
	firstPart        = regexp.MustCompile(`^/([\w-]+)`)
	soundCloudTrack  = regexp.MustCompile(`^/[^/]+/[^/]+`)
	soundCloudInside = regexp.MustCompile(`^https://(?:api\.)?soundcloud\.com/.`)
)

func soundCloudFrame(u *url.URL) Frame {
	page := ""
	switch hostOf(u) {
	case "api.soundcloud.com":
		page = "https://api.soundcloud.com" + u.EscapedPath()
	case "w.soundcloud.com":
		if inner := u.Query().Get("url"); soundCloudInside.MatchString(inner) {
			page = inner
		}
	case "on.soundcloud.com", "snd.sc":
	default:
		if soundCloudTrack.MatchString(u.EscapedPath()) {
			page = "https://soundcloud.com" + u.EscapedPath()
		}
	}
	if page == "" {
		return Frame{}
	}
	return Frame{Address: withParameters(soundCloudFrames+"/player/", "url", page, "visual", "true"), Play: "auto_play=true"}
}

var (
	vimeoEvent    = regexp.MustCompile(`^/event/(\d+)(?:/(?:embed/?)?([0-9a-f]{6,})?)?`)
	vimeoShowcase = regexp.MustCompile(`^/(?:album|showcase)/(\d+)(?:/embed)?/?$`)
	vimeoVideo    = regexp.MustCompile(`^/(?:(?:channels|groups|ondemand|album|showcase)/[^/]+/)?(?:videos?/)?(\d+)(?:/([0-9a-f]+))?(?:/|$)`)
	vimeoHash     = regexp.MustCompile(`^([0-9a-f]+)$`)
)

func vimeoFrame(u *url.URL) Frame {
	at := u.EscapedPath()
	if found := vimeoEvent.FindStringSubmatch(at); found != nil {
		hash := found[2]
		if hash != "" {
			hash = "/" + hash
		}
		return Frame{Address: vimeoPages + "/event/" + found[1] + "/embed" + hash + "?dnt=1", Play: "autoplay=1"}
	}
	if showcase := find(at, vimeoShowcase); showcase != "" {
		return Frame{Address: vimeoPages + "/showcase/" + showcase + "/embed?dnt=1", Play: "autoplay=1"}
	}
	found := vimeoVideo.FindStringSubmatch(at)
	if found == nil {
		return Frame{}
	}
	hash := found[2]
	if hash == "" {
		hash = parameter(u, "h", vimeoHash)
	}
	return Frame{Address: withParameters(vimeoFrames+"/video/"+found[1], "h", hash, "dnt", "1"), Play: "autoplay=1", Start: "#t={seconds}s"}
}

var (
	muxID    = regexp.MustCompile(`^/([A-Za-z0-9]+)`)
	muxToken = regexp.MustCompile(`^([\w.-]+)$`)
)

func muxFrame(u *url.URL) Frame {
	id := find(u.EscapedPath(), muxID)
	if id == "" {
		return Frame{}
	}
	token := parameter(u, "playback-token", muxToken)
	if token == "" {
		token = parameter(u, "token", muxToken)
	}
	return Frame{Address: withParameters(muxFrames+"/"+id, "playback-token", token), Play: "autoplay=true", Start: "start-time={seconds}"}
}

var facebookInside = regexp.MustCompile(`^https://(?:[a-z-]+\.)?facebook\.com/.`)

func facebookFrame(u *url.URL) Frame {
	page := facebookFrames + u.EscapedPath()
	switch {
	case hostOf(u) == "fb.watch":
		page = "https://fb.watch" + u.EscapedPath()
	case u.Path == "/plugins/video.php":
		inner, err := url.Parse(u.Query().Get("href"))
		if err != nil || !facebookInside.MatchString(inner.String()) {
			return Frame{}
		}
		return facebookFrame(inner)
	default:
		if id := parameter(u, "video_id", numberForm); id != "" {
			page = facebookFrames + "/watch/?v=" + id
		} else if u.RawQuery != "" {
			page += "?" + u.RawQuery
		}
	}
	address := withParameters(facebookFrames+"/plugins/video.php", "href", page, "show_text", "false")
	return Frame{Address: address, Play: "autoplay=true", Start: "t={seconds}"}
}

var streamableID = regexp.MustCompile(`^/(?:[eos]/)?([a-z0-9]+)`)

func streamableFrame(u *url.URL) Frame {
	id := find(u.EscapedPath(), streamableID)
	if id == "" {
		return Frame{}
	}
	return Frame{Address: streamableFrames + "/e/" + id, Play: "autoplay=1"}
}

var (
	wistiaList  = regexp.MustCompile(`^/embed/((?:playlists|channel)/\w+)`)
	wistiaVideo = regexp.MustCompile(`^/(?:medias|embed/(?:iframe|medias))/(\w+)`)
)

func wistiaFrame(u *url.URL) Frame {
	at := find(u.EscapedPath(), wistiaList)
	if id := find(u.EscapedPath(), wistiaVideo); at == "" && id != "" {
		at = "iframe/" + id
	}
	if at == "" {
		return Frame{}
	}
	return Frame{Address: wistiaFrames + "/embed/" + at, Play: "autoPlay=true", Start: "time={seconds}"}
}

var (
	twitchClip    = regexp.MustCompile(`^/\w+/clip/([\w-]+)`)
	twitchVideo   = regexp.MustCompile(`^/(?:videos|\w+/v(?:ideo)?)/(\d+)(?:/|$)`)
	twitchNumber  = regexp.MustCompile(`^v?(\d+)$`)
	twitchName    = regexp.MustCompile(`^(\w+)$`)
	twitchChannel = regexp.MustCompile(`^/(\w{3,25})/?$`)
)

func twitchFrame(u *url.URL) Frame {
	at := u.EscapedPath()
	clip := find(at, twitchClip)
	if hostOf(u) == "clips.twitch.tv" {
		if clip = find(at, firstPart); u.Path == "/embed" {
			clip = parameter(u, "clip", idForm)
		}
		if clip == "" {
			return Frame{}
		}
	}
	// A player of Twitch plays only if it knows who frames it, and starts at once unless Rest forbids it.
	f := Frame{Rest: "autoplay=false", Play: "autoplay=true"}
	if clip != "" {
		f.Address = withParameters(twitchClipFrames+"/embed", "clip", clip) + "&parent={host}"
		return f
	}
	video := find(at, twitchVideo)
	if video == "" {
		video = parameter(u, "video", twitchNumber)
	}
	collection, channel := parameter(u, "collection", idForm), parameter(u, "channel", twitchName)
	if channel == "" {
		channel = find(at, twitchChannel)
	}
	switch {
	case video != "":
		f.Address = withParameters(twitchFrames+"/", "video", "v"+video, "collection", collection)
	case collection != "":
		f.Address = withParameters(twitchFrames+"/", "collection", collection)
	case channel != "":
		f.Address = withParameters(twitchFrames+"/", "channel", channel)
	default:
		return Frame{}
	}
	f.Address, f.Start = f.Address+"&parent={host}", "time={h}h{m}m{s}s"
	return f
}

var (
	dailyMotionVideo = regexp.MustCompile(`/video/([A-Za-z0-9]+)`)
	dailyMotionList  = regexp.MustCompile(`/playlist/([A-Za-z0-9]+)`)
)

func dailyMotionFrame(u *url.URL) Frame {
	at := u.EscapedPath()
	if hostOf(u) == "dai.ly" {
		at = "/video" + at
	}
	video, list := find(at, dailyMotionVideo), find(at, dailyMotionList)
	if video == "" {
		video = parameter(u, "video", lettersIn)
	}
	if list == "" {
		list = parameter(u, "playlist", lettersIn)
	}
	if video == "" && list == "" {
		return Frame{}
	}
	address := withParameters(dailyMotionFrames+"/player.html", "video", video, "playlist", list)
	return Frame{Address: address, Play: "autoplay=true", Start: "startTime={seconds}"}
}

var mixcloudShow = regexp.MustCompile(`^(?:https://(?:www\.)?mixcloud\.com)?((?:/[^/?#]+){2,3})/?$`)

func mixcloudFrame(u *url.URL) Frame {
	at := u.EscapedPath()
	if strings.HasPrefix(at, "/widget/") {
		at = u.Query().Get("feed")
	}
	show := find(at, mixcloudShow)
	if show == "" {
		return Frame{}
	}
	return Frame{Address: withParameters(mixcloudFrames+"/widget/iframe/", "feed", show+"/"), Play: "autoplay=1"}
}

var vidyardID = regexp.MustCompile(`^/(?:(?:watch|share)/)?([\w-]{8,})`)

func vidyardFrame(u *url.URL) Frame {
	id := find(u.EscapedPath(), vidyardID)
	if id == "" {
		return Frame{}
	}
	return Frame{Address: vidyardFrames + "/" + id + ".html", Play: "autoplay=1"}
}

var (
	kalturaEntry   = regexp.MustCompile(`(?i)entry_?id[=/](\d_[a-z0-9]+)`)
	kalturaPartner = regexp.MustCompile(`/p/(\d+)|/partner_id/(\d+)`)
	kalturaPlayer  = regexp.MustCompile(`/uiconf_id/(\d+)`)
)

// kalturaFrame finds enough only in an address that names the account and its player, beside the recording.
func kalturaFrame(u *url.URL) Frame {
	text := u.EscapedPath() + "?" + u.RawQuery
	entry, partner, player := find(text, kalturaEntry), find(text, kalturaPartner), find(text, kalturaPlayer)
	if entry == "" || partner == "" || player == "" {
		return Frame{}
	}
	base := kalturaFrames + "/p/" + partner
	if strings.Contains(text, "/embedPlaykitJs/") {
		return Frame{
			Address: withParameters(base+"/embedPlaykitJs/uiconf_id/"+player, "iframeembed", "true", "entry_id", entry),
			Play:    url.QueryEscape("config[playback]") + "=" + url.QueryEscape(`{"autoplay":true}`),
			Start:   "kalturaStartTime={seconds}",
		}
	}
	at := "/sp/" + partner + "00/embedIframeJs/uiconf_id/" + player + "/partner_id/" + partner
	return Frame{
		Address: withParameters(base+at, "iframeembed", "true", "entry_id", entry),
		Play:    url.QueryEscape("flashvars[autoPlay]") + "=true",
		Start:   url.QueryEscape("flashvars[mediaProxy.mediaPlayFrom]") + "={seconds}",
	}
}
