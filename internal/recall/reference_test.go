package recall_test

import (
	"cmp"
	"math"
	"slices"
	"sort"

	"engram/internal/lang"
	"engram/internal/recall"
	"engram/internal/recall/text"
)

// reference implements the ranking as plainly as possible: every search reads every passage.
type reference struct {
	passages []recall.Passage
}

func (r *reference) add(p recall.Passage) {
	r.passages = slices.DeleteFunc(r.passages, func(old recall.Passage) bool {
		return old.MemoryID == p.MemoryID && old.Ord == p.Ord
	})
	for i, other := range r.passages { // the memory's fields come from the latest change
		if other.MemoryID == p.MemoryID {
			other.Kind, other.Title, other.Fields, other.CreatedAt = p.Kind, p.Title, p.Fields, p.CreatedAt
			r.passages[i] = other
		}
	}
	r.passages = append(r.passages, p)
}

func (r *reference) delete(memoryID string) {
	r.passages = slices.DeleteFunc(r.passages, func(p recall.Passage) bool { return p.MemoryID == memoryID })
}

// refDoc is a passage's terms: by position (text, then title and fields, sixteen apart) and by
// weight.
type refDoc struct {
	recall.Passage
	lang      lang.Lang
	positions map[string][]int
	weight    map[string]float64
	length    float64
}

var refKinds = map[string]string{"note": "note", "tweet": "tweet post", "link": "link page site article"}

func takeApart(p recall.Passage) refDoc {
	d := refDoc{Passage: p, positions: map[string][]int{}, weight: map[string]float64{}}
	if d.lang = text.Detect(p.Text); d.lang == lang.Unknown {
		d.lang = text.Detect(p.Title)
	}
	own := cmp.Or(d.lang, lang.English)
	saved := refKinds[p.Kind] + " " + p.CreatedAt.Format("January 2006")
	position := 0
	read := func(terms []string, weight float64) {
		for _, t := range terms {
			d.positions[t] = append(d.positions[t], position)
			d.weight[t] += weight
			d.length += weight
			position++
		}
		position += 16
	}
	read(text.Terms(p.Text, own), 1)
	read(text.Terms(p.Title, own), 2)
	read(slices.Concat(text.Terms(p.Fields, own), text.Terms(saved, lang.English), text.Terms(p.Remarks, own)), 1)
	return d
}

// refScore is a memory and its best score.
type refScore struct {
	id    string
	score float64
}

func (r *reference) search(q recall.Query) []refScore {
	var docs []refDoc
	byMemory := map[string][]refDoc{}
	langs := map[lang.Lang]int{}
	total := 0.0
	for _, p := range r.passages {
		d := takeApart(p)
		docs = append(docs, d)
		byMemory[p.MemoryID] = append(byMemory[p.MemoryID], d)
		langs[d.lang]++
		total += d.length
	}
	terms := text.QueryTerms(q.Text, languages(langs), 64)
	idf := make([]float64, len(terms))
	ideal := 0.0
	for i, t := range terms {
		df := 0.0
		for _, form := range different(t.Forms) {
			for _, d := range docs {
				if d.weight[form] > 0 {
					df++
				}
			}
		}
		df = min(df, float64(len(docs)))
		idf[i] = float64(t.Count) * math.Log(1+(float64(len(docs))-df+0.5)/(df+0.5))
		ideal += 1.9 * idf[i]
	}
	bm25 := func(i int, weight, length, average float64) float64 {
		return idf[i] * weight * 1.9 / (weight + 0.9*(0.6+0.4*length/average))
	}
	covers := func(d refDoc) (score float64) { // BM25 alone
		for i, t := range terms {
			if w := d.of(t); w > 0 {
				score += bm25(i, w, d.length, total/float64(len(docs)))
			}
		}
		return score / max(ideal, 1e-300)
	}
	m := r.compare(q, docs, covers)
	own := func(d refDoc) (score float64) {
		if !accepted(q, d.Passage) {
			return 0
		}
		for i, t := range terms {
			if w := d.of(t); w > 0 {
				score += bm25(i, w, d.length, total/float64(len(docs)))
			}
			if i == 0 || t.Overlaps {
				continue
			}
			apart := math.MaxInt
			for f := range t.Forms {
				if terms[i-1].Forms[f] != t.Forms[f] {
					apart = min(apart, distance(d.positions[terms[i-1].Forms[f]], d.positions[t.Forms[f]]))
				}
			}
			if apart <= 8 {
				score += 0.5 * min(idf[i-1], idf[i]) / float64(apart)
			}
		}
		return score
	}
	bare := func(d refDoc) float64 {
		if !accepted(q, d.Passage) {
			return 0
		}
		return covers(d) * ideal
	}
	var ranked []refRanked
	bestWords := 0.0 // without proximity and memory
	for _, passages := range byMemory {
		sort.Slice(passages, func(i, j int) bool { return passages[i].Ord < passages[j].Ord })
		length, whole := 0.0, 0.0
		weights := make([]float64, len(terms))
		for _, d := range passages {
			length += d.length
			for i, t := range terms {
				if accepted(q, d.Passage) {
					weights[i] += d.of(t)
				}
			}
		}
		for i, w := range weights {
			if w > 0 {
				whole += bm25(i, w, length, total/float64(len(byMemory)))
			}
		}
		need := func(d refDoc) float64 { return min(1, max(0, 2-d.length/50)) }
		around := func(own func(refDoc) float64, i int, whole float64) float64 {
			beside := func(j int) float64 {
				if j < 0 || j >= len(passages) {
					return 0
				}
				return own(passages[j]) * need(passages[j])
			}
			at := own(passages[i])
			return at + need(passages[i])*(0.4*(beside(i-1)+beside(i+1))+0.2*(beside(i-2)+beside(i+2))) + 0.2*max(0, whole-at)
		}
		nearAround := func(i int) float64 {
			sum, all := 0.0, 0.0
			for j, weight := range map[int]float64{i - 2: 0.2, i - 1: 0.4, i: 1, i + 1: 0.4, i + 2: 0.2} {
				if j >= 0 && j < len(passages) && m.knows(passages[i]) && m.knows(passages[j]) {
					if j != i {
						weight *= need(passages[i]) * need(passages[j])
					}
					sum += weight * m.near(passages[j])
					all += weight
				}
			}
			return sum / max(all, 1e-300)
		}
		for i, d := range passages {
			if !accepted(q, d.Passage) {
				continue
			}
			ranked = append(ranked, refRanked{d, around(own, i, whole) / max(ideal, 1e-300), nearAround(i)})
			if covers(d) > 0 {
				bestWords = max(bestWords, around(bare, i, 0)/max(ideal, 1e-300))
			}
		}
	}
	nearest := 0.0
	for _, r := range ranked {
		nearest = max(nearest, r.near)
	}
	best := map[string]float64{}
	for _, r := range ranked {
		d, score := r.refDoc, r.words
		if covers(d) == 0 && (!m.knows(d) || m.aboveMean(d) < 0.08*(1-m.mean)) {
			continue
		}
		if m != nil {
			share, near := 1-testLegible(q.Text)*(1-0.6*min(1, bestWords/0.21)), 0.0
			if m.knows(d) {
				near = r.near
			} else if m.bestCoverage > 0 {
				near = nearest * min(1, covers(d)/m.bestCoverage) * testLegible(d.Text)
			}
			score = share*score + (1-share)*near
		}
		if other, seen := best[d.MemoryID]; !seen || score > other {
			best[d.MemoryID] = score
		}
	}
	for _, d := range docs { // Query.Memory matches whatever the text says
		if _, seen := best[d.MemoryID]; !seen && q.Memory == d.MemoryID && accepted(q, d.Passage) {
			best[d.MemoryID] = 0
		}
	}
	var found []refScore
	for id, score := range best {
		found = append(found, refScore{id, score})
	}
	slices.SortFunc(found, func(a, b refScore) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.id, b.id))
	})
	return found
}

// refRanked is a passage with its scores by words and meaning, neighbours included.
type refRanked struct {
	refDoc
	words, near float64
}

// refMeaning is the mean and deviation of a question's cosines.
type refMeaning struct {
	query                      []int8
	mean, stdDev, bestCoverage float64
}

// testLegible is a legibility that varies with the text.
func testLegible(text string) float64 { return float64(len(text)%4) / 3 }

// compare returns nil if the question or all passages lack a vector, or the question is illegible.
func (r *reference) compare(q recall.Query, docs []refDoc, covers func(refDoc) float64) *refMeaning {
	if len(q.Vector) == 0 || testLegible(q.Text) == 0 {
		return nil
	}
	m := &refMeaning{query: q.Vector}
	known := slices.DeleteFunc(slices.Clone(docs), func(d refDoc) bool { return d.Model != testModel })
	if len(known) == 0 {
		return nil
	}
	n, apart := 16.0, 16*0.1*0.1
	for _, d := range known {
		n += testLegible(d.Text)
		m.mean += testLegible(d.Text) * cosine(q.Vector, d.Vector)
	}
	m.mean /= n
	for _, d := range known {
		apart += testLegible(d.Text) * math.Pow(cosine(q.Vector, d.Vector)-m.mean, 2)
	}
	m.stdDev = max(0.065, math.Sqrt(apart/n))
	for _, d := range docs {
		if accepted(q, d.Passage) {
			m.bestCoverage = max(m.bestCoverage, covers(d))
		}
	}
	return m
}

func (m *refMeaning) knows(d refDoc) bool { return m != nil && d.Model == testModel }

// aboveMean returns how far a cosine is above the mean, scaled by legibility.
func (m *refMeaning) aboveMean(d refDoc) float64 {
	return (cosine(m.query, d.Vector) - m.mean) * testLegible(d.Text)
}

func (m *refMeaning) near(d refDoc) float64 {
	squared := math.Pow(max(0, m.aboveMean(d))/(4.6*m.stdDev), 2)
	return squared / math.Hypot(1, squared)
}

func cosine(a, b []int8) float64 {
	ab, aa, bb := 0.0, 0.0, 0.0
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / (math.Sqrt(aa) * math.Sqrt(bb))
}

func accepted(q recall.Query, p recall.Passage) bool {
	return (q.Memory == "" || q.Memory == p.MemoryID) &&
		(q.Kind == "" || q.Kind == p.Kind) &&
		(q.Since.IsZero() || !p.CreatedAt.Before(q.Since)) &&
		(q.Until.IsZero() || p.CreatedAt.Before(q.Until))
}

// of returns the weight of the first of a term's forms that the passage holds.
func (d refDoc) of(t text.QueryTerm) float64 {
	for _, form := range t.Forms {
		if w := d.weight[form]; w > 0 {
			return w
		}
	}
	return 0
}

func different(all []string) []string {
	sorted := slices.Clone(all)
	slices.Sort(sorted)
	return slices.Compact(sorted)
}

func languages(counts map[lang.Lang]int) []lang.Lang {
	langs := []lang.Lang{lang.English}
	for l := range counts {
		if l > lang.English {
			langs = append(langs, l)
		}
	}
	slices.SortFunc(langs, func(a, b lang.Lang) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	return langs
}

func distance(a, b []int) int {
	least := math.MaxInt
	for _, i := range a {
		for _, j := range b {
			least = min(least, max(i-j, j-i))
		}
	}
	return least
}
