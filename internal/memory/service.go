package memory

import (
	"cmp"
	"context"
	"net/url"
	"regexp"
	"strings"
	"time"

	"engram/internal/email"
	"engram/internal/fault"
	"engram/internal/idempotency"
	"engram/internal/plaintext"
	"engram/internal/plan"
)

const (
	maxNote        = 256 << 10 // bytes of one note
	maxDescription = 4 << 10   // bytes of a link's description
	maxTitle       = 300       // runes of a title
	onCard         = 4000      // characters of a description on a card
)

// Draft is a memory to add.
type Draft struct {
	Kind        Kind
	Link        string // an address or, of a document, the link of the user's upload
	FileName    string // of a document
	Description string // of a note: its text
	Page        string // id of the user's upload that is read in place of the address; empty: none
	IfNew       bool   // don't add a known address again

	// Of a link that a feed has: what the feed says of it.
	Feed        string // id; empty: the user saves it
	Title       string // until the page is read; empty: unknown
	PublishedAt time.Time
	Tags        []string

	// Of what came by email, which has a Title and a PublishedAt as well.
	Mail   *email.Mail
	Author string
	Remark string
}

// Saved is the result of adding a draft.
type Saved struct {
	Memory Memory
	Before Memory // newest earlier memory with this address; with IfNew it is Memory
}

// Uploads finds uploads by their links.
type Uploads interface {
	// Resolve returns the upload's id and a safe file name, by default the upload's own.
	// fault.Invalid if the link is not of an upload of this user.
	Resolve(ctx context.Context, userID, link, fileName string) (id, name string, err error)
}

// Reader makes the passages that are known at once: of a note's text, or of an address.
type Reader interface {
	Passages(m Memory) []Passage
}

// Meanings makes vectors of texts.
type Meanings interface {
	// Passages returns the model's name and the vectors of the first passages, as many as can be
	// made at once. A vector is nil for a text without meaning.
	Passages(ctx context.Context, title string, bodies []string) (model string, vectors [][]int8)
}

// Service adds, lists and deletes memories.
type Service struct {
	store    Store
	uploads  Uploads
	reader   Reader
	meanings Meanings
	now      func() time.Time
}

// New returns a Service.
func New(store Store, uploads Uploads, reader Reader, meanings Meanings, now func() time.Time) *Service {
	return &Service{store: store, uploads: uploads, reader: reader, meanings: meanings, now: now}
}

// Add saves a draft. Notes are searchable at once, other kinds by their address until captured.
// fault.Invalid for an invalid draft, fault.Limit if an allowance is used up, fault.Conflict for a part of a mail
// that is saved already.
func (s *Service) Add(ctx context.Context, userID string, plans plan.Table, d Draft) (Saved, error) {
	id, repeated, err := idempotency.NewID(ctx)
	if err != nil {
		return Saved{}, err
	}
	if repeated {
		saved, err := s.store.ByIDs(ctx, userID, []string{id})
		if err != nil {
			return Saved{}, err
		}
		if len(saved) == 1 {
			return Saved{Memory: saved[0]}, nil
		}
	}
	m := Memory{ID: id, UserID: userID, Kind: d.Kind, Place: id, Status: Ready, CreatedAt: s.now().Truncate(time.Millisecond)} // as stored
	switch {
	case d.Kind == Note:
		err = fillNote(&m, d)
	case d.Kind == Document:
		err = s.fillDocument(ctx, &m, d)
	case d.Kind.Known():
		err = fillLink(&m, d)
	default:
		err = fault.New(fault.Invalid, "Please choose a website, a note or a document")
	}
	if err != nil {
		return Saved{}, err
	}
	m.from(d)
	before, err := s.sameAddress(ctx, m)
	if err != nil || before.ID != "" && d.IfNew {
		return Saved{Memory: before, Before: before}, err
	}
	passages, err := s.passages(ctx, m, plans)
	if err != nil {
		return Saved{}, err
	}
	if d.IfNew {
		before, err = s.store.AddNew(ctx, m, passages, plans)
	} else {
		err = s.store.Add(ctx, m, passages, plans)
	}
	switch {
	case err != nil && fault.KindOf(err) == fault.Internal: // another try of the same request may have been faster
		if saved, _ := s.store.ByIDs(ctx, userID, []string{id}); len(saved) == 1 {
			return Saved{Memory: saved[0]}, nil
		}
		return Saved{}, err
	case err != nil:
		return Saved{}, err
	case d.IfNew && before.ID != "":
		return Saved{Memory: before, Before: before}, nil
	}
	return Saved{Memory: s.stored(ctx, m), Before: before}, nil
}

// At returns the user's newest memory with this address, without an ID if there is none.
// fault.Invalid if it is not an address.
func (s *Service) At(ctx context.Context, userID, address string) (Memory, error) {
	u, err := ParseURL(address)
	if err != nil {
		return Memory{}, err
	}
	return s.sameAddress(ctx, Memory{UserID: userID, URL: u.String()})
}

// stored returns a memory that was just saved as the store has it, which numbers its version.
func (s *Service) stored(ctx context.Context, m Memory) Memory {
	if found, err := s.store.ByIDs(ctx, m.UserID, []string{m.ID}); err == nil && len(found) == 1 {
		return found[0]
	}
	return m // it is saved all the same
}

// sameAddress returns the user's newest memory with the same key, else zero.
func (s *Service) sameAddress(ctx context.Context, m Memory) (Memory, error) {
	u, err := url.Parse(m.URL)
	if err != nil || m.URL == "" {
		return Memory{}, nil // it has no address
	}
	found, err := s.store.List(ctx, m.UserID, Page{Key: Key(u), Limit: 1})
	if err != nil || len(found) == 0 {
		return Memory{}, err
	}
	return found[0], nil
}

// passages returns the passages known at once. Vectors are made only if the passages will stay and
// the draft will be accepted.
func (s *Service) passages(ctx context.Context, m Memory, plans plan.Table) ([]Passage, error) {
	if m.Status == Pending {
		return s.reader.Passages(m), nil
	}
	if err := s.store.Admits(ctx, m.UserID, plans); err != nil {
		return nil, err
	}
	return s.Read(ctx, m), nil
}

// Read returns the passages of what is known of a memory, with vectors of the first.
func (s *Service) Read(ctx context.Context, m Memory) []Passage {
	passages := s.reader.Passages(m)
	bodies := make([]string, len(passages))
	for i, p := range passages {
		bodies[i] = p.Text
	}
	model, vectors := s.meanings.Passages(ctx, m.Title, bodies)
	for i, v := range vectors {
		passages[i].Model, passages[i].Vector = model, v
	}
	return passages
}

func fillNote(m *Memory, d Draft) error {
	text, err := noteText(d.Description)
	m.Title, m.Description = noteTitle(text), text
	return err
}

// noteText returns the text of a note as it is kept; fault.Invalid if there is none, or too much.
func noteText(typed string) (string, error) {
	text := strings.ToValidUTF8(strings.ReplaceAll(typed, "\x00", ""), "\uFFFD")
	switch {
	case strings.TrimSpace(text) == "":
		return "", fault.New(fault.Invalid, "Please write a note")
	case len(text) > maxNote:
		return "", fault.New(fault.Invalid, "The note is longer than 256 KB")
	}
	return text, nil
}

// noteTitle returns the first line with words, without markdown.
func noteTitle(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(lineMarks.ReplaceAllString(line, ""))
		if bare := strings.Trim(line, "*_`~ "); strings.Trim(bare, "-=+#>|:") != "" {
			return plaintext.Truncate(bare, 80)
		}
	}
	return ""
}

// lineMarks matches markdown at the start of a line.
var lineMarks = regexp.MustCompile(`^\s*(?:#{1,6}(?:\s+|$)|>\s*|[-*+]\s+|\d{1,9}[.)]\s+|\[[ xX]\]\s+)*`)

func (s *Service) fillDocument(ctx context.Context, m *Memory, d Draft) error {
	id, name, err := s.uploads.Resolve(ctx, m.UserID, d.Link, d.FileName)
	if err != nil {
		return err
	}
	m.UploadID, m.Title, m.Status = id, name, Pending
	return nil
}

// fillLink sets the address, and the kind that follows from it.
func fillLink(m *Memory, d Draft) error {
	u, err := ParseURL(d.Link)
	if err != nil {
		return err
	}
	if len(d.Description) > maxDescription {
		return fault.New(fault.Invalid, "The description is longer than 4 KB")
	}
	kind := KindOf(u)
	if d.Page != "" {
		kind, m.UploadID = Link, d.Page
	}
	if d.Kind == Video {
		kind = Video // the caller knows more players
	}
	if d.Kind == Tweet && kind != Tweet {
		return fault.New(fault.Invalid, "This link is not a tweet's")
	}
	m.Kind, m.URL, m.Title = kind, u.String(), plaintext.Truncate(addressTitle(u, kind), maxTitle)
	m.Description = strings.TrimSpace(d.Description)
	m.OwnWords = m.Description != ""
	m.Status = Pending
	if d.Feed != "" {
		m.Title = cmp.Or(plaintext.Truncate(d.Title, maxTitle), m.Title)
		m.Feed, m.PublishedAt, m.Tags, m.FeedTags = d.Feed, d.PublishedAt, d.Tags, len(d.Tags)
	}
	return nil
}

// addressTitle is the title until the page is read. A player's query identifies the video.
func addressTitle(u *url.URL, kind Kind) string {
	title := strings.TrimSuffix(strings.TrimPrefix(u.Host, "www.")+u.Path, "/")
	if kind == Video && u.RawQuery != "" {
		title += "?" + u.RawQuery
	}
	return title
}

// Get returns a memory; fault.NotFound if it is not the user's.
func (s *Service) Get(ctx context.Context, userID, id string) (Memory, error) {
	found, err := s.store.ByIDs(ctx, userID, []string{id})
	if err == nil && len(found) == 0 {
		err = fault.New(fault.NotFound, "Memory not found")
	}
	if err != nil {
		return Memory{}, err
	}
	return found[0], nil
}

// ByIDs returns the user's memories with these ids, in that order.
func (s *Service) ByIDs(ctx context.Context, userID string, ids []string) ([]Memory, error) {
	return s.store.ByIDs(ctx, userID, ids)
}

// Cards is ByIDs with the beginnings of long notes.
func (s *Service) Cards(ctx context.Context, userID string, ids []string) ([]Memory, error) {
	cards, err := s.store.Cards(ctx, userID, ids, onCard+1)
	for i := range cards {
		cards[i].Description = plaintext.Truncate(cards[i].Description, onCard)
	}
	return cards, err
}

// Delete moves a memory to the trash; fault.NotFound if it is not the user's, fault.Limit if the trash
// is full. Where the disk has no room for that, the memory is removed for good, to make some.
func (s *Service) Delete(ctx context.Context, userID, id string) (forGood bool, err error) {
	err = s.store.Discard(ctx, userID, id, s.now())
	if fault.KindOf(err) == fault.NoRoom {
		return true, s.store.Delete(ctx, userID, id)
	}
	return false, err
}

// DiscardFrom moves a memory to the trash that is from a feed; fault.NotFound if it is not, fault.Limit if the
// trash is full, fault.NoRoom if the disk is: then it stays.
func (s *Service) DiscardFrom(ctx context.Context, userID, feed, id string) error {
	return s.store.DiscardFrom(ctx, userID, feed, id, s.now())
}

// Remove deletes a memory past the trash; fault.NotFound if it is not the user's.
func (s *Service) Remove(ctx context.Context, userID, id string) error {
	return s.store.Delete(ctx, userID, id)
}
