package exports

import (
	"context"
	"fmt"

	"engram/internal/blob"
	"engram/internal/document"
	"engram/internal/export"
	"engram/internal/portable"
	"engram/internal/store"
)

// shares is the whole of a text, in the unit of read_share.
const shares = 10_000

// Memory implements export.Store.
func (s *Store) Memory(ctx context.Context, userID, id string, read func(portable.Memory, export.Text) error) error {
	err := s.db.Snapshot(ctx, func(t store.Tx) error {
		r := reader{ctx, t, userID, id}
		m, err := r.memory()
		if err != nil {
			return err
		}
		for _, add := range []func(*portable.Memory) error{r.uploads, r.figures, r.highlights, r.versions, r.tweet} {
			if err := add(&m); err != nil {
				return err
			}
		}
		return read(m, r)
	})
	return store.Explain(err, "read memory", id)
}

// reader reads one memory.
type reader struct {
	ctx        context.Context
	t          store.Tx
	userID, id string
}

const memoryColumns = `id, kind, title, own_title, captured_title, description, own_words, url, canonical, site, author, language,
	tags, remark, created_at, published_at, captured_at, starred_at, archived_at, opened_at, place, status, error, duration, pages, bookmark,
	read_leaf, read_share, edition, feed_id, feed_tags, image_key, image_width, image_height, upload_id`

func (r reader) memory() (portable.Memory, error) {
	m, err := scanMemory(r.t.Row(r.ctx, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 AND id = $2`, r.userID, r.id))
	return m, store.OrNotFound(err, "Memory not found")
}

func scanMemory(row store.Scanner) (m portable.Memory, err error) {
	var imageKey string
	var share int64
	var picture portable.Picture
	var progress portable.Progress
	err = row.Scan(
		&m.ID, &m.Kind, &m.Title, flag(&m.OwnTitle), &m.SourceTitle, &m.Description, flag(&m.OwnDescription), &m.URL, &m.Canonical, &m.Site, &m.Author, &m.Language,
		jsonOf(&m.Tags), &m.Remark, timeOf(&m.CreatedAt), timeOf(&m.PublishedAt), timeOf(&m.CapturedAt), timeOf(&m.StarredAt), timeOf(&m.ArchivedAt), timeOf(&m.OpenedAt),
		&m.Place, &m.Status, &m.Error, &m.Seconds, &m.Pages, jsonOf(&m.Bookmark),
		&progress.Leaf, &share, &m.Edition, &m.Feed, &m.FeedTags, &imageKey, &picture.Width, &picture.Height, &m.Upload)
	if share >= 0 {
		progress.Share = float64(share) / shares
		m.Progress = &progress
	}
	if picture.Path = imageKey; picture != (portable.Picture{}) {
		m.Picture = &picture
	}
	return m, err
}

// Rows implements export.Store, in one snapshot.
func (s *Store) Rows(ctx context.Context, userID, after string, limit, size int) (all []portable.Memory, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) (err error) {
		n, err := fitting(ctx, t, userID, after, limit, size)
		if err != nil || n == 0 {
			return err
		}
		all, err = store.Collect(ctx, t.Querier, scanMemory,
			`SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`, userID, after, n)
		if err != nil {
			return err
		}
		at := make(map[string]*portable.Memory, len(all))
		for i := range all {
			at[all[i].ID] = &all[i]
		}
		return t.Each(ctx, func(row store.Scanner) error {
			var memoryID string
			var h portable.Highlight
			err := row.Scan(&memoryID, &h.ID, &h.Quote, &h.Remark)
			if m := at[memoryID]; m != nil {
				m.Highlights = append(m.Highlights, h)
			}
			return err
		}, `SELECT memory_id, id, quote, remark FROM highlights WHERE user_id = $1 AND memory_id > $2 AND memory_id <= $3
			ORDER BY memory_id, orphaned, start_leaf, start_offset, id`, userID, after, all[len(all)-1].ID)
	})
	return all, store.Explain(err, "list memories of", userID)
}

// fitting returns how many memories after an id have at most size characters with their highlights; 1 if the first has
// more.
func fitting(ctx context.Context, t store.Tx, userID, after string, limit, size int) (n int, err error) {
	sizes, err := store.Collect(ctx, t.Querier, func(row store.Scanner) (size int, err error) { return size, row.Scan(&size) },
		`SELECT LENGTH(description) + LENGTH(remark) + COALESCE((SELECT SUM(LENGTH(quote) + LENGTH(remark)) FROM highlights h
			WHERE h.user_id = m.user_id AND h.memory_id = m.id), 0) FROM memories m WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3`, userID, after, limit)
	for n < len(sizes) && (n == 0 || sizes[n] <= size) {
		size -= sizes[n]
		n++
	}
	return n, err
}

func (r reader) uploads(m *portable.Memory) (err error) {
	m.Files, err = store.Collect(r.ctx, r.t.Querier, func(row store.Scanner) (u portable.Upload, err error) {
		err = row.Scan(&u.ID, &u.Name, timeOf(&u.CreatedAt))
		u.Path = blob.DocumentKey(r.userID, u.ID)
		return u, err
	}, `SELECT id, name, created_at FROM uploads WHERE user_id = $1 AND memory_id = $2 ORDER BY id`, r.userID, r.id)
	return err
}

func (r reader) figures(m *portable.Memory) (err error) {
	m.Figures, err = store.Collect(r.ctx, r.t.Querier, func(row store.Scanner) (f portable.Figure, err error) {
		var key string
		err = row.Scan(&f.Name, &f.Order, &f.Address, &key, &f.Width, &f.Height)
		if f.Width > 0 {
			f.Path = key
		}
		return f, err
	}, `SELECT name, ord, address, blob_key, width, height FROM figures WHERE user_id = $1 AND memory_id = $2 ORDER BY ord, name`, r.userID, r.id)
	return err
}

func (r reader) highlights(m *portable.Memory) (err error) {
	m.Highlights, err = store.Collect(r.ctx, r.t.Querier, func(row store.Scanner) (h portable.Highlight, err error) {
		return h, row.Scan(&h.ID, &h.Color, &h.Remark, &h.Quote, &h.Prefix, &h.Suffix, &h.Start[0], &h.Start[1], &h.End[0], &h.End[1],
			&h.Passage, &h.Page, &h.Second, flag(&h.Orphaned), &h.Kept, timeOf(&h.DueAt), timeOf(&h.AnsweredAt), timeOf(&h.CreatedAt), timeOf(&h.UpdatedAt))
	}, `SELECT id, color, remark, quote, prefix, suffix, start_leaf, start_offset, end_leaf, end_offset,
		passage, page, at_second, orphaned, kept, due_at, answered_at, created_at, updated_at
		FROM highlights WHERE user_id = $1 AND memory_id = $2 ORDER BY orphaned, start_leaf, start_offset, id`, r.userID, r.id)
	return err
}

func (r reader) versions(m *portable.Memory) (err error) {
	m.Versions, err = store.Collect(r.ctx, r.t.Querier, func(row store.Scanner) (n portable.Note, err error) {
		return n, row.Scan(&n.Edition, &n.Text, timeOf(&n.WrittenAt))
	}, `SELECT edition, description, written_at FROM note_versions WHERE user_id = $1 AND memory_id = $2 ORDER BY edition`, r.userID, r.id)
	return err
}

func (r reader) tweet(m *portable.Memory) error {
	found, err := store.Collect(r.ctx, r.t.Querier, func(row store.Scanner) (w portable.Tweet, err error) {
		return w, row.Scan(&w.ID, jsonOf(&w.Data))
	}, `SELECT tweet_id, data FROM tweets WHERE user_id = $1 AND memory_id = $2`, r.userID, r.id)
	if len(found) > 0 {
		m.Tweet = &found[0]
	}
	return err
}

// Passages implements export.Text.
func (r reader) Passages(yield func(portable.Passage) error) error {
	return r.t.Each(r.ctx, func(row store.Scanner) error {
		var p portable.Passage
		if err := row.Scan(&p.Order, &p.Text, &p.Page, &p.Second, &p.Offset); err != nil {
			return err
		}
		return yield(p)
	}, `SELECT ord, body, page, at_second, byte_offset FROM passages WHERE user_id = $1 AND memory_id = $2 ORDER BY ord`, r.userID, r.id)
}

// Document implements export.Text.
func (r reader) Document(yield func(document.Document) error) error {
	return r.t.Each(r.ctx, func(row store.Scanner) error {
		var version int
		var doc document.Document
		if err := row.Scan(&version, packed(&doc)); err != nil {
			return err
		}
		if version != document.Version {
			return fmt.Errorf("a document of version %d", version)
		}
		return yield(doc)
	}, `SELECT version, blocks FROM documents WHERE user_id = $1 AND memory_id = $2 ORDER BY part`, r.userID, r.id)
}

// PageWords implements export.Text.
func (r reader) PageWords(yield func(portable.PageWords) error) error {
	return r.t.Each(r.ctx, func(row store.Scanner) error {
		var w portable.PageWords
		if err := row.Scan(&w.Page, packed(&w.Words)); err != nil {
			return err
		}
		return yield(w)
	}, `SELECT page, words FROM page_words WHERE user_id = $1 AND memory_id = $2 ORDER BY page`, r.userID, r.id)
}
