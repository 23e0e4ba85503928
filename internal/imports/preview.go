package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"time"

	"engram/internal/fault"
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
		kinds: map[memory.Kind]int{}, lost: map[Loss]int{}, found: &Preview{}}
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
	of       Import
	beatAt   time.Time
	seed     maphash.Seed
	keys     map[uint64]struct{} // hashes of the keys so far
	tags     map[uint64]struct{}
	pending  []looked // to be looked up
	text     int      // bytes of pending
	others   []looked // what is no memory, as well
	kinds    map[memory.Kind]int
	lost     map[Loss]int // by what and why
	existing int
	n        int
	found    *Preview
	sums     summing
}

// looked is an entry that is looked up by its key.
type looked struct {
	key   Key
	kind  memory.Kind
	twice bool           // one of its key stands before it
	grows *importer.Item // of what may join a note; nil: of anything else
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
		r.other(Key{Feed: following.Key(e.Feed.URL)})
	case e.Item != nil:
		if err := r.item(ctx, *e.Item); err != nil {
			return err
		}
	case e.Conversation != nil:
		r.other(Key{Conversation: e.Conversation.ID})
	case e.Filter != nil:
		r.other(Key{Filter: e.Filter.ID})
	}
	if len(r.pending)+len(r.others) < keysAtOnce && r.text < maxText {
		return nil
	}
	return r.look(ctx)
}

func (r *reading) item(ctx context.Context, item importer.Item) error {
	p := r.found
	kind := memory.Link
	switch item.Kind {
	case importer.KindNote:
		kind = memory.Note
	case importer.KindDocument:
		kind = memory.Document
		if err := r.sums.up(ctx, r.Service, r.of.UserID); err != nil {
			return err
		}
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
	r.key(kind, item)
	return nil
}

// key counts a memory by its key; none is that of a file that can't be read.
func (r *reading) key(kind memory.Kind, item importer.Item) {
	of := looked{key: r.wholeKey(item), kind: kind}
	if of.key == (Key{}) {
		r.fresh(of)
		return
	}
	if item.Series != "" {
		of.grows = &item
	}
	of.twice = r.twice(of.key.Same())
	r.pending, r.text = append(r.pending, of), r.text+len(of.key.Text)
	if of.grows != nil {
		r.text += len(item.Text)
	}
}

// other counts what is no memory.
func (r *reading) other(key Key) {
	r.others = append(r.others, looked{key: key, twice: r.twice(key)})
}

// twice reports whether there was an entry of a key before.
func (r *reading) twice(key Key) bool {
	hash := maphash.Comparable(r.seed, key)
	_, twice := r.keys[hash]
	r.keys[hash] = struct{}{}
	return twice
}

// look counts what is pending as new, existing or merged.
func (r *reading) look(ctx context.Context) error {
	known, err := r.known(ctx, r.others)
	if err != nil {
		return err
	}
	for _, of := range r.others {
		switch {
		case known[of.key], of.twice && of.key.Feed == "":
			r.existing++
		case of.twice:
			r.found.Merged++
		case of.key.Conversation != "":
			r.found.Conversations++
		case of.key.Feed != "":
			r.found.Feeds++
		default:
			r.found.Filters++
		}
	}
	r.others = r.others[:0]
	if known, err = r.known(ctx, r.pending); err != nil {
		return err
	}
	for _, of := range r.pending {
		if err := r.count(ctx, of, known[of.key]); err != nil {
			return err
		}
	}
	clear(r.pending) // which lets their texts go
	r.pending, r.text = r.pending[:0], 0
	return nil
}

func (r *reading) known(ctx context.Context, all []looked) (map[Key]bool, error) {
	if len(all) == 0 {
		return nil, nil
	}
	keys := make([]Key, len(all))
	for i, of := range all {
		keys[i] = of.key
	}
	return r.parts.Store.Known(ctx, r.of.UserID, keys)
}

// count counts a memory of which the user has one, or not, as it will be counted when it is saved.
func (r *reading) count(ctx context.Context, of looked, known bool) error {
	switch {
	case known && of.grows != nil:
		joins, err := r.joins(ctx, of)
		r.found.Merged += one(joins)
		r.existing += one(!joins)
		return err
	case known:
		r.existing++
	case of.twice:
		r.found.Merged++
	default:
		r.fresh(of)
	}
	return nil
}

func (r *reading) fresh(of looked) {
	r.found.New++
	r.found.NewDocuments += one(of.kind == memory.Document)
}

// joins reports whether an item adds to the note that the user has.
func (r *reading) joins(ctx context.Context, of looked) (bool, error) {
	m, have, has, err := r.parts.Store.Held(ctx, r.of.UserID, of.key)
	if err != nil || !has {
		return false, err
	}
	d := drafter{Service: r.Service, of: r.of, at: r.now()}
	draft, err := d.draft(ctx, 0, *of.grows)
	if _, refused := errors.AsType[*fault.Error](err); refused {
		return false, nil
	}
	return err == nil && draft.Join(m, have).Adds(), err
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
