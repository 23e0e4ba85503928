package article

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

// The names by which sites call, in class and id, what stands beside the text that a page is there for.
var (
	beside = regexp.MustCompile(`^(?:.*[-_])?(?:nav|navi|navbar|navigation|breadcrumbs?|pagination|pager|page-?links|sidebar\d?|side-?bar|rightbar|widgets?-?area|widget_\w+|footer|masthead|skip-?links?|topbar|` +
		`offcanvas|share|sharing|shares|sharebar|share-?\w+|social|socials|social-?\w+|sharedaddy|addthis\w*|shariff|jp-relatedposts|jp-post-flair|post-?ratings?|rating-?widget|` +
		`(?:related|recent|popular)-?(?:posts?|articles?|stories|news|threads|topics|products|videos|links)|also-?like|you-?may-?like|more-?(?:from|on|news|stories|articles|posts)|view-?more|see-?also|read-?(?:more|next|also)|most-?(?:read|viewed|popular)|next-?(?:post|article)|prev(?:ious)?-?(?:post|article)|post-?nav\w*|(?:post|message|comment)-?(?:actions|buttons|controls|tools)|teasers?|teaser-?(?:list|collection|inline|box|grid|item|row|wrapper)|` +
		`swiper|newsletter-?\w+|ads?|advert|advertisement|adsbygoogle|ad-?(?:box|container|slot|wrapper|unit|banner)|anzeige|sponsored|promoted|affiliate|outbrain|taboola|` +
		`author-?(?:bio|box|info|card|description)|about-?(?:the-)?author|authorbox|post-?author-?box|tag-?(?:list|cloud|links)|post-?tags|entry-?(?:footer|meta-?footer|utility)|visually-?hidden|sr-only|screen-reader-text|print-?only|search-?(?:form|box|bar)|searchform|language-?(?:switcher|selector)|robots-nocontent)$`)
	// doubtful names are also what chapters are about, or a part of the text is called. A paywall alone is the name, for
	// search engines, of what stands behind it.
	doubtful = regexp.MustCompile(`^(?:.*[-_])?(?:menu|submenu|paging|widget|foot|copyright|colophon|toolbar|popup|modal|overlay|dialog|lightbox|likes?|bookmark|related|related-?\w+|\w+-related|recommend(?:ed|ations?)|recommended-?\w*|similar|popular|popular-?\w+|trending|latest|recent|recent-?\w+|` +
		`gallery|slideshow|carousel|slider|newsletter|subscribe|subscription|sign-?up|signup|login|register|donate|donation|advertising|sponsor|promo|promotion|tags)$|[-_]paywall$`)
	commenting = regexp.MustCompile(`^(?:.*[-_])?(?:comments?|comments?-?(?:list|section|area|wrap|wrapper|form|box|body|thread|container|respond)|commentlist|commentsbox|commentform|commentarea|respond|disqus\w*|kommentare?|comentarios|commentaires|trackbacks?|pingbacks?|reactions)$`)
	// asking names are those of what asks for consent, by the words that they begin with and those of its makers.
	asking = regexp.MustCompile(`(?:^|[-_])(?:cookie|consent|gdpr|onetrust|didomi|cybot|usercentrics|iubenda-cs|truste|osano-cm|klaro$|tarteaucitron|cmplz|cmpbox|cmpwrapper|qc-cmp|sp_message)|^(?:cc-(?:window|banner)|cmp|cmp-?banner|privacy-?banner)$`)
	// walled names are those of what asks for money.
	walled = regexp.MustCompile(`^(?:.*[-_])?(?:paywall[-_]+\w+|reg-?wall)$`)
	// state names what an element is like, not what it is: such as has-sidebar on the page itself.
	state = regexp.MustCompile(`(?:^|[-_])(?:has|no|not|with|without)-|^(?:is|js|tag|category|type|status|format|page|single|theme|u|t)-`)
)

// junk tells what stands beside a page's text by the names of elements.
type junk struct {
	comments bool // comments are what the page is there for
	lists    bool // lists of links belong to the text
	masses   map[*html.Node]mass
	all      mass // of the page
	names    map[string]name
}

// name is what the name of an element says of it. Of two names, the greater is believed.
type name uint8

const (
	plainName name = iota
	doubtfulName
	besideName
	commentName
	wallName
	askingName
)

// meaning looks a name up, or works out what it says: a page repeats few names often.
func (j *junk) meaning(s string) name {
	s, _, _ = strings.Cut(s, "--") // what follows says what it is like
	if known, ok := j.names[s]; ok {
		return known
	}
	j.names[s] = meaningOf(s)
	return j.names[s]
}

const maxElementName = 60 // bytes: a longer one is made by a machine

func meaningOf(s string) name {
	switch {
	case len(s) > maxElementName || state.MatchString(strings.TrimPrefix(s, "js-")):
		return plainName
	case asking.MatchString(s):
		return askingName
	case strings.HasPrefix(s, "js-"):
		return plainName
	case walled.MatchString(s):
		return wallName
	case commenting.MatchString(s):
		return commentName
	case beside.MatchString(s):
		return besideName
	case doubtful.MatchString(s):
		return doubtfulName
	}
	return plainName
}

func newJunk(root *html.Node, comments bool) *junk {
	masses := weigh(root)
	return &junk{comments: comments, lists: comments, masses: masses, all: masses[root], names: map[string]name{}}
}

// hides reports whether an element and all in it stand beside the text. What holds most of a page's text is no such
// thing, whatever it is called, and neither is what holds its headline; except that there may be any number of comments,
// and that a short page may be under a large banner.
func (j *junk) hides(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Body, atom.Main:
		return false
	}
	switch j.called(n) {
	case askingName:
		return j.isBeside(n) && (j.masses[n].good <= maxBanner || !j.isMost(n))
	case wallName:
		return n.DataAtom != atom.P && !j.isMost(n) || j.masses[n].good <= maxWall && j.isBeside(n)
	case commentName:
		return !j.comments && j.masses[n].headlines == 0
	case besideName:
		return !j.isMost(n)
	case doubtfulName:
		if !j.isProse(n) {
			return !j.isMost(n)
		}
	}
	return surrounds(n) && !j.isMost(n)
}

// What says more, in bytes, than people are asked to read is the text itself: of what asks for money, and for consent.
const maxWall, maxBanner = 600, 2500

// surrounds reports whether an element says by what it is, rather than by its name, that it stands beside the text.
func surrounds(n *html.Node) bool {
	switch markup.Attribute(n, "role") {
	case "navigation", "contentinfo", "search", "complementary", "dialog", "alertdialog", "alert", "banner", "menu", "menubar", "toolbar":
		return true
	}
	return markup.IsSurrounding(n)
}

// called is what an element's names say of it. An id says nothing where it may be an anchor within the text, such as the
// manuals have that give each chapter the name of its heading.
func (j *junk) called(n *html.Node) name {
	says := plainName
	for class := range classesOf(n) {
		says = max(says, j.meaning(class))
	}
	if id := strings.ToLower(strings.TrimSpace(markup.Attribute(n, "id"))); id != "" {
		if by := j.meaning(id); by > says && !j.isAnchor(n, by) {
			return by
		}
	}
	return says
}

// isBeside reports whether anything is left of a page without an element, and the headline too.
func (j *junk) isBeside(n *html.Node) bool {
	m := j.masses[n]
	return m.text < j.all.text && (m.headlines == 0 || m.headlines < j.all.headlines)
}

func (j *junk) isMost(n *html.Node) bool {
	m := j.masses[n]
	return m.headlines > 0 || m.good*3 > j.all.good
}

// isProse reports whether an element says something, and neither asks for anything nor leads elsewhere.
func (j *junk) isProse(n *html.Node) bool {
	m := j.masses[n]
	return m.good >= 2*goodBlock && m.linked*4 < m.text && !m.asks
}
