package answer

import (
	"regexp"
	"strings"
)

// maxAnswer is how many bytes of a model's text are read; an answer of that length is cut.
const maxAnswer = 16 << 10

// writing is an answer that comes in pieces. What is told of it is clean already, line by line; numbers are compared with the
// passages in the end.
type writing struct {
	clean cleaner
	tell  func(Piece) // nil: nobody listens

	raw   strings.Builder
	read  int    // bytes of what is said that are complete lines
	lines string // these, cleaned
	told  string // what the listener has
}

// add takes the next piece, and reports whether there is room for more.
func (w *writing) add(s string) bool {
	room := maxAnswer - w.raw.Len()
	fits := len(s) < room
	if !fits {
		s = strings.ToValidUTF8(s[:room], "")
	}
	w.raw.WriteString(s)
	if w.tell != nil && strings.ContainsAny(s, " \n") {
		w.tellMore()
	}
	return fits
}

// said is the text so far without the thoughts that some models write first; hidden while they go on.
func (w *writing) said() (text string, hidden bool) {
	text = strings.TrimLeft(w.raw.String(), " \n\t")
	if thoughts, found := strings.CutPrefix(text, thinkOpen); found {
		_, after, ended := strings.Cut(thoughts, thinkClose)
		return strings.TrimLeft(after, " \n\t"), !ended
	}
	begun := strings.TrimRight(text, " \n\t")
	return text, strings.HasPrefix(thinkOpen, begun) || strings.HasPrefix(noAnswer, begun) || strings.HasPrefix(text, noAnswer)
}

const thinkOpen, thinkClose = "<think>", "</think>"

// tellMore tells of what has become settled.
func (w *writing) tellMore() {
	text, hidden := w.said()
	if hidden {
		return
	}
	for {
		line, _, ended := strings.Cut(text[w.read:], "\n")
		if !ended {
			break
		}
		w.lines += w.clean.line(line) + "\n"
		w.read += len(line) + 1
	}
	probe := w.clean // its state stays that of the complete lines
	w.say(w.lines + probe.line(settled(text[w.read:])))
}

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

// settled is the beginning of an unfinished line that what follows can't change any more: whole words, without brackets,
// code or tags that are still open.
func settled(line string) string {
	line = line[:strings.LastIndexAny(line, " \t")+1]
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
	if strings.HasPrefix(strings.Trim(raw, "*_`\"' "), noAnswer) {
		return "", true
	}
	if thinking && strings.HasPrefix(strings.TrimLeft(w.raw.String(), " \n\t"), thinkOpen) {
		return "", false
	}
	if brokeOff {
		raw = wholeSentences(raw)
	}
	fresh := cleaner{matches: w.clean.matches, known: w.clean.known}
	return strings.TrimSpace(fresh.text(strings.ReplaceAll(raw, noAnswer, ""))), false
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
