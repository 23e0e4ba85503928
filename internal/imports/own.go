package imports

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"engram/internal/blob"
	"engram/internal/conversation"
	"engram/internal/fault"
	"engram/internal/filter"
	"engram/internal/following"
	"engram/internal/importer"
	"engram/internal/imports/own"
	"engram/internal/memory"
	"engram/internal/portable"
)

// Talk is a conversation of another Engram to be saved.
type Talk struct {
	Subject
	Conversation conversation.Conversation
	Turns        []conversation.Turn
	Addresses    map[string]string // of memories that it cites, by their ids there
}

// Filter is a filter of another Engram to be kept.
type Filter struct {
	Subject
	filter.Kept
}

// Feed is a feed to be followed.
type Feed struct {
	Subject
	following.Feed
}

// The numbers of an item's pictures, above those of its files.
const (
	cardPicture = 1_000
	textPicture = 1_001
)

// own fills the draft of a memory of another Engram with all that it was there. It reports false for
// one that is damaged, whose text is then taken as another program's.
func (d *drafter) own(ctx context.Context, item importer.Item, draft *Draft) (done bool, err error) {
	if item.Own.Kind == string(memory.Document) && item.File == nil {
		return false, nil // a note says that the archive lacks it
	}
	m, err := own.Read(d.of.UserID, item.Own.Memory, d.at)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		d.note(draft.Item, f.Message+". Its text is taken anew.")
		return false, nil
	}
	if err != nil {
		return false, err
	}
	m.Memory.Tags, m.Feed = tagsOf(item.Tags), item.Own.Feed
	if err := d.ownFiles(ctx, item, &m, draft); err != nil {
		return false, err
	}
	if err := d.ownPictures(ctx, item, &m, draft); err != nil {
		return false, err
	}
	draft.Result, draft.Own, draft.Highlights = m.Result, &m.Rest, m.Highlights
	return true, nil
}

// ownFiles stores the files of a memory of another Engram. The one that a document is made of must be
// there.
func (d *drafter) ownFiles(ctx context.Context, item importer.Item, m *own.Memory, draft *Draft) error {
	if m.Memory.Kind == memory.Document {
		if err := d.sums.up(ctx, d.Service, d.of.UserID); err != nil {
			return err
		}
	}
	for i, f := range item.Own.Files {
		if i == maxAttachments {
			d.note(draft.Item, fmt.Sprintf("A memory has at most %d files: of %d the rest is left out.", maxAttachments, len(item.Own.Files)))
			break
		}
		open := item.Own.Within(f.Path)
		if open == nil {
			continue // which is noted
		}
		u, hash, err := d.keep(ctx, open, f.Name, i)
		isSource := f.ID == item.Own.Upload
		if (m.Memory.Kind != memory.Document || !isSource) && d.leftOut(f.Name, err) {
			continue
		}
		if err != nil {
			return err
		}
		u.MemoryID = m.Memory.ID
		if at := f.CreatedAt; at.Unix() > 0 && at.Before(d.at) {
			u.CreatedAt = at
		}
		if isSource {
			m.Memory.UploadID, u.Checksum = u.ID, hash
		}
		if isSource && m.Memory.Kind == memory.Document {
			draft.Key.Content = hash
		}
		draft.Uploads = append(draft.Uploads, u)
	}
	if m.Memory.Kind == memory.Document && m.Memory.UploadID == "" {
		return fault.New(fault.Invalid, "The file is missing")
	}
	return nil
}

// ownPictures stores the pictures of a memory of another Engram. Those within its text that are missing
// are fetched again.
func (d *drafter) ownPictures(ctx context.Context, item importer.Item, m *own.Memory, draft *Draft) (err error) {
	if p := item.Own.Picture; p != nil {
		key := blob.PictureKey(d.of.UserID, d.fileID(cardPicture))
		width, height, err := d.ownPicture(ctx, item.Own, p.Path, key, draft.Item)
		if err != nil {
			return err
		}
		if width > 0 {
			m.Memory.ImageKey, m.Memory.ImageWidth, m.Memory.ImageHeight = key, width, height
		}
	}
	for i := range m.Rest.Figures {
		f := &m.Rest.Figures[i]
		f.Key = blob.PictureKey(d.of.UserID, d.fileID(textPicture+i))
		if !f.Kept() {
			continue
		}
		if f.Width, f.Height, err = d.ownPicture(ctx, item.Own, f.Path, f.Key, draft.Item); err != nil {
			return err
		}
		if f.Width == 0 && f.Address == "" {
			f.Width = memory.Gone
		}
	}
	return nil
}

// ownPicture stores a picture under a key, and returns its size; zero for none, which is noted.
func (d *drafter) ownPicture(ctx context.Context, from *importer.Own, path, key, item string) (width, height int, err error) {
	open := from.Within(path)
	if open == nil {
		return 0, 0, nil
	}
	file, err := open()
	if err == nil {
		defer file.Close()
		width, height, err = d.parts.Captures.Kept(ctx, key, file)
	} else {
		err = fault.Wrap(fault.Invalid, "The picture can't be read", err)
	}
	if d.leftOut(item, err) {
		return 0, 0, nil
	}
	return width, height, err
}

// talk adds a conversation to the batch.
func (w *saving) talk(entry int, from importer.Conversation) {
	c, turns, err := own.Conversation(w.i.UserID, from.Conversation, w.at)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		w.fail(Note{Subject: Subject{Entry: entry, Item: cmp.Or(from.Title, from.ID)}, Message: f.Message + "."})
		return
	}
	w.batch.Talks = append(w.batch.Talks, Talk{Subject: Subject{Entry: entry, Item: c.Title}, Conversation: c, Turns: turns, Addresses: from.Addresses})
	for _, turn := range from.Turns {
		w.text += len(turn.Answer)
	}
}

// filter adds a kept filter to the batch.
func (w *saving) filter(entry int, from portable.Filter) {
	k, err := own.Filter(from)
	if f, ok := errors.AsType[*fault.Error](err); ok {
		w.fail(Note{Subject: Subject{Entry: entry, Item: cmp.Or(from.Name, from.ID)}, Message: f.Message + "."})
		return
	}
	w.batch.Filters = append(w.batch.Filters, Filter{Subject{Entry: entry, Item: k.Name}, k})
}

// Files returns the keys of the blobs that are stored for a draft.
func (d Draft) Files() (keys []string) {
	for _, u := range d.Uploads {
		keys = append(keys, u.BlobKey())
	}
	if key := d.Result.Memory.ImageKey; key != "" {
		keys = append(keys, key)
	}
	figures := d.Result.Figures
	if d.Own != nil {
		for _, f := range d.Own.Figures {
			figures = append(figures, f.Figure)
		}
	}
	for _, f := range figures {
		if f.Kept() {
			keys = append(keys, f.Key)
		}
	}
	return keys
}
