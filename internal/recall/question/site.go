package question

import "engram/internal/lang"

// site is a source of one kind of memory.
type site struct {
	kind string
	name string // empty: implied by the kind
	host string // lower-case text in the fields of its memories
}

var (
	sites = map[string]site{
		"youtube": {"video", "YouTube", "youtu"}, "vimeo": {"video", "Vimeo", "vimeo"},
		"twitch": {"video", "Twitch", "twitch"},
		"x":      {kind: "tweet"}, "twitter": {kind: "tweet"},
	}
	// nouns for a site's things; true: plural
	siteNouns = func() map[string]map[string]bool {
		all := map[string]map[string]bool{}
		for _, n := range lang.English.Words().Nouns {
			if n.Kind == lang.Any {
				continue
			}
			if all[n.Kind] == nil {
				all[n.Kind] = map[string]bool{}
			}
			for w := range lang.Set(n.One) {
				all[n.Kind][w] = false
			}
			for w := range lang.Set(n.Many) {
				all[n.Kind][w] = true
			}
		}
		return all
	}()
	origins = lang.Set("from on")
)

// ofSite reads "youtube clip" or "post from X" at word i; words is 0 if there is none.
func (s sentence) ofSite(i int) (of site, words int, several bool) {
	of, ok := sites[s.at(i)]
	noun, words := s.next(i), 2
	if !ok && origins[s.next(i)] {
		of, noun, words = sites[s.next(i+1)], s.at(i), 3
	}
	several, ok = siteNouns[of.kind][noun]
	if !ok {
		return site{}, 0, false
	}
	return of, words, several
}

// siteKind returns the kind that a sentence asks for by site: "the post from X about bees".
func (s sentence) siteKind() (kind, quoted string) {
	for i := range s.words {
		of, n, _ := s.ofSite(i)
		if n == 0 {
			continue
		}
		p := s.phrase(i)
		before, first := s.before(p.start), s.at(p.start)
		if doing[before] || p.nested || p.dubious || !definite[first] && !possessive[first] {
			continue
		}
		if next := s.next(i + n - 1); next == "" || s.saved(i+n) || nouns[s.at(i)].follows[next] ||
			nouns["video"].follows[next] {
			return of.kind, s.quote(i, i+n)
		}
	}
	return "", ""
}
