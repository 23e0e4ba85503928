package note

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extended "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"engram/internal/document"
)

// spans converts the content of a block.
func (n *noting) spans(block ast.Node) []document.Span {
	return document.Trim(document.Join(nil, n.inline(block, document.Span{})...))
}

// inline converts the children of a node.
func (n *noting) inline(parent ast.Node, style document.Span) (all []document.Span) {
	for c := parent.FirstChild(); c != nil; c = c.NextSibling() {
		inner := style
		switch c := c.(type) {
		case *ast.Text:
			inner.Text = n.text(c)
		case *ast.String:
			inner.Text = document.Visible(string(c.Value))
		case *ast.CodeSpan:
			inner.Code, inner.Text = true, document.Visible(n.verbatim(c))
		case *ast.Emphasis:
			inner.Italic, inner.Bold = inner.Italic || c.Level == 1, inner.Bold || c.Level == 2
			all = append(all, n.inline(c, inner)...)
			continue
		case *extended.Strikethrough:
			inner.Struck = true
			all = append(all, n.inline(c, inner)...)
			continue
		case *ast.Link:
			all = append(all, n.linked(c, string(c.Destination), style)...)
			continue
		case *ast.Image:
			all = append(all, n.picture(c, style)...)
			continue
		case *ast.AutoLink:
			inner = n.address(c, style)
		case *ast.RawHTML:
			tag := string(c.Segments.Value(n.source))
			inner.Text = document.Visible(untagged(tag))
			if script, is := scripts[strings.ToLower(tag)]; is {
				style.Script = script // of what follows
			}
		case *reference:
			inner = n.reference(c, style)
		case *extended.TaskCheckBox: // a state of its block
		default:
			all = append(all, n.inline(c, inner)...)
			continue
		}
		all = append(all, inner)
	}
	return all
}

// scripts holds what a tag does to the words behind it.
var scripts = map[string]document.Script{
	"<sup>": document.Super, "</sup>": "", "<sub>": document.Sub, "</sub>": "",
}

// verbatim returns code within a line.
func (n *noting) verbatim(code ast.Node) string {
	var b strings.Builder
	for c := code.FirstChild(); c != nil; c = c.NextSibling() {
		if t, is := c.(*ast.Text); is {
			b.Write(t.Segment.Value(n.source))
		}
	}
	return strings.NewReplacer("\r\n", " ", "\n", " ").Replace(b.String())
}

// text decodes a text node and the line break after it.
func (n *noting) text(t *ast.Text) string {
	s := string(t.Segment.Value(n.source))
	s = document.Visible(document.Unescape(s))
	switch {
	case t.HardLineBreak(), t.SoftLineBreak() && n.lines:
		return strings.TrimRight(s, " ") + "\n"
	case t.SoftLineBreak():
		return strings.TrimRight(s, " ") + " "
	}
	return s
}

// linked returns the words of a link.
func (n *noting) linked(link ast.Node, address string, style document.Span) []document.Span {
	if address = visited(address); style.Link == "" {
		style.Link = address
	}
	return n.inline(link, style)
}

// picture returns a link to a picture: its description, or else its address.
func (n *noting) picture(c *ast.Image, style document.Span) []document.Span {
	words := document.Trim(document.Join(nil, n.linked(c, string(c.Destination), style)...))
	if address := visited(string(c.Destination)); len(words) == 0 && address != "" {
		style.Text = address
		if style.Link == "" {
			style.Link = address
		}
		return []document.Span{style}
	}
	return words
}

// address returns an address that was written as such.
func (n *noting) address(c *ast.AutoLink, style document.Span) document.Span {
	style.Text = document.Visible(string(c.Label(n.source)))
	address := string(c.URL(n.source))
	if c.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(address, "mailto:") {
		address = "mailto:" + address
	}
	if style.Link == "" && opened.MatchString(address) {
		style.Link = address
	}
	return style
}

// reference returns the number of a footnote, or what was written if there is none.
func (n *noting) reference(c *reference, style document.Span) document.Span {
	if number := n.notes[c.label]; number > 0 {
		style.Ref, style.Text = c.label, strconv.Itoa(number)
	} else {
		style.Text = document.Visible("[^" + c.label + "]")
	}
	return style
}

// opened matches the addresses that a saved text may link to.
var opened = regexp.MustCompile(`(?i)^(?:https?://[^\s<>]+|mailto:[^\s<>]+@[^\s<>]+)$`)

// visited returns the address of a link as a browser reads it; empty if it may not be opened.
func visited(destination string) string {
	address := string(util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations([]byte(destination)))))
	if address = document.Visible(address); opened.MatchString(address) {
		return address
	}
	return ""
}
