package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"engram/internal/memory"
)

// List implements memory.Store. Ids are made in the order of saving, so the id of the last row is a cursor that still
// works when that row is gone.
func (s *Store) List(ctx context.Context, userID string, page memory.Page) ([]memory.Memory, error) {
	query, args := listQuery(userID, page)
	memories, err := collect(ctx, s.reader(), scanMemory, query, args...)
	return memories, explain(err, "list memories of", userID)
}

// Front implements memory.Store.
func (s *Store) Front(ctx context.Context, userID string, limit int) (front memory.Front, err error) {
	err = s.readSnapshot(ctx, func(t tx) error {
		query, args := listQuery(userID, memory.Page{Limit: limit})
		if front.Memories, err = collect(ctx, t.session, scanMemory, query, args...); err != nil {
			return err
		}
		if front.Counts, err = t.countKinds(ctx, userID); err != nil {
			return err
		}
		front.Change, err = t.count(ctx, userID, changes, always)
		return err
	})
	return front, explain(err, "list memories of", userID)
}

// countKinds reads an index alone.
func (t tx) countKinds(ctx context.Context, userID string) (map[memory.Kind]int, error) {
	type kindCount struct {
		kind memory.Kind
		n    int
	}
	scan := func(row scanner) (c kindCount, err error) {
		err = row.Scan(&c.kind, &c.n)
		return c, err
	}
	found, err := collect(ctx, t.session, scan, `SELECT kind, count(*) FROM memories WHERE user_id = $1 GROUP BY kind ORDER BY kind`, userID)
	counts := make(map[memory.Kind]int, len(found))
	for _, c := range found {
		counts[c.kind] = c.n
	}
	return counts, err
}

func listQuery(userID string, page memory.Page) (string, []any) {
	args := []any{userID}
	var query strings.Builder
	query.WriteString(`SELECT ` + memoryColumns + ` FROM memories WHERE user_id = $1`)
	add := func(clause string, arg any) {
		args = append(args, arg)
		fmt.Fprintf(&query, clause, len(args))
	}
	if page.Kind != "" {
		add(` AND kind = $%d`, string(page.Kind))
	}
	if page.Key != "" {
		add(` AND address_key <> '' AND address_key = $%d`, page.Key) // which its index is for
	}
	if page.Before != "" {
		add(` AND id < $%d`, page.Before)
	}
	query.WriteString(` ORDER BY id DESC`)
	if page.Limit > 0 {
		add(` LIMIT $%d`, page.Limit)
	}
	return query.String(), args
}

// Get implements memory.Store and capture.Store.
func (s *Store) Get(ctx context.Context, userID, id string) (m memory.Memory, passages []memory.Passage, err error) {
	err = s.readSnapshot(ctx, func(t tx) error {
		m, err = scanMemory(t.row(ctx, `SELECT `+memoryColumns+` FROM memories WHERE user_id = $1 AND id = $2`, userID, id))
		if err != nil {
			return orMemoryNotFound(err)
		}
		passages, err = collect(ctx, t.session, scanPassage, `SELECT ord, body, page, at_second, byte_offset
			FROM passages WHERE user_id = $1 AND memory_id = $2 ORDER BY ord`, userID, id)
		return err
	})
	return m, passages, explain(err, "read memory", id)
}

// idsInOneQuery keeps a statement under the engines' bounds on arguments.
const idsInOneQuery = 500

// ByIDs implements memory.Store: one query for what a search returns, not one for each.
func (s *Store) ByIDs(ctx context.Context, userID string, ids []string) ([]memory.Memory, error) {
	found := make(map[string]memory.Memory, len(ids))
	for chunk := range slices.Chunk(ids, idsInOneQuery) {
		args := []any{userID}
		for _, id := range chunk {
			args = append(args, id)
		}
		memories, err := collect(ctx, s.reader(), scanMemory, `SELECT `+memoryColumns+` FROM memories
			WHERE user_id = $1 AND id IN (`+placeholders(2, len(chunk))+`)`, args...)
		if err != nil {
			return nil, explain(err, "read memories of", userID)
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

const memoryColumns = `id, user_id, kind, title, description, url, upload_id, image_key, site, author, canonical, language,
	published_at, duration, pages, captured_at, status, error, tags, created_at, own_words`

// encodeTags writes tags as JSON, whose escapes would carry a NUL past the statement.
func encodeTags(tags []string) (string, error) {
	storable := make([]string, len(tags))
	for i, tag := range tags {
		storable[i] = storableText(tag)
	}
	encoded, err := json.Marshal(storable)
	return string(encoded), err
}

func decodeTags(encoded string) (tags []string, err error) {
	err = json.Unmarshal([]byte(encoded), &tags)
	return tags, err
}

func scanMemory(row scanner) (m memory.Memory, err error) {
	err = row.Scan(memoryFields(&m)...)
	return m, err
}

// memoryFields is where a row of memoryColumns goes.
func memoryFields(m *memory.Memory) []any {
	return []any{
		&m.ID, &m.UserID, &m.Kind, &m.Title, &m.Description, &m.URL, &m.UploadID, &m.ImageKey, &m.Site, &m.Author, &m.Canonical, &m.Language,
		read(func(ms int64) { m.PublishedAt = timeOrZero(ms) }), read(func(seconds int64) { m.Duration = time.Duration(seconds) * time.Second }),
		&m.Pages, read(func(ms int64) { m.CapturedAt = timeOrZero(ms) }), &m.Status, &m.Error, (*tags)(&m.Tags),
		read(func(ms int64) { m.CreatedAt = fromMillis(ms) }), read(func(own int64) { m.OwnWords = own != 0 }),
	}
}

// read takes a number over as something else.
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

func orMemoryNotFound(err error) error { return orNotFound(err, "Memory not found") }
