package document

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Markdown writes the document so that all readers of markdown agree on it. Text is never markup.
// Pictures are written with their captions below, and the caption of a table above it.
func (d Document) Markdown() string { return d.footnoted().markdown() }

func (d Document) markdown() string {
	var parts []string
	for i, b := range d {
		parts = append(parts, strings.Join(b.lines(d.follows(i)), "\n"))
	}
	return strings.Join(parts, "\n\n")
}

// follows reports whether the block follows a list of the same kind, which would absorb it with the
// same sign.
func (d Document) follows(i int) bool {
	n := 0
	for ; i > 0 && d[i].Kind == List && d[i-1].Kind == List && d[i].Ordered == d[i-1].Ordered; i-- {
		n++
	}
	return n%2 == 1
}

// lines writes a block; other selects the second list sign.
func (b Block) lines(other bool) []string {
	switch b.Kind {
	case Heading:
		return []string{strings.Repeat("#", b.Level) + " " + strings.ReplaceAll(closingSigns.ReplaceAllString(inline(b.Spans, false), `\$1`), "\n", lineBreak)}
	case Quote:
		lines := strings.Split(b.Blocks.markdown(), "\n")
		for i := range lines {
			if lines[i] != "" {
				lines[i] = " " + lines[i]
			}
			lines[i] = ">" + lines[i]
		}
		return lines
	case List:
		return b.list(other)
	case Code:
		fence := fenceFor(b.Text)
		return []string{fence + b.Language, b.Text, fence}
	case Table:
		return append(b.caption(), b.table()...)
	case Rule:
		return []string{"---"}
	case Figure:
		return b.figure()
	}
	return b.paragraph()
}

// lineBreak is a line break where there is one line.
const lineBreak = "<br>"

func (b Block) paragraph() []string {
	lines := strings.Split(inline(b.Spans, false), "\n")
	for i := range lines {
		lines[i] = escapeStart(lines[i])
		if i < len(lines)-1 {
			lines[i] += "  "
		}
	}
	return lines
}

// figure writes a picture, by the URL of our rendering if it is set, or its description if it has no
// address.
func (b Block) figure() []string {
	picture := Image{}
	if b.Image != nil {
		picture = *b.Image
	}
	shown := Block{Spans: Trim([]Span{{Text: picture.Alt}})}
	address := cmp.Or(picture.URL, picture.Address)
	if picture.URL != "" || webAddress.MatchString(address) {
		shown.Spans = []Span{{Text: cmp.Or(strings.Join(strings.Fields(picture.Alt), " "), " "), Link: address}}
	}
	lines := shown.paragraph()
	if address != "" && len(lines) == 1 && strings.HasPrefix(lines[0], "[") {
		lines[0] = "!" + lines[0]
	}
	if len(b.Spans) == 0 {
		return lines
	}
	if lines[0] == "" {
		return b.paragraph()
	}
	return append(append(lines, ""), b.paragraph()...)
}

// caption writes the caption of a table with the blank line behind it.
func (b Block) caption() []string {
	if len(b.Spans) == 0 {
		return nil
	}
	return append(b.paragraph(), "")
}

// closingSigns matches a heading's trailing # signs, which readers hide.
var closingSigns = regexp.MustCompile(`(#+)$`)

func (b Block) list(other bool) (lines []string) {
	if b.IsFootnotes() {
		return b.footnotes()
	}
	for i, item := range b.Items {
		sign := "- "
		switch {
		case b.Ordered && other:
			sign = strconv.Itoa(b.Start+i) + ") "
		case b.Ordered:
			sign = strconv.Itoa(b.Start+i) + ". "
		case other:
			sign = "* "
		}
		for j, line := range strings.Split(item.tight(), "\n") {
			switch {
			case j == 0 && line == "---":
				line = sign + "___" // else it would be a rule around the list
			case j == 0:
				line = sign + boxes[item[0].Task] + line
			case line != "":
				line = strings.Repeat(" ", len(sign)) + line
			}
			lines = append(lines, line)
		}
	}
	return lines
}

var boxes = map[Task]string{Open: "[ ] ", Done: "[x] "}

// tight writes a list item: a paragraph and a list in it without a blank line between.
func (d Document) tight() string {
	if len(d) > 1 && d[0].Kind == Paragraph && d[1].Kind == List &&
		(!d[1].Ordered || d[1].Start == 1) {
		return d[:1].markdown() + "\n" + d[1:].markdown()
	}
	return d.markdown()
}

func (b Block) table() (lines []string) {
	for i, row := range b.Rows {
		var cells []string
		for _, cell := range row {
			cells = append(cells, inline(cell, true))
		}
		lines = append(lines, "| "+strings.Join(cells, " | ")+" |")
		if i > 0 {
			continue
		}
		var rules []string
		for _, a := range b.Align {
			rules = append(rules, map[Align]string{None: "---", Left: ":--", Center: ":-:", Right: "--:"}[a])
		}
		lines = append(lines, "| "+strings.Join(rules, " | ")+" |")
	}
	return lines
}

// inline writes spans, in a table cell on one line. Emphasis that readers would not recognise is
// dropped.
func inline(spans []Span, cell bool) string {
	spans = slices.Clone(spans)
	for i := range spans {
		spans[i].Citation, spans[i].Lit = 0, false // markdown has neither
	}
	spans = Join(nil, spans...)
	said := styled(spans, cell)
	if !slices.ContainsFunc(spans, func(s Span) bool { return s.Bold || s.Italic || s.Struck }) {
		return said
	}
	if isReadBack(spans, cell) {
		return said
	}
	for i := range spans {
		spans[i].Bold, spans[i].Italic, spans[i].Struck = false, false, false
	}
	return styled(Join(nil, spans...), cell)
}

// isReadBack reports whether readers see the emphasis of spans. Code stands for the signs of
// footnotes, which only notes have.
func isReadBack(spans []Span, cell bool) bool {
	spans = slices.Clone(spans)
	for i, s := range spans {
		spans[i].Script = ""
		if s.Ref != "" {
			spans[i].Text, spans[i].Ref, spans[i].Link, spans[i].Code = "x", "", "", true
		}
	}
	spans = Join(nil, spans...)
	said := styled(spans, cell)
	if cell {
		said = strings.ReplaceAll(said, `\|`, "|")
	}
	read := Read(said)
	return len(read) == 1 && read[0].Kind == Paragraph && slices.Equal(read[0].Spans, spans)
}

// styles are the signs of emphasis, outermost first.
var styles = []struct {
	sign string
	of   func(*Span) *bool
}{
	{"~~", func(s *Span) *bool { return &s.Struck }},
	{"**", func(s *Span) *bool { return &s.Bold }},
	{"*", func(s *Span) *bool { return &s.Italic }},
}

// styled writes spans with emphasis, the longest stretch of a style in one pair of signs.
func styled(spans []Span, cell bool) string {
	var b strings.Builder
	for i := 0; i < len(spans); {
		end, sign := i+1, ""
		for _, style := range styles {
			if sign != "" || !*style.of(&spans[i]) {
				continue
			}
			sign = style.sign
			for end < len(spans) && *style.of(&spans[end]) {
				end++
			}
			inner := slices.Clone(spans[i:end])
			for j := range inner {
				*style.of(&inner[j]) = false
			}
			b.WriteString(emphasised(styled(inner, cell), sign))
		}
		if sign == "" {
			b.WriteString(plain(spans, i, cell))
		}
		i = end
	}
	return b.String()
}

// emphasised encloses words in signs, keeping outer blanks outside.
func emphasised(words, sign string) string {
	inner := strings.Trim(words, " ")
	if inner == "" {
		return words
	}
	before, after, _ := strings.Cut(words, inner)
	return before + sign + inner + sign + after
}

// plain writes a span without its emphasis.
func plain(spans []Span, i int, cell bool) string {
	s := spans[i]
	switch {
	case s.Unsupported:
		return unsupported
	case s.Cite > 0:
		return "[" + strconv.Itoa(s.Cite) + "]"
	case s.Ref != "":
		return label(s.Ref)
	case s.Code:
		return inCell(codeSpan(s.Text), cell)
	}
	said := inCell(escape(s.Text), cell)
	if i > 0 && (spans[i-1].IsMark() || spans[i-1].Ref != "") && strings.ContainsRune("(:", rune(said[0])) {
		said = `\` + said // else it would make a link of the mark
	}
	if i+1 < len(spans) && strings.HasSuffix(said, "!") {
		said = said[:len(said)-1] + `\!` // else a link after it would be a picture
	}
	if tag, is := map[Script]string{Super: "sup", Sub: "sub"}[s.Script]; is {
		said = "<" + tag + ">" + said + "</" + tag + ">"
	}
	switch {
	case s.Link == "":
		return said
	case s.Link == s.Text && !strings.ContainsAny(s.Link, `\`):
		return "<" + s.Link + ">"
	}
	return "[" + said + "](<" + strings.NewReplacer(`\`, `\\`, "&", "&amp;").Replace(s.Link) + ">)"
}

func inCell(said string, cell bool) string {
	if !cell {
		return said
	}
	return strings.NewReplacer("\n", lineBreak, `\|`, `\|`, "|", `\|`).Replace(said)
}

// codeSpan encloses words in more backticks than they contain.
func codeSpan(words string) string {
	fence := strings.Repeat("`", 1+longest(words))
	if strings.HasPrefix(words, "`") || strings.HasSuffix(words, "`") ||
		words != strings.Trim(words, " ") && strings.Trim(words, " ") != "" {
		words = " " + words + " " // readers drop these
	}
	return fence + words + fence
}

// fenceFor returns a fence longer than any in the code.
func fenceFor(code string) string { return strings.Repeat("`", max(3, 1+longest(code))) }

// longest returns the longest run of backticks.
func longest(s string) (most int) {
	n := 0
	for _, r := range s {
		if n++; r != '`' {
			n = 0
		}
		most = max(most, n)
	}
	return most
}

// escape escapes everything that is markup where it stands.
func escape(s string) string {
	var b strings.Builder
	for i, r := range s {
		if r < utf8.RuneSelf && special(s, i) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// special reports whether the ASCII character at i could be markup.
func special(s string, i int) bool {
	before, after := s[:i], s[i+1:]
	switch s[i] {
	case '\\', '`', '*', '[', ']', '<', '>', '|', '~':
		return true
	case '_': // a letter, within a word
		return !endsInWord(before) || !startsWithWord(after)
	case '&': // an entity
		return entity.MatchString(s[i:])
	case ':': // an address, which readers make a link of by themselves, like those below
		return strings.HasPrefix(after, "//")
	case '.':
		return len(before) >= 3 && strings.EqualFold(before[len(before)-3:], "www")
	case '@':
		return before != "" && after != "" && after[0] > ' '
	}
	return false
}

var entity = regexp.MustCompile(`^&(?:#|[A-Za-z0-9]+;)`)

func endsInWord(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	return isWordRune(r)
}

func startsWithWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return isWordRune(r)
}

// opener matches the start of a heading, list or rule.
var opener = regexp.MustCompile(`^(?:[#+=-]|:-|[0-9]{1,9}[.)])`)

// escapeStart escapes a paragraph's line that would start another block.
func escapeStart(line string) string {
	begin := opener.FindString(line)
	if begin == "" {
		return line
	}
	return begin[:len(begin)-1] + `\` + line[len(begin)-1:]
}
