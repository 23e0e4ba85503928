package webui

import (
	"regexp"
	"strings"
)

// policyOf lets the app's page run our own scripts and styles and talk to us alone; Trusted Types close the ways from text to
// code, but for the name of the service worker. Of strangers it shows the players at the given origins, the files that are played without code of ours, and the
// pictures of tweets.
func policyOf(frames []string) string {
	return "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; " +
		"img-src 'self' data: https://pbs.twimg.com https://abs.twimg.com; media-src 'self' blob: https:; " +
		"frame-src 'self' " + strings.Join(frames, " ") + "; " +
		"manifest-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none'; " +
		"frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker"
}

// The service worker's script, and its policy: it may talk to us alone.
const (
	workerScript = "sw.js"
	workerPolicy = "default-src 'none'; connect-src 'self'"
)

// savePage is the screen of what is shared to the app. The service worker takes the form that the system posts to it.
const savePage = "save"

// playerPage is the page in which the app plays a file that needs code to play.
const playerPage = "player.html"

// isSource matches an origin that a policy can name.
var isSource = regexp.MustCompile(`^https?://[A-Za-z0-9.-]+(:[0-9]+)?$`)

// playerPolicy allows the page to fetch from anywhere, since recordings may be anywhere, and
// therefore gives it an opaque origin: it has no access to our token, storage and API. It is also a
// header, for the case that the page is opened directly. Its own files are allowed by our address,
// since in Safari an opaque origin has no 'self'. An invalid address of a request is left out.
func playerPolicy(origin string) string {
	own := "'self'; "
	if isSource.MatchString(origin) {
		own = "'self' " + origin + "; "
	}
	return "sandbox allow-scripts; default-src 'none'; script-src " + own + "style-src " + own +
		"connect-src https: http:; media-src blob: https: http:; base-uri 'none'; form-action 'none'; " +
		"frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types 'none'"
}
