package lexical

import "encoding/binary"

// A list holds the documents of a term, ascending, in four byte ranges:
//
// - the delta of each document number, from -1 for the first;
// - the weight of the term in each, one byte, capped;
// - for each block of blockDocs documents after the first, where it begins, see skip;
// - for each document the size of its positions, and their deltas.
//
// The first and last range are varints. Scoring needs only the first two; the others give access to
// positions in single documents.
type list struct {
	place                           int // index of the term
	df                              int
	docs, weights, skips, positions []byte
}

const mostWeight = 255

const (
	blockDocs = 32
	skipSize  = 12
)

// skip locates the beginning of a block of a list begins.
type skip struct {
	before    uint32 // last document before the block
	docs      uint32 // offset in the first range
	positions uint32 // offset in the last range
}

func (l *list) blocks() int { return len(l.skips) / skipSize }

// live returns the number of documents in groups that are not deleted.
func (l *list) live(r *Reader, dead Bits) (n int) {
	if dead == nil {
		return l.df
	}
	for c := l.cursor(); c.next(); {
		if !dead.Has(r.GroupOf(c.doc)) {
			n++
		}
	}
	return n
}

// block returns where block i begins.
func (l *list) block(i int) skip {
	if i == 0 {
		return skip{before: ^uint32(0)}
	}
	at := l.skips[(i-1)*skipSize:]
	return skip{binary.LittleEndian.Uint32(at), binary.LittleEndian.Uint32(at[4:]),
		binary.LittleEndian.Uint32(at[8:])}
}

// seek returns the last block that begins before a document.
func (l *list) seek(doc uint32) int {
	low, high := 0, l.blocks()
	for low < high {
		middle := (low + high + 1) / 2
		if before := l.block(middle).before; before < doc {
			low = middle
		} else {
			high = middle - 1
		}
	}
	return low
}

// at returns the packed positions in a document, false if it lacks the term.
func (l *list) at(doc uint32) ([]byte, bool) {
	block := l.seek(doc)
	from := l.block(block)
	c := cursor{docs: l.docs[from.docs:], doc: from.before}
	for p := l.positions[from.positions:]; c.next(); {
		n, size := uvarint(p)
		if c.doc == doc {
			return p[size : size+int(n)], true
		}
		if c.doc > doc {
			break
		}
		p = p[size+int(n):]
	}
	return nil, false
}

// cursor iterates the documents of a list; doc is -1 at its start.
type cursor struct {
	docs []byte // still to be read
	doc  uint32
}

func (l *list) cursor() cursor { return cursor{docs: l.docs, doc: gone} }

// next advances, false at the end.
func (c *cursor) next() bool {
	if len(c.docs) == 0 {
		return false
	}
	step, size := uvarint(c.docs)
	c.docs = c.docs[size:]
	c.doc += step
	return true
}

// decode appends the documents in [first, end) to dst.
func (l *list) decode(dst []posting, first, end uint32) []posting {
	from, weights := skip{before: gone}, l.weights
	if first > 0 {
		block := l.seek(first)
		from, weights = l.block(block), weights[block*blockDocs:]
	}
	for c, i := (cursor{docs: l.docs[from.docs:], doc: from.before}), 0; c.next() && c.doc < end; i++ {
		if c.doc >= first {
			dst = append(dst, posting{c.doc, uint32(weights[i])})
		}
	}
	return dst
}

// uvarint decodes a number and its size, usually one byte. For an unterminated one the size exceeds
// the input, so that slicing fails.
func uvarint(p []byte) (uint32, int) {
	if v := p[0]; v < 0x80 {
		return uint32(v), 1
	}
	v, n := binary.Uvarint(p)
	if n <= 0 {
		n = len(p) + 1
	}
	return uint32(v), n
}

// unpack appends the positions in a document to dst.
func unpack(dst []uint32, positions []byte) []uint32 {
	last := uint32(0)
	for len(positions) > 0 {
		step, n := uvarint(positions)
		positions = positions[n:]
		last += step
		dst = append(dst, last)
	}
	return dst
}

// packer encodes a list.
type packer struct {
	df                              int
	last                            uint32
	docs, weights, skips, positions []byte
}

func (p *packer) reset() {
	*p = packer{last: gone, docs: p.docs[:0], weights: p.weights[:0], skips: p.skips[:0],
		positions: p.positions[:0]}
}

// add appends a document, in ascending order, with its packed positions.
func (p *packer) add(doc, weight uint32, positions []byte) {
	if p.df > 0 && p.df%blockDocs == 0 {
		p.skips = binary.LittleEndian.AppendUint32(p.skips, p.last)
		p.skips = binary.LittleEndian.AppendUint32(p.skips, uint32(len(p.docs)))
		p.skips = binary.LittleEndian.AppendUint32(p.skips, uint32(len(p.positions)))
	}
	p.docs = binary.AppendUvarint(p.docs, uint64(doc-p.last))
	p.weights = append(p.weights, byte(min(weight, mostWeight)))
	p.positions = binary.AppendUvarint(p.positions, uint64(len(positions)))
	p.positions = append(p.positions, positions...)
	p.last = doc
	p.df++
}
