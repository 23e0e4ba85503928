package encoder

import (
	"engram/internal/embed"
	"engram/internal/embed/encoder/tokenizer"
)

// What a reader sees at once is [CLS] question [SEP] title body [SEP].
const (
	maxQuestion = 64 // pieces
	maxTitle    = 24
	leastBody   = 32 // of each window; question and title are cut for it

	longestSpan    = 30 // pieces of a place at most, which neighbouring windows share
	maxBodyWindows = 16 // read of a body

	special     = 3                        // [CLS] and two [SEP]
	leastWindow = special + leastBody + 13 // leaves room for a short question
)

// frame is a question and an excerpt in pieces.
type frame struct {
	front  []int32 // [CLS] question [SEP] title
	second int     // index of the first token of the second type
	body   []int32
	places []tokenizer.Span // of the body's pieces, in bytes
	fits   int              // pieces of the body per window
}

// frame cuts a question and an excerpt into pieces, as many as are read.
func (m *readerModel) frame(question string, e embed.Excerpt) (f frame) {
	room := m.Window - special - leastBody
	f.front = m.start([]int32{m.First}, question, min(maxQuestion, room))
	room -= len(f.front) - 1
	f.front = append(f.front, m.Last)
	f.second = len(f.front)
	f.front = m.start(f.front, e.Title, min(maxTitle, room))
	f.fits = m.Window - len(f.front) - 1
	most := maxBodyWindows*(f.fits-longestSpan) + longestSpan
	for piece, at := range m.Located(e.Body) {
		if len(f.body) == most {
			break
		}
		f.body, f.places = append(f.body, piece), append(f.places, at)
	}
	return f
}

// start appends the first pieces of a text, at most most.
func (m *readerModel) start(pieces []int32, text string, most int) []int32 {
	most += len(pieces)
	for piece := range m.All(text) {
		if len(pieces) == most {
			break
		}
		pieces = append(pieces, piece)
	}
	return pieces
}

// windows returns the parts of the body that are read one by one. They are of one size, and each
// place lies within one of them.
func (f frame) windows() []tokenizer.Span {
	n := len(f.body)
	if n <= f.fits {
		return []tokenizer.Span{{Start: 0, End: n}}
	}
	step, rest := f.fits-longestSpan, n-longestSpan
	parts := make([]tokenizer.Span, (rest+step-1)/step)
	step = (rest + len(parts) - 1) / len(parts)
	for i := range parts {
		start := min(i*step, rest-step)
		parts[i] = tokenizer.Span{Start: start, End: start + step + longestSpan}
	}
	return parts
}
