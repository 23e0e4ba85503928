package answer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The ways in which models write citations: [1], [1, 2], [1-3], [^1], [#1], [passage 1], 【1】, 【1†source】.
var (
	written = regexp.MustCompile(`(?i)[ \t]*(?:\[|【)[ \t]*((?:(?:passages?|sources?|match(?:es)?|memor(?:y|ies)|nos?\.|and|[\^#,;&–-])[ \t]*|[0-9]{1,3}[ \t]*)+)(?:†[^\]】]*)?(?:\]|】)`)
	number  = regexp.MustCompile(`[0-9]+`)
	between = regexp.MustCompile(`^([0-9]{1,3})[ \t]*[–-][ \t]*([0-9]{1,3})[ \t]*$`)
	// citation is how they all are written in the end.
	citation = regexp.MustCompile(`\[([0-9]{1,3})\]`)
)

const maxNumber = 999 // in brackets; beyond it is a year, or other text

// marks writes all citations alike, as [1][2], and drops the numbers that no match has. Blanks before what is dropped go too.
func marks(s string, matches int) string {
	return written.ReplaceAllStringFunc(s, func(found string) string {
		inner := written.FindStringSubmatch(found)[1]
		numbers := listed(inner)
		if len(numbers) == 0 || slices.Max(numbers) > maxNumber {
			return found
		}
		kept := ""
		for _, n := range numbers {
			if n >= 1 && n <= matches {
				kept += "[" + strconv.Itoa(n) + "]"
			}
		}
		if kept == "" {
			return ""
		}
		return found[:len(found)-len(strings.TrimLeft(found, " \t"))] + kept
	})
}

// listed are the numbers of one pair of brackets, those between the ends of a range among them.
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

// cited returns the numbers that a text cites, each once, in their order.
func cited(s string) (all []int) {
	seen := map[int]bool{}
	for _, m := range citation.FindAllStringSubmatch(s, -1) {
		if n, _ := strconv.Atoi(m[1]); !seen[n] {
			seen[n] = true
			all = append(all, n)
		}
	}
	return all
}

// unsupported ends a sentence that nothing in the passages supports.
const unsupported = "[?]"

var marked = regexp.MustCompile(`[ \t]*\[(?:[0-9]{1,3}|\?)\]`)

// unmarked is an answer without its numbers: they are those of another question's matches.
func unmarked(markdown string) string { return marked.ReplaceAllString(markdown, "") }
