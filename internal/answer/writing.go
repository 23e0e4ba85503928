package answer

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How many bytes of a model's text are read. An answer of that length is cut; thoughts before it have a length of their own.
const (
	maxAnswer   = 16 << 10
	maxThoughts = 64 << 10
)

// writing is an answer that comes in pieces. What is told of it is clean already, line by line; numbers are compared with the
// passages in the end.
type writing struct {
	clean cleaner
	tell  func(Piece) // nil: nobody listens

	raw   strings.Builder
	read  int    // bytes of what is said that are complete lines
	lines string // these, cleaned
	told  string // what the listener has

	tried int // bytes of the unfinished line when it was last cleaned

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

// tellMore tells of what has become settled.
func (w *writing) tellMore() {
	text, hidden := w.said()
	if hidden {
		return
	}
	text = text[:max(w.read, w.tellable(text))]
	for {
		line, _, ended := strings.Cut(text[w.read:], "\n")
		if !ended {
			break
		}
		w.lines += w.clean.line(line) + "\n"
		w.read += len(line) + 1
		w.tried = 0
	}
	if grown := len(text) - w.read - w.tried; grown < w.tried/patches {
		return
	}
	w.tried = len(text) - w.read
	probe := w.clean // its state stays that of the complete lines
	w.say(w.lines + probe.line(settled(text[w.read:])))
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
	w.cites = w.cites || citation.MatchString(marks(text[from:], w.clean.matches))
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

// patches bounds what a long line costs: it is cleaned anew when that part of it has come.
const patches = 64

// say tells the listener of the text so far. Where what they have is no beginning of it, they forget that.
func (w *writing) say(text string) {
	text = strings.TrimRight(text, " \n\t")
	switch {
	case text == w.told:
	case strings.HasPrefix(text, w.told):
		w.tell(Piece{Text: text[len(w.told):]})
	default:
		w.tell(Piece{Text: text, Anew: true})
	}
	w.told = text
}

// settles reports whether what follows a character can't change the word before: blanks, and what is written without them.
func settles(r rune) bool {
	return r == ' ' || r == '\t' || r == '\n' || strings.ContainsRune("。！？，、", r) || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// settled is the beginning of an unfinished line that what follows can't change any more: whole words, without brackets,
// code or tags that are still open.
func settled(line string) string {
	end := strings.LastIndexFunc(line, settles)
	if end < 0 {
		return ""
	}
	_, size := utf8.DecodeRuneInString(line[end:])
	line = line[:end+size]
	if at := strings.LastIndexAny(line, "[【"); at >= 0 && !strings.ContainsAny(line[at:], "]】") {
		line = line[:at]
	}
	if at := strings.LastIndexByte(line, '<'); at >= 0 && !strings.Contains(line[at:], ">") {
		line = line[:at]
	}
	if at := strings.LastIndex(line, "]("); at >= 0 && !strings.Contains(line[at:], ")") {
		line = line[:max(strings.LastIndexByte(line[:at], '['), 0)]
	}
	if strings.Count(line, "`")%2 == 1 {
		line = line[:strings.IndexByte(line, '`')]
	}
	return strings.TrimRight(line, "! \t")
}

// whole is the cleaned text at the end; refused says that the model found no answer in the passages. A text that broke off
// ends with its last whole sentence.
func (w *writing) whole(brokeOff bool) (text string, refused bool) {
	raw, thinking := w.said()
	if thinking && raw == "" {
		return "", false
	}
	if refuses(raw, w.cleaned(raw)) {
		return "", true
	}
	if brokeOff {
		raw = wholeSentences(raw)
	}
	return strings.TrimSpace(w.cleaned(noAnswerLast.ReplaceAllString(raw, "$1"))), false
}

// cleaned is a text without what must not be shown.
func (w *writing) cleaned(raw string) string {
	fresh := cleaner{matches: w.clean.matches, known: w.clean.known}
	return fresh.text(raw)
}

// wholeSentences drops the last sentence of a text that broke off, unless it is closed.
func wholeSentences(s string) string {
	all := sentencesOf(s)
	last := all[len(all)-1]
	if closed.MatchString(unmarked(last)) {
		return s
	}
	return s[:len(s)-len(last)]
}

// closed matches a sentence that has its end: a stop, and a blank behind it where a number may go on.
var closed = regexp.MustCompile(`(?:[!?…。！？][*_"'”’»)]*|[^0-9]\.[*_"'”’»)]*|\.[*_"'”’»)]*\s)\s*$`)
