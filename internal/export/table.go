package export

import (
	"bufio"
	"cmp"
	"context"
	"html"
	"io"
	"strconv"
	"strings"
	"time"

	"engram/internal/fault"
	"engram/internal/portable"
	"engram/internal/sheet"
)

// Format is a form that a library is exported in.
type Format struct {
	Name      string // on the wire
	MediaType string
	Extension string
	write     func(s *Service, ctx context.Context, userID string, w io.Writer) error
}

// Formats are all formats; the first is the default.
var Formats = []Format{
	{"zip", "application/zip", ".zip", (*Service).Write},
	{"html", "text/html; charset=utf-8", ".html", (*Service).writeBookmarks},
	{"csv", sheet.MediaType, ".csv", (*Service).writeTable},
}

// FormatOf returns the format of a name, the first for none; fault.Invalid for another.
func FormatOf(name string) (Format, error) {
	if name == "" {
		return Formats[0], nil
	}
	for _, f := range Formats {
		if f.Name == name {
			return f, nil
		}
	}
	return Format{}, fault.New(fault.Invalid, "An export is had as zip, html or csv")
}

// WriteAs writes a library in a format. What is written before an error is not complete.
func (s *Service) WriteAs(ctx context.Context, userID string, f Format, w io.Writer) error {
	return f.write(s, ctx, userID, w)
}

// FileName returns the name of an export's file, which is plain ASCII.
func (s *Service) FileName(username string, f Format) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, username)
	return "engram-" + name + "-" + s.now().UTC().Format(time.DateOnly) + f.Extension
}

// Limits on the memories that are read at once.
const (
	rowsAtOnce = 200
	sizeAtOnce = 1 << 20 // characters
)

// rows calls do with every memory that was there at the beginning, without its text, oldest first.
func (s *Service) rows(ctx context.Context, userID string, do func(portable.Memory) error) error {
	last, err := s.store.LastID(ctx, userID, Memories)
	if err != nil {
		return err
	}
	for after := ""; after < last; {
		some, err := s.store.Rows(ctx, userID, after, rowsAtOnce, sizeAtOnce)
		if err != nil {
			return err
		}
		if len(some) == 0 { // the last was deleted meanwhile
			break
		}
		for _, m := range some {
			if m.ID > last {
				break
			}
			if err := do(m); err != nil {
				return err
			}
		}
		after = some[len(some)-1].ID
	}
	return (&writer{Service: s, ctx: ctx, userID: userID}).stands()
}

// writeBookmarks writes what has an address in the form of browsers' bookmarks.
func (s *Service) writeBookmarks(ctx context.Context, userID string, to io.Writer) error {
	w := bufio.NewWriter(to)
	say := func(text ...string) {
		for _, t := range text {
			_, _ = w.WriteString(t) // Flush returns its error
		}
	}
	say("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV=\"Content-Type\" CONTENT=\"text/html; charset=UTF-8\">\n",
		"<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n")
	err := s.rows(ctx, userID, func(m portable.Memory) error {
		if m.URL == "" {
			return nil
		}
		say(`<DT><A HREF="`, html.EscapeString(m.URL), `" ADD_DATE="`, strconv.FormatInt(m.CreatedAt.Unix(), 10), `"`)
		if len(m.Tags) > 0 {
			say(` TAGS="`, html.EscapeString(strings.Join(m.Tags, ",")), `"`)
		}
		if m.OpenedAt.IsZero() {
			say(` TOREAD="1"`)
		}
		say(">", html.EscapeString(oneLine(titleOf(m))), "</A>\n")
		if about := oneLine(aboutOf(m)); about != "" {
			say("<DD>", html.EscapeString(about), "\n")
		}
		return nil
	})
	if err != nil {
		return err
	}
	say("</DL><p>\n")
	return w.Flush()
}

// aboutOf returns what a user wrote of a memory and of its highlights, or else what its source says.
func aboutOf(m portable.Memory) string {
	said := []string{m.Remark}
	for _, h := range m.Highlights {
		if h.Remark != "" {
			said = append(said, "“"+h.Quote+"”: "+h.Remark)
		}
	}
	return cmp.Or(strings.TrimSpace(strings.Join(said, "\n")), m.Description)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// columns are the names of the table's columns that other programs look for. The last has a line for each
// highlight: what was remarked on it.
var columns = []string{
	"id", "type", "title", "url", "tags", "created", "published", "note", "excerpt", "highlights", "author", "site", "language", "favorite", "archived", "unread", "remark",
}

// writeTable writes every memory as a row.
func (s *Service) writeTable(ctx context.Context, userID string, to io.Writer) error {
	w := sheet.NewWriter(to)
	if err := w.Row(columns...); err != nil {
		return err
	}
	err := s.rows(ctx, userID, func(m portable.Memory) error {
		var quotes, remarks []string
		for _, h := range m.Highlights {
			quotes, remarks = append(quotes, oneLine(h.Quote)), append(remarks, oneLine(h.Remark))
		}
		return w.Row(
			m.ID, m.Kind, oneLine(titleOf(m)), m.URL, strings.Join(m.Tags, ", "), stamp(m.CreatedAt), stamp(m.PublishedAt), m.Remark, m.Description,
			strings.Join(quotes, "\n"), m.Author, m.Site, m.Language,
			strconv.FormatBool(!m.StarredAt.IsZero()), strconv.FormatBool(!m.ArchivedAt.IsZero()), strconv.FormatBool(m.OpenedAt.IsZero()), strings.TrimRight(strings.Join(remarks, "\n"), "\n"),
		)
	})
	if err != nil {
		return err
	}
	return w.Flush()
}
