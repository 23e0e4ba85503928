package article

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
)

// Classes and IDs of boilerplate, by their names.
var (
	beside = regexp.MustCompile(`^(?:.*[-_])?(?:nav|navi|navbar|navigation|breadcrumbs?|pagination|pager|page-?links|sidebar\d?|side-?bar|rightbar|widgets?-?area|widget_\w+|footer|masthead|skip-?links?|topbar|` +
		`offcanvas|share|sharing|shares|sharebar|share-?\w+|social|socials|social-?\w+|sharedaddy|addthis\w*|shariff|jp-relatedposts|jp-post-flair|post-?ratings?|rating-?widget|` +
		`(?:related|recent|popular)-?(?:posts?|articles?|stories|news|threads|topics|products|videos|links)|also-?like|you-?may-?like|more-?(?:from|on|news|stories|articles|posts)|view-?more|see-?also|read-?(?:more|next|also)|most-?(?:read|viewed|popular)|next-?(?:post|article)|prev(?:ious)?-?(?:post|article)|post-?nav\w*|(?:post|message|comment)-?(?:actions|buttons|controls|tools)|teasers?|teaser-?(?:list|collection|inline|box|grid|item|row|wrapper)|` +
		`swiper|newsletter-?\w+|ads?|advert|advertisement|adsbygoogle|ad-?(?:box|container|slot|wrapper|unit|banner)|anzeige|sponsored|promoted|affiliate|outbrain|taboola|` +
		`author-?(?:bio|box|info|card|description)|about-?(?:the-)?author|authorbox|post-?author-?box|tag-?(?:list|cloud|links)|post-?tags|entry-?(?:footer|meta-?footer|utility)|visually-?hidden|sr-only|screen-reader-text|print-?only|search-?(?:form|box|bar)|searchform|language-?(?:switcher|selector)|robots-nocontent)$`)
	// doubtful names are also used for chapters and parts of the text. A bare "paywall" is the
	// name, for search engines, of the content behind it.
	doubtful = regexp.MustCompile(`^(?:.*[-_])?(?:menu|submenu|paging|widget|foot|copyright|colophon|toolbar|popup|modal|overlay|dialog|lightbox|likes?|bookmark|related|related-?\w+|\w+-related|recommend(?:ed|ations?)|recommended-?\w*|similar|popular|popular-?\w+|trending|latest|recent|recent-?\w+|` +
		`gallery|slideshow|carousel|slider|newsletter|subscribe|subscription|sign-?up|signup|login|register|donate|donation|advertising|sponsor|promo|promotion|tags)$|[-_]paywall$`)
	commenting = regexp.MustCompile(`^(?:.*[-_])?(?:comments?|comments?-?(?:list|section|area|wrap|wrapper|form|box|body|thread|container|respond)|commentlist|commentsbox|commentform|commentarea|respond|disqus\w*|kommentare?|comentarios|commentaires|trackbacks?|pingbacks?|reactions)$`)
	// asking matches consent dialogs, by words and by vendors.
	asking = regexp.MustCompile(`(?:^|[-_])(?:cookie|consent|gdpr|onetrust|didomi|cybot|usercentrics|iubenda-cs|truste|osano-cm|klaro$|tarteaucitron|cmplz|cmpbox|cmpwrapper|qc-cmp|sp_message)|^(?:cc-(?:window|banner)|cmp|cmp-?banner|privacy-?banner)$`)
	// walled matches paywalls.
	walled = regexp.MustCompile(`^(?:.*[-_])?(?:paywall[-_]+\w+|reg-?wall)$`)
	// state matches names that describe a state, such as has-sidebar on the body.
	state = regexp.MustCompile(`(?:^|[-_])(?:has|no|not|with|without)-|^(?:is|js|tag|category|type|status|format|page|single|theme|u|t)-`)
)

// boilerplate finds what is not the page's content by the names of elements.
type boilerplate struct {
	comments bool // comments are the content
	lists    bool // lists of links belong to the text
	masses   map[*html.Node]mass
	all      mass // of the page
	names    map[string]name
}

// name classifies the name of an element. Of several names the greatest counts.
type name uint8

const (
	plainName name = iota
	doubtfulName
	besideName
	commentName
	wallName
	askingName
)

// meaning classifies a name, with a cache: pages repeat few names often.
func (bp *boilerplate) meaning(s string) name {
	s, _, _ = strings.Cut(s, "--") // the BEM modifier
	if known, ok := bp.names[s]; ok {
		return known
	}
	bp.names[s] = meaningOf(s)
	return bp.names[s]
}

const maxElementName = 60 // bytes: longer names are generated

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

func newBoilerplate(root *html.Node, comments bool) *boilerplate {
	masses := weigh(root)
	return &boilerplate{comments: comments, lists: comments, masses: masses, all: masses[root], names: map[string]name{}}
}

// hides reports whether an element is boilerplate. What holds most of a page's text or its headline
// is not, whatever its name; except comments, and a large banner over a short page.
func (bp *boilerplate) hides(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Body, atom.Main:
		return false
	}
	switch bp.called(n) {
	case askingName:
		return bp.isBeside(n) && (bp.masses[n].good <= maxBanner || !bp.isMost(n))
	case wallName:
		return n.DataAtom != atom.P && !bp.isMost(n) || bp.masses[n].good <= maxWall && bp.isBeside(n)
	case commentName:
		return !bp.comments && bp.masses[n].headlines == 0
	case besideName:
		return !bp.isMost(n)
	case doubtfulName:
		if !bp.isProse(n) {
			return !bp.isMost(n)
		}
	}
	return surrounds(n) && !bp.isMost(n)
}

// A longer element, in bytes, is content and not a consent dialog or a paywall.
const maxWall, maxBanner = 600, 2500

// surrounds reports whether an element is boilerplate by its tag or role.
func surrounds(n *html.Node) bool {
	switch markup.Attribute(n, "role") {
	case "navigation", "contentinfo", "search", "complementary", "dialog", "alertdialog", "alert", "banner", "menu", "menubar", "toolbar":
		return true
	}
	return markup.IsSurrounding(n)
}

// called classifies an element by its names. An ID does not count if it may be an anchor: manuals
// use the headings of chapters as IDs.
func (bp *boilerplate) called(n *html.Node) name {
	says := plainName
	for class := range classesOf(n) {
		says = max(says, bp.meaning(class))
	}
	if id := strings.ToLower(strings.TrimSpace(markup.Attribute(n, "id"))); id != "" {
		if by := bp.meaning(id); by > says && !bp.isAnchor(n, by) {
			return by
		}
	}
	return says
}

// isBeside reports whether the page has text and its headline outside an element.
func (bp *boilerplate) isBeside(n *html.Node) bool {
	m := bp.masses[n]
	return m.text < bp.all.text && (m.headlines == 0 || m.headlines < bp.all.headlines)
}

func (bp *boilerplate) isMost(n *html.Node) bool {
	m := bp.masses[n]
	return m.headlines > 0 || m.good*3 > bp.all.good
}

// isProse reports whether an element is text, and neither a form nor links.
func (bp *boilerplate) isProse(n *html.Node) bool {
	m := bp.masses[n]
	return m.good >= 2*goodBlock && m.linked*4 < m.text && !m.asks
}
