package answer

import (
	"regexp"
	"slices"
	"strings"

	"engram/internal/document"
	"engram/internal/lang"
)

// The share of a sentence's words that passages must hold to support it. It is lower for passages
// that the model cites than for those found by comparing.
const (
	enoughCited = 0.4 // in all that it cites, together
	enoughFound = 0.6 // in one that it does not cite
	enoughOfOne = 0.2 // in each of several that it cites
)

// grounding verifies an answer against what the model was sent.
type grounding struct {
	evidence []*evidence
	langs    []lang.Lang
	cites    []Citation
}

func newGrounding(evidence []*evidence) *grounding {
	g := &grounding{evidence: evidence}
	for _, e := range evidence {
		for _, h := range e.hits {
			if in := h.Lang(); !slices.Contains(g.langs, in) {
				g.langs = append(g.langs, in)
			}
		}
	}
	return g
}

// ground returns the answer with its citations verified and unsupported sentences marked. An answer
// without any citation or mark is marked at its end, or it would pass for established.
func ground(d document.Document, evidence []*evidence) (document.Document, []Citation) {
	g := newGrounding(evidence)
	d.Edit(func(in document.Kind, row []document.Cell) {
		if in == document.Paragraph {
			row[0] = g.sentences(row[0])
		} else {
			g.row(row)
		}
	})
	if d = d.Pruned(); len(d) > 0 && !d.IsMarked() {
		d = markEnd(d)
	}
	return d, g.cites
}

// markEnd marks the end of the document as unsupported.
func markEnd(d document.Document) document.Document {
	mark := document.Span{Unsupported: true}
	if last := &d[len(d)-1]; last.Kind == document.Paragraph {
		last.Spans = ending(last.Spans, mark)
		return d
	}
	return append(d, document.Block{Kind: document.Paragraph, Spans: []document.Span{mark}})
}

// sentences verifies the sentences of a paragraph.
func (g *grounding) sentences(spans []document.Span) (all []document.Span) {
	if !hasWords(spans) {
		return nil // nothing but punctuation around a mark
	}
	for _, s := range sentencesOf(spans) {
		all = document.Join(all, g.sentence(s)...)
	}
	return document.Trim(all)
}

// row verifies the numbers in a heading or a table row; its words are not compared. Its citations
// stay if they support the numbers.
func (g *grounding) row(row []document.Cell) {
	var said []string
	var own []*evidence
	for i, cell := range row {
		if i > 0 || len(row) == 1 || !ordinal.MatchString(document.Prose(cell)) {
			said = append(said, document.Prose(cell))
		}
		own = append(own, g.of(cell)...)
	}
	c := claimOf(strings.Join(said, " "), g.langs)
	kept := g.byNumbers(own, c)
	for i := range row {
		row[i] = document.Trim(replaceMarks(row[i], kept))
	}
}

// ordinal matches a first cell that numbers the rows.
var ordinal = regexp.MustCompile(`^[0-9]{1,2}[.)]?$`)

// byNumbers returns the marks for a text whose words are not compared: its own citations if they
// hold its numbers, else one mark as unsupported.
func (g *grounding) byNumbers(own []*evidence, said claim) func(document.Span) (document.Span, bool) {
	if len(own) == 0 || said.hasNumbers(own...) {
		return g.keep(own, said)
	}
	first := true
	return func(document.Span) (document.Span, bool) {
		was := first
		first = false
		return document.Span{Unsupported: true}, was
	}
}

// sentence verifies one sentence.
func (g *grounding) sentence(s []document.Span) []document.Span {
	said, own := claimOf(document.Prose(s), g.langs), g.of(s)
	if !said.states(document.Prose(s)) {
		return replaceMarks(s, g.byNumbers(own, said))
	}
	if len(own) > 0 && g.supported(said, own) {
		return replaceMarks(s, g.keep(said.supporting(own), said))
	}
	bare := replaceMarks(s, g.keep(nil, said))
	if best := g.best(said); best != nil {
		return ending(bare, g.cite(best, said))
	}
	return ending(bare, document.Span{Unsupported: true})
}

// states reports whether a sentence claims something: not a question, not a lead-in, and more than
// one word or a number.
func (c claim) states(s string) bool {
	if asking.MatchString(s) {
		return false
	}
	return len(c.terms) > 1 || len(c.numbers) > 0
}

// asking matches a question or a lead-in, ignoring punctuation after the sentence.
var asking = regexp.MustCompile("[^\\s.!…。！*_\"'”’»)`?:？：][\\s*_\"'”’»)`]*[?:？：]+[\\s*_\"'”’»)]*$")

func (g *grounding) supported(said claim, by []*evidence) bool {
	return said.hasNumbers(by...) &&
		(said.foreign(by...) || said.share(by...) >= enoughCited && !said.denied(by...))
}

// supporting returns the evidence that holds a part of the claim by itself; all of it if none does.
func (c claim) supporting(of []*evidence) []*evidence {
	if len(of) < 2 {
		return of
	}
	kept := slices.DeleteFunc(slices.Clone(of), func(e *evidence) bool {
		return !c.foreign(e) && c.share(e) < enoughOfOne &&
			!slices.ContainsFunc(c.numbers, func(n string) bool { return e.numbers[n] })
	})
	if len(kept) == 0 {
		return of
	}
	return kept
}

// best returns the evidence that clearly supports the claim, nil if none does.
func (g *grounding) best(said claim) (best *evidence) {
	share := 0.0
	for _, e := range g.evidence {
		if s := said.share(e); s >= enoughFound && s > share && said.hasNumbers(e) &&
			!said.denied(e) {
			best, share = e, s
		}
	}
	return best
}

// of returns the evidence that the spans cite.
func (g *grounding) of(spans []document.Span) (all []*evidence) {
	for _, e := range g.evidence {
		if slices.ContainsFunc(spans, func(s document.Span) bool { return s.Cite == e.n }) {
			all = append(all, e)
		}
	}
	return all
}

// keep returns a function that keeps the citations of this evidence and removes all other marks.
func (g *grounding) keep(of []*evidence, said claim) func(document.Span) (document.Span, bool) {
	return func(mark document.Span) (document.Span, bool) {
		at := slices.IndexFunc(of, func(e *evidence) bool { return e.n == mark.Cite })
		if at < 0 {
			return mark, false
		}
		return g.cite(of[at], said), true
	}
}

// cite records a citation of the claim and returns its mark.
func (g *grounding) cite(e *evidence, said claim) document.Span {
	quote, in := e.quote(said)
	cite := Cite(e.n, in.Passage, quote)
	at := slices.Index(g.cites, cite)
	if at < 0 {
		at = len(g.cites)
		g.cites = append(g.cites, cite)
	}
	return document.Span{Cite: e.n, Citation: at + 1}
}

// replaceMarks replaces the marks of spans. A removed mark takes the blanks before it along, but
// not if the words around it would merge into an address.
func replaceMarks(spans []document.Span, with func(mark document.Span) (document.Span, bool)) (all []document.Span) {
	for i, s := range spans {
		if !s.IsMark() {
			all = document.Join(all, s)
			continue
		}
		if mark, kept := with(s); kept {
			all = document.Join(all, mark)
			continue
		}
		if all = trimmed(all); merges(all, spans[i+1:]) {
			all = document.Join(all, document.Span{Text: " "})
		}
	}
	return all
}

// merges reports whether text before and after a removed mark could become something else together.
func merges(before, behind []document.Span) bool {
	if len(before) == 0 || len(behind) == 0 || behind[0].IsMark() {
		return false
	}
	last, next := before[len(before)-1].Text, behind[0].Text
	return behind[0].Code || !apart.MatchString(next) ||
		strings.TrimLeft(next, " \n") == next && addressBegun.MatchString(last)
}

var (
	// apart matches text that can't continue the word before it.
	apart        = regexp.MustCompile(`^(?:[.,;:!?…)"'*_]*(?:\s|$)|[^\x00-\x7f])`)
	addressBegun = regexp.MustCompile(`(?i)(?:https?:|www)[^\s]*$`)
)

// trimmed returns spans without trailing blanks.
func trimmed(spans []document.Span) []document.Span {
	last := len(spans) - 1
	if last < 0 || spans[last].IsMark() || spans[last].Code {
		return spans
	}
	spans = slices.Clone(spans)
	if spans[last].Text = strings.TrimRight(spans[last].Text, " \n"); spans[last].Text == "" {
		return spans[:last]
	}
	return spans
}

// ending puts a mark at the end of a sentence, before its trailing blanks.
func ending(s []document.Span, mark document.Span) []document.Span {
	said := document.Prose(s)
	end := len(strings.TrimRight(said, " \n"))
	all := document.Join(nil, document.Cut(s, 0, end)...)
	return document.Join(document.Join(all, document.Span{Text: " "}, mark), document.Cut(s, end, len(said))...)
}
