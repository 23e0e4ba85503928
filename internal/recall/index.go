package recall

import (
	"cmp"
	"slices"
	"unsafe"

	"engram/internal/recall/lexical"
	"engram/internal/recall/text"
)

// index is what one user's log says now: the passages that stand, by memory, and their words.
type index struct {
	seq      int64 // of the last change that was applied
	words    *lexical.Index
	passages []Passage // by document number; those that are gone are zero
	memories []memory  // by group number
	byID     map[string]uint32
	langs    [text.Langs]int // passages that show each language
	held     int64           // bytes of the passages' own strings

	compactFrom int
	weights     Weights
}

// memory is a memory's passages by document number, in the order of Ord; none when it is deleted.
type memory struct {
	id                  string
	kind, title, fields string // of the passage that came last: its strings serve for all that are equal
	passages            []uint32
}

// share lets a passage have the strings of its memory in place of its own.
func (m *memory) share(p *Passage) {
	p.MemoryID = m.id
	share(&p.Kind, &m.kind)
	share(&p.Title, &m.title)
	share(&p.Fields, &m.fields)
}

func share(own, common *string) {
	if *own != *common {
		*common = *own
	}
	*own = *common
}

// defaultCompactFrom is how many passages must be gone before it is worth the while to drop them from the index.
const defaultCompactFrom = 1024

func newIndex(compactFrom int, weights Weights) *index {
	return &index{weights: weights, words: lexical.New(), byID: make(map[string]uint32), compactFrom: compactFrom}
}

// entry is a change with its words.
type entry struct {
	Change
	lang text.Lang
	doc  lexical.Doc
}

func prepare(c Change) entry {
	if c.Deleted != "" {
		return entry{Change: c}
	}
	lang, doc := analyse(c.Passage)
	return entry{Change: c, lang: lang, doc: doc}
}

// analyse takes a passage into words, and tells its language as far as it shows.
func analyse(p Passage) (text.Lang, lexical.Doc) {
	shown := p.detect()
	lang := cmp.Or(shown, text.English)
	return shown, lexical.Doc{
		Text:   text.Terms(p.Text, lang),
		Title:  text.Terms(p.Title, lang),
		Fields: append(text.Terms(p.Fields, lang), saved(p)...),
	}
}

// Lang returns the language in which the passage's words are stemmed: that of its text or, when that is too short to
// tell, of its title, else English.
func (p Passage) Lang() text.Lang { return cmp.Or(p.detect(), text.English) }

// detect returns Unknown where neither shows a language.
func (p Passage) detect() text.Lang {
	if lang := text.Detect(p.Text); lang != text.Unknown {
		return lang
	}
	return text.Detect(p.Title)
}

// kindWords are what people call each kind of memory when they ask for one.
var kindWords = map[string]string{
	"link":     "link page site article",
	"video":    "video",
	"tweet":    "tweet post",
	"note":     "note",
	"document": "document pdf file",
}

// saved returns the terms for what a memory is and when it was saved, as in "the video from June": the kind by the words
// that people use for it, the month and the year.
func saved(p Passage) []string {
	words := kindWords[p.Kind]
	if !p.CreatedAt.IsZero() {
		words += p.CreatedAt.UTC().Format(" January 2006")
	}
	return text.Terms(words, text.English)
}

func (x *index) apply(e entry) {
	x.seq = e.Seq
	if e.Deleted != "" {
		x.delete(e.Deleted)
		return
	}
	x.add(e)
}

// add puts a passage in, in place of the one of its memory that has the same Ord.
func (x *index) add(e entry) {
	group := x.group(e.Passage.MemoryID)
	m := &x.memories[group]
	at, found := slices.BinarySearchFunc(m.passages, e.Passage.Ord, func(doc uint32, ord int) int {
		return cmp.Compare(x.passages[doc].Ord, ord)
	})
	if found {
		x.remove(m.passages[at])
	} else {
		m.passages = slices.Insert(m.passages, at, 0)
	}
	e.doc.Group = group
	m.passages[at] = x.words.Add(e.doc)
	m.share(&e.Passage)
	x.passages = append(x.passages, e.Passage)
	x.langs[e.lang]++
	x.held += int64(len(e.Passage.Text))
}

// group returns the number of a memory, a new one when it is not known.
func (x *index) group(id string) uint32 {
	group, known := x.byID[id]
	if !known {
		group = uint32(len(x.memories))
		x.memories = append(x.memories, memory{id: id})
		x.byID[id] = group
	}
	return group
}

// delete takes all passages of a memory out.
func (x *index) delete(id string) {
	group, known := x.byID[id]
	if !known {
		return
	}
	for _, doc := range x.memories[group].passages {
		x.remove(doc)
	}
	x.memories[group].passages = nil
}

// remove takes one passage out of all but its memory's list.
func (x *index) remove(doc uint32) {
	p := x.passages[doc]
	lang, words := analyse(p)
	words.Group = x.byID[p.MemoryID]
	x.words.Remove(doc, words)
	x.langs[lang]--
	x.held -= int64(len(p.Text))
	x.passages[doc] = Passage{}
}

// tidy drops what is gone for good once it is more than what is left.
func (x *index) tidy() {
	if dead := x.words.Dead(); dead < x.compactFrom || dead < x.words.Live() {
		return
	}
	fresh := newIndex(x.compactFrom, x.weights)
	fresh.seq, fresh.langs, fresh.held = x.seq, x.langs, x.held
	for _, m := range x.memories {
		if len(m.passages) > 0 {
			fresh.byID[m.id] = uint32(len(fresh.memories))
			fresh.memories = append(fresh.memories, m)
		}
	}
	moved := x.words.Compact(func(group uint32) uint32 { return fresh.byID[x.memories[group].id] })
	fresh.words = x.words
	fresh.passages = make([]Passage, x.words.Live())
	for _, m := range fresh.memories {
		for i, doc := range m.passages {
			fresh.passages[moved[doc]] = x.passages[doc]
			m.passages[i] = moved[doc]
		}
	}
	*x = *fresh
}

// bytes estimates the memory that the index takes.
func (x *index) bytes() int64 {
	const perMemory = 160 // its strings, its place in the map, its list
	return x.held + x.words.Bytes() + int64(cap(x.passages))*int64(unsafe.Sizeof(Passage{})) + int64(len(x.memories))*perMemory
}

// languages returns those of the passages, the commonest first; English is one, since it serves where none shows.
func (x *index) languages() []text.Lang {
	langs := []text.Lang{text.English}
	for lang := text.English + 1; lang < text.Langs; lang++ {
		if x.langs[lang] > 0 {
			langs = append(langs, lang)
		}
	}
	slices.SortStableFunc(langs, func(a, b text.Lang) int { return cmp.Compare(x.langs[b], x.langs[a]) })
	return langs
}
