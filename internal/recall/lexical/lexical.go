// Package lexical ranks documents by BM25 and by the proximity of neighbouring query words.
//
// It knows terms and numbers only; documents and their groups are the caller's. Postings are
// immutable sections of a sealed file; deleted groups are passed per part and leave with the next
// Merge.
package lexical

import (
	"math"

	"engram/internal/recall/sealed"
)

// The ranking function. Changes need no new index.
const (
	k1 = 0.9 // saturation of repeated words
	b  = 0.4 // length normalisation
)

const (
	// titleWeight is the weight of a word in the title. It is stored in the postings.
	titleWeight = 2
	// gap separates the parts of a document, so that their words are never close.
	gap = 16
)

// The sections of postings in a sealed file. A caller's own begin at Sections.
const (
	sectionTerms    = iota // an entry per term, sorted, and a final one
	sectionLetters         // of all terms
	sectionPostings        // a list per term, see list
	sectionDocs            // group and length of each document
	sectionGroups          // first document, length, shortest and longest document of each group, and a final entry
	sectionSpelt           // an entry per word that differs from its term, sorted
	sectionSpelling        // their letters
	Sections
)

// groupSize is the number of integers per group.
const groupSize = 4

// Doc is a document as terms in reading order.
type Doc struct {
	Text, Title, Fields Words
}

// Words are terms with the folded word of each.
type Words struct{ Terms, Spelt []string }

// length returns the number of terms for BM25.
func (d Doc) length() uint32 {
	return uint32(len(d.Text.Terms) + titleWeight*len(d.Title.Terms) + len(d.Fields.Terms))
}

// Spelling is a word that differs from its term.
type Spelling struct{ Word, Term string }

// CountSpellings adds one to each of the document's spellings.
func (d Doc) CountSpellings(to map[Spelling]int) {
	seen := make(map[Spelling]bool)
	for _, w := range []Words{d.Text, d.Title, d.Fields} {
		for i, term := range w.Terms {
			if s := (Spelling{w.Spelt[i], term}); s.Word != term && !seen[s] {
				seen[s] = true
				to[s]++
			}
		}
	}
}

// Stats count documents.
type Stats struct {
	Docs, Groups int
	Length       int64 // terms in all documents
}

// Plus returns the sum of both counts.
func (s Stats) Plus(o Stats) Stats {
	return Stats{s.Docs + o.Docs, s.Groups + o.Groups, s.Length + o.Length}
}

// Minus returns the count without the other's.
func (s Stats) Minus(o Stats) Stats {
	return Stats{s.Docs - o.Docs, s.Groups - o.Groups, s.Length - o.Length}
}

// Part is a sealed set of documents with its deleted groups.
type Part struct {
	*Reader
	Dead    Bits
	Live    Stats            // of what is not deleted
	Unspelt map[Spelling]int // number of deleted documents per spelling; only for Merge
}

// idf returns the weight of a term in df of docs documents: high for rare terms.
func idf(docs, df int) float64 {
	return math.Log(1 + (float64(docs)-float64(df)+0.5)/(float64(df)+0.5))
}

// fewDocs is the number of documents needed to tell common words from rare ones.
const fewDocs = 300

// share returns the weight of a term within a question: its idf among at least fewDocs documents.
// In tiny libraries every word found would otherwise seem common.
func share(docs, df int) float64 { return idf(max(docs, fewDocs), df) }

// Bits is a bit set. nil is empty.
type Bits []uint64

// NewBits returns an empty set for numbers below n.
func NewBits(n int) Bits { return make(Bits, (n+63)/64) }

// Has reports whether i is in the set.
func (b Bits) Has(i uint32) bool { return b != nil && b[i/64]&(1<<(i%64)) != 0 }

// Set adds i, which must be below n.
func (b Bits) Set(i uint32) { b[i/64] |= 1 << (i % 64) }

// damaged is an error about impossible content despite valid checksums.
func damaged(what string) error { return sealed.Damaged("postings: " + what) }
