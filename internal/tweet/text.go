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
	"engram/internal/plaintext"
)

// maxText is the maximum number of characters read. X allows 25,000.
const maxText = 30_000

// shown returns the visible text: without the names replied to and the addresses of attachments,
// with full addresses. If its indices are invalid the text is unchanged.
func (t *tweet) shown() string {
	text := []rune(t.Text)
	from, to := t.visible(len(text))
	var out strings.Builder
	for _, l := range t.links(text) {
		if l.Indices[0] < from || l.Indices[1] > to {
			continue // hidden, or within the previous one
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
	return plaintext.Shorten(seen, maxText)
}

// visible returns the visible range of a text of length code points.
func (t *tweet) visible(length int) (from, to int) {
	if t.Range.value == nil {
		return 0, length
	}
	from = min(max(t.Range.value[0], 0), length)
	return from, min(max(t.Range.value[1], from), length)
}

// links returns the shortened addresses in order, each with its replacement in Display, which is
// empty for the tweet's own media and the quoted tweet.
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
		// Length first: a thousand spans over a long text must not cost a thousand copies.
		return from < 0 || to > len(text) || from >= to || to-from != utf8.RuneCountInString(l.URL) || string(text[from:to]) != l.URL
	})
	slices.SortStableFunc(out, func(a, b link) int { return cmp.Compare(a.Indices[0], b.Indices[0]) })
	return out
}

// written returns the full address without scheme, so that it can be found by its words.
func (l link) written() string {
	u, err := url.Parse(l.Expanded)
	if err != nil || u.Host == "" {
		return l.Display
	}
	_, rest, _ := strings.Cut(l.Expanded, "://")
	return strings.TrimSuffix(strings.TrimPrefix(rest, "www."), "/")
}

// quotes reports whether an address is that of the quoted tweet.
func (t *tweet) quotes(address string) bool {
	u, err := url.Parse(address)
	return err == nil && t.Quoted.value.shows() && memory.TweetID(u) != "" && memory.TweetID(u) == t.Quoted.value.ID
}

// clean removes control characters and bidi marks, but keeps the joiners of emoji.
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

// line returns s on one line of at most limit characters.
func line(s string, limit int) string {
	return plaintext.Shorten(strings.Join(strings.Fields(clean(s)), " "), limit)
}
