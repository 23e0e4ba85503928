// Package epub writes memories as books: EPUB 3, of their texts with the pictures in them, for
// readers that keep what they read.
package epub

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"time"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/fault"
	"engram/internal/memory"
)

// MediaType is the media type of a book.
const MediaType = "application/epub+zip"

// mostChapter is the size at which a chapter ends with its block, in bytes. Readers hold a chapter
// in memory, and so do we.
const mostChapter = 256 << 10

// Texts has the texts of memories.
type Texts interface {
	// Document calls yield with the text of a memory as blocks, piece by piece. The Key of an image
	// is that of its blob.
	Document(ctx context.Context, m memory.Memory, yield func(document.Document) error) error
}

// Service writes books.
type Service struct {
	texts Texts
	blobs blob.Store
}

// New returns a Service.
func New(texts Texts, blobs blob.Store) *Service { return &Service{texts: texts, blobs: blobs} }

// Write writes a memory as a book, chapter by chapter. An error after the first byte leaves a file
// that no reader opens.
func (s *Service) Write(ctx context.Context, m memory.Memory, w io.Writer) error {
	if m.Status == memory.Pending && m.CapturedAt.IsZero() {
		return fault.New(fault.Unavailable, "This memory is still being read. Please try again in a moment.")
	}
	b := &book{ctx: ctx, blobs: s.blobs, memory: m, files: zip.NewWriter(w), pictures: map[string]string{}}
	return errors.Join(b.write(s.texts), b.files.Close())
}

// FileName returns the name of a memory's file, in letters, digits and dashes.
func FileName(m memory.Memory) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return ' '
	}, m.Title)
	name = strings.Join(strings.Fields(name), "-")
	if name == "" {
		name = "memory"
	}
	return strings.TrimRight(name[:min(len(name), 60)], "-") + ".epub"
}

// book is a book that is being written.
type book struct {
	ctx    context.Context
	blobs  blob.Store
	memory memory.Memory
	files  *zip.Writer

	chapters []string          // names, in order
	pictures map[string]string // names by blob key; empty: it is gone
	order    []string          // names of the pictures, in the order in which they were written
	contents []heading
	cover    string
}

// heading is an entry of the table of contents.
type heading struct{ Text, Address string }

// mostHeadings bounds the table of contents.
const mostHeadings = 500

func (b *book) write(texts Texts) error {
	if err := b.begin(); err != nil {
		return err
	}
	if b.memory.ImageKey != "" {
		cover, err := b.picture(b.memory.ImageKey)
		if err != nil {
			return err
		}
		b.cover = cover
	}
	var next document.Document // the blocks of the next chapter
	size := 0
	err := texts.Document(b.ctx, b.memory, func(doc document.Document) error {
		for i := range doc {
			next = append(next, doc[i])
			if size += len(doc[i : i+1].Text()); size < mostChapter {
				continue
			}
			if err := b.chapter(next); err != nil {
				return err
			}
			next, size = nil, 0
		}
		return b.ctx.Err()
	})
	if err == nil && (len(next) > 0 || len(b.chapters) == 0) {
		err = b.chapter(next)
	}
	if err == nil {
		err = b.describe()
	}
	return err
}

// begin writes what comes first: the name of the format, whose bytes stand where programs look for
// them, and where the package is.
func (b *book) begin() error {
	head := &zip.FileHeader{
		Name: "mimetype", Method: zip.Store, CRC32: crc32.ChecksumIEEE([]byte(MediaType)),
		CompressedSize64: uint64(len(MediaType)), UncompressedSize64: uint64(len(MediaType)),
	}
	out, err := b.files.CreateRaw(head)
	if err == nil {
		_, err = io.WriteString(out, MediaType)
	}
	if err != nil {
		return err
	}
	if err := b.put("META-INF/container.xml", []byte(container)); err != nil {
		return err
	}
	return b.put("EPUB/style.css", []byte(style))
}

// changed returns when the book was made, as far as its text tells.
func (b *book) changed() time.Time {
	if at := b.memory.CapturedAt; at.After(b.memory.CreatedAt) {
		return at.UTC()
	}
	return b.memory.CreatedAt.UTC()
}

func (b *book) create(name string, method uint16) (io.Writer, error) {
	return b.files.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: b.changed()})
}

func (b *book) put(name string, content []byte) error {
	out, err := b.create(name, zip.Deflate)
	if err == nil {
		_, err = out.Write(content)
	}
	return err
}

// picture writes a picture unless it was, and returns its name in the book; empty if it is gone.
func (b *book) picture(key string) (name string, err error) {
	if name, ok := b.pictures[key]; ok {
		return name, nil
	}
	b.pictures[key] = ""
	object, err := b.blobs.Open(b.ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, object.Close()) }()
	name = fmt.Sprintf("pictures/%d.jpg", len(b.order)+1)
	out, err := b.create("EPUB/"+name, zip.Store)
	if err == nil {
		_, err = io.Copy(out, object)
	}
	b.pictures[key], b.order = name, append(b.order, name)
	return name, err
}

// titleOf returns what a book is called.
func titleOf(m memory.Memory) string {
	if title := strings.TrimSpace(m.Title); title != "" {
		return title
	}
	return "Untitled"
}
