package video

import (
	"context"
	"errors"
	"net/url"
	"regexp"
	"strings"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
)

// service describes the API of a service.
type service struct {
	// ask returns the address of the request, empty if there is none for the page; nil if the API
	// needs an account.
	ask func(page *url.URL) string
	// read reads the response.
	read func(answer capture.Page) (capture.Document, error)
	// watch reads the recording's page with its captions; false if it can't. Usually nil.
	watch func(page capture.Page) (seen, bool, error)
}

// services follow the services' public documentation, which tests imitate; nothing was tried on the
// services themselves. Twitch's and Facebook's oEmbed needs an account, so only their pages are
// read; Mux has no pages, see mux.go.
var services = map[memory.Player]service{
	memory.YouTube:     {ask: oEmbed("https://www.youtube.com/oembed?format=json"), read: readOEmbed, watch: readWatchPage},
	memory.SoundCloud:  {ask: oEmbed("https://soundcloud.com/oembed?format=json"), read: readSoundCloud},
	memory.Vimeo:       {ask: oEmbed("https://vimeo.com/api/oembed.json"), read: readOEmbed},
	memory.Streamable:  {ask: oEmbed("https://api.streamable.com/oembed.json"), read: readOEmbed},
	memory.Wistia:      {ask: oEmbed("https://fast.wistia.com/oembed.json"), read: readOEmbed},
	memory.DailyMotion: {ask: oEmbed("https://www.dailymotion.com/services/oembed?format=json"), read: readOEmbed},
	memory.Mixcloud:    {ask: oEmbed("https://app.mixcloud.com/oembed/?format=json"), read: readOEmbed},
	memory.Vidyard:     {ask: oEmbed("https://api.vidyard.com/dashboard/v1.1/oembed?format=json"), read: readOEmbed},
	memory.Kaltura:     {ask: askKaltura, read: readKaltura},
	memory.Twitch:      {},
	memory.Facebook:    {},
}

// ownForms maps addresses of bare players and short links to the recording's page.
var ownForms = map[memory.Player][]struct {
	from *regexp.Regexp
	to   string
}{
	memory.YouTube: {
		{regexp.MustCompile(`^https?://(?:www\.)?youtu\.be/([\w-]+).*`), "https://www.youtube.com/watch?v=$1"},
		{regexp.MustCompile(`^https?://[\w.-]+/embed(?:/videoseries|/)?\?(?:.*&)?list=([\w-]+).*`), "https://www.youtube.com/playlist?list=$1"},
		{regexp.MustCompile(`^https?://[\w.-]+/(?:shorts|embed|live|watch|v|e)/([\w-]+).*`), "https://www.youtube.com/watch?v=$1"},
		{regexp.MustCompile(`^https?://[\w.]+/watch/?\?(?:.*&)?v=([\w-]+).*`), "https://www.youtube.com/watch?v=$1"},
	},
	memory.Vimeo: {
		{regexp.MustCompile(`^https?://player\.vimeo\.com/video/([0-9]+)\?(?:.*&)?h=([0-9a-f]+).*`), "https://vimeo.com/$1/$2"},
		{regexp.MustCompile(`^https?://player\.vimeo\.com/video/([0-9]+).*`), "https://vimeo.com/$1"},
	},
	memory.Streamable:  {{regexp.MustCompile(`^https?://(?:www\.)?streamable\.com/[eos]/([a-z0-9]+).*`), "https://streamable.com/$1"}},
	memory.Wistia:      {{regexp.MustCompile(`^https?://([\w.-]+)\.(?:wistia\.net|wi\.st)/(.*)`), "https://$1.wistia.com/$2"}},
	memory.DailyMotion: {{regexp.MustCompile(`^https?://(?:[\w.]+/embed/video/|touch\.dailymotion\.com/video/|dai\.ly/|geo\.dailymotion\.com/player.*[?&]video=)([A-Za-z0-9]+).*`), "https://www.dailymotion.com/video/$1"}},
	memory.Vidyard:     {{regexp.MustCompile(`^https?://(?:play|embed)\.vidyard\.com/(?:share/)?([\w-]+).*`), "https://share.vidyard.com/watch/$1"}},
	memory.Twitch: {
		{regexp.MustCompile(`^https?://player\.twitch\.tv/?\?(?:.*&)?video=v?([0-9]+).*`), "https://www.twitch.tv/videos/$1"},
		{regexp.MustCompile(`^https?://player\.twitch\.tv/?\?(?:.*&)?channel=(\w+).*`), "https://www.twitch.tv/$1"},
		{regexp.MustCompile(`^https?://clips\.twitch\.tv/embed\?(?:.*&)?clip=([\w-]+).*`), "https://clips.twitch.tv/$1"},
	},
}

// wrappers are addresses with the page's address in a parameter.
var wrappers = map[memory.Player]struct{ path, parameter string }{
	memory.YouTube:    {"/attribution_link", "u"},
	memory.SoundCloud: {"/player", "url"},
	memory.Mixcloud:   {"/widget/iframe", "feed"},
	memory.Facebook:   {"/plugins/video.php", "href"},
}

// ownPage returns the recording's page for u.
func ownPage(player memory.Player, u *url.URL) *url.URL {
	u = unwrapped(player, u)
	for _, form := range ownForms[player] {
		if form.from.MatchString(u.String()) {
			if page, err := url.Parse(form.from.ReplaceAllString(u.String(), form.to)); err == nil {
				return page
			}
		}
	}
	return u
}

func unwrapped(player memory.Player, u *url.URL) *url.URL {
	wrapper, ok := wrappers[player]
	if !ok || strings.TrimSuffix(u.Path, "/") != wrapper.path {
		return u
	}
	home := &url.URL{Scheme: "https", Host: "www." + strings.ToLower(string(player)) + ".com", Path: "/"}
	if page, err := home.Parse(u.Query().Get(wrapper.parameter)); err == nil && isWeb(page) && memory.PlayerOf(page) == player {
		return page
	}
	return u
}

// service calls the service's API and reads missing fields from the recording's page. If one fails,
// the other is used alone.
func (v *visit) service(ctx context.Context, player memory.Player, s service, page *url.URL) (capture.Document, error) {
	doc, asked, askErr := v.askService(ctx, s, page)
	if isBusy(askErr) || ctx.Err() != nil && askErr != nil {
		return capture.Document{}, askErr
	}
	answered := asked && askErr == nil
	if answered && complete(doc) {
		return finish(doc, player, seen{}), nil
	}
	found, pageErr := v.servicePage(ctx, player, s, page, answered)
	switch {
	// an ordinary page after all
	case pageErr == nil && refused(askErr) && len(found.doc.Sections) > 0:
		found.doc.Site = string(player)
		return found.whole(), nil
	case pageErr == nil:
	case answered:
		found.partial = s.thin(pageErr)
	case isBusy(pageErr) || ctx.Err() != nil:
		return capture.Document{}, pageErr
	default:
		return capture.Document{}, verdict(askErr, pageErr)
	}
	fill(&doc, found.doc)
	return finish(doc, player, found), nil
}

// thin returns the fault for a recording's page, richer than the API's response, that could not be
// read; nil if there may be no such page, or if it is blocked, so that a retry won't help.
func (s service) thin(err error) error {
	switch {
	case fault.KindOf(err) == fault.Unavailable || errors.Is(err, context.DeadlineExceeded):
		return later("Its description and captions could not be read just now.", err)
	case s.watch == nil:
		return nil
	}
	return fault.Wrap(fault.Invalid, "Its description and captions could not be read.", err)
}

func (v *visit) askService(ctx context.Context, s service, page *url.URL) (doc capture.Document, asked bool, err error) {
	if s.ask == nil {
		return capture.Document{}, false, nil
	}
	question := s.ask(page)
	if question == "" {
		return capture.Document{}, false, nil
	}
	doc, err = v.ask(ctx, question, s.read)
	return doc, true, err
}

var (
	errElsewhere = fault.New(fault.Invalid, "This video is shown to people who are signed in there, or is gone.")
	errSilent    = fault.New(fault.Invalid, "This page tells nothing of a video.")
)

// signIn matches the titles of sign-in and consent pages.
var signIn = regexp.MustCompile(`(?i)^(?:log|sign) ?in(?:to)?\b|\blog in or sign up\b|^before you continue\b`)

// servicePage reads a recording's page. It ignores a redirect elsewhere, to a sign-in or a consent.
func (v *visit) servicePage(ctx context.Context, player memory.Player, s service, address *url.URL, answered bool) (seen, error) {
	page, err := v.fetch(ctx, capture.Request{URL: address.String()})
	if err != nil {
		return seen{}, err
	}
	if at, err := url.Parse(page.URL); err != nil || memory.KindOf(at) != memory.Video {
		return seen{}, errElsewhere
	}
	if s.watch != nil {
		if found, ok, err := s.watch(page); ok || err != nil {
			return v.withCaptions(ctx, found), err
		}
	}
	found, err := v.webPage(ctx, page, !answered)
	if err != nil {
		return seen{}, err
	}
	if signIn.MatchString(found.doc.Title) {
		return seen{}, errElsewhere
	}
	if strings.EqualFold(found.doc.Title, string(player)) {
		found.doc.Title = ""
	}
	found.doc.Language = "" // of the frame around the recording
	if found.silent() {
		return seen{}, errSilent
	}
	// one recording's page without its player's data
	if s.watch != nil && address.Query().Has("v") {
		found.partial = s.thin(nil)
	}
	return found, nil
}

// verdict returns the fault if both the API and the page failed: a transient one first.
func verdict(askErr, pageErr error) error {
	switch {
	case fault.KindOf(askErr) == fault.Unavailable:
		return askErr
	case fault.KindOf(pageErr) == fault.Unavailable:
		return pageErr
	case refused(askErr):
		return errGone
	}
	return orGone(pageErr)
}

// complete reports whether the page can't add anything.
func complete(d capture.Document) bool {
	return d.Title != "" && d.Author != "" && d.Description != "" && d.ImageURL != "" && d.Duration != 0 && !d.Published.IsZero()
}

// finish makes sections of the known text of a recording.
func finish(d capture.Document, player memory.Player, found seen) capture.Document {
	d.Site, d.Sections, d.Partial = string(player), nil, found.partial
	if d.Description != "" {
		d.Sections = []capture.Section{{Text: d.Description}}
	}
	d.Sections = append(d.Sections, found.captions...)
	return d
}
