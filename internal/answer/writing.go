package answer

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"engram/internal/answer/document"
)

// How many bytes of a model's text are read. An answer of that length is cut; thoughts before it have a length of their own.
const (
	maxAnswer   = 16 << 10
	maxThoughts = 64 << 10
)

// writing is an answer that comes in pieces. What is told of it is parsed already; numbers are compared with the passages in
// the end.
type writing struct {
	reader document.Reader
	tell   func(Piece) // nil: nobody listens

	raw    strings.Builder
	over   int               // bytes of what is said that are blocks that are over
	before string            // these, as markdown
	closed document.Document // and as they are
	parsed int               // bytes of what is said when it was last parsed
	told   string            // what the listener has
	shown  document.Document // the same, as blocks
	fixed  int               // of these, how many are over

	seen   int  // bytes of what is said in which these were looked for
	denies int  // where the token of no answer stands; 0: nowhere, or at the beginning, which is hidden
	cites  bool // something is cited
}

// add takes the next piece, and reports whether there is room for more.
func (w *writing) add(s string) bool {
	w.raw.WriteString(s)
	most := maxAnswer
	if w.thinks() {
		most = maxThoughts
	}
	fits := w.raw.Len() < most
	if !fits {
		cut := strings.ToValidUTF8(w.raw.String()[:most], "")
		w.raw.Reset()
		w.raw.WriteString(cut)
	}
	if w.tell != nil && strings.ContainsFunc(s, settles) {
		w.tellMore()
	}
	return fits
}

// thinks reports whether the model's thoughts, which come first, go on. Those that have ended are forgotten.
func (w *writing) thinks() bool {
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

// said is the text so far; hidden while it may be thoughts, as some models write them first, or no answer.
func (w *writing) said() (text string, hidden bool) {
	text = strings.TrimLeft(w.raw.String(), " \n\t")
	if strings.HasPrefix(text, thinkOpen) {
		return "", true
	}
	return text, strings.HasPrefix(thinkOpen, strings.TrimRight(text, " \n\t")) || mayRefuse(text)
}

const thinkOpen, thinkClose = "<think>", "</think>"

// patches bounds what a long block costs: it is parsed anew when that part of it has come.
const patches = 32

// tellMore tells of what has become settled.
func (w *writing) tellMore() {
	text, hidden := w.said()
	if hidden {
		return
	}
	text = text[:w.tellable(text)]
	if len(text)-w.parsed < (w.parsed-w.over)/patches {
		return
	}
	w.parsed = len(text)
	if end := document.Settled(text[w.over:]); end > 0 {
		over := w.reader.Parse(text[w.over : w.over+end])
		w.before += over.Markdown() + "\n\n"
		w.closed = append(w.closed, over...)
		w.over += end
	}
	markdown := w.before + w.reader.Parse(complete(text[w.over:])).Markdown()
	if now := settled(markdown, text); len(now) >= len(w.told) || !strings.HasPrefix(markdown, w.told) {
		w.say(now)
	}
}

// openToken is how many bytes a token of no answer has at most, with what may stand around it.
const openToken = 64

// tellable is how much of a text can't be a token of no answer, which nobody is told of: one that ends the text goes, and one
// in a text that cites nothing makes that a refusal.
func (w *writing) tellable(text string) int {
	from := max(0, w.seen-openToken)
	if at := noAnswerToken.FindStringIndex(text[from:]); at != nil && w.denies == 0 {
		w.denies = from + at[0]
	}
	w.cites = w.cites || len(w.reader.Parse(text[from:]).Cites()) > 0
	w.seen = len(text)
	if w.denies > 0 && !w.cites {
		return w.denies
	}
	end := max(0, len(text)-openToken)
	if at := noAnswerOpen.FindStringIndex(text[end:]); at != nil {
		end += at[0]
		return len(text) - len(strings.TrimLeft(text[end:], " \t\n"))
	}
	return len(text)
}

// say tells the listener of the text so far. Where what they have is no beginning of it, they forget that.
func (w *writing) say(text string) {
	open := document.Read(strings.TrimPrefix(text, w.before))
	text = strings.TrimRight(text, " \n\t")
	if text == w.told {
		return
	}
	more, follows := strings.CutPrefix(text, w.told)
	p := Piece{Text: more, Anew: !follows} // all of the text, where that begins otherwise
	if p.Anew {
		w.shown, w.fixed = nil, 0
	}
	now := append(slices.Clip(w.closed), open...)
	p.Change = now[w.fixed:].Since(w.shown[w.fixed:])
	p.Change.From += w.fixed
	w.told, w.shown, w.fixed = text, now, len(w.closed)
	w.tell(p)
}

// settles reports whether what follows a character can't change the word before: blanks, and what is written without them.
func settles(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || strings.ContainsRune("。！？，、", r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// complete is the beginning of a text that ends with a whole word, and with a whole row where it ends in a table.
func complete(text string) string {
	end := strings.LastIndexFunc(text, settles)
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

// barred matches what may be the row of a table that is not complete.
var barred = regexp.MustCompile(`^[ \t>]*\|`)

// settled is the beginning of a parsed text that what follows can't change any more: without the fence that ends its code, and
// before a sign that may yet begin something in its last line.
func settled(markdown, text string) string {
	markdown = openFence.ReplaceAllString(markdown, "")
	if strings.HasSuffix(text, "\n\n") {
		return markdown
	}
	last := strings.LastIndexByte(markdown, '\n') + 1
	if at := begun.FindStringIndex(markdown[last:]); at != nil {
		markdown = markdown[:last+at[0]]
	}
	return markdown
}

var (
	openFence = regexp.MustCompile("\n[ >]*`{3,}$")
	begun     = regexp.MustCompile("\\\\[*_~`<\\[|]")
)

// document is the whole at the end; refused says that the model found no answer in the passages. A text that broke off ends
// with its last whole sentence.
func (w *writing) document(brokeOff bool) (d document.Document, refused bool) {
	raw, thinking := w.said()
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
