package pdf

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/fault"
	"engram/internal/memory"
	"engram/internal/plaintext"
)

const (
	msgPassword = "This PDF is protected by a password."
	msgDamaged  = "This PDF is damaged and could not be read."
	msgNoText   = "This PDF holds no text (it may be a scan)."
	msgSlow     = "This PDF took too long to read."
)

// maxLostInARow is the number of consecutive unreadable pages after which the rest is given up.
const maxLostInARow = 20

// document returns what was read, and a fault if the whole PDF has no text.
func (g *reading) document(cfg Config, from memory.Bookmark) (capture.Document, error) {
	d := capture.Document{
		Title: g.title(), Author: cleanPDFAuthor(g.about.Author), Published: parsePDFDate(g.about.Created, cfg.Now()),
		Pages: g.about.Pages, Image: g.picture, Bookmark: g.upto(cfg, from), Append: from.Bytes > 0,
	}
	before := pagesOf(from.Edges)
	pages := withoutRepeats(before, g.pages)
	look := stylesOf(pages)
	for i, page := range pages {
		if page.text != "" {
			d.Sections = append(d.Sections, capture.Section{
				Page: g.pages[i].Number, Text: page.text, Blocks: look.blocks(page.text, page.lines),
			})
		}
	}
	if d.Bookmark.More() {
		d.Bookmark.Edges = edgesOfLast(slices.Concat(before, g.pages))
	}
	if len(d.Sections) > 0 && !d.Append {
		d.Description = plaintext.OneLine(plaintext.FirstParagraph(d.Sections[0].Text), capture.MaxDescription)
	}
	switch {
	case g.failure == failurePassword:
		return d, fault.New(fault.Invalid, msgPassword)
	case g.failure != "":
		return d, fault.Wrap(fault.Invalid, msgDamaged, g.died)
	case d.Bookmark.End && d.Bookmark.Bytes == 0:
		return d, g.withoutText(d.Bookmark)
	}
	d.Remark = missing(cfg, d.Bookmark)
	return d, nil
}

// upto returns the new bookmark. Each call advances by a page or by CPU time, whatever the child
// did.
func (g *reading) upto(cfg Config, from memory.Bookmark) memory.Bookmark {
	to := from
	to.Page, to.Pages = int(g.at.Load()), cmp.Or(g.about.Pages, from.Pages)
	to.Bytes += g.text
	to.Lost = slices.Concat(from.Lost, g.lost)
	to.Spent += g.spent
	to.Edges, to.End = nil, false
	moved := to.Page > from.Page
	if moved {
		to.Stuck = 0
	}
	switch {
	case g.failure != "":
	case g.late && !g.read:
		if to.Stuck += max(time.Duration(g.onPage.Load()), 1); to.Stuck > cfg.PageCPU {
			to.Lose(to.Page + 1)
		}
	case g.spun.Load() && !g.read, !moved:
		to.Lose(to.Page + 1)
	}
	to.Page = min(to.Page, to.Pages)
	to.End = !to.More() && to.Stuck == 0 || why(cfg, to) != ""
	return to
}

// why returns why the reading ends with pages left; "" if it continues.
func why(cfg Config, r memory.Bookmark) string {
	switch {
	case r.Page >= cfg.MaxPages, r.Bytes >= cfg.MaxText:
		return "Engram reads no further."
	case r.Spent >= cfg.MaxCPU:
		return "the rest takes too long to read at once. Retry to go on."
	case lostInARow(r.Lost) >= maxLostInARow:
		return "the rest seems to be damaged. Retry to go on."
	}
	return ""
}

// lostInARow returns the number of consecutive lost pages at the end.
func lostInARow(lost []int) int {
	n := min(len(lost), 1)
	for n > 0 && n < len(lost) && lost[len(lost)-n-1] == lost[len(lost)-n]-1 {
		n++
	}
	return n
}

// maxNamed is the maximum number of unreadable pages that are named; more are counted.
const maxNamed = 5

// missing returns a message about the missing pages of a finished PDF; "" if it is complete.
func missing(cfg Config, r memory.Bookmark) string {
	var said []string
	if !r.End {
		return ""
	}
	if r.More() {
		said = append(said, fmt.Sprintf("Read to page %d of %d: %s", r.Page, r.Pages, why(cfg, r)))
	}
	switch n := len(r.Lost); {
	case n == 1:
		said = append(said, fmt.Sprintf("Page %d could not be read.", r.Lost[0]))
	case n > maxNamed:
		said = append(said, fmt.Sprintf("%d pages could not be read.", n))
	case n > 1:
		all := strings.Fields(strings.Trim(fmt.Sprint(r.Lost), "[]"))
		said = append(said, fmt.Sprintf("Pages %s and %s could not be read.", strings.Join(all[:n-1], ", "), all[n-1]))
	}
	return strings.Join(said, " ")
}

// withoutText returns the fault for a PDF without text.
func (g *reading) withoutText(r memory.Bookmark) error {
	switch {
	case r.Pages > 0 && len(r.Lost) == 0:
		return fault.Wrap(fault.Invalid, msgNoText, capture.ErrNoText)
	case g.spun.Load(), g.slept.Load():
		return fault.Wrap(fault.Invalid, msgSlow, g.died)
	}
	return fault.Wrap(fault.Invalid, msgDamaged, g.died)
}

// title returns the title in the metadata or else on the first page.
func (g *reading) title() string {
	onPage := ""
	if len(g.pages) > 0 && g.pages[0].Number == 1 {
		onPage = plaintext.OneLine(g.pages[0].Title, capture.MaxTitle)
	}
	return cmp.Or(cleanPDFTitle(g.about.Title), onPage)
}
