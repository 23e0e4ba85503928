package own

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/document/note"
	"engram/internal/highlight"
	"engram/internal/memory"
	"engram/internal/portable"
	"engram/internal/recall/minhash"
)

// Memory is a memory with all that came with it but its files.
type Memory struct {
	capture.Result
	Rest
	Highlights []highlight.Highlight
}

// Rest holds the parts of a memory that other programs have not.
type Rest struct {
	Parts    []document.Document // of the text, behind the first
	Versions []portable.Note
	Figures  []Figure
	Tweet    *capture.Tweet
	Feed     string // the address of the feed that it is from; empty: of none
}

// Figure is a picture within a text.
type Figure struct {
	memory.Figure
	Order int
	Path  string // in the archive; empty: it is not there
}

// Read returns the memory of a user that an export describes. fault.Invalid for one that Engram can't
// have written. Its text is made anew where it has none.
func Read(userID string, p portable.Memory, now time.Time) (Memory, error) {
	d := dates{now}
	m, err := described(userID, p, d)
	if err != nil {
		return Memory{}, err
	}
	r := Memory{Result: capture.Result{Memory: m}}
	if err := r.read(p); err != nil {
		return Memory{}, err
	}
	r.Words = wordsOf(p.PageWords)
	r.Versions = versionsOf(m, p.Versions, d)
	r.Rest.Tweet = tweetOf(p.Tweet)
	r.Rest.Figures = figuresOf(p.Figures)
	r.Highlights = r.highlights(p.Highlights, d)
	if m.Kind != memory.Note && !m.CapturedAt.IsZero() {
		r.Signature = r.signature()
	}
	return r, nil
}

// described returns a memory without its text.
func described(userID string, p portable.Memory, d dates) (memory.Memory, error) {
	m := memory.Memory{
		ID: p.ID, UserID: userID, Kind: memory.Kind(p.Kind), Title: text(p.Title, maxLine), OwnTitle: p.OwnTitle, SourceTitle: text(p.SourceTitle, maxLine),
		Description: p.Description, OwnWords: p.OwnDescription, Site: text(p.Site, maxLine), Author: text(p.Author, maxLine), Language: text(p.Language, 35),
		Remark: text(p.Remark, highlight.MaxRemark), Error: text(p.Error, maxLine), Status: statusOf(p.Status),
		PublishedAt: d.published(p.PublishedAt), CapturedAt: d.at(p.CapturedAt), StarredAt: d.at(p.StarredAt), ArchivedAt: d.at(p.ArchivedAt), OpenedAt: d.at(p.OpenedAt),
		FeedTags: min(count(p.FeedTags), len(p.Tags)), CreatedAt: d.at(p.CreatedAt), Duration: time.Duration(count(p.Seconds)) * time.Second, Pages: count(p.Pages), Bookmark: bookmarkOf(p.Bookmark),
	}
	switch {
	case !ID(p.ID):
		return m, damaged(msgID)
	case m.CreatedAt.IsZero():
		return m, damaged(msgDate)
	}
	if m.Place = p.Place; !ID(p.Place) || p.Place[timed:] != p.ID[timed:] {
		m.Place = m.PlaceAt(m.CreatedAt)
	}
	if u, err := memory.ParseURL(p.Canonical); err == nil {
		m.Canonical = u.String()
	}
	if p.Progress != nil && p.Progress.Share >= 0 && p.Progress.Share <= 1 {
		m.Progress = document.Progress{Begun: true, Leaf: count(p.Progress.Leaf), Share: p.Progress.Share}
	}
	return kinded(m, p)
}

// timed is the length of the part of an id that tells the time.
const timed = len("019ab000-0000")

// kinded sets what depends on a memory's kind.
func kinded(m memory.Memory, p portable.Memory) (memory.Memory, error) {
	switch m.Kind {
	case memory.Note:
		said, err := memory.Memory{}.WithText(p.Description)
		m.Description, m.Edition, m.Status, m.Error = said.Description, count(p.Edition), memory.Ready, ""
		return m, err
	case memory.Document:
		m.Description = text(m.Description, maxWords)
		return m, nil
	}
	u, err := memory.ParseURL(p.URL)
	if err != nil {
		return m, err
	}
	m.URL, m.Kind, m.Description = u.String(), memory.KindOf(u), text(m.Description, maxWords)
	return m, nil
}

func statusOf(s string) memory.Status {
	if status := memory.Status(s); status == memory.Pending || status == memory.Failed {
		return status
	}
	return memory.Ready
}

// Limits of a bookmark.
const (
	maxLost  = 100_000
	maxEdges = 20 // pages and lines
)

// bookmarkOf returns how far a PDF is read; zero for what can't be.
func bookmarkOf(encoded json.RawMessage) (b memory.Bookmark) {
	if len(encoded) == 0 || json.Unmarshal(encoded, &b) != nil {
		return memory.Bookmark{}
	}
	if b.Page != count(b.Page) || b.Pages != count(b.Pages) || b.Page > b.Pages || b.Bytes < 0 || b.Spent < 0 || b.Stuck < 0 ||
		len(b.Lost) > maxLost || len(b.Edges) > maxEdges {
		return memory.Bookmark{}
	}
	for i := range b.Edges {
		for _, lines := range []*[]string{&b.Edges[i].Head, &b.Edges[i].Foot} {
			*lines = slices.Clone((*lines)[:min(len(*lines), maxEdges)])
			for n, line := range *lines {
				(*lines)[n] = text(line, maxLine)
			}
		}
	}
	return b
}

// Limits of a text. Passages of today are shorter.
const (
	maxPassage = 64 << 10  // bytes
	maxText    = 64 << 20  // bytes of all passages
	maxPieces  = 1_000_000 // passages
)

// read sets the text: passages, and the blocks that stand in them.
func (m *Memory) read(p portable.Memory) error {
	if err := m.passages(p.Passages); err != nil {
		return err
	}
	for _, part := range p.Document {
		part, ok := part.Received()
		switch {
		case !ok || !m.holds(part):
			return damaged(msgTree)
		case len(part) == 0:
		case m.Document == nil:
			m.Document = part
		default:
			m.Parts = append(m.Parts, part)
		}
	}
	return nil
}

func (m *Memory) passages(all []portable.Passage) error {
	known := capture.Reader{}.Passages(m.Memory)
	size := 0
	for i, p := range all {
		size += len(p.Text)
		said := text(p.Text, maxPassage)
		if p.Order != i || said != p.Text || strings.TrimSpace(said) == "" || len(said) > maxPassage || size > maxText || i == maxPieces ||
			p.Page != count(p.Page) || p.Second != count(p.Second) || p.Offset != count(p.Offset) {
			return damaged(msgPassages)
		}
		if m.Memory.Kind == memory.Note && !saidAt(m.Memory.Description, p) {
			m.Passages = known
			return nil
		}
		m.Passages = append(m.Passages, memory.Passage{Ord: i, Text: said, Page: p.Page, Second: p.Second, Offset: p.Offset})
	}
	if len(all) == 0 {
		m.Passages = known
	}
	return nil
}

// saidAt reports whether a note says a passage where it is said to.
func saidAt(note string, p portable.Passage) bool {
	return p.Offset <= len(note) && strings.HasPrefix(note[p.Offset:], p.Text)
}

// holds reports whether there is a passage for each place of blocks.
func (m *Memory) holds(doc document.Document) bool {
	inside := func(p *document.Place) bool { return p == nil || p.Passage < len(m.Passages) }
	for leaf := range doc.Leaves() {
		if !inside(leaf.From) || leaf.Image != nil && !inside(leaf.Image.Said) {
			return false
		}
	}
	return true
}

// signature returns the signature of the text, by which others like it are recognised.
func (m *Memory) signature() minhash.Signature {
	said := make([]string, len(m.Passages))
	for i, p := range m.Passages {
		said[i] = p.Text
	}
	return minhash.Of(said...)
}

// maxScans bounds the words that were recognised on a page.
const maxScans = 100_000

func wordsOf(all []portable.PageWords) (words []capture.PageWords) {
	for _, p := range all {
		if p.Page < 1 || p.Page != count(p.Page) || len(p.Words) > maxScans {
			continue
		}
		page := capture.PageWords{Page: p.Page, Words: make([]capture.PlacedWord, len(p.Words))}
		for i, w := range p.Words {
			page.Words[i] = capture.PlacedWord{Text: text(w.Text, maxLine), Box: w.Box, Ends: w.Ends}
		}
		words = append(words, page)
	}
	return words
}

// maxVersions is above the number of texts that are kept of a note.
const maxVersions = 30

// versionsOf returns the texts that a note had, each once.
func versionsOf(m memory.Memory, all []portable.Note, d dates) (versions []portable.Note) {
	last := -1
	for _, v := range all {
		written := d.at(v.WrittenAt)
		said, err := memory.Memory{}.WithText(v.Text)
		if err != nil || m.Kind != memory.Note || v.Edition <= last || v.Edition > m.Edition || written.IsZero() || len(versions) == maxVersions {
			continue
		}
		last = v.Edition
		versions = append(versions, portable.Note{Edition: v.Edition, Text: said.Description, WrittenAt: written})
	}
	return versions
}

const (
	maxTweet   = 1 << 20 // bytes
	maxTweetID = 20      // digits
)

func tweetOf(t *portable.Tweet) *capture.Tweet {
	if t == nil || len(t.Data) > maxTweet || len(t.ID) > maxTweetID || strings.Trim(t.ID, "0123456789") != "" || t.ID == "" || !json.Valid(t.Data) {
		return nil
	}
	return &capture.Tweet{ID: t.ID, Data: t.Data}
}

// Limits of figures.
const (
	maxFigures = 10_000
	maxName    = 64 // characters
)

// figuresOf returns the figures with a name that a capture gives, each once.
func figuresOf(all []portable.Figure) (figures []Figure) {
	seen := map[string]bool{}
	for _, p := range all {
		if p.Name == "" || len(p.Name) > maxName || strings.Trim(p.Name, "0123456789abcdef") != "" || seen[p.Name] || len(figures) == maxFigures {
			continue
		}
		seen[p.Name] = true
		f := Figure{Figure: memory.Figure{Name: p.Name, Width: p.Width, Height: p.Height}, Order: count(p.Order), Path: p.Path}
		if _, err := memory.ParseURL(p.Address); err == nil {
			f.Address = p.Address
		}
		if f.Width < 0 || f.Width == 0 && f.Address == "" {
			f.Width, f.Height = memory.Gone, 0
		}
		figures = append(figures, f)
	}
	return figures
}

// highlights returns what is marked, each where its words stand.
func (m *Memory) highlights(all []portable.Highlight, d dates) (marks []highlight.Highlight) {
	if len(all) == 0 {
		return nil
	}
	said := m.text()
	for _, p := range all[:min(len(all), highlight.MaxOfOne)] {
		h := highlight.Highlight{
			ID: p.ID, UserID: m.Memory.UserID, MemoryID: m.Memory.ID, Color: highlight.Color(p.Color), Remark: text(p.Remark, highlight.MaxRemark), Quote: text(p.Quote, highlight.MaxQuote),
			Place: highlight.Place{
				Range:  highlight.Range{Start: highlight.Position{Leaf: count(p.Start[0]), Offset: count(p.Start[1])}, End: highlight.Position{Leaf: count(p.End[0]), Offset: count(p.End[1])}},
				Prefix: text(p.Prefix, maxLine), Suffix: text(p.Suffix, maxLine), Passage: count(p.Passage), Page: count(p.Page), Second: count(p.Second), Orphaned: p.Orphaned,
			},
			Review:    highlight.Review{Kept: count(p.Kept), DueAt: d.ahead(p.DueAt), At: d.at(p.AnsweredAt)},
			CreatedAt: d.at(p.CreatedAt), UpdatedAt: d.at(p.UpdatedAt),
		}
		if !slices.Contains(highlight.Colors, h.Color) {
			h.Color = highlight.Colors[0]
		}
		if !ID(h.ID) || strings.TrimSpace(h.Quote) == "" || h.CreatedAt.IsZero() {
			continue
		}
		if h.UpdatedAt.IsZero() {
			h.UpdatedAt = h.CreatedAt
		}
		if h.Place = said.Restored(h); h.Place.Passage >= len(m.Passages) {
			h.Place.Passage = 0
		}
		marks = append(marks, h)
	}
	return marks
}

// text returns the text that is highlighted, as an opened memory shows it.
func (m *Memory) text() *highlight.Text {
	t := &highlight.Text{}
	switch {
	case m.Memory.Kind == memory.Note:
		t.Add(memory.Placed(note.Parse(m.Memory.Description), m.Passages))
	case len(m.Document) > 0:
		t.Add(m.Document)
		for _, part := range m.Parts {
			t.Add(part)
		}
	default:
		for _, p := range m.Passages {
			t.Add(p.Document())
		}
	}
	return t
}
