package inbox

import (
	"context"
	"regexp"
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/cputime"
	"engram/internal/importer/richtext"
)

const (
	parseTime = 3 * time.Second // CPU time for all texts of a mail
	maxBeside = 100             // characters beside the link of a mail that is a link
	maxLines  = 2               // likewise
)

// markdown returns the texts of a mail as one.
func (l *letter) markdown(ctx context.Context) string {
	limited, release := cputime.WithLimit(ctx, parseTime)
	defer release()
	var parts []string
	for _, t := range l.texts {
		if t.heading != "" {
			parts = append(parts, "**"+strings.ReplaceAll(t.heading, "*", `\*`)+"**")
		}
		if words := t.markdown(limited); words != "" {
			parts = append(parts, words)
		}
	}
	return strings.Join(parts, "\n\n")
}

// markdown returns the HTML of a text or, where that can't be read or says nothing, what it is in plain text.
func (t text) markdown(ctx context.Context) string {
	plain := strings.TrimSpace(t.plain)
	if t.html == "" {
		return plain
	}
	root, ok := richtext.Parse(ctx, []byte(t.html))
	if ok {
		describePictures(root)
		if words := strings.TrimSpace(richtext.Markdown(root)); words != "" {
			return words
		}
	}
	if plain == "" && !ok {
		plain = strings.TrimSpace(markup.Unmarked(ctx, t.html))
		if plain == "" {
			plain = strings.TrimSpace(t.html) // too odd to be parsed, and kept all the same
		}
	}
	return plain
}

// describePictures replaces pictures by what describes them: to load one tells its sender that the mail is read.
func describePictures(root *html.Node) {
	richtext.Each(root, func(n *html.Node) bool {
		if n.DataAtom == atom.Img {
			richtext.Say(n, strings.Join(strings.Fields(richtext.Attr(n, "alt")), " "))
		}
		return true
	})
}

var (
	// addresses finds web addresses, without the signs that end a sentence or enclose them.
	addresses = regexp.MustCompile(`https?://[^\s<>()\[\]"'` + "`" + `]*[^\s<>()\[\]"'` + "`" + `.,;:!?*_]`)
	// sentBy finds what phones put under a mail by themselves.
	sentBy = regexp.MustCompile(`(?m)^(?:Sent from|Get Outlook for) .*$`)
	// linked finds words that led to an address, which was cut out.
	linked = regexp.MustCompile(`\[([^\[\]]*)\]\(<?>?\)`)
	// signs are left of the markup around an address.
	signs = strings.NewReplacer("[]", "", "()", "", "<>", "", "****", "")
)

// link returns the address that a mail is about, with the words beside it, if there is one address and little else.
func (l *letter) link(ctx context.Context) (address, beside string, ok bool) {
	if len(l.texts) != 1 || l.texts[0].heading != "" {
		return "", "", false
	}
	words := strings.TrimSpace(l.texts[0].plain)
	if words == "" {
		words = (&letter{texts: l.texts}).markdown(ctx)
	}
	for _, found := range addresses.FindAllString(words, -1) {
		if address != "" && found != address {
			return "", "", false
		}
		address = found
	}
	if address == "" {
		return "", "", false
	}
	words, _, _ = strings.Cut("\n"+words, "\n-- \n")
	beside = linked.ReplaceAllString(strings.ReplaceAll(sentBy.ReplaceAllString(words, ""), address, ""), "$1")
	beside = strings.TrimSpace(signs.Replace(beside))
	if strings.EqualFold(beside, l.subject) {
		beside = ""
	}
	return address, beside, len([]rune(beside)) <= maxBeside && strings.Count(beside, "\n") < maxLines
}
