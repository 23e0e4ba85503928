package segment

import (
	"context"

	"engram/internal/recall/lexical"
	"engram/internal/recall/sealed"
)

// merge writes the live memories of the parts as one segment, in order, with their late vectors in
// place.
func merge(ctx context.Context, w *sealed.Writer, parts []*Part, dims int) error {
	t := newTables(w, dims)
	var from []source
	for _, p := range parts {
		for m := range uint32(p.Memories()) {
			if p.Dead.Has(m) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			t.memory(p.Head(m))
			for doc, end := p.Words.Group(m); doc < end; doc++ {
				passage, err := p.Passage(doc)
				if err != nil {
					return err
				}
				lang, err := p.lang(doc)
				if err != nil {
					return err
				}
				t.passage(passage, lang)
				from = append(from, source{p, doc})
			}
		}
	}
	row := func(doc int) ([]int8, error) {
		v, _, err := from[doc].part.Vector(from[doc].doc)
		return v, err
	}
	if err := t.finish(row); err != nil {
		return err
	}
	words := make([]lexical.Part, len(parts))
	for i, p := range parts {
		words[i] = p.Lexical()
		unspelt, err := p.unspelt()
		if err != nil {
			return err
		}
		words[i].Unspelt = unspelt
	}
	return lexical.Merge(w, words)
}

// unspelt counts the spellings in deleted passages: words that nothing holds must leave the
// dictionary.
func (p *Part) unspelt() (map[lexical.Spelling]int, error) {
	all := make(map[lexical.Spelling]int)
	for m := range uint32(p.Memories()) {
		if !p.Dead.Has(m) {
			continue
		}
		whole, err := p.Memory(m)
		if err != nil {
			return nil, err
		}
		about := wordsAbout(whole)
		for _, passage := range whole.Passages {
			doc, _ := about.analyse(passage.Text, passage.Remarks)
			doc.CountSpellings(all)
		}
	}
	return all, nil
}

// source is the origin of a passage in a merged segment.
type source struct {
	part *Part
	doc  uint32
}
