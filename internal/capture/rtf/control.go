package rtf

import (
	"strconv"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"

	"engram/internal/document"
)

// destination handles the first word of a group if that is where its text goes.
func (r *reader) destination(t token) bool {
	if r.target == nobody {
		return true
	}
	to, name := nobody, ""
	switch t.word {
	case "*":
		r.any = true
		return true
	case "fonttbl":
		to = fonts
	case "stylesheet":
		to = styles
	case "title", "author", "creatim":
		if r.target == body {
			return false
		}
		to, name = info, t.word
	case "info":
		to, name = info, "info"
	case "fldinst":
		to = instruction
	case "listtext", "pntext":
		to = bullet
	case "footnote":
		if r.target == footnote || r.target != body || len(r.notes) >= maxItems {
			break
		}
		r.beginNote()
		to = footnote
	case "pict", "object", "colortbl", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf",
		"operator", "keywords", "subject", "doccomm", "revtim", "printim", "buptim", "nonshppict", "themedata", "datastore",
		"listtable", "listoverridetable", "rsidtbl", "xmlnstbl", "generator", "bkmkstart", "bkmkend", "annotation", "atnid", "atnauthor",
		"pntxtb", "pntxta", "tc", "xe", "sp", "shpinst", "latentstyles", "company", "category", "manager":
	case "fldrslt", "shppict", "shptxt":
		return true
	default:
		if !r.any {
			return r.define(t)
		}
	}
	r.target, r.name = to, name
	return true
}

// define handles the first word of an entry of the lists of fonts and styles.
func (r *reader) define(t token) bool {
	if r.target == styles && (t.word == "s" || t.word == "cs" || t.word == "ds" || t.word == "ts") {
		r.current = -1
		if t.word == "s" {
			r.current = t.number
		}
		return true
	}
	return false
}

// control handles any other word or sign.
func (r *reader) control(t token) {
	switch r.target {
	case nobody:
		return
	case fonts:
		r.defineFont(t)
		return
	case styles:
		if t.word == "outlinelevel" && r.current >= 0 && t.number >= 0 && t.number < 6 {
			r.headed[r.current] = t.number + 1
		}
		return
	case info:
		r.dates[t.word] = t.number
	}
	if said, ok := signs[t.word]; ok {
		r.say(said)
		return
	}
	r.format(t)
	r.lay(t)
}

func (r *reader) defineFont(t token) {
	switch t.word {
	case "f":
		r.current = t.number
	case "fcharset":
		if page, ok := pages[t.number]; ok {
			r.charset[r.current] = encodingOf(page)
		}
	case "cpg":
		r.charset[r.current] = encodingOf(t.number)
	}
}

// format handles words about characters.
func (r *reader) format(t token) {
	on := !t.has || t.number != 0
	switch t.word {
	case "b":
		r.style.Bold = on
	case "i":
		r.style.Italic = on
	case "strike", "striked":
		r.style.Struck = on
	case "super", "sub", "nosupersub":
		r.style.Script = map[string]document.Script{"super": document.Super, "sub": document.Sub}[t.word]
	case "v":
		r.hidden = on
	case "plain":
		r.style.Bold, r.style.Italic, r.style.Struck, r.hidden = false, false, false, false
		r.style.Script = ""
	case "f":
		r.font = t.number
	case "uc":
		r.skip = min(max(t.number, 0), 10)
	case "ansicpg":
		r.code = encodingOf(t.number)
	case "mac":
		r.code = charmap.Macintosh
	}
}

// lay handles words about paragraphs.
func (r *reader) lay(t token) {
	if r.target != body {
		if r.target == footnote && t.word == "par" {
			r.say("\n")
		}
		return
	}
	switch t.word {
	case "par", "sect", "page":
		if r.shape.table && t.word == "par" {
			r.say("\n")
			return
		}
		r.paragraph()
	case "pard":
		r.shape = shape{}
	case "s":
		r.shape.level = r.headed[t.number]
	case "outlinelevel":
		if t.number >= 0 && t.number < 6 {
			r.shape.level = t.number + 1
		}
	case "ilvl":
		r.shape.depth = min(max(t.number, 0), 8)
	case "intbl":
		r.shape.table = true
	case "cell", "nestcell":
		r.cell()
	case "row", "nestrow":
		r.row()
	}
}

// signs are words and signs that stand for text.
var signs = map[string]string{
	"\\": `\`, "{": "{", "}": "}", "~": "\u00a0", "_": "-", "tab": "\t", "line": "\n", "emdash": "—", "endash": "–",
	"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ",
}

// pages are the code pages of the character sets of fonts.
var pages = map[int]int{
	0: 1252, 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
	186: 1257, 204: 1251, 222: 874, 238: 1250,
}

// labels name code pages that are not called windows-N.
var labels = map[int]string{932: "shift_jis", 936: "gbk", 949: "euc-kr", 950: "big5", 10000: "macintosh", 65001: "utf-8"}

// encodingOf returns the encoding of a code page; Windows-1252 if it is unknown.
func encodingOf(page int) encoding.Encoding {
	label, ok := labels[page]
	if !ok {
		label = "windows-" + strconv.Itoa(page)
	}
	if page == 437 || page == 850 {
		return map[int]encoding.Encoding{437: charmap.CodePage437, 850: charmap.CodePage850}[page]
	}
	if found, _ := charset.Lookup(label); found != nil {
		return found
	}
	return charmap.Windows1252
}
