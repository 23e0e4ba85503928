package highlights

import (
	"context"
	"fmt"
	"strings"

	"engram/internal/highlight"
	"engram/internal/store"
)

const columns = `user_id, id, memory_id, color, remark, quote, prefix, suffix,
	start_leaf, start_offset, end_leaf, end_offset, passage, page, at_second, orphaned,
	kept, due_at, answered_at, created_at, updated_at`

func scan(row store.Scanner) (h highlight.Highlight, err error) {
	return h, scanInto(row, &h)
}

// scanInto reads the columns of a highlight, then more.
func scanInto(row store.Scanner, h *highlight.Highlight, more ...any) error {
	var orphaned, due, answered, created, updated int64
	p := &h.Place
	err := row.Scan(append([]any{
		&h.UserID, &h.ID, &h.MemoryID, &h.Color, &h.Remark, &h.Quote, &p.Prefix, &p.Suffix,
		&p.Start.Leaf, &p.Start.Offset, &p.End.Leaf, &p.End.Offset, &p.Passage, &p.Page, &p.Second, &orphaned,
		&h.Review.Kept, &due, &answered, &created, &updated,
	}, more...)...)
	p.Orphaned = orphaned != 0
	h.Review.DueAt, h.Review.At = store.TimeOrZero(due), store.TimeOrZero(answered)
	h.CreatedAt, h.UpdatedAt = store.FromMillis(created), store.FromMillis(updated)
	return err
}

func orNotFound(err error) error { return store.OrNotFound(err, highlight.NotFound().Error()) }

// Highlight implements highlight.Store.
func (s *Store) Highlight(ctx context.Context, userID, id string) (highlight.Highlight, error) {
	h, err := scan(s.db.Reader().Row(ctx, `SELECT `+columns+` FROM highlights WHERE user_id = $1 AND id = $2`, userID, id))
	return h, store.Explain(orNotFound(err), "read highlight", id)
}

// OfMemory implements highlight.Store.
func (s *Store) OfMemory(ctx context.Context, userID, memoryID string) ([]highlight.Highlight, error) {
	all, err := Of(ctx, s.db.Reader(), userID, memoryID)
	return all, store.Explain(err, "list the highlights of memory", memoryID)
}

// Of is OfMemory within a transaction.
func Of(ctx context.Context, q store.Querier, userID, memoryID string) ([]highlight.Highlight, error) {
	return store.Collect(ctx, q, scan, `SELECT `+columns+` FROM highlights
		WHERE user_id = $1 AND memory_id = $2 ORDER BY id`, userID, memoryID)
}

// Highlights implements highlight.Store.
func (s *Store) Highlights(ctx context.Context, userID string, page highlight.Page) ([]highlight.Found, error) {
	q := query{}
	q.text.WriteString(foundQuery + ` WHERE h.user_id = ` + q.arg(userID))
	if page.Color != "" {
		q.text.WriteString(` AND h.color = ` + q.arg(string(page.Color)))
	}
	if page.Kind != "" {
		q.text.WriteString(` AND m.kind = ` + q.arg(string(page.Kind)))
	}
	for _, word := range page.Words {
		q.text.WriteString(` AND h.words LIKE ` + q.arg("% "+literally.Replace(word)+"%") + ` ESCAPE '!'`)
	}
	if page.Before != "" {
		q.text.WriteString(` AND h.id < ` + q.arg(page.Before))
	}
	if last := page.Behind; last != nil {
		memory, p := q.arg(last.MemoryID), last.Place
		q.text.WriteString(` AND (h.memory_id < ` + memory + ` OR h.memory_id = ` + memory + `
			AND (h.orphaned, h.start_leaf, h.start_offset, h.id) > (` + q.arg(store.FromBool(p.Orphaned)) + `, ` +
			q.arg(p.Start.Leaf) + `, ` + q.arg(p.Start.Offset) + `, ` + q.arg(last.ID) + `))`)
	}
	order := `h.id DESC`
	if page.ByMemory {
		order = `h.memory_id DESC, h.orphaned, h.start_leaf, h.start_offset, h.id`
	}
	q.text.WriteString(` ORDER BY ` + order + ` LIMIT ` + q.arg(page.Limit))
	found, err := store.Collect(ctx, s.db.Reader(), scanFound, q.text.String(), q.args...)
	return found, store.Explain(err, "list highlights of", userID)
}

// query builds a statement.
type query struct {
	text strings.Builder
	args []any
}

// arg adds an argument and returns its placeholder.
func (q *query) arg(value any) string {
	q.args = append(q.args, value)
	return fmt.Sprintf("$%d", len(q.args))
}

var literally = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

var foundQuery = `SELECT h.` + strings.Join(strings.Fields(columns), ` h.`) + `,
	m.kind, m.title, m.site, m.author, m.url, m.published_at
	FROM highlights h JOIN memories m ON m.user_id = h.user_id AND m.id = h.memory_id`

func scanFound(row store.Scanner) (f highlight.Found, err error) {
	var published int64
	m := &f.Memory
	err = scanInto(row, &f.Highlight, &m.Kind, &m.Title, &m.Site, &m.Author, &m.URL, &published)
	m.ID, m.UserID, m.PublishedAt = f.MemoryID, f.UserID, store.TimeOrZero(published)
	return f, err
}

// mostQuotes bounds the quotes that one answer looks at.
const mostQuotes = 500

// Quotes implements ask.Highlights.
func (s *Store) Quotes(ctx context.Context, userID string, memoryIDs []string) (map[string][]string, error) {
	q := query{}
	q.text.WriteString(`SELECT memory_id, quote FROM highlights WHERE user_id = ` + q.arg(userID) + ` AND orphaned = 0 AND memory_id IN (`)
	for i, id := range memoryIDs {
		if i > 0 {
			q.text.WriteByte(',')
		}
		q.text.WriteString(q.arg(id))
	}
	q.text.WriteString(`) ORDER BY id DESC LIMIT ` + q.arg(mostQuotes))
	quotes := map[string][]string{}
	err := s.db.Reader().Each(ctx, func(row store.Scanner) error {
		var id, quote string
		err := row.Scan(&id, &quote)
		quotes[id] = append(quotes[id], quote)
		return err
	}, q.text.String(), q.args...)
	return quotes, store.Explain(err, "read what is highlighted of", userID)
}
