package memories

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"engram/internal/memory"
	"engram/internal/quota"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// List implements memory.Store. Places sort by time saved, so the last one is a cursor that survives
// its row.
func (s *Store) List(ctx context.Context, userID string, page memory.Page) ([]memory.Memory, error) {
	memories, err := list(ctx, s.db.Reader(), userID, page)
	return memories, store.Explain(err, "list memories of", userID)
}

// Front implements memory.Store.
func (s *Store) Front(ctx context.Context, userID string, page memory.Page) (front memory.Front, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		if front.Memories, err = list(ctx, t.Querier, userID, page); err != nil {
			return err
		}
		front.Counts, front.Change, err = countKinds(ctx, t, userID)
		return err
	})
	return front, store.Explain(err, "list memories of", userID)
}

// list reads lengths first if bytes are bounded, to read no more than that.
func list(ctx context.Context, q store.Querier, userID string, page memory.Page) ([]memory.Memory, error) {
	if page.Bytes > 0 {
		var n, bytes int
		query, args := listQuery(`octet_length(description)`, userID, page)
		err := q.Each(ctx, func(row store.Scanner) error {
			var length int
			err := row.Scan(&length)
			if bytes < page.Bytes {
				n++
			}
			bytes += length
			return err
		}, query, args...)
		if err != nil || n == 0 {
			return nil, err
		}
		page.Limit = n
	}
	query, args := listQuery(memoryColumns, userID, page)
	return store.Collect(ctx, q, scanMemory, query, args...)
}

// countKinds reads counters, which is fast for any number of memories, and the last change's
// number.
func countKinds(ctx context.Context, t store.Tx, userID string) (counts map[memory.Kind]int, change int64, err error) {
	of, archived := map[quota.Counter]memory.Kind{}, map[quota.Counter]memory.Kind{}
	args := []any{userID, counters.Always, string(counters.Changes)}
	for _, kind := range memory.Kinds {
		of[counters.OfKind(kind)], archived[counters.Archived(kind)] = kind, kind
		args = append(args, string(counters.OfKind(kind)), string(counters.Archived(kind)))
	}
	counts = map[memory.Kind]int{}
	err = t.Each(ctx, func(row store.Scanner) error {
		var name quota.Counter
		var n int64
		err := row.Scan(&name, &n)
		if kind, ok := of[name]; ok {
			counts[kind] += int(n)
		} else if kind, ok := archived[name]; ok {
			counts[kind] -= int(n)
		} else {
			change = n
		}
		return err
	}, `SELECT name, n FROM counters WHERE user_id = $1 AND period = $2 AND name IN (`+store.Placeholders(3, len(args)-2)+`)`, args...)
	maps.DeleteFunc(counts, func(_ memory.Kind, n int) bool { return n <= 0 })
	return counts, change, err
}

func listQuery(columns, userID string, page memory.Page) (string, []any) {
	args := []any{userID}
	var query strings.Builder
	query.WriteString(`SELECT ` + columns + ` FROM memories WHERE user_id = $1`)
	add := func(clause string, arg any) {
		args = append(args, arg)
		fmt.Fprintf(&query, clause, len(args))
	}
	if page.Kind != "" {
		add(` AND kind = $%d`, string(page.Kind))
	}
	if page.Key != "" {
		add(` AND address_key <> '' AND address_key = $%d`, page.Key) // so that its partial index applies
	} else {
		query.WriteString(` AND archived_at = 0`)
	}
	if page.Before != "" {
		add(` AND place < $%d`, page.Before)
	}
	if page.Key != "" {
		query.WriteString(` ORDER BY id DESC`)
	} else {
		query.WriteString(` ORDER BY place DESC`)
	}
	if page.Limit > 0 {
		add(` LIMIT $%d`, page.Limit)
	}
	return query.String(), args
}

// Passages implements memory.Store.
func (s *Store) Passages(ctx context.Context, userID, id string, from, limit int) ([]memory.Passage, error) {
	passages, err := store.Collect(ctx, s.db.Reader(), scanPassage, `SELECT ord, body, page, at_second, byte_offset
		FROM passages WHERE user_id = $1 AND memory_id = $2 AND ord >= $3 ORDER BY ord LIMIT $4`, userID, id, from, limit)
	return passages, store.Explain(err, "read the passages of memory", id)
}

func scanPassage(row store.Scanner) (p memory.Passage, err error) {
	err = row.Scan(&p.Ord, &p.Text, &p.Page, &p.Second, &p.Offset)
	return p, err
}

// idsInOneQuery is below the engines' limits on arguments.
const idsInOneQuery = 500

// ByIDs implements memory.Store with one query.
func (s *Store) ByIDs(ctx context.Context, userID string, ids []string) ([]memory.Memory, error) {
	return s.byIDs(ctx, memoryColumns, userID, ids)
}

// Cards implements memory.Store.
func (s *Store) Cards(ctx context.Context, userID string, ids []string, characters int) ([]memory.Memory, error) {
	beginning := fmt.Sprintf(" substr(description, 1, %d),", characters)
	return s.byIDs(ctx, strings.Replace(memoryColumns, " description,", beginning, 1), userID, ids)
}

func (s *Store) byIDs(ctx context.Context, columns, userID string, ids []string) ([]memory.Memory, error) {
	found := make(map[string]memory.Memory, len(ids))
	for chunk := range slices.Chunk(ids, idsInOneQuery) {
		args := append([]any{userID}, anys(chunk)...)
		memories, err := store.Collect(ctx, s.db.Reader(), scanMemory, `SELECT `+columns+` FROM memories
			WHERE user_id = $1 AND id IN (`+store.Placeholders(2, len(chunk))+`)`, args...)
		if err != nil {
			return nil, store.Explain(err, "read memories of", userID)
		}
		for _, m := range memories {
			found[m.ID] = m
		}
	}
	ordered := make([]memory.Memory, 0, len(found))
	for _, id := range ids {
		if m, ok := found[id]; ok {
			ordered = append(ordered, m)
		}
	}
	return ordered, nil
}

const memoryColumns = `id, user_id, kind, title, description, url, upload_id, image_key, image_width,
	image_height, site, author, canonical, language,
	published_at, duration, pages, captured_at, status, error, tags, created_at, own_words, bookmark,
	read_leaf, read_share, place, own_title, captured_title, remark, starred_at, archived_at, opened_at, edition, change, feed_id, feed_tags`

// encodeTags encodes tags as JSON without NUL, which JSON's escapes would hide from Storable.
func encodeTags(tags []string) (string, error) {
	storable := make([]string, len(tags))
	for i, tag := range tags {
		storable[i] = store.Storable(tag)
	}
	encoded, err := json.Marshal(storable)
	return string(encoded), err
}

func decodeTags(encoded string) (tags []string, err error) {
	err = json.Unmarshal([]byte(encoded), &tags)
	return tags, err
}

func scanMemory(row store.Scanner) (m memory.Memory, err error) {
	err = row.Scan(memoryFields(&m)...)
	return m, err
}

// memoryFields returns the scan targets of memoryColumns.
func memoryFields(m *memory.Memory) []any {
	return []any{
		&m.ID, &m.UserID, &m.Kind, &m.Title, &m.Description, &m.URL, &m.UploadID, &m.ImageKey, &m.ImageWidth,
		&m.ImageHeight, &m.Site, &m.Author, &m.Canonical, &m.Language,
		read(func(ms int64) { m.PublishedAt = store.TimeOrZero(ms) }),
		read(func(seconds int64) { m.Duration = time.Duration(seconds) * time.Second }),
		&m.Pages, read(func(ms int64) { m.CapturedAt = store.TimeOrZero(ms) }), &m.Status,
		&m.Error, (*tags)(&m.Tags),
		read(func(ms int64) { m.CreatedAt = store.FromMillis(ms) }),
		read(func(own int64) { m.OwnWords = own != 0 }),
		(*bookmark)(&m.Bookmark), &m.Progress.Leaf,
		read(func(share int64) { m.Progress.Begun, m.Progress.Share = share >= 0, float64(max(share, 0))/shares }),
		&m.Place, read(func(own int64) { m.OwnTitle = own != 0 }), &m.SourceTitle, &m.Remark,
		read(func(ms int64) { m.StarredAt = store.TimeOrZero(ms) }),
		read(func(ms int64) { m.ArchivedAt = store.TimeOrZero(ms) }),
		read(func(ms int64) { m.OpenedAt = store.TimeOrZero(ms) }),
		&m.Edition, &m.Version, &m.Feed, &m.FeedTags,
	}
}

// read converts a scanned number.
type read func(int64)

// Scan implements sql.Scanner.
func (r read) Scan(value any) error {
	n, ok := value.(int64)
	if !ok {
		return fmt.Errorf("%T is no whole number", value)
	}
	r(n)
	return nil
}

// tags are stored as JSON.
type tags []string

// Scan implements sql.Scanner.
func (t *tags) Scan(value any) (err error) {
	encoded, ok := value.(string)
	if !ok {
		return fmt.Errorf("%T are no tags", value)
	}
	*t, err = decodeTags(encoded)
	return err
}

// bookmark is stored as JSON, empty if zero.
type bookmark memory.Bookmark

// Scan implements sql.Scanner.
func (b *bookmark) Scan(value any) error {
	encoded, ok := value.(string)
	switch {
	case !ok:
		return fmt.Errorf("%T is no bookmark", value)
	case encoded == "":
		*b = bookmark{}
		return nil
	}
	return json.Unmarshal([]byte(encoded), b)
}

func encodeBookmark(b memory.Bookmark) (string, error) {
	if b.Page == 0 && b.Stuck == 0 && (b.Pages == 0 || b.End) {
		return "", nil
	}
	encoded, err := json.Marshal(b) // its escapes would hide a NUL from Storable
	return string(encoded), err
}

func orMemoryNotFound(err error) error { return store.OrNotFound(err, "Memory not found") }
