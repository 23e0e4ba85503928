package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/document"
)

// Limits in bytes on a model's text: on the answer, and on the thoughts before it.
const (
	maxAnswer   = 16 << 10
	maxThoughts = 64 << 10
)

// assembler turns a model's stream of text into pieces of an answer. Citations are verified at the
// end.
type assembler struct {
	reader document.Reader
	send   func(Piece) // nil: not streamed

	raw         strings.Builder
	closedBytes int               // bytes of the text in closed blocks
	closedText  string            // the closed blocks as markdown
	closed      document.Document // the closed blocks
	parsedBytes int               // bytes of the text when it was last parsed
	sentText    string            // markdown sent so far
	sentBlocks  document.Document // blocks sent so far
	sentClosed  int               // number of the sent blocks that are closed

	searched  int  // bytes of the text searched for these
	refusalAt int  // offset of the refusal token; 0: none, or at the start, which is hidden
	cites     bool // the text cites something
}

// add appends the next piece and reports whether there is room for more.
func (w *assembler) add(s string) bool {
	w.raw.WriteString(s)
	most := maxAnswer
	if w.thinking() {
		most = maxThoughts
	}
	fits := w.raw.Len() < most
	if !fits {
		cut := strings.ToValidUTF8(w.raw.String()[:most], "")
		w.raw.Reset()
		w.raw.WriteString(cut)
	}
	if w.send != nil && strings.ContainsFunc(s, endsWord) {
		w.flush()
	}
	return fits
}

// thinking reports whether the model's thoughts, which come first, continue. Finished thoughts are
// dropped.
func (w *assembler) thinking() bool {
	thoughts, found := strings.CutPrefix(strings.TrimLeft(w.raw.String(), " \n\t"), thinkOpen)
	if !found {
		return false
	}
	_, after, ended := strings.Cut(thoughts, thinkClose)
	if ended {
		w.raw.Reset()
		w.raw.WriteString(after)
	}
	return !ended
}

// text returns the text so far; hidden if it may be thoughts or a refusal.
func (w *assembler) text() (text string, hidden bool) {
	text = strings.TrimLeft(w.raw.String(), " \n\t")
	if strings.HasPrefix(text, thinkOpen) {
		return "", true
	}
	return text, strings.HasPrefix(thinkOpen, strings.TrimRight(text, " \n\t")) || mayRefuse(text)
}

const thinkOpen, thinkClose = "<think>", "</think>"

// patches bounds the cost of a long block: it is parsed again once that share of it is new.
const patches = 32

// flush sends what is stable.
func (w *assembler) flush() {
	text, hidden := w.text()
	if hidden {
		return
	}
	text = text[:w.sendable(text)]
	if len(text)-w.parsedBytes < (w.parsedBytes-w.closedBytes)/patches {
		return
	}
	w.parsedBytes = len(text)
	if end := document.Settled(text[w.closedBytes:]); end > 0 {
		over := w.reader.Parse(text[w.closedBytes : w.closedBytes+end])
		w.closedText += over.Markdown() + "\n\n"
		w.closed = append(w.closed, over...)
		w.closedBytes += end
	}
	open := w.reader.Parse(complete(text[w.closedBytes:]))
	stable := open
	if !strings.HasSuffix(text, "\n\n") {
		stable = open.Stable()
	}
	now := strings.TrimRight(openFence.ReplaceAllString(w.closedText+stable.Markdown(), ""), " \n\t")
	if len(now) < len(w.sentText) && strings.HasPrefix(w.closedText+open.Markdown(), w.sentText) {
		return // wait until it is stable again
	}
	w.emit(now, stable)
}

// openToken bounds the bytes of a refusal token with its surroundings.
const openToken = 64

// sendable returns the length of the text before a possible refusal token. At the end the token is
// dropped; in a text that cites nothing it makes a refusal.
func (w *assembler) sendable(text string) int {
	from := max(0, w.searched-openToken)
	if at := noAnswerToken.FindStringIndex(text[from:]); at != nil && w.refusalAt == 0 {
		w.refusalAt = from + at[0]
	}
	w.cites = w.cites || len(w.reader.Parse(text[from:]).Cites()) > 0
	w.searched = len(text)
	if w.refusalAt > 0 && !w.cites {
		return w.refusalAt
	}
	end := max(0, len(text)-openToken)
	if at := noAnswerOpen.FindStringIndex(text[end:]); at != nil {
		end += at[0]
		return len(text) - len(strings.TrimLeft(text[end:], " \t\n"))
	}
	return len(text)
}

// emit sends the new markdown and the changed blocks. If the text no longer begins with what was
// sent, the listener starts over.
func (w *assembler) emit(text string, open document.Document) {
	if text == w.sentText {
		return
	}
	more, follows := strings.CutPrefix(text, w.sentText)
	p := Piece{Text: more, Anew: !follows}
	if p.Anew {
		w.sentBlocks, w.sentClosed = nil, 0
	}
	now := append(slices.Clip(w.closed), open...)
	p.Change = now[w.sentClosed:].Since(w.sentBlocks[w.sentClosed:])
	p.Change.From += w.sentClosed
	w.sentText, w.sentBlocks, w.sentClosed = text, now, len(w.closed)
	w.send(p)
}

// endsWord reports whether a character completes the word before it: white space, or a script
// written without.
func endsWord(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || strings.ContainsRune("。！？，、", r) ||
		unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// complete returns the text up to its last whole word or table row.
func complete(text string) string {
	end := strings.LastIndexFunc(text, endsWord)
	if end < 0 {
		return ""
	}
	_, size := utf8.DecodeRuneInString(text[end:])
	text = text[:end+size]
	if row := strings.LastIndexByte(text, '\n') + 1; barred.MatchString(text[row:]) {
		text = text[:row]
	}
	return strings.TrimRight(text, "! \t")
}

// barred matches what may be an incomplete table row.
var barred = regexp.MustCompile(`^[ \t>]*\|`)

// openFence matches the closing fence of code that may go on.
var openFence = regexp.MustCompile("\n[ >]*`{3,}$")

// document returns the whole answer; refused if the model found none in the passages. A text that
// was cut off ends with its last whole sentence.
func (w *assembler) document(brokeOff bool) (d document.Document, refused bool) {
	raw, thinking := w.text()
	if thinking && raw == "" {
		return nil, false
	}
	d = w.reader.Parse(raw)
	if refuses(raw, d) {
		return nil, true
	}
	if at := noAnswerLast.FindStringIndex(raw); at != nil {
		d = w.reader.Parse(noAnswerLast.ReplaceAllString(raw, "$1"))
	}
	if brokeOff {
		d = wholeSentences(d)
	}
	return d, false
}
