package answer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"engram/internal/lang"
)

// How much of a sentence's words must stand in passages for these to support it. Whoever writes in their own words shares
// fewer of them; so a passage that the model names is believed sooner than one that is only found.
const (
	enoughCited = 0.4 // in those that it cites, together
	enoughFound = 0.6 // in one that it does not cite
	enoughOfOne = 0.2 // in each of several that it cites
)

// checker compares an answer with what the model was sent.
type checker struct {
	evidence []*evidence
	langs    []lang.Lang
	cites    []Citation
}

func newChecker(evidence []*evidence) *checker {
	c := &checker{evidence: evidence}
	for _, e := range evidence {
		for _, h := range e.hits {
			if lang := h.Lang(); !slices.Contains(c.langs, lang) {
				c.langs = append(c.langs, lang)
			}
		}
	}
	return c
}

// check returns a cleaned answer whose every sentence cites what supports it or ends in [?], and its citations in their
// order. Headings, lists, tables and code stay. One that would cite and mark nothing ends in [?].
func check(markdown string, evidence []*evidence) (string, []Citation) {
	c := newChecker(evidence)
	var kept []string
	var below outline // without the items that go
	filled := false
	for _, l := range linesOf(markdown) {
		said := c.judged(l)
		if said != l.text && l.kind != tabled && !hasWords(said) {
			continue // only signs around a mark are left
		}
		if l.kind == coded || l.kind == tabled {
			below.open = 0
		} else {
			said = below.put(said, filled)
		}
		kept, filled = append(kept, said), said != ""
	}
	return unlessCited(strings.Join(kept, "\n")), c.cites
}

// judged is a line with the marks that it deserves.
func (c *checker) judged(l textLine) string {
	switch l.kind {
	case coded:
		return l.text
	case tabled:
		return c.only(l.text)
	case headed:
		begin := heading.FindString(l.text) // with the blanks behind it, which make it one
		return begin + strings.TrimLeft(c.only(l.text[len(begin):]), " \t")
	}
	return c.line(l.text)
}

// unlessCited marks the end of an answer that neither cites nor marks anything, and so would pass for a known truth.
func unlessCited(markdown string) string {
	markdown = strings.TrimRight(markdown, " \t\n")
	if said := prose(markdown); len(cited(said)) > 0 || strings.Contains(said, unsupported) || !strings.ContainsFunc(markdown, isWordRune) {
		return markdown
	}
	lines := linesOf(markdown)
	last := lines[len(lines)-1]
	if last.kind == plain && hasWords(last.text) {
		return ending(markdown, unsupported)
	}
	return markdown + "\n\n" + unsupported
}

// hasWords reports whether a line says anything behind the signs that begin it.
func hasWords(line string) bool {
	return strings.ContainsFunc(line[len(container.FindString(line)):], func(r rune) bool { return r >= utf8.RuneSelf || isWordRune(r) })
}

// leader is what begins a line before its sentences: quotation, item, checkbox.
var leader = regexp.MustCompile(`^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?`)

// only keeps a line whose sentences are not judged, such as a row of a table, with the numbers that it cites.
func (c *checker) only(line string) string {
	return c.listed(line, claimOf(ordinal.ReplaceAllString(line, ""), c.langs))
}

// ordinal matches a first cell that counts the rows.
var ordinal = regexp.MustCompile(`^[ \t>]*\|?[ \t]*[0-9]{1,2}[.)]?[ \t]*\|`)

// listed keeps the numbers that a text cites, unless it states a number that they lack. Its words are not compared.
func (c *checker) listed(s string, said claim) string {
	own := c.of(cited(withoutSpans(s)))
	if len(own) == 0 || said.counted(own...) {
		return c.keep(s, numbersOf(own), said)
	}
	mark := " " + unsupported // in the place of the first
	return remark(s, func(string) string {
		defer func() { mark = "" }()
		return mark
	})
}

// line judges the sentences of a line one by one.
func (c *checker) line(line string) string {
	begin := leader.FindString(line)
	var b strings.Builder
	last := ""
	for i, s := range sentencesOf(line[len(begin):]) {
		if i > 0 && !strings.HasSuffix(b.String(), last) && meets.MatchString(b.String()) && s[0] > ' ' && s[0] < utf8.RuneSelf {
			b.WriteByte(' ') // or a bracket behind a new mark made a link of it
		}
		b.WriteString(c.sentence(s))
		last = s
	}
	return unindented(begin + b.String()) // where a mark went that began the line, what is behind it does
}

// meets matches what would meet what is put behind it.
var meets = regexp.MustCompile(`[!-~]$`)

// sentence judges one, the blanks behind it included.
func (c *checker) sentence(s string) string {
	said, own := claimOf(s, c.langs), c.of(cited(withoutSpans(s)))
	if !said.states(s) {
		return c.listed(s, said)
	}
	if len(own) > 0 && c.supported(said, own) {
		return c.keep(s, numbersOf(said.supporting(own)), said)
	}
	if best := c.best(said); best != nil {
		return ending(c.keep(s, nil, said), c.cite(best.n, said))
	}
	return ending(c.keep(s, nil, said), unsupported)
}

// states reports whether a sentence says something that can be true or false: no question, nothing that only leads to what
// follows, and more than a word or a number.
func (c claim) states(s string) bool {
	if asking.MatchString(unmarked(s)) {
		return false
	}
	return len(c.terms) > 1 || len(c.numbers) > 0
}

// asking matches what ends as a question, or leads on. Signs behind the end of a sentence don't change what that says.
var asking = regexp.MustCompile("[^\\s.!…。！*_\"'”’)`?:？：][\\s*_\"'”’)`]*[?:？：]+[\\s*_\"'”’)]*$")

func (c *checker) supported(said claim, by []*evidence) bool {
	return said.counted(by...) && (said.foreign(by...) || said.share(by...) >= enoughCited && !said.denied(by...))
}

// supporting are those of several that hold a part of the claim of their own; all, when none does.
func (c claim) supporting(of []*evidence) []*evidence {
	if len(of) < 2 {
		return of
	}
	kept := slices.DeleteFunc(slices.Clone(of), func(e *evidence) bool {
		return !c.foreign(e) && c.share(e) < enoughOfOne && !slices.ContainsFunc(c.numbers, func(n string) bool { return e.numbers[n] })
	})
	if len(kept) == 0 {
		return of
	}
	return kept
}

// best is what clearly supports the claim, nil when nothing does.
func (c *checker) best(said claim) (best *evidence) {
	share := 0.0
	for _, e := range c.evidence {
		if s := said.share(e); s >= enoughFound && s > share && said.counted(e) && !said.denied(e) {
			best, share = e, s
		}
	}
	return best
}

func (c *checker) of(numbers []int) (all []*evidence) {
	for _, e := range c.evidence {
		if slices.Contains(numbers, e.n) {
			all = append(all, e)
		}
	}
	return all
}

func numbersOf(all []*evidence) (numbers []int) {
	for _, e := range all {
		numbers = append(numbers, e.n)
	}
	return numbers
}

// keep drops the other numbers of a text than these, outside code, and cites these.
func (c *checker) keep(s string, numbers []int, said claim) string {
	return remark(s, func(found string) string {
		n, err := strconv.Atoi(strings.Trim(found, " \t[]"))
		if err != nil || !slices.Contains(numbers, n) || c.cite(n, said) == "" {
			return ""
		}
		return found
	})
}

// cite notes the citation of a claim and returns its mark, empty when there is nothing of that number.
func (c *checker) cite(n int, said claim) string {
	at := slices.IndexFunc(c.evidence, func(e *evidence) bool { return e.n == n })
	if at < 0 {
		return ""
	}
	quote, in := c.evidence[at].quote(said)
	cite := Citation{N: n, MemoryID: c.evidence[at].memoryID, Quote: quote, Place: PlaceOf(in.Place)}
	if !slices.Contains(c.cites, cite) {
		c.cites = append(c.cites, cite)
	}
	return "[" + strconv.Itoa(n) + "]"
}

// ending puts a mark behind a sentence, before the blanks that follow it.
func ending(s, mark string) string {
	end := len(strings.TrimRight(s, " \t"))
	return s[:end] + " " + mark + s[end:]
}
