package answer

import (
	"regexp"
	"slices"
	"strings"

	"engram/internal/answer/document"
	"engram/internal/lang"
)

// How much of a sentence's words must stand in passages for these to support it. Whoever writes in their own words shares
// fewer of them; so a passage that the model names is believed sooner than one that is only found.
const (
	enoughCited = 0.4 // in those that it cites, together
	enoughFound = 0.6 // in one that it does not cite
	enoughOfOne = 0.2 // in each of several that it cites
)

// grounding compares an answer with what the model was sent.
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

// ground returns an answer whose every sentence cites what supports it or is marked as unsupported, and its citations in
// their order. One that would cite and mark nothing is marked at its end: it would pass for a known truth.
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
		d = marked(d)
	}
	return d, g.cites
}

// marked puts the mark of what is unsupported behind the last paragraph, or below what ends otherwise.
func marked(d document.Document) document.Document {
	mark := document.Span{Unsupported: true}
	if last := &d[len(d)-1]; last.Kind == document.Paragraph {
		last.Spans = ending(last.Spans, mark)
		return d
	}
	return append(d, document.Block{Kind: document.Paragraph, Spans: []document.Span{mark}})
}

// sentences judges the sentences of a paragraph one by one.
func (g *grounding) sentences(spans []document.Span) (all []document.Span) {
	if !hasWords(spans) {
		return nil // only signs around a mark
	}
	for _, s := range sentencesOf(spans) {
		all = document.Join(all, g.sentence(s)...)
	}
	return document.Trim(all)
}

// row keeps the numbers that a heading or the row of a table cites, unless it states a number that they lack. Its words are
// not compared.
func (g *grounding) row(row []document.Cell) {
	var said []string
	var own []*evidence
	for i, cell := range row {
		if i > 0 || len(row) == 1 || !ordinal.MatchString(document.Flat(cell)) {
			said = append(said, words(cell))
		}
		own = append(own, g.of(cell)...)
	}
	c := claimOf(strings.Join(said, " "), g.langs)
	kept := g.only(own, c)
	for i := range row {
		row[i] = document.Trim(remark(row[i], kept))
	}
}

// ordinal matches a first cell that counts the rows.
var ordinal = regexp.MustCompile(`^[0-9]{1,2}[.)]?$`)

// only returns what becomes of the marks of a text whose words are not compared: those of its evidence stay, or the first is
// marked as unsupported in their place.
func (g *grounding) only(own []*evidence, said claim) func(document.Span) (document.Span, bool) {
	if len(own) == 0 || said.counted(own...) {
		return g.keep(own, said)
	}
	first := true
	return func(document.Span) (document.Span, bool) {
		was := first
		first = false
		return document.Span{Unsupported: true}, was
	}
}

// sentence judges one, the blanks behind it included.
func (g *grounding) sentence(s []document.Span) []document.Span {
	said, own := claimOf(words(s), g.langs), g.of(s)
	if !said.states(words(s)) {
		return remark(s, g.only(own, said))
	}
	if len(own) > 0 && g.supported(said, own) {
		return remark(s, g.keep(said.supporting(own), said))
	}
	bare := remark(s, g.keep(nil, said))
	if best := g.best(said); best != nil {
		return ending(bare, g.cite(best, said))
	}
	return ending(bare, document.Span{Unsupported: true})
}

// states reports whether a sentence says something that can be true or false: no question, nothing that only leads to what
// follows, and more than a word or a number.
func (c claim) states(s string) bool {
	if asking.MatchString(s) {
		return false
	}
	return len(c.terms) > 1 || len(c.numbers) > 0
}

// asking matches what ends as a question, or leads on. Signs behind the end of a sentence don't change what that says.
var asking = regexp.MustCompile("[^\\s.!…。！*_\"'”’»)`?:？：][\\s*_\"'”’»)`]*[?:？：]+[\\s*_\"'”’»)]*$")

func (g *grounding) supported(said claim, by []*evidence) bool {
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
func (g *grounding) best(said claim) (best *evidence) {
	share := 0.0
	for _, e := range g.evidence {
		if s := said.share(e); s >= enoughFound && s > share && said.counted(e) && !said.denied(e) {
			best, share = e, s
		}
	}
	return best
}

// of returns the evidence that spans cite.
func (g *grounding) of(spans []document.Span) (all []*evidence) {
	for _, e := range g.evidence {
		if slices.ContainsFunc(spans, func(s document.Span) bool { return s.Cite == e.n }) {
			all = append(all, e)
		}
	}
	return all
}

// keep returns what becomes of the marks of a text that these support: their citations stay, all others go.
func (g *grounding) keep(of []*evidence, said claim) func(document.Span) (document.Span, bool) {
	return func(mark document.Span) (document.Span, bool) {
		at := slices.IndexFunc(of, func(e *evidence) bool { return e.n == mark.Cite })
		if at < 0 {
			return mark, false
		}
		return g.cite(of[at], said), true
	}
}

// cite notes the citation of a claim and returns its mark.
func (g *grounding) cite(e *evidence, said claim) document.Span {
	quote, in := e.quote(said)
	cite := Cite(e.n, in.Passage, quote)
	if !slices.Contains(g.cites, cite) {
		g.cites = append(g.cites, cite)
	}
	return document.Span{Cite: e.n}
}

// remark replaces the marks of spans. Where one goes, the blanks before it go as well, and words around it do not meet: they
// could become an address.
func remark(spans []document.Span, with func(mark document.Span) (document.Span, bool)) (all []document.Span) {
	for i, s := range spans {
		if !s.IsMark() {
			all = document.Join(all, s)
			continue
		}
		if mark, kept := with(s); kept {
			all = document.Join(all, mark)
			continue
		}
		if all = trimmed(all); meet(all, spans[i+1:]) {
			all = document.Join(all, document.Span{Text: " "})
		}
	}
	return all
}

// meet reports whether words before and behind could become something else together.
func meet(before, behind []document.Span) bool {
	if len(before) == 0 || len(behind) == 0 || behind[0].IsMark() {
		return false
	}
	last, next := before[len(before)-1].Text, behind[0].Text
	return behind[0].Code || !apart.MatchString(next) || strings.TrimLeft(next, " \n") == next && addressBegun.MatchString(last)
}

var (
	// apart matches what may follow a word directly without becoming a part of something.
	apart        = regexp.MustCompile(`^(?:[.,;:!?…)"'*_]*(?:\s|$)|[^\x00-\x7f])`)
	addressBegun = regexp.MustCompile(`(?i)(?:https?:|www)[^\s]*$`)
)

// trimmed is spans without the blanks at their end.
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

// ending puts a mark behind a sentence, before the blanks that follow it.
func ending(s []document.Span, mark document.Span) []document.Span {
	said := document.Flat(s)
	end := len(strings.TrimRight(said, " \n"))
	all := document.Join(nil, document.Cut(s, 0, end)...)
	return document.Join(document.Join(all, document.Span{Text: " "}, mark), document.Cut(s, end, len(said))...)
}
