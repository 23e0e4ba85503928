package document

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The forms in which models write citations: [1], [1, 2], [1-3], [^1], [#1], [passage 1], 【1】,
// 【1†source】.
var (
	written = regexp.MustCompile(`(?i)[ \t]*(?:\[|【)[ \t]*((?:(?:passages?|sources?|match(?:es)?|memor(?:y|ies)|nos?\.|and|[\^#,;&–-])[ \t]*|[0-9]{1,3}[ \t]*)+)(?:†[^\]】]*)?(?:\]|】)|[ \t]*\[\?\]`)
	number  = regexp.MustCompile(`[0-9]+`)
	between = regexp.MustCompile(`^([0-9]{1,3})[ \t]*[–-][ \t]*([0-9]{1,3})[ \t]*$`)
	// alone matches brackets with just a number.
	alone = regexp.MustCompile(`^[ \t]*(?:\^?[0-9]{1,3}|\?)[ \t]*$`)
)

const (
	maxNumber   = 999 // larger numbers are years or text
	unsupported = "[?]"
)

// cites turns all forms of citations into marks and drops numbers without a match, with the blanks
// before them.
func cites(spans []Span, matches int) []Span {
	text := flat(spans)
	var changes []change
	for _, at := range written.FindAllStringSubmatchIndex(text, -1) {
		found := text[at[0]:at[1]]
		gap := found[:len(found)-len(strings.TrimLeft(found, " \t"))]
		var marks []Span
		if strings.TrimSpace(found) == unsupported {
			marks = []Span{{Unsupported: true}}
		} else {
			numbers := listed(text[at[2]:at[3]])
			if len(numbers) == 0 || slices.Max(numbers) > maxNumber {
				continue
			}
			for _, n := range numbers {
				if n >= 1 && n <= matches {
					marks = append(marks, Span{Cite: n})
				}
			}
		}
		c := change{from: at[0], to: at[1], with: func([]Span) []Span { return marks }}
		if len(marks) > 0 {
			c.from += len(gap)
		}
		changes = append(changes, c)
	}
	return apply(spans, changes)
}

// marksIn reports whether words contain a citation.
func marksIn(words []Span) bool {
	text := flat(words)
	return alone.MatchString(text) || written.MatchString(text)
}

// listed returns the numbers in one pair of brackets, with ranges expanded.
func listed(inner string) (all []int) {
	if m := between.FindStringSubmatch(inner); m != nil {
		from, _ := strconv.Atoi(m[1])
		to, _ := strconv.Atoi(m[2])
		for n := from; n <= to && n-from < 10; n++ {
			all = append(all, n)
		}
		return all
	}
	for _, digits := range number.FindAllString(inner, -1) {
		n, _ := strconv.Atoi(digits)
		all = append(all, n)
	}
	return all
}

// literalOpen replaces literal brackets while citations are parsed; it is a noncharacter.
const literalOpen = "\ufdd0"

var escapedSign = regexp.MustCompile("\\\\[!-/:-@\\[-`{-~]")

// keepLiteral returns the escaped sign, or the placeholder for a bracket.
func keepLiteral(sign []byte) []byte {
	if string(sign) == `\[` {
		return []byte(literalOpen)
	}
	return sign
}

// literal restores the literal brackets.
func literal(spans []Span) []Span {
	for i := range spans {
		spans[i].Text = strings.ReplaceAll(spans[i].Text, literalOpen, "[")
	}
	return spans
}
