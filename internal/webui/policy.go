package webui

import "regexp"

// policy lets the app's page run our own scripts and styles and talk to us alone; Trusted Types close the ways from text to
// code. Of strangers it shows the players that the reader saved, the files that are played without code of ours, and the
// pictures of tweets.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
	"img-src 'self' data: https://pbs.twimg.com https://abs.twimg.com; media-src 'self' blob: https:; " +
	"frame-src 'self' https://www.youtube-nocookie.com https://w.soundcloud.com https://player.vimeo.com https://vimeo.com " +
	"https://player.mux.com https://www.facebook.com https://streamable.com https://fast.wistia.net https://player.twitch.tv " +
	"https://clips.twitch.tv https://geo.dailymotion.com https://player-widget.mixcloud.com https://play.vidyard.com " +
	"https://cdnapisec.kaltura.com; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'; " +
	"frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

// playerPage is the page in which the app plays a file that needs code to play.
const playerPage = "player.html"

// isSource matches an origin that a policy can name.
var isSource = regexp.MustCompile(`^https?://[A-Za-z0-9.-]+(:[0-9]+)?$`)

// playerPolicy lets that page fetch from anywhere, since recordings are anywhere, and therefore takes its origin: whatever
// runs there has no token, no storage and no answer of ours. It has to stand in the header too, for whoever opens the page
// by its address. Its own files are named by our address as well: to Safari a frame without an origin has no 'self'. Whoever
// asks may name any address; one that is no source, as with an IPv6 address, is left out.
func playerPolicy(origin string) string {
	own := "'self'; "
	if isSource.MatchString(origin) {
		own = "'self' " + origin + "; "
	}
	return "sandbox allow-scripts; default-src 'none'; script-src " + own + "style-src " + own +
		"connect-src https: http:; media-src blob: https: http:; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
}
