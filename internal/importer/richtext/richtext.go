// Package richtext turns the HTML in which other programs keep notes into markdown.
package richtext

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"engram/internal/capture/markup"
	"engram/internal/capture/structure"
)

// Parse returns the tree of a note; false if it is too large or too odd to be parsed.
func Parse(ctx context.Context, page []byte) (*html.Node, bool) {
	page = markup.Decode(page, "text/html; charset=utf-8")
	if markup.Scan(ctx, page).Heavy {
		return nil, false
	}
	root, err := markup.Parse(ctx, page)
	return root, err == nil
}

// Markdown returns the visible text below a node as markdown. Links and pictures of the web are kept,
// and the pictures that were set, by their names.
func Markdown(n *html.Node, names ...string) string {
	Each(n, func(e *html.Node) bool {
		if e.DataAtom == atom.Input && Attr(e, "type") == "checkbox" {
			SetTask(e, slices.ContainsFunc(e.Attr, func(a html.Attribute) bool { return a.Key == "checked" }))
		}
		return true
	})
	_, blocks := structure.Blocks(n, &url.URL{})
	text := tasks.ReplaceAllStringFunc(blocks.Markdown(), func(begin string) string {
		return boxes.Replace(strings.TrimRight(begin, " "))
	})
	text = pictures.ReplaceAllStringFunc(signs.Replace(text), func(sign string) string {
		i, err := strconv.Atoi(strings.Trim(sign, picture+end))
		if err != nil || i >= len(names) {
			return ""
		}
		return "![](<" + strings.NewReplacer("<", "%3C", ">", "%3E", "\n", " ").Replace(names[i]) + ">)"
	})
	return text
}

// The boxes of tasks and the places of pictures, in letters that no text has, until it is markdown.
const (
	open = "\ue5b0"
	done = "\ue5b1"

	picture = "\ue5b2"
	end     = "\ue5b3"
)

var (
	tasks    = regexp.MustCompile(`(?m)^\s*(?:[-*]|[0-9]+[.)]) (?:` + open + `|` + done + `) *`)
	boxes    = strings.NewReplacer(open, "[ ] ", done, "[x] ")
	pictures = regexp.MustCompile(picture + "[0-9]*" + end)
	signs    = strings.NewReplacer(open, "☐ ", done, "☑ ")
)

// SetTask makes a node the box of a task.
func SetTask(n *html.Node, isDone bool) {
	if isDone {
		Say(n, done)
		return
	}
	Say(n, open)
}

// Begin puts the box of a task at the beginning of a list's item.
func Begin(item *html.Node, isDone bool) {
	at := item
	for c := at.FirstChild; c != nil && (c.DataAtom == atom.Div || c.DataAtom == atom.P); c = at.FirstChild {
		at = c
	}
	box := &html.Node{Type: html.ElementNode, Data: "span", DataAtom: atom.Span}
	at.InsertBefore(box, at.FirstChild)
	SetTask(box, isDone)
}

// SetCode makes a block whose lines are blocks verbatim code.
func SetCode(block *html.Node) {
	var lines []string
	for c := block.FirstChild; c != nil; c = c.NextSibling {
		var b strings.Builder
		for d := range c.Descendants() {
			if d.Type == html.TextNode {
				b.WriteString(d.Data)
			} else if d.DataAtom == atom.Br && d.NextSibling != nil {
				b.WriteByte('\n')
			}
		}
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
		lines = append(lines, strings.ReplaceAll(b.String(), "\u00a0", " "))
	}
	code := &html.Node{Type: html.ElementNode, Data: "pre", DataAtom: atom.Pre}
	code.AppendChild(&html.Node{Type: html.TextNode, Data: strings.Join(lines, "\n")})
	if block.Parent != nil {
		block.Parent.InsertBefore(code, block)
		block.Parent.RemoveChild(block)
	}
}

// SetPicture makes a node the picture with a number among the names.
func SetPicture(n *html.Node, number int) { Say(n, picture+strconv.Itoa(number)+end) }

// Attr returns an attribute; empty if there is none.
func Attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// Classed reports whether a node has a class.
func Classed(n *html.Node, class string) bool {
	for c := range strings.FieldsSeq(Attr(n, "class")) {
		if c == class {
			return true
		}
	}
	return false
}

// Each calls visit with every element below a node, and does not enter those for which it returns
// false.
func Each(n *html.Node, visit func(*html.Node) bool) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type != html.ElementNode || visit(c) {
			Each(c, visit)
		}
		c = next
	}
}

// First returns the first element below a node that is one; nil if there is none.
func First(n *html.Node, is func(*html.Node) bool) (first *html.Node) {
	Each(n, func(e *html.Node) bool {
		if first == nil && is(e) {
			first = e
		}
		return first == nil
	})
	return first
}

// Is returns a test for an element.
func Is(a atom.Atom) func(*html.Node) bool {
	return func(n *html.Node) bool { return n.DataAtom == a }
}

// Text returns the text below a node on one line.
func Text(n *html.Node) string {
	switch {
	case n == nil:
		return ""
	case n.DataAtom == atom.Title && n.FirstChild != nil:
		return strings.Join(strings.Fields(n.FirstChild.Data), " ")
	}
	return strings.Join(strings.Fields(markup.Text(n)), " ")
}

// Say replaces a node by a text.
func Say(n *html.Node, text string) {
	if n.Parent != nil {
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: text}, n)
		n.Parent.RemoveChild(n)
	}
}

// Remove removes a node.
func Remove(n *html.Node) {
	if n != nil && n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
}
