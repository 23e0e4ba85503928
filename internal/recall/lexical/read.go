package lexical

import (
	"sort"
	"strings"
	"unsafe"

	"engram/internal/recall/sealed"
)

// Reader reads sealed postings. It is safe for concurrent use. Its strings point into the file and
// must not outlive it.
type Reader struct {
	terms    []uint32 // entries
	letters  []byte
	postings sealed.Section
	docs     []uint32 // group and length of each
	groups   []uint32 // groupSize numbers per group, and a final entry
	spelling sealed.Section
	speltAll sealed.Section
	total    Stats
}

// Open returns a reader and checks everything except lists and spellings.
func Open(f *sealed.File) (*Reader, error) {
	r := &Reader{postings: f.Section(sectionPostings), speltAll: f.Section(sectionSpelt),
		spelling: f.Section(sectionSpelling)}
	for _, section := range []struct {
		id    int
		into  *[]uint32
		width int
	}{{sectionTerms, &r.terms, entrySize}, {sectionDocs, &r.docs, 2}, {sectionGroups, &r.groups, groupSize}} {
		s := f.Section(section.id)
		bytes, err := s.Bytes(0, s.Len())
		if err != nil {
			return nil, err
		}
		if *section.into = sealed.Uint32s(bytes); len(*section.into)%section.width != 0 {
			return nil, damaged("a table of an odd size")
		}
	}
	letters := f.Section(sectionLetters)
	var err error
	if r.letters, err = letters.Bytes(0, letters.Len()); err != nil {
		return nil, err
	}
	if len(r.terms) == 0 || len(r.groups) == 0 {
		return nil, damaged("no tables")
	}
	r.total = Stats{Docs: r.Docs(), Groups: r.Groups()}
	for g := range uint32(r.Groups()) {
		r.total.Length += int64(r.GroupLength(g))
	}
	return r, nil
}

// Docs returns the number of documents, deleted or not.
func (r *Reader) Docs() int { return len(r.docs) / 2 }

// Groups returns the number of groups, deleted or not.
func (r *Reader) Groups() int { return len(r.groups)/groupSize - 1 }

// Terms returns the number of terms.
func (r *Reader) Terms() int { return len(r.terms)/entrySize - 1 }

// Total counts all documents, deleted or not.
func (r *Reader) Total() Stats { return r.total }

// Term returns the i-th term in order.
func (r *Reader) Term(i int) string {
	return text(r.letters[r.terms[i*entrySize]:r.terms[(i+1)*entrySize]])
}

// text returns a string that shares b's memory.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Group returns the documents [first, end) of a group.
func (r *Reader) Group(g uint32) (first, end uint32) {
	return r.groups[groupSize*g], r.groups[groupSize*(g+1)]
}

// GroupLength returns the number of terms in a group.
func (r *Reader) GroupLength(g uint32) uint32 { return r.groups[groupSize*g+1] }

// Shortest returns the number of terms in a group's shortest document.
func (r *Reader) Shortest(g uint32) int { return int(r.groups[groupSize*g+2]) }

// Longest returns the number of terms in a group's longest document.
func (r *Reader) Longest(g uint32) int { return int(r.groups[groupSize*g+3]) }

// GroupOf returns the group of a document.
func (r *Reader) GroupOf(doc uint32) uint32 { return r.docs[2*doc] }

// Length returns the number of terms in a document, with title words weighted.
func (r *Reader) Length(doc uint32) int { return int(r.docs[2*doc+1]) }

// GroupStats counts the documents of one group.
func (r *Reader) GroupStats(g uint32) Stats {
	first, end := r.Group(g)
	return Stats{Docs: int(end - first), Groups: 1, Length: int64(r.GroupLength(g))}
}

// find returns the index of a term, or where it would be.
func (r *Reader) find(term string) (int, bool) {
	return sort.Find(r.Terms(), func(i int) int { return strings.Compare(term, r.Term(i)) })
}

// list returns the list of the i-th term.
func (r *Reader) list(i int) (*list, error) {
	entry, next := r.terms[i*entrySize:], r.terms[(i+1)*entrySize:]
	start, docs, df := int(entry[1]), int(entry[2]), int(entry[3])
	bytes, err := r.postings.Bytes(start, int(next[1])-start)
	if err != nil {
		return nil, err
	}
	weights := docs + df
	skips := weights + (df-1)/blockDocs*skipSize
	if df == 0 || skips > len(bytes) {
		return nil, damaged("a list that is too short")
	}
	return &list{
		place: i, df: df, docs: bytes[:docs], weights: bytes[docs:weights],
		skips: bytes[weights:skips], positions: bytes[skips:],
	}, nil
}

// spellings are the words that differ from their terms, sorted.
type spellings struct {
	entries []uint32
	letters []byte
}

func (r *Reader) spelt() (spellings, error) {
	entries, err := r.speltAll.Bytes(0, r.speltAll.Len())
	if err != nil {
		return spellings{}, err
	}
	letters, err := r.spelling.Bytes(0, r.spelling.Len())
	return spellings{sealed.Uint32s(entries), letters}, err
}

func (s spellings) len() int          { return max(0, len(s.entries)/spellingSize-1) }
func (s spellings) term(i int) uint32 { return s.entries[i*spellingSize+1] }
func (s spellings) docs(i int) uint32 { return s.entries[i*spellingSize+2] }
func (s spellings) word(i int) string {
	return text(s.letters[s.entries[i*spellingSize]:s.entries[(i+1)*spellingSize]])
}

// Holders adds the number of live documents of each term to a map.
func (p Part) Holders(to map[string]uint64) error {
	for i := range p.Terms() {
		l, err := p.list(i)
		if err != nil {
			return err
		}
		if n := l.live(p.Reader, p.Dead); n > 0 {
			to[strings.Clone(p.Term(i))] += uint64(n)
		}
	}
	return nil
}

// Holding returns the number of live documents with a term.
func Holding(parts []Part, term string) (n int, err error) {
	for _, p := range parts {
		i, found := p.find(term)
		if !found {
			continue
		}
		l, err := p.list(i)
		if err != nil {
			return 0, err
		}
		n += l.live(p.Reader, p.Dead)
	}
	return n, nil
}
