package answer

import (
	"regexp"
	"strings"
	"unicode"
)

// cleaner takes out of a model's markdown, line by line, what must not be shown: pictures, HTML, links to what was not saved,
// numbers that no match has. Saved text may have asked the model for any of them. Code stays as it is. What is left has a
// shape that every reader of markdown sees.
type cleaner struct {
	shape
	matches int                   // how many numbers there are
	known   func(url string) bool // reports whether an address stands in what the model was sent
}

// text cleans a whole text, whose code ends with it at the latest.
func (c *cleaner) text(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = c.line(line)
	}
	if c.fence != "" {
		lines = append(lines, c.fence)
	}
	return strings.Join(lines, "\n")
}

// line cleans the next line, before which others may be written.
func (c *cleaner) line(s string) string {
	s = visible(s)
	text, closing, is := c.code(s)
	if !is {
		text = c.place(c.settle(s))
	}
	if closing != "" {
		text = closing + "\n" + text
	}
	return text
}

// mostCleanings is how often a line is cleaned before all signs in it go.
const mostCleanings = 8

// settle cleans a line until that changes nothing more: what goes may bring others together.
func (c *cleaner) settle(s string) string {
	for range mostCleanings {
		clean := c.clean(s)
		if clean == s {
			return s
		}
		s = clean
	}
	return strings.Map(func(r rune) rune {
		if isWordRune(r) {
			return r
		}
		return ' '
	}, s)
}

// clean cleans a line that is no code, once.
func (c *cleaner) clean(s string) string {
	parts := runs(s)
	for i, p := range parts {
		if !p.code {
			parts[i].text = unescape(p.text)
		}
	}
	return strings.TrimRight(c.restore(c.prose(joinRuns(parts)), parts), " \t")
}

// hole stands for a code span while the text around it is cleaned. No text holds it: visible takes it out.
const hole = '\u001a'

func joinRuns(parts []run) string {
	var b strings.Builder
	for _, p := range parts {
		if p.code {
			b.WriteRune(hole)
		} else {
			b.WriteString(p.text)
		}
	}
	return b.String()
}

// restore puts the code spans back into their holes, in order. One whose hole went with what surrounded it is dropped.
func (c *cleaner) restore(s string, parts []run) string {
	var spans []string
	for _, p := range parts {
		if p.code {
			spans = append(spans, p.text)
		}
	}
	var b strings.Builder
	last := ' '
	for _, r := range s {
		isSpan := r == hole && len(spans) > 0
		if last == '`' && (isSpan || r == '`') {
			b.WriteByte(' ') // or two spans became one
		}
		switch {
		case isSpan:
			b.WriteString(spans[0])
			spans, r = spans[1:], '`'
		default:
			b.WriteRune(r)
		}
		last = r
	}
	return b.String()
}

// prose cleans a line without its code spans.
func (c *cleaner) prose(s string) string {
	s = tag.ReplaceAllStringFunc(s, untag)
	s = picture.ReplaceAllString(s, "[")
	s = tildes.ReplaceAllString(s, "~~")
	s = leadingMarks.ReplaceAllString(marks(s, c.matches), "$1$2")
	return c.seal(c.addresses(s))
}

var (
	// picture matches what makes a link a picture.
	picture = regexp.MustCompile(`!+\[`)
	// tildes matches what may begin code.
	tildes = regexp.MustCompile(`~{3,}`)
	// leadingMarks matches the numbers before what begins a block: without them the line would be another.
	leadingMarks = regexp.MustCompile(`(` + container.String() + `)(?:[ \t]*\[(?:[0-9]{1,3}|\?)\])+[ \t]*([|>#].*|(?:[-*+]|[0-9]{1,9}[.)])[ \t].*|[-:| \t]+)$`)
)

// seal takes apart whatever the cleaning may have brought together: no tag, no picture and no link to elsewhere is left.
func (c *cleaner) seal(s string) string {
	s = openTag.ReplaceAllString(s, `&lt;$1`)
	s = picture.ReplaceAllString(s, "[")
	s = definition.ReplaceAllString(s, `]\:`)
	from := 0
	for {
		at := strings.Index(s[from:], "](")
		if at < 0 {
			return s
		}
		from += at + 2
		if address, _, closed := destination(s[from:]); !closed || !c.links(address) || labelled.MatchString(s[:from-2]) {
			s = s[:from-1] + " " + s[from-1:]
		}
	}
}

var (
	tag     = regexp.MustCompile(`<!--.*?-->|<[!?/]?[A-Za-z][^<>]*>`)
	openTag = regexp.MustCompile(`<([A-Za-z!?/])`)
	webTag  = regexp.MustCompile(`^<(https?://[^<> ]+)>$`)
)

// untag drops a tag of HTML, and keeps the address of a link in pointed brackets, and the code spans in it.
func untag(t string) string {
	if m := webTag.FindStringSubmatch(t); m != nil {
		return m[1]
	}
	return strings.Repeat(string(hole), strings.Count(t, string(hole))) + " "
}

// definition matches what would make the bracket before it the name of an address.
var definition = regexp.MustCompile(`\]:`)

// visible replaces what can't be seen: control characters become blanks, and what turns the direction of writing goes, as do
// byte order marks, which only some readers see before the blanks of a line.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069', r == '\ufeff':
			return -1
		case r == '\t':
			return r
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}
