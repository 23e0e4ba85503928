// Package quotes gathers highlights that stand one by one in a file into a note for each book.
package quotes

import (
	"cmp"
	"hash/maphash"
	"strings"

	"engram/internal/document"
	"engram/internal/importer"
)

const (
	maxBooks = 500_000
	maxBatch = 64 << 20  // bytes of the books that are gathered in one pass over the file
	maxText  = 240 << 10 // bytes of one book's note
	maxMarks = 2_000     // of one book

	msgBooks = "The file has more than 500,000 books."
	msgMarks = "A note holds 2,000 highlights and 240 KB at most."
)

// Mark is a highlight as it stands in a file.
type Mark struct {
	Book, Author string
	Tags         []string // of the book
	Highlight    importer.Highlight
	Where        string // in the book, such as "Page 12"; empty: unknown
	Date         string // of the highlight, as written
	Place        string // in the file
	Refused      string // why it is none; empty: it is one
}

func (m Mark) size() int {
	return len(m.Book) + len(m.Author) + len(m.Highlight.Text) + len(m.Highlight.Remark) + len(m.Where) + 200
}

// File calls visit with every mark of a file, the same whenever it is called.
type File func(visit func(Mark) error) error

// Read sends a note for each book, in the order of their first marks. It passes over the file as
// often as its size demands, so that memory is bounded. The program is the notes' series.
func Read(program string, file File, out *importer.Out) error {
	return read(program, file, out, maxBatch)
}

func read(program string, file File, out *importer.Out, batch int) error {
	s := shelf{program: program, out: out, seed: maphash.MakeSeed(), number: map[uint64]int{}}
	if err := file(s.measure); err != nil {
		return err
	}
	for from := 0; from < len(s.sizes); {
		to, size := from, 0
		for to < len(s.sizes) && (to == from || size+s.sizes[to] <= batch) {
			size += s.sizes[to]
			to++
		}
		if err := s.gather(file, from, to); err != nil {
			return err
		}
		from = to
	}
	return nil
}

// shelf numbers the books of a file in order.
type shelf struct {
	program string
	out     *importer.Out
	seed    maphash.Seed
	number  map[uint64]int
	sizes   []int // bytes of each book
}

func (s *shelf) key(m Mark) uint64 {
	return maphash.String(s.seed, strings.ToLower(m.Book)+"\x00"+strings.ToLower(m.Author))
}

func (s *shelf) measure(m Mark) error {
	if m.Refused != "" {
		return s.out.Note(cmp.Or(m.Book, m.Highlight.Text), m.Place, m.Refused)
	}
	number, has := s.number[s.key(m)]
	switch {
	case !has && len(s.sizes) == maxBooks:
		return s.out.Note(m.Book, m.Place, msgBooks)
	case !has:
		number = len(s.sizes)
		s.number[s.key(m)] = number
		s.sizes = append(s.sizes, 0)
	}
	s.sizes[number] = min(s.sizes[number]+m.size(), 2*maxText)
	return nil
}

// gather sends the books from one number to another.
func (s *shelf) gather(file File, from, to int) error {
	books := make([]book, to-from)
	err := file(func(m Mark) error {
		if number, has := s.number[s.key(m)]; has && m.Refused == "" && number >= from && number < to {
			books[number-from].add(m, s.out)
		}
		return nil
	})
	for i := range books {
		if err == nil {
			err = s.out.Item(books[i].note(s.program))
		}
	}
	return err
}

// book is a note that is being gathered.
type book struct {
	item importer.Item
	text strings.Builder
}

func (b *book) add(m Mark, out *importer.Out) {
	if b.item.Place == "" {
		b.item = importer.Item{Kind: importer.KindNote, Title: m.Book, Author: m.Author, Place: m.Place}
		b.text.WriteString(heading(m.Book))
		if m.Author != "" {
			b.write(document.Document{document.Say(m.Author)})
		}
	}
	if len(b.item.Highlights) == maxMarks || b.text.Len()+m.size() > maxText {
		b.item.Lose("highlights", 1, msgMarks)
		return
	}
	m.Highlight.At = out.Date(&b.item, m.Date)
	b.item.Tags = append(b.item.Tags, m.Tags...)
	if len(b.item.Tags) > maxMarks {
		b.item.Tags = b.item.Tags[:maxMarks]
	}
	b.write(blocks(m))
	if m.Highlight.Text != "" {
		b.item.Highlights = append(b.item.Highlights, m.Highlight)
	}
	if at := m.Highlight.At; !at.IsZero() && (b.item.CreatedAt.IsZero() || at.Before(b.item.CreatedAt)) {
		b.item.CreatedAt = at
	}
}

func (b *book) write(blocks document.Document) {
	b.text.WriteString(blocks.Markdown() + "\n\n")
}

func (b *book) note(program string) importer.Item {
	b.item.Series = program
	b.item.Text = strings.TrimSpace(b.text.String())
	return b.item
}

// heading returns the title of a note as markdown.
func heading(title string) string {
	if title == "" {
		return ""
	}
	title = strings.Join(strings.Fields(title), " ")
	return document.Document{{Kind: document.Heading, Level: 1, Spans: document.Trim([]document.Span{{Text: title}})}}.Markdown() + "\n\n"
}

// blocks returns the quote of a mark with where it stands. A remark without a quote is a paragraph.
func blocks(m Mark) (all document.Document) {
	if m.Highlight.Text == "" {
		return document.Document{document.Say(m.Highlight.Remark)}
	}
	quote := document.Document{document.Say(m.Highlight.Text)}
	if m.Where != "" {
		quote = append(quote, document.Say(m.Where))
	}
	return document.Document{{Kind: document.Quote, Blocks: quote}}
}
