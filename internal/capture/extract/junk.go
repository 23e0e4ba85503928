package extract

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// The names by which sites call, in class and id, what stands beside the text that a page is there for.
var (
	beside = regexp.MustCompile(`^(?:.*[-_])?(?:nav|navi|navbar|navigation|menu|submenu|breadcrumbs?|pagination|pager|paging|page-?links|sidebar\d?|side-?bar|rightbar|widget|widgets?-?area|widget_\w+|footer|foot|copyright|colophon|masthead|skip-?links?|toolbar|topbar|` +
		`cookies?|cookie-?\w*|consent|gdpr|privacy-?banner|popup|modal|overlay|dialog|lightbox|offcanvas|` +
		`share|sharing|shares|sharebar|share-?\w+|social|socials|social-?\w+|sharedaddy|addthis\w*|shariff|jp-relatedposts|jp-post-flair|post-?ratings?|rating-?widget|likes?|bookmark|` +
		`related|related-?\w+|\w+-related|recommend(?:ed|ations?)|recommended-?\w*|similar|also-?like|you-?may-?like|more-?(?:from|on|news|stories|articles|posts)|view-?more|see-?also|read-?(?:more|next|also)|popular|popular-?\w+|trending|most-?(?:read|viewed|popular)|latest|recent|recent-?\w+|next-?(?:post|article)|prev(?:ious)?-?(?:post|article)|post-?nav\w*|teasers?|teaser-?(?:list|collection|inline|box|grid|item|row|wrapper)|` +
		`gallery|slideshow|carousel|slider|swiper|newsletter|newsletter-?\w+|subscribe|subscription|sign-?up|signup|login|register|paywall|paywall-?\w+|donate|donation|` +
		`ad|ads|advert|advertisement|advertising|adsbygoogle|ad-?(?:box|container|slot|wrapper|unit|banner)|anzeige|sponsor|sponsored|promo|promotion|promoted|affiliate|outbrain|taboola|` +
		`author-?(?:bio|box|info|card|description)|about-?(?:the-)?author|authorbox|post-?author-?box|tags|tag-?(?:list|cloud|links)|post-?tags|entry-?(?:footer|meta-?footer|utility)|visually-?hidden|sr-only|screen-reader-text|print-?only|search-?(?:form|box|bar)|searchform|language-?(?:switcher|selector)|robots-nocontent)$`)
	commenting = regexp.MustCompile(`^(?:.*[-_])?(?:comments?|comments?-?(?:list|section|area|wrap|wrapper|form|box|body|thread|container|respond)|commentlist|commentsbox|commentform|commentarea|respond|disqus\w*|kommentare?|comentarios|commentaires|trackbacks?|pingbacks?|reactions)$`)
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

// name is what the name of an element says of it.
type name uint8

const (
	plainName name = iota
	besideName
	commentName
)

// meaning looks a name up, or works out what it says: a page repeats few names often.
func (j *junk) meaning(s string) name {
	s, _, _ = strings.Cut(s, "--") // what follows says what it is like
	if known, ok := j.names[s]; ok {
		return known
	}
	means := plainName
	switch {
	case len(s) > maxElementName || state.MatchString(s):
	case commenting.MatchString(s):
		means = commentName
	case beside.MatchString(s):
		means = besideName
	}
	j.names[s] = means
	return means
}

const maxElementName = 60 // bytes: a longer one is made by a machine

func newJunk(root *html.Node, comments bool) *junk {
	masses := weigh(root)
	return &junk{comments: comments, lists: comments, masses: masses, all: masses[root], names: map[string]name{}}
}

// hides reports whether an element and all in it stand beside the text. What holds most of a page's text is no such
// thing, whatever it is called, and neither is what holds its headline; except that there may be any number of comments.
func (j *junk) hides(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Html, atom.Body, atom.Main:
		return false
	case atom.Nav, atom.Aside, atom.Footer, atom.Label, atom.Legend:
		return !j.isMost(n)
	}
	if attribute(n, "aria-hidden") == "true" {
		return !j.isMost(n)
	}
	switch attribute(n, "role") {
	case "navigation", "contentinfo", "search", "complementary", "dialog", "alertdialog", "alert", "banner", "menu", "menubar", "toolbar":
		return !j.isMost(n)
	}
	for _, key := range []string{"class", "id"} {
		for name := range strings.FieldsSeq(strings.ToLower(attribute(n, key))) {
			switch j.meaning(name) {
			case commentName:
				return !j.comments && !j.masses[n].headline
			case besideName:
				return !j.isMost(n)
			}
		}
	}
	return false
}

func (j *junk) isMost(n *html.Node) bool {
	m := j.masses[n]
	return m.headline || m.good*3 > j.all.good
}
