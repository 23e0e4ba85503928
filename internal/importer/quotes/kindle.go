package quotes

import (
	"context"
	"regexp"
	"strconv"
	"strings"

	"engram/internal/importer"
)

// Kindle is the file "My Clippings.txt" of a Kindle, in any of its languages.
var Kindle = importer.Format{
	Name: "kindle", Title: "Kindle clippings",
	Is: func(_ context.Context, in *importer.Input) bool { return isKindle(in.Head) },
	Read: func(_ context.Context, in *importer.Input, out *importer.Out) error {
		return Read("kindle", func(visit func(Mark) error) error { return clippings(in, visit) }, out)
	},
}

// isKindle reports whether a text begins with a record: a title, a line with numbers, words, a line of signs.
func isKindle(head string) bool {
	title, rest, _ := strings.Cut(head, "\n")
	about, rest, more := strings.Cut(rest, "\n")
	return more && strings.TrimSpace(title) != "" && strings.HasPrefix(about, "-") && strings.ContainsAny(about, "0123456789") &&
		strings.Contains("\n"+rest, "\n"+recordEnd)
}

const (
	msgBookmark = "A bookmark of a Kindle has no words."
	msgClipping = "It does not read as a Kindle writes its clippings."

	recordEnd   = "=========="
	maxClipping = 64 << 10 // bytes
)

// clipping is a record of the file.
type clipping struct {
	Mark
	isNote   bool
	from, to int // location in the book; 0: unknown
}

// clippings calls visit with the highlights of a file. A note next to the highlight that it stands at
// is its remark.
func clippings(in *importer.Input, visit func(Mark) error) error {
	var before *clipping
	var lines []string
	size, begin := 0, 1
	finish := func() error {
		c, ok := clippingOf(lines, begin)
		if size > maxClipping {
			c.Refused = msgClipping
		}
		lines, size = nil, 0
		if !ok {
			return nil
		}
		if before != nil && before.joins(c) {
			return nil
		}
		last := before
		before = &c
		if last == nil {
			return nil
		}
		return visit(last.Mark)
	}
	err := importer.EachLine(importer.Text(in), func(line string, number int, _ bool) error {
		line = strings.Trim(line, "\r\ufeff")
		if line == recordEnd {
			err := finish()
			begin = number + 1
			return err
		}
		if size += len(line) + 1; size <= maxClipping {
			lines = append(lines, line)
		}
		return nil
	})
	if err == nil {
		err = finish()
	}
	if err == nil && before != nil {
		err = visit(before.Mark)
	}
	return err
}

// joins merges a note with the highlight beside it that it stands at.
func (c *clipping) joins(next clipping) bool {
	mark, note := c, &next
	if c.isNote {
		mark, note = &next, c
	}
	if mark.isNote || !note.isNote || mark.Book != note.Book || mark.Refused != "" || note.Refused != "" || mark.Highlight.Remark != "" ||
		note.from == 0 || note.from < mark.from || note.from > max(mark.to, mark.from) {
		return false
	}
	joined := *mark
	joined.Highlight.Remark = note.Highlight.Remark
	*c = joined
	return true
}

// kindleNotes are the words for a note in the languages of a Kindle.
var kindleNotes = regexp.MustCompile(`(?i)^- ?(?:your |ihre |votre |la |tu |su |a sua |sua |il tuo |la tua |uw |je |ваша )?(?:note|notiz|nota|notitie|メモ|заметка|메모)(?:\PL|$)|的?(?:笔记|筆記)|のメモ|메모`)

var location = regexp.MustCompile(`(\d+)(?:\s*[-–]\s*(\d+))?`)

// clippingOf returns the record of these lines; false if they are blank.
func clippingOf(lines []string, number int) (c clipping, ok bool) {
	c.Place = "line " + strconv.Itoa(number)
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	if len(lines) == 0 {
		return c, false
	}
	c.Book, c.Author = bookOf(lines[0])
	if len(lines) < 2 || !strings.HasPrefix(lines[1], "-") {
		c.Refused = msgClipping
		return c, true
	}
	parts := strings.Split(strings.TrimSpace(strings.TrimPrefix(lines[1], "-")), "|")
	last := len(parts) - 1
	if last > 0 {
		c.Date = dateAmong(parts[last])
		parts = parts[:last]
	}
	c.Where = strings.TrimSpace(strings.Join(parts, "|"))
	if found := location.FindStringSubmatch(parts[len(parts)-1]); found != nil {
		c.from, _ = strconv.Atoi(found[1])
		c.to, _ = strconv.Atoi(found[2])
	}
	text := strings.TrimSpace(strings.Join(lines[2:], "\n"))
	switch c.isNote = kindleNotes.MatchString(lines[1]); {
	case text == "":
		c.Refused = msgBookmark
	case c.isNote:
		c.Highlight.Remark = text
	default:
		c.Highlight.Text = text
	}
	return c, true
}

// bookOf returns the title and the author of a record's first line, in which the last brackets hold
// the author.
func bookOf(line string) (title, author string) {
	line = strings.TrimSpace(line)
	open := strings.LastIndexByte(line, '(')
	if open <= 0 || !strings.HasSuffix(line, ")") {
		return line, ""
	}
	return strings.TrimSpace(line[:open]), strings.TrimSpace(strings.TrimSuffix(line[open+1:], ")"))
}

// afternoon says in the languages of a Kindle that the hours count from noon.
var afternoon = regexp.MustCompile(`(?:下午|午後|오후)\s*(\d{1,2})((?::\d{2})+)`)

// dateAmong returns the part of a record's second line that has the date, as it can be read.
func dateAmong(part string) string {
	return strings.TrimSpace(afternoon.ReplaceAllString(part, "$1$2 pm"))
}
