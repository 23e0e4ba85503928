package imports

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"engram/internal/capture"
	"engram/internal/document"
	"engram/internal/document/note"
	"engram/internal/fault"
	"engram/internal/filetype"
	"engram/internal/highlight"
	"engram/internal/importer"
	"engram/internal/imports/own"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/plaintext"
	"engram/internal/upload"
)

// Key identifies what a user saves: an address, or a text or file without one. What comes from
// another Engram has its id first.
type Key struct {
	Memory       string // id, of another Engram
	Conversation string // id, alone
	Filter       string // id, alone
	Feed         string // see following.Key, alone
	Address      string // see memory.Key
	Content      string // hash of a text or file, of a document its checksum unless it refers to other files
	Title, Text  string // of a note without files, as it would be kept if it were written here
}

// Same returns a key that is equal for entries of one file that are the same.
func (k Key) Same() Key {
	if k.Memory != "" {
		return Key{Memory: k.Memory}
	}
	return k
}

// Draft is an entry to be saved as a memory.
type Draft struct {
	Subject
	Key        Key
	Result     capture.Result
	Highlights []highlight.Highlight
	Uploads    []upload.Upload // of files that are stored already
	Own        *own.Rest       // of another Engram; nil: of another program
	Grows      bool            // later exports have more highlights of it
}

// maxAttachments bounds the files of one memory, as package upload does.
const maxAttachments = 20

// drafter makes drafts of the items of an import.
type drafter struct {
	*Service
	of    Import
	at    time.Time
	about Subject // the present item
	notes []Note  // on it
	sums  summing
}

// note adds a note on the present item, or on what of it has a name of its own.
func (d *drafter) note(item, message string) {
	about := d.about
	about.Item = item
	d.notes = append(d.notes, Note{Subject: about, Message: message})
}

// draft returns what an item becomes. A fault says why it can't be saved; then its files may be
// stored, under the keys that they have when it is tried again.
func (d *drafter) draft(ctx context.Context, entry int, item importer.Item) (Draft, error) {
	d.about, d.notes = Subject{Entry: entry, Item: nameOf(item), Address: item.URL, Place: item.Place}, nil
	draft := Draft{Subject: d.about, Key: keyOf(item), Grows: item.Series != ""}
	for _, lost := range item.Lost {
		d.note(draft.Item, lossOf(lost))
	}
	if item.Own != nil {
		if done, err := d.own(ctx, item, &draft); done || err != nil {
			return draft, err
		}
	}
	m, err := d.memory(item)
	if err != nil {
		return draft, err
	}
	switch {
	case m.Kind == memory.Document:
		err = d.document(ctx, item, m, &draft)
	case m.Kind == memory.Note:
		err = d.written(ctx, item, m, &draft)
	case item.HTML != nil:
		err = d.page(ctx, item, m, &draft)
	case strings.TrimSpace(item.Text) != "":
		draft.Result = d.parts.Captures.Told(ctx, m, item.Text)
	default:
		draft.Result = d.unread(m)
	}
	if err != nil {
		return draft, err
	}
	if m := &draft.Result.Memory; m.Title == "" {
		m.Title = m.URL
	}
	return draft, d.mark(item, &draft)
}

// unread returns a memory whose page is to be fetched.
func (d *drafter) unread(m memory.Memory) capture.Result {
	if m.Title == "" {
		m.Title = addressTitle(m.URL)
	}
	m.Status = memory.Pending
	return capture.Result{Memory: m, Passages: capture.Reader{}.Passages(m)}
}

// memory returns an item's memory without what depends on its kind.
func (d *drafter) memory(item importer.Item) (memory.Memory, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return memory.Memory{}, err
	}
	m := memory.Memory{
		ID: id.String(), Place: id.String(), UserID: d.of.UserID, Kind: memory.Link, Title: item.Title, Site: item.Site, Author: item.Author,
		Language: item.Language, Status: memory.Ready, Tags: tagsOf(item.Tags), Remark: item.Remark, PublishedAt: item.PublishedAt, CreatedAt: d.at,
	}
	switch item.Kind {
	case importer.KindNote:
		m.Kind = memory.Note
	case importer.KindDocument:
		m.Kind = memory.Document
	default:
		u, err := memory.ParseURL(item.URL)
		if err != nil {
			return m, err
		}
		m.URL, m.Kind, m.Description = u.String(), memory.KindOf(u), item.Description
	}
	if k := keyOf(item); k.Memory != "" {
		m.ID, m.Place = k.Memory, k.Memory
	}
	if !item.CreatedAt.IsZero() {
		m = m.SavedAt(item.CreatedAt.Truncate(time.Millisecond))
	}
	if item.Starred {
		m.StarredAt = m.CreatedAt
	}
	if item.Archived {
		m.ArchivedAt = m.CreatedAt
	}
	if m.Kind != memory.Note && !item.Unread && (item.Progress > 0 || item.Archived) {
		m.Progress = document.Progress{Begun: true, Share: cmp.Or(item.Progress, 1)}
	}
	return m, nil
}

// tagsOf returns tags in the order of their keys.
func tagsOf(names []string) []string {
	tags := make([]library.Tag, len(names))
	for i, name := range names {
		tags[i] = library.Tag{Key: library.TagKey(name), Name: name}
	}
	sorted, _ := library.Tagged(nil, tags, nil) // they are no more than a memory has
	return sorted
}

// addressTitle is the title of what has none.
func addressTitle(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return plaintext.Truncate(strings.TrimSuffix(strings.TrimPrefix(u.Host, "www.")+u.Path, "/"), capture.MaxTitle)
}

// written fills the draft of a note.
func (d *drafter) written(ctx context.Context, item importer.Item, m memory.Memory, draft *Draft) error {
	m, err := withNote(m, item)
	if err != nil {
		return err
	}
	hashes, err := d.attach(ctx, item, m, draft)
	if err != nil {
		return err
	}
	memoryID := draft.Key.Memory
	draft.Key = noteKey(item, m, hashes)
	draft.Key.Memory = memoryID
	draft.Result = capture.Result{Memory: m, Passages: capture.Reader{}.Passages(m)}
	return nil
}

// withNote returns a memory with the text and title of an item.
func withNote(m memory.Memory, item importer.Item) (memory.Memory, error) {
	text := item.Text
	if item.URL != "" && !strings.Contains(text, item.URL) {
		text = strings.TrimRight(text, "\n") + "\n\n" + item.URL
	}
	if strings.TrimSpace(text) == "" {
		text = cmp.Or(item.Title, "Files")
	}
	m.Title = ""
	m, err := m.WithText(text)
	m.Edition = 0
	return m.WithTitle(item.Title), err
}

// page fills the draft of a link whose page came with it. One that can't be read is fetched.
func (d *drafter) page(ctx context.Context, item importer.Item, m memory.Memory, draft *Draft) error {
	body, err := item.HTML()
	if err == nil {
		defer body.Close()
		draft.Result, err = d.parts.Captures.Given(ctx, m, body)
	}
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case strings.TrimSpace(item.Text) != "":
		draft.Result = d.parts.Captures.Told(ctx, m, item.Text)
		return nil
	}
	d.note(draft.Item, "The page that came with it can't be read, so it is fetched.")
	draft.Result = d.unread(m)
	return nil
}

// document fills the draft of a file, which is read behind the import.
func (d *drafter) document(ctx context.Context, item importer.Item, m memory.Memory, draft *Draft) error {
	if err := d.sums.up(ctx, d.Service, d.of.UserID); err != nil {
		return err
	}
	u, hash, err := d.keep(ctx, item.File, cmp.Or(item.FileName, item.Title), 0)
	if err != nil {
		return err
	}
	u.Checksum = hash
	m.UploadID, m.Title, m.Status, m.Description, u.MemoryID = u.ID, u.Name, memory.Pending, "", m.ID
	d.remember(item, &m)
	m = m.WithTitle(item.Title)
	draft.Uploads = []upload.Upload{u}
	hashes, err := d.attach(ctx, item, m, draft)
	if err != nil {
		return err
	}
	draft.Key.Content = documentKey(hash, item, hashes)
	draft.Result = capture.Result{Memory: m, Passages: capture.Reader{}.Passages(m)}
	return nil
}

// remember keeps in its remark what a document has no place for: what it is said to be, and its address.
func (d *drafter) remember(item importer.Item, m *memory.Memory) {
	for _, part := range [][2]string{{"description", item.Description}, {"address", item.URL}} {
		if remark := library.JoinRemarks(m.Remark, part[1]); utf8.RuneCountInString(remark) <= library.MaxRemark {
			m.Remark = remark
		} else {
			d.note(nameOf(item), lossOf(importer.Loss{What: part[0], Count: 1, Why: "The remark of a document, which keeps it, would be too long."}))
		}
	}
}

// attach stores the files that a text refers to, behind those of the draft, and returns the hashes of
// their contents. Those that can't be kept are notes.
func (d *drafter) attach(ctx context.Context, item importer.Item, m memory.Memory, draft *Draft) (hashes []string, err error) {
	first := len(draft.Uploads)
	for i, file := range item.Attachments {
		if first+i == maxAttachments {
			d.note(draft.Item, fmt.Sprintf("A memory has at most %d files: of %d the rest is left out.", maxAttachments, first+len(item.Attachments)))
			break
		}
		u, hash, err := d.keep(ctx, file.Open, file.Name, first+i)
		if hashes = append(hashes, hash); d.leftOut(file.Name, err) {
			continue
		}
		if err != nil {
			return hashes, err
		}
		u.MemoryID = m.ID
		draft.Uploads = append(draft.Uploads, u)
	}
	return hashes, nil
}

// leftOut reports whether an error is one of the file, which is noted, and not of the place where it is
// to be kept.
func (d *drafter) leftOut(name string, err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	if ok = ok && f.Kind != fault.NoRoom && f.Kind != fault.Unavailable; ok {
		d.note(name, f.Message+".")
	}
	return ok
}

// keep stores a file under a key that it has at every try, and returns the hash of its content.
func (d *drafter) keep(ctx context.Context, open importer.Open, name string, n int) (u upload.Upload, hash string, err error) {
	if open == nil {
		return u, "", fault.New(fault.Invalid, "The file is missing")
	}
	file, err := open()
	if err != nil {
		return u, "", fault.Wrap(fault.Invalid, "The file can't be read", err)
	}
	defer file.Close()
	u = upload.Upload{ID: d.fileID(n), UserID: d.of.UserID, Name: upload.SafeName(name, "file"), CreatedAt: d.at}
	sum := sha256.New()
	if _, err := d.parts.Blobs.Put(ctx, u.BlobKey(), d.limit(io.TeeReader(file, sum))); err != nil {
		return u, "", err
	}
	return u, fileHash(sum), d.known(ctx, u)
}

// ChecksumPrefix begins the checksum of a file's content.
const ChecksumPrefix = "file:"

func fileHash(sum hash.Hash) string { return ChecksumPrefix + hex.EncodeToString(sum.Sum(nil)[:16]) }

// limit returns a reader of a file that fails where the file is too large.
func (s *Service) limit(file io.Reader) io.Reader {
	return &limited{r: file, left: s.parts.MaxFile, unlimited: s.parts.MaxFile == 0}
}

// fileID returns the id of the nth file of the present item, the same wherever this attempt goes on. One
// of an attempt before may still be on its way to be removed. Those of an item are in their order.
func (d *drafter) fileID(n int) string {
	space, _ := uuid.Parse(d.of.ID) // else that of no import, which the entry alone tells apart
	id := uuid.NewSHA1(space, fmt.Append(nil, d.about.Entry, d.of.Attempt))
	binary.BigEndian.PutUint16(id[14:], uint16(n))
	return id.String()
}

// known removes a stored file of a format that is not read.
func (d *drafter) known(ctx context.Context, u upload.Upload) error {
	object, err := d.parts.Blobs.Open(ctx, u.BlobKey())
	if err != nil {
		return err
	}
	defer object.Close()
	format, err := filetype.Of(object, u.Name)
	if err != nil || format != nil {
		return err
	}
	err = fault.New(fault.Unsupported, "The file is of no kind that is kept")
	return errors.Join(err, d.parts.Blobs.Delete(context.WithoutCancel(ctx), u.BlobKey()))
}

// limited fails behind a number of bytes.
type limited struct {
	r         io.Reader
	left      int64
	unlimited bool
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.left -= int64(n); l.left < 0 && !l.unlimited {
		return 0, fault.New(fault.TooLarge, "The file is too large")
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = fault.Wrap(fault.Invalid, "The file can't be read", err)
	}
	return n, err
}

// mark places the highlights of an item in its text.
func (d *drafter) mark(item importer.Item, draft *Draft) error {
	if len(item.Highlights) == 0 {
		return nil
	}
	m, text := draft.Result.Memory, &highlight.Text{}
	doc := draft.Result.Document
	if m.Kind == memory.Note {
		doc = memory.Placed(note.Parse(m.Description), draft.Result.Passages)
	}
	text.Add(doc)
	for _, h := range item.Highlights {
		at := h.At
		if at.IsZero() {
			at = m.CreatedAt
		}
		remark := strings.TrimSpace(h.Remark + " " + hashed(h.Tags))
		brought, err := highlight.Brought(m, text, draft.Result.Passages, highlight.Draft{
			Quote: h.Text, Color: colorOf(h.Color), Remark: plaintext.Truncate(remark, highlight.MaxRemark),
		}, at.Truncate(time.Millisecond))
		if f, ok := errors.AsType[*fault.Error](err); ok {
			d.note(draft.Item, "A highlight is left out: "+f.Message+".")
			continue
		}
		if err != nil {
			return err
		}
		draft.Highlights = append(draft.Highlights, brought)
	}
	return nil
}

// hashed returns tags as words, since highlights have none.
func hashed(tags []string) string {
	words := make([]string, len(tags))
	for i, tag := range tags {
		words[i] = "#" + strings.ReplaceAll(tag, " ", "-")
	}
	return strings.Join(words, " ")
}

// colors are the names that other programs have for a colour.
var colors = map[string]highlight.Color{
	"green": highlight.Sage, "mint": highlight.Sage, "sage": highlight.Sage,
	"blue": highlight.Sky, "sky": highlight.Sky, "cyan": highlight.Sky, "teal": highlight.Sky, "purple": highlight.Sky, "indigo": highlight.Sky,
	"red": highlight.Rose, "pink": highlight.Rose, "rose": highlight.Rose, "orange": highlight.Rose, "magenta": highlight.Rose,
}

func colorOf(name string) highlight.Color {
	return cmp.Or(colors[strings.ToLower(name)], highlight.Amber)
}

// nameOf returns what an item is called in notes.
func nameOf(item importer.Item) string {
	return plaintext.OneLine(cmp.Or(item.Title, item.URL, item.FileName, item.Text, item.Place), capture.MaxTitle)
}

// lossOf says in a sentence what is lost.
func lossOf(l importer.Loss) string {
	if l.Count == 1 {
		return "Left out (" + l.What + "): " + l.Why
	}
	return fmt.Sprintf("Left out (%s, %d): %s", l.What, l.Count, l.Why)
}

// keyOf returns the key of an item. What its files hold is not in it: see wholeKey.
func keyOf(item importer.Item) Key {
	key := contentKey(item, nil)
	if item.Own != nil && own.ID(item.Own.ID) {
		key.Memory = item.Own.ID
	}
	return key
}

// wholeKey returns the key of an item as its draft has it, by reading its files; none for a document
// that can't be read.
func (s *Service) wholeKey(item importer.Item) Key {
	key := keyOf(item)
	switch {
	case key.Memory != "" && item.Kind == importer.KindDocument:
		key.Content = s.hashOf(item.File)
	case key.Memory != "":
	case item.Kind == importer.KindDocument:
		if hash := s.hashOf(item.File); hash != "" {
			key.Content = documentKey(hash, item, s.hashesOf(item, maxAttachments-1))
		}
	case item.Kind == importer.KindNote:
		if m, err := withNote(memory.Memory{Kind: memory.Note}, item); err == nil { // else it fails when it is saved
			key = noteKey(item, m, s.hashesOf(item, maxAttachments))
		}
	}
	return key
}

func (s *Service) hashesOf(item importer.Item, most int) (hashes []string) {
	for _, file := range item.Attachments[:min(len(item.Attachments), most)] {
		hashes = append(hashes, s.hashOf(file.Open))
	}
	return hashes
}

// noteKey returns the key of a note with the hashes of its files.
func noteKey(item importer.Item, m memory.Memory, hashes []string) Key {
	key := contentKey(item, hashes)
	if len(hashes) == 0 && item.Series == "" {
		key.Title, key.Text = m.Title, m.Description
	}
	return key
}

// documentKey returns the content's key of a document: the hash of its file, with those of the files that
// it refers to.
func documentKey(hash string, item importer.Item, files []string) string {
	if len(files) == 0 {
		return hash
	}
	return ChecksumPrefix + sumOf(append([]string{hash}, namedFiles(item, files)...))
}

// namedFiles returns the hashes of the files that an item refers to, each behind its name.
func namedFiles(item importer.Item, hashes []string) (all []string) {
	for i, hash := range hashes {
		all = append(all, item.Attachments[i].Name, hash)
	}
	return all
}

func sumOf(parts []string) string {
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// hashOf returns the hash of a file's content as keep does; empty for one that can't be read.
func (s *Service) hashOf(open importer.Open) string {
	if open == nil {
		return ""
	}
	file, err := open()
	if err != nil {
		return ""
	}
	defer file.Close()
	sum, err := checksum(s.limit(file))
	if err != nil {
		return ""
	}
	return sum
}

// checksum returns the checksum of a file's content.
func checksum(file io.Reader) (string, error) {
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return fileHash(sum), nil
}

// contentKey returns the key of an item by its address, or by its text and the hashes of its files.
func contentKey(item importer.Item, files []string) Key {
	switch {
	case item.Kind == importer.KindNote && item.Series != "":
		return Key{Content: "text:" + sumOf([]string{item.Series, strings.ToLower(item.Title), strings.ToLower(item.Author)})}
	case item.Kind == importer.KindNote:
		parts := []string{item.Title, item.Text}
		if item.URL != "" {
			parts = append(parts, item.URL)
		}
		return Key{Content: "text:" + sumOf(append(parts, namedFiles(item, files)...))}
	case item.Kind == importer.KindDocument:
		return Key{}
	}
	return Key{Address: memory.KeyOf(item.URL)}
}
