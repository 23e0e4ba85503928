package imports

import (
	"cmp"
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"engram/internal/following"
	"engram/internal/importer"
	"engram/internal/library"
	"engram/internal/memory"
)

const (
	maxLost    = 50  // rows of a preview
	keysAtOnce = 500 // that are looked up
)

// preview reads the file of an import, and says what it holds.
func (s *Service) preview(ctx context.Context, i Import) error {
	src, err := s.open(ctx, i)
	if err != nil {
		return err
	}
	defer src.close()
	r := &reading{Service: s, of: i, seed: maphash.MakeSeed(), keys: map[uint64]struct{}{}, tags: map[uint64]struct{}{}, beatAt: s.now(),
		kinds: map[memory.Kind]int{}, lost: map[Loss]int{}, documents: map[Key]bool{}, found: &Preview{}}
	if err := s.read(ctx, src, func(e importer.Entry) error { return r.take(ctx, e) }); err != nil {
		return err
	}
	if err := r.look(ctx); err != nil {
		return err
	}
	if err := r.sum(ctx); err != nil {
		return err
	}
	_, err = s.change(ctx, i.UserID, i.ID, func(now Import) (Import, error) {
		if now.Status != Reading {
			return now, ErrOvertaken
		}
		now.Found, now.Existing, now.Preview = r.n, r.existing, r.found
		if r.n == 0 {
			return s.ended(now, Failed, "There is nothing in this file"), nil
		}
		now.Status = Ready
		return now, nil
	})
	return err
}

// reading is the reading of a file for its preview.
type reading struct {
	*Service
	of        Import
	beatAt    time.Time
	seed      maphash.Seed
	keys      map[uint64]struct{} // hashes of the keys so far
	tags      map[uint64]struct{}
	pending   []Key        // to be looked up
	text      int          // bytes of pending
	documents map[Key]bool // of pending
	others    []Key        // of what is no memory, as well
	kinds     map[memory.Kind]int
	lost      map[Loss]int // by what and why
	existing  int
	n         int
	found     *Preview
}

func (r *reading) take(ctx context.Context, e importer.Entry) error {
	r.n++
	if now := r.now(); now.Sub(r.beatAt) > beatEvery {
		r.beatAt = now
		if _, err := r.progress(ctx, r.of, r.n); err != nil {
			return err
		}
		r.announce(r.of.UserID, r.of.ID)
	}
	switch {
	case e.Note != nil:
		r.lost[Loss{What: "entries", Why: e.Note.Message}]++
	case e.Feed != nil:
		r.feed(Key{Feed: following.Key(e.Feed.URL)})
	case e.Item != nil:
		r.item(*e.Item)
	case e.Conversation != nil:
		r.others = append(r.others, Key{Conversation: e.Conversation.ID})
	case e.Filter != nil:
		r.others = append(r.others, Key{Filter: e.Filter.ID})
	}
	if len(r.pending)+len(r.others) < keysAtOnce && r.text < maxText {
		return nil
	}
	return r.look(ctx)
}

func (r *reading) item(item importer.Item) {
	p := r.found
	kind := memory.Link
	switch item.Kind {
	case importer.KindNote:
		kind = memory.Note
	case importer.KindDocument:
		kind = memory.Document
	default:
		if u, err := memory.ParseURL(item.URL); err == nil {
			kind = memory.KindOf(u)
		}
	}
	r.kinds[kind]++
	for _, lost := range item.Lost {
		r.lost[Loss{What: lost.What, Why: lost.Why}] += lost.Count
	}
	for _, tag := range item.Tags {
		r.tags[maphash.String(r.seed, library.TagKey(tag))] = struct{}{}
	}
	p.Highlights += len(item.Highlights)
	p.Files += len(item.Attachments) + one(item.File != nil)
	p.WithText += one(item.Text != "" || item.HTML != nil || item.File != nil)
	p.Starred += one(item.Starred)
	p.Archived += one(item.Archived)
	p.Unread += one(item.Unread)
	if at := item.CreatedAt; !at.IsZero() {
		if p.Oldest.IsZero() || at.Before(p.Oldest) {
			p.Oldest = at
		}
		if at.After(p.Newest) {
			p.Newest = at
		}
	}
	r.key(kind, r.wholeKey(item))
}

// key counts an entry by its key; none is that of a file that can't be read.
func (r *reading) key(kind memory.Kind, key Key) {
	if key == (Key{}) {
		r.found.New++
		r.found.NewDocuments += one(kind == memory.Document)
		return
	}
	if r.twice(key.Same()) {
		r.found.Merged++
		return
	}
	r.pending, r.text = append(r.pending, key), r.text+len(key.Text)
	if kind == memory.Document {
		r.documents[key] = true
	}
}

// feed counts a feed.
func (r *reading) feed(key Key) {
	if r.twice(key) {
		r.found.Merged++
		return
	}
	r.others = append(r.others, key)
}

// twice reports whether there was an entry of a key before.
func (r *reading) twice(key Key) bool {
	hash := maphash.Comparable(r.seed, key)
	_, twice := r.keys[hash]
	r.keys[hash] = struct{}{}
	return twice
}

// look counts the pending keys as new or existing.
func (r *reading) look(ctx context.Context) error {
	if len(r.pending)+len(r.others) == 0 {
		return nil
	}
	others, err := r.parts.Store.Known(ctx, r.of.UserID, r.others)
	if err != nil {
		return err
	}
	for _, key := range r.others {
		switch {
		case others[key]:
			r.existing++
		case key.Conversation != "":
			r.found.Conversations++
		case key.Feed != "":
			r.found.Feeds++
		default:
			r.found.Filters++
		}
	}
	r.others = r.others[:0]
	known, err := r.parts.Store.Known(ctx, r.of.UserID, r.pending)
	if err != nil {
		return err
	}
	r.existing += len(known)
	r.found.New += len(r.pending) - len(known)
	for key := range r.documents {
		r.found.NewDocuments += one(!known[key])
	}
	clear(r.documents)
	r.pending, r.text = r.pending[:0], 0
	return nil
}

// sum completes the preview.
func (r *reading) sum(ctx context.Context) error {
	p := r.found
	p.Tags = len(r.tags)
	for _, kind := range memory.Kinds {
		if n := r.kinds[kind]; n > 0 {
			p.Kinds = append(p.Kinds, KindCount{string(kind), n})
		}
	}
	room, documents, err := r.parts.Store.Room(ctx, r.of.UserID, r.parts.Plans)
	if err != nil {
		return err
	}
	fits := p.New
	if documents >= 0 && p.NewDocuments > documents {
		fits -= p.NewDocuments - documents
		r.lost[Loss{What: "documents", Why: fmt.Sprintf("Your plan holds %d more documents.", documents)}] = p.NewDocuments - documents
	}
	if room >= 0 && fits > room {
		r.lost[Loss{What: "memories", Why: fmt.Sprintf("Your plan holds %d more memories.", room)}] = fits - room
		fits = room
	}
	if room >= 0 || documents >= 0 {
		p.Fits = &fits
	}
	for lost, n := range r.lost {
		lost.Count = n
		p.Lost = append(p.Lost, lost)
	}
	slices.SortFunc(p.Lost, func(a, b Loss) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.What, b.What), cmp.Compare(a.Why, b.Why))
	})
	p.Lost = p.Lost[:min(len(p.Lost), maxLost)]
	return nil
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}
