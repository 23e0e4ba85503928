package tweet

import (
	"cmp"
	"html"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/memory"
)

// maxText bounds a tweet's text, in characters. X takes 25,000.
const maxText = 30_000

// shown is the text as a reader sees it: without the names of those it replies to and the addresses of what is shown beside
// it, with addresses written out. Text whose indices do not fit is left as it is.
func (t *tweet) shown() string {
	text := []rune(t.Text)
	from, to := t.visible(len(text))
	var out strings.Builder
	for _, l := range t.links(text) {
		if l.Indices[0] < from || l.Indices[1] > to {
			continue // out of sight, or in the one before
		}
		out.WriteString(html.UnescapeString(string(text[from:l.Indices[0]])))
		out.WriteString(l.Display)
		from = l.Indices[1]
	}
	out.WriteString(html.UnescapeString(string(text[from:to])))
	seen := strings.TrimSpace(clean(out.String()))
	if t.Note.value != nil && seen != "" && !strings.HasSuffix(seen, "…") {
		seen += "…"
	}
	return shorten(seen, maxText)
}

// visible is the stretch of a text of so many code points that is shown.
func (t *tweet) visible(length int) (from, to int) {
	if t.Range.value == nil {
		return 0, length
	}
	from = min(max(t.Range.value[0], 0), length)
	return from, min(max(t.Range.value[1], from), length)
}

// links are the shortened addresses where they stand in the text, in order, each with what a reader is to see in its place
// as its Display: nothing for that of the tweet's own media and of the tweet that it quotes, since those are shown.
func (t *tweet) links(text []rune) []link {
	var out []link
	for _, l := range t.Entities.value.URLs.value {
		if l.Display = l.written(); t.quotes(l.Expanded) {
			l.Display = ""
		}
		out = append(out, l)
	}
	for _, l := range t.Entities.value.Media.value {
		l.Display = ""
		out = append(out, l)
	}
	out = slices.DeleteFunc(out, func(l link) bool {
		from, to := l.Indices[0], l.Indices[1]
		// The length goes first: a thousand addresses that claim all of a long text must not cost a thousand copies of it.
		return from < 0 || to > len(text) || from >= to || to-from != utf8.RuneCountInString(l.URL) || string(text[from:to]) != l.URL
	})
	slices.SortStableFunc(out, func(a, b link) int { return cmp.Compare(a.Indices[0], b.Indices[0]) })
	return out
}

// written is the address in full, since a shortened one can't be found by its words, without what every address has.
func (l link) written() string {
	u, err := url.Parse(l.Expanded)
	if err != nil || u.Host == "" {
		return l.Display
	}
	_, rest, _ := strings.Cut(l.Expanded, "://")
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

// quotes reports whether an address is that of the tweet that t quotes.
func (t *tweet) quotes(address string) bool {
	u, err := url.Parse(address)
	return err == nil && t.Quoted.value.shows() && memory.TweetID(u) != "" && memory.TweetID(u) == t.Quoted.value.ID
}

// clean drops control characters and marks that make a text read otherwise than it is written. The joiners of emoji stay.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		if unicode.IsControl(r) || r == utf8.RuneError || unicode.Is(unicode.Bidi_Control, r) {
			return -1
		}
		return r
	}, s)
}

// line is s on one line of at most limit characters.
func line(s string, limit int) string {
	return shorten(strings.Join(strings.Fields(clean(s)), " "), limit)
}

// shorten cuts s to at most limit characters, at a blank when one is near, and marks the cut.
func shorten(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	cut := string([]rune(s)[:limit-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)*3/4 {
		cut = cut[:i]
	}
	return strings.TrimRight(cut, " ,;:.") + "…"
}
