package answer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"engram/internal/recall/text"
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
	langs    []text.Lang
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
// order. Headings, lists, tables and code stay.
func check(markdown string, evidence []*evidence) (string, []Citation) {
	c := newChecker(evidence)
	var b blocks
	var kept []string
	for line := range strings.SplitSeq(markdown, "\n") {
		was := line
		switch {
		case b.code(line):
		case b.row(line), heading.MatchString(line):
			begin := heading.FindString(line) // with the blanks behind it, which make it one
			line = begin + c.only(line[len(begin):])
		default:
			line = c.line(line)
		}
		if strings.TrimSpace(line) != "" || strings.TrimSpace(was) == "" { // or what stands on both sides came apart
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n"), c.cites
}

var (
	heading = regexp.MustCompile(`^ {0,3}#{1,6}(?:\s+|$)`)
	// leader is what begins a line before its sentences: quotation, item, checkbox.
	leader   = regexp.MustCompile(`^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?`)
	linkRest = regexp.MustCompile(`\]\([^)]*\)`)
)

// only keeps a line whose sentences are not judged, such as a row of a table, with the numbers that it cites.
func (c *checker) only(line string) string {
	return c.listed(line, claimOf(ordinal.ReplaceAllString(line, ""), c.langs))
}

// ordinal matches a first cell that counts the rows.
var ordinal = regexp.MustCompile(`^[ \t>]*\|?[ \t]*[0-9]{1,2}[.)]?[ \t]*\|`)

// listed keeps the numbers that a text cites, unless it states a number that they lack. Its words are not compared.
func (c *checker) listed(s string, said claim) string {
	own := c.of(cited(s))
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
	b.WriteString(begin)
	rest := line[len(begin):]
	for _, s := range sentencesOf(rest) {
		b.WriteString(c.sentence(s))
	}
	return b.String()
}

// sentencesOf takes a line apart; together the parts are the line. Numbers behind a full stop belong to what it ends.
func sentencesOf(line string) (all []string) {
	from := 0
	for i, s := range text.Sentences(mask(line)) {
		if i > 0 {
			all = append(all, line[from:s.Offset])
			from = s.Offset
		}
	}
	return append(all, line[from:])
}

// mask puts letters in the place of code and addresses, whose stops end no sentence, and blanks in that of numbers.
func mask(line string) string {
	fill := func(with string) func(string) string {
		return func(s string) string { return strings.Repeat(with, len(s)) }
	}
	var b strings.Builder
	for _, r := range runs(line, false) {
		if r.code {
			b.WriteString(fill("x")(r.text))
		} else {
			b.WriteString(marked.ReplaceAllStringFunc(linkRest.ReplaceAllStringFunc(r.text, fill("x")), fill(" ")))
		}
	}
	if b.Len() != len(line) { // it was not clean
		return line
	}
	return b.String()
}

// sentence judges one, the blanks behind it included.
func (c *checker) sentence(s string) string {
	said, own := claimOf(s, c.langs), c.of(cited(s))
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
	bare := strings.TrimRight(unmarked(s), " \t*_\"'”’)")
	if strings.HasSuffix(bare, ":") || strings.HasSuffix(bare, "?") || strings.HasSuffix(bare, "：") || strings.HasSuffix(bare, "？") {
		return false
	}
	return len(c.terms) > 1 || len(c.numbers) > 0
}

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

// remark puts others in the place of a text's marks, outside code.
func remark(s string, with func(found string) string) string {
	var b strings.Builder
	for _, r := range runs(s, false) {
		if !r.code {
			r.text = marked.ReplaceAllStringFunc(r.text, with)
		}
		b.WriteString(r.text)
	}
	return b.String()
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
