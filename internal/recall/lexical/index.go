// Package lexical ranks documents by the words they share with a query: BM25 over postings in memory, with the
// closeness of neighbouring query words.
//
// It knows terms and numbers only: what a document is, and which belong together as a group, is its caller's affair.
package lexical

import (
	"math"
	"slices"
	"strings"
)

// The ranking function. Changing these needs no new index: they are applied when a query is scored.
const (
	k1 = 0.9 // how soon a repeated word stops counting
	b  = 0.4 // how much a long document is held back
)

const (
	// titleWeight is how often a word of the title counts. It is a part of the postings.
	titleWeight = 2
	// gap keeps the parts of a document so far apart that words of different parts are never close.
	gap = 16
)

// Doc is a document as terms in reading order.
type Doc struct {
	Text, Title, Fields []string
	Group               uint32 // what it belongs to, numbered from 0 without large gaps
}

// length is the number of terms that BM25 reckons with.
func (d Doc) length() uint32 { return uint32(len(d.Text) + titleWeight*len(d.Title) + len(d.Fields)) }

// Index is a set of documents, numbered from 0 in the order in which they were added. It is safe for any number of
// readers, or for one writer alone.
type Index struct {
	lists    map[string]*postings
	docs     []docInfo
	groups   []uint32 // length of each group
	live     int      // documents that are not removed
	length   uint64   // of all of them together
	grouped  int      // groups that have a document
	postings int64    // bytes
	terms    int64    // bytes
}

type docInfo struct {
	group  uint32
	length uint32
	dead   bool
}

// New returns an empty index.
func New() *Index { return &Index{lists: make(map[string]*postings)} }

// Add puts a document into the index and returns its number.
func (x *Index) Add(d Doc) uint32 {
	id := uint32(len(x.docs))
	x.docs = append(x.docs, docInfo{group: d.Group, length: d.length()})
	x.live++
	x.length += uint64(d.length())
	x.grow(d.Group, int(d.length()))
	for term, u := range usesOf(d) {
		list := x.lists[term]
		if list == nil {
			list = new(postings)
			term = strings.Clone(term) // not a part of the text that it would keep in memory
			x.lists[term] = list
			x.terms += int64(len(term)) + termOverhead
		}
		x.postings += int64(list.add(id, u))
	}
	return id
}

// Remove takes a document out. It must be given as it was added.
func (x *Index) Remove(id uint32, d Doc) {
	if x.docs[id].dead {
		return
	}
	x.docs[id].dead = true
	x.live--
	x.length -= uint64(d.length())
	x.grow(d.Group, -int(d.length()))
	for term := range usesOf(d) {
		x.lists[term].live--
	}
}

// grow changes the length of a group and, with it, how many groups there are.
func (x *Index) grow(group uint32, by int) {
	if missing := int(group) + 1 - len(x.groups); missing > 0 {
		x.groups = append(x.groups, make([]uint32, missing)...)
	}
	before := x.groups[group]
	x.groups[group] += uint32(by)
	switch after := x.groups[group]; {
	case before == 0 && after > 0:
		x.grouped++
	case before > 0 && after == 0:
		x.grouped--
	}
}

// Length returns the number of terms of a document, those of its title counted as they weigh.
func (x *Index) Length(id uint32) int { return int(x.docs[id].length) }

// Live returns how many documents the index holds, and Dead how many removed ones still take room.
func (x *Index) Live() int { return x.live }

// Dead returns how many removed documents still take room, until Compact.
func (x *Index) Dead() int { return len(x.docs) - x.live }

// Bytes estimates the memory that the index takes.
func (x *Index) Bytes() int64 {
	const docSize, groupSize = 12, 4
	return x.terms + x.postings + int64(cap(x.docs))*docSize + int64(cap(x.groups))*groupSize
}

// termOverhead is what a term takes beside its letters: its place in the map, its list, an allocation for each.
const termOverhead = 112

// idf is the weight of a term that df documents hold: high for the rare, close to nothing for the common.
func (x *Index) idf(df int) float64 { return idfAmong(x.live, df) }

func idfAmong(docs, df int) float64 {
	return math.Log(1 + (float64(docs)-float64(df)+0.5)/(float64(df)+0.5))
}

// fewDocs is how many documents it takes until their counts tell common words from rare ones.
const fewDocs = 300

// share is how much a term that df documents hold weighs among the words of a question. It is its idf, as if there were at
// least fewDocs: among three documents every word that is found would pass for common, and a question would seem to
// consist of those of its words that are not.
func (x *Index) share(df int) float64 { return idfAmong(max(x.live, fewDocs), df) }

// Compact drops the removed documents. Those that stay are numbered anew without gaps, in the same order, and belong to
// the group that regroup gives for their old one. The result maps old numbers to new ones.
func (x *Index) Compact(regroup func(uint32) uint32) []uint32 {
	kept := New()
	moved := make([]uint32, len(x.docs))
	for id, d := range x.docs {
		if d.dead {
			continue
		}
		d.group = regroup(d.group)
		moved[id] = uint32(len(kept.docs))
		kept.docs = append(kept.docs, d)
		kept.live++
		kept.length += uint64(d.length)
		kept.grow(d.group, int(d.length))
	}
	for term, list := range x.lists {
		if list.live == 0 {
			continue
		}
		fresh := new(postings)
		for p := range list.all() {
			if !x.docs[p.doc].dead {
				fresh.append(moved[p.doc], p.weight, p.positions)
			}
		}
		fresh.bytes = slices.Clip(fresh.bytes)
		kept.lists[term] = fresh
		kept.terms += int64(len(term)) + termOverhead
		kept.postings += int64(len(fresh.bytes))
	}
	*x = *kept
	return moved
}
