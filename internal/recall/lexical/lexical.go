// Package lexical ranks documents by the words they share with a query: BM25 over packed postings, with the closeness of
// neighbouring query words.
//
// It knows terms and numbers only: what a document is, and which belong together as a group, is its caller's affair.
// Postings are written once into sections of a sealed file and never change. What is gone is named by the caller, part by
// part, and leaves with the next Merge.
package lexical

import (
	"math"

	"engram/internal/recall/sealed"
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

// The sections of a sealed file that postings take. A caller's own begin at Sections.
const (
	sectionTerms    = iota // an entry for each term in the order of their letters, and one that ends the last
	sectionLetters         // of the terms, one after the other
	sectionPostings        // a list for each term; see list
	sectionDocs            // group and length of each document
	sectionGroups          // first document, length, shortest and longest document of each group, and one that ends the last
	sectionSpelt           // an entry for each word that is written otherwise than its term, in the order of letters
	sectionSpelling        // their letters
	Sections
)

// groupSize is how many numbers there are for each group.
const groupSize = 4

// Doc is a document as terms in reading order.
type Doc struct {
	Text, Title, Fields Words
}

// Words are terms and, side by side, how each was written in the text, folded.
type Words struct{ Terms, Spelt []string }

// length is the number of terms that BM25 reckons with.
func (d Doc) length() uint32 {
	return uint32(len(d.Text.Terms) + titleWeight*len(d.Title.Terms) + len(d.Fields.Terms))
}

// Spelling is a word that is written otherwise than its term.
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
	Length       int64 // terms of all documents together
}

// Plus returns the sum of both counts.
func (s Stats) Plus(o Stats) Stats {
	return Stats{s.Docs + o.Docs, s.Groups + o.Groups, s.Length + o.Length}
}

// Minus returns the count without the other's.
func (s Stats) Minus(o Stats) Stats {
	return Stats{s.Docs - o.Docs, s.Groups - o.Groups, s.Length - o.Length}
}

// Part is a sealed set of documents, less the groups that are gone.
type Part struct {
	*Reader
	Dead    Bits
	Live    Stats            // of what is left
	Unspelt map[Spelling]int // how many of the documents that are gone have each spelling; only Merge asks
}

// idf is the weight of a term that df of so many documents hold: high for the rare, close to nothing for the common.
func idf(docs, df int) float64 {
	return math.Log(1 + (float64(docs)-float64(df)+0.5)/(float64(df)+0.5))
}

// fewDocs is how many documents it takes until their counts tell common words from rare ones.
const fewDocs = 300

// share is how much a term that df documents hold weighs among the words of a question. It is its idf, as if there were at
// least fewDocs: among three documents every word that is found would pass for common, and a question would seem to
// consist of those of its words that are not.
func share(docs, df int) float64 { return idf(max(docs, fewDocs), df) }

// Bits is a set of small numbers. A nil one is empty.
type Bits []uint64

// NewBits returns an empty set for numbers below n.
func NewBits(n int) Bits { return make(Bits, (n+63)/64) }

// Has reports whether i is in the set.
func (b Bits) Has(i uint32) bool { return b != nil && b[i/64]&(1<<(i%64)) != 0 }

// Set puts i into the set, which must have been made for it.
func (b Bits) Set(i uint32) { b[i/64] |= 1 << (i % 64) }

// damaged says that an image can't be what was written, although its checksums hold.
func damaged(what string) error { return sealed.Damaged("postings: " + what) }
