package tokenizer

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Unigram is SentencePiece's tokenizer of that name: it normalises a text and splits each word into
// the most probable pieces. It is safe for concurrent use.
//
// It gives the reference's ids with two exceptions: a special piece in a text, such as "</s>", is
// not special, and the marks of a character keep their order.
type Unigram struct {
	*vocabulary
	Specials
	scores []float32 // logarithms of the pieces' probabilities; 0 for special pieces
	unseen float64   // score of an unknown character
	widest int       // characters of the longest piece
	sizes  sizes     // of words, by Worded
}

// metaspace begins each word.
const metaspace = '▁'

// NewUnigram returns a tokenizer for a vocabulary of one piece per line with their scores. It
// returns an error for a duplicate, a score that is not negative or finite, or if <s>, </s> or
// <unk> is missing.
func NewUnigram(text []byte, scores []float32) (*Unigram, error) {
	v, err := readVocabulary(string(text))
	if err != nil {
		return nil, err
	}
	if len(scores) != v.Size() {
		return nil, fmt.Errorf("%d scores for %d pieces", len(scores), v.Size())
	}
	least := slices.Min(scores)
	if most := slices.Max(scores); !(most <= 0) || math.IsInf(float64(least), 0) {
		return nil, errors.New("a score is not the logarithm of a probability")
	}
	u := &Unigram{vocabulary: v, scores: scores, unseen: float64(least) - 10}
	for id := range v.Size() {
		u.widest = max(u.widest, utf8.RuneCountInString(v.Piece(int32(id))))
	}
	for piece, id := range map[string]*int32{"<s>": &u.First, "</s>": &u.Last, "<unk>": &u.Unknown} {
		var ok bool
		if *id, ok = v.id(piece); !ok || scores[*id] != 0 {
			return nil, fmt.Errorf("the vocabulary has no special piece %s", piece)
		}
	}
	return u, nil
}

// All yields the pieces of a text one by one.
func (u *Unigram) All(text string) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for piece := range u.Located(text) {
			if !yield(piece) {
				return
			}
		}
	}
}

// Located yields the pieces of a text, each with where it stands in the text. A metaspace alone has
// no bytes.
func (u *Unigram) Located(text string) iter.Seq2[int32, Span] {
	return func(yield func(int32, Span) bool) {
		s := segmenter{Unigram: u, yield: yield}
		for i, char := range text {
			if !s.read(char, text[i:], i) {
				return
			}
		}
		s.end()
	}
}

// maxSegment is the maximum number of characters that are split as one, and so bounds the memory of
// a pass.
const maxSegment = 4096

// segmenter is one pass over a text. Its methods return false to stop.
type segmenter struct {
	*Unigram
	yield func(int32, Span) bool

	word   []byte // the current word, normalised, with its metaspace
	chars  []int  // offset in word of each character
	from   []Span // of each character, in the text
	inside bool   // the beginning of the word is split already
	steps  []step // to each boundary of characters
	cuts   []int  // the boundaries between pieces, from the last
	space  [4 * utf8.UTFMax]byte
}

// step is the last piece on the most probable way to a boundary of characters.
type step struct {
	score float64 // of the whole way
	piece int32
	start int // the piece's first character
}

// read handles the character at an offset; rest begins with it.
func (s *segmenter) read(char rune, rest string, at int) bool {
	switch {
	case isBlank(char):
		return s.end()
	case isDropped(char):
		return true
	}
	size := utf8.RuneLen(char)
	where := Span{at, at + size}
	if char < utf8.RuneSelf || char == '～' || norm.NFKC.QuickSpanString(rest[:size]) == size {
		return s.put(char, where)
	}
	for _, part := range norm.NFKC.String(rest[:size]) {
		if part == ' ' && !s.end() || part != ' ' && !s.put(part, where) {
			return false
		}
	}
	return true
}

// isBlank reports whether a character separates words; NFKC turns the others that do into spaces.
func isBlank(char rune) bool {
	switch char {
	case '\t', '\n', '\f', '\r', ' ', 0x1680, 0x2028, 0x2029, metaspace, 0xfeff, utf8.RuneError:
		return true
	}
	return 0x200b <= char && char <= 0x200f
}

func isDropped(char rune) bool {
	return 0 < char && char < ' ' || char == 0x7f || char == 0x8f || char == 0x9f
}

// put handles a character after normalisation.
func (s *segmenter) put(char rune, where Span) bool {
	if len(s.chars) == 0 && !s.inside {
		s.word = utf8.AppendRune(s.word, metaspace)
		s.chars, s.from = append(s.chars, 0), append(s.from, Span{where.Start, where.Start})
	}
	start := len(s.word)
	s.word = utf8.AppendRune(s.word, char)
	if s.compose(start) {
		s.from[len(s.from)-1].End = where.End
		return true
	}
	s.chars, s.from = append(s.chars, start), append(s.from, where)
	if len(s.chars) < maxSegment {
		return true
	}
	s.inside = true
	return s.split()
}

// compose replaces the last two characters by the one that they compose, if any. The second starts
// at an offset.
func (s *segmenter) compose(second int) bool {
	if len(s.chars) == 0 || s.word[second] < utf8.RuneSelf {
		return false
	}
	first := s.chars[len(s.chars)-1]
	both := s.word[first:]
	if norm.NFC.QuickSpan(both) == len(both) {
		return false
	}
	composed := norm.NFC.Append(s.space[:0], both...)
	if utf8.RuneCount(composed) > 1 {
		return false
	}
	s.word = append(s.word[:first], composed...)
	return true
}

// end ends the current word, if any.
func (s *segmenter) end() bool {
	s.inside = false
	return len(s.chars) == 0 || s.split()
}

// split yields the most probable pieces of the characters read so far. Unknown characters in a row
// are one piece.
func (s *segmenter) split() bool {
	s.search()
	s.cuts = s.cuts[:0]
	for at := len(s.chars); at > 0; at = s.steps[at].start {
		s.cuts = append(s.cuts, at)
	}
	defer s.clear()
	start := 0
	for i := len(s.cuts) - 1; i >= 0; i-- {
		piece := s.steps[s.cuts[i]].piece
		if piece == s.Unknown && i > 0 && s.steps[s.cuts[i-1]].piece == s.Unknown {
			continue
		}
		if !s.yield(piece, Span{s.from[start].Start, s.from[s.cuts[i]-1].End}) {
			return false
		}
		start = s.cuts[i]
	}
	return true
}

func (s *segmenter) clear() { s.word, s.chars, s.from = s.word[:0], s.chars[:0], s.from[:0] }

// search sets the steps by Viterbi's algorithm.
func (s *segmenter) search() {
	s.steps = append(s.steps[:0], step{})
	for range s.chars {
		s.steps = append(s.steps, step{score: math.Inf(-1)})
	}
	for start, begin := range s.chars {
		till := s.steps[start].score
		s.reach(start+1, step{till + s.unseen, s.Unknown, start})
		hash, end := hashStart, begin
		for to := start + 1; to <= min(len(s.chars), start+s.widest); to++ {
			next := len(s.word)
			if to < len(s.chars) {
				next = s.chars[to]
			}
			for ; end < next; end++ {
				hash = hashed(hash, s.word[end])
			}
			piece := s.slot(hash, "", s.word[begin:end]).end - 1
			if piece >= 0 && s.scores[piece] < 0 {
				s.reach(to, step{till + float64(s.scores[piece]), piece, start})
			}
		}
	}
}

// reach takes a way to a boundary if it is more probable than the ways before.
func (s *segmenter) reach(boundary int, by step) {
	if by.score > s.steps[boundary].score {
		s.steps[boundary] = by
	}
}

// Worded implements Tokenizer. A single letter is no word, but a single syllable or ideograph is.
func (u *Unigram) Worded(text string) float64 {
	worded := 0
	for word := range strings.FieldsFuncSeq(text, isBlank) {
		worded += u.sizes.of(word, u.wordedSize)
	}
	return shareOfLetters(float64(worded), text)
}

// wordedSize returns the number of bytes of a word's letters that are in word-like pieces.
func (u *Unigram) wordedSize(word string) int {
	size := 0
	for piece, where := range u.Located(word) {
		if piece != u.Unknown {
			size += wordSize(word[where.Start:where.End])
		}
	}
	return size
}

// sizes is a cache of numbers for words, since few different ones make up most of a text. A word takes the place of another with
// the same hash.
type sizes [1 << 13]atomic.Pointer[sized]

type sized struct {
	word string
	size int
}

// of returns the number for a word, from compute if the cache doesn't have it.
func (s *sizes) of(word string, compute func(string) int) int {
	if len(word) > maxCached {
		return compute(word)
	}
	slot := &s[hashOf(word)%uint32(len(s))]
	if known := slot.Load(); known != nil && known.word == word {
		return known.size
	}
	size := compute(word)
	slot.Store(&sized{strings.Clone(word), size}) // the text it is from is not kept
	return size
}

// maxCached is the size in bytes of the longest word in the cache. It bounds its memory.
const maxCached = 32

// wordSize returns the number of bytes of a known piece's letters, 0 if it is a single letter.
func wordSize(piece string) int {
	letters, size, syllabic := 0, 0, false
	for _, char := range piece {
		if n := letterSize(char); n > 0 {
			letters, size = letters+1, size+n
			syllabic = syllabic || unicode.In(char, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
		}
	}
	if letters == 1 && !syllabic {
		return 0
	}
	return size
}
