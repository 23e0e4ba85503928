package article

import (
	"iter"
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"engram/internal/capture/markup"
)

const minRepeats = 3 // similar siblings make a thread

var repeated = regexp.MustCompile(`^(?:.*[-_])?(?:post|posts|message|answer|question|reply|entry|hentry|topic|thread|comments?|comtr|athing)(?:[-_].*|\d*)$`)

// isRow reports whether most of an element's content is in similarly named children of one kind, as
// posts are. The parts of one post have names of posts too, but different ones.
func isRow(n *html.Node, bp *boilerplate) bool {
	good, counts := map[string]int{}, map[string]int{}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type != html.ElementNode || bp.masses[c].good == 0 {
			continue
		}
		for name := range classesOf(c) {
			if repeated.MatchString(name) {
				name = strings.TrimRight(name, "-_0123456789")
				good[name] += bp.masses[c].good
				counts[name]++
			}
		}
	}
	for name, count := range counts {
		if count >= minRepeats && good[name]*2 > bp.masses[n].good {
			return true
		}
	}
	return false
}

// isNamed reports whether a class of an element matches.
func isNamed(n *html.Node, names *regexp.Regexp) bool {
	for name := range classesOf(n) {
		if names.MatchString(name) {
			return true
		}
	}
	return false
}

const maxClasses = 2000 // bytes of an element's classes

// classesOf yields the classes of an element in lower case.
func classesOf(n *html.Node) iter.Seq[string] {
	classes := markup.Attribute(n, "class")
	return strings.FieldsSeq(strings.ToLower(classes[:min(len(classes), maxClasses)]))
}
