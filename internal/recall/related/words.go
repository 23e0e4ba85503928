package related

import (
	"cmp"
	"slices"

	"engram/internal/lang"
	"engram/internal/recall/lexical"
	"engram/internal/recall/segment"
	"engram/internal/recall/text"
	"engram/internal/recall/topk"
)

// rarest is the number of words of a passage that are looked for in the others.
const rarest = 24

// words scores passages by the rare words that they share with one.
type words struct {
	scores *lexical.Scores
	parts  []lexical.Part
}

// newWords looks for the rarest words of a passage.
func newWords(of *segment.Part, parts []lexical.Part, doc uint32) (*words, error) {
	passage, err := of.Segment.Passage(doc)
	if err != nil {
		return nil, err
	}
	terms, err := rare(parts, passage.Text)
	if err != nil {
		return nil, err
	}
	scores, err := lexical.Search(parts, terms)
	return &words{scores, parts}, err
}

func (w *words) release() { w.scores.Release() }

// rare returns the words of a text that the fewest passages hold, without its stop words.
func rare(parts []lexical.Part, of string) ([]lexical.Term, error) {
	folded := text.Words(of)
	in := cmp.Or(lang.Detect(folded), lang.English)
	folded = slices.DeleteFunc(folded, in.IsStop)
	stems := text.Stems(folded, in)
	var terms []lexical.Term
	seen := make(map[string]bool, len(stems))
	for i, stem := range stems {
		if seen[stem] {
			continue
		}
		seen[stem] = true
		terms = append(terms, lexical.Term{Forms: []string{stem, folded[i]}, Count: 1, Overlaps: true})
	}
	held := make(map[string]int, len(terms))
	for _, t := range terms {
		n, err := lexical.Holding(parts, t.Forms[0])
		if err != nil {
			return nil, err
		}
		held[t.Forms[0]] = n
	}
	slices.SortStableFunc(terms, func(a, b lexical.Term) int { return cmp.Compare(held[a.Forms[0]], held[b.Forms[0]]) })
	return terms[:min(len(terms), rarest)], nil
}

// share returns the share of the rare words that a passage holds, the rarer ones weighing more.
func (w *words) share(at place) float64 {
	if w.scores.Ideal == 0 {
		return 0
	}
	return float64(w.scores.Parts[at.part].Doc[at.doc]) / w.scores.Ideal
}

// best returns the passages that share the most.
func (w *words) best(out outside) (found []place) {
	top := topk.New(bestOf)
	for _, part := range w.scores.Parts {
		for _, score := range part.Doc {
			if score > 0 {
				top.Add(float64(score))
			}
		}
	}
	for part := range w.scores.Parts {
		reader := w.parts[part].Reader
		for doc, score := range w.scores.Parts[part].Doc {
			if score > 0 && float64(score) >= top.Min && !out(part, reader.GroupOf(uint32(doc))) {
				found = append(found, place{part, uint32(doc)})
			}
		}
	}
	return found[:min(len(found), 2*bestOf)]
}
