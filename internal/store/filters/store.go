// Package filters finds memories by filters.
package filters

import (
	"context"
	"strings"

	"engram/internal/filter"
	"engram/internal/store"
)

var _ filter.Store = (*Store)(nil)

// Store finds memories. It is safe for concurrent use.
type Store struct{ db *store.DB }

// New returns a Store on db.
func New(db *store.DB) *Store { return &Store{db} }

// Filtered implements filter.Store.
func (s *Store) Filtered(ctx context.Context, userID string, q filter.Query, page filter.Page) ([]filter.Item, error) {
	st := pageQuery(userID, q, page)
	found, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (item filter.Item, err error) {
		into := []any{&item.ID, &item.Place}
		switch page.Sort {
		case filter.Title:
			into = append(into, &item.Title)
		case filter.Published, filter.Opened:
			into = append(into, &item.Time)
		}
		err = row.Scan(into...)
		return item, err
	}, st.text.String(), st.args...)
	return found, store.Explain(err, "filter the memories of", userID)
}

// sorting is the column of a sort beside the place.
var sorting = map[filter.Sort]string{filter.Title: "title_key", filter.Published: "published_at", filter.Opened: "opened_at"}

func pageQuery(userID string, q filter.Query, page filter.Page) *statement {
	column := sorting[page.Sort]
	columns, order := "id, place", " ORDER BY place DESC"
	switch {
	case page.Sort == filter.Title:
		columns, order = columns+", "+column, " ORDER BY title_key, place"
	case column != "":
		columns, order = columns+", "+column, " ORDER BY "+column+" DESC, place DESC"
	}
	st := selecting(columns, userID, q)
	if at := page.Behind; at != nil {
		place := st.arg(at.Place)
		switch {
		case page.Sort == filter.Title:
			key := st.arg(at.Title)
			st.text.WriteString(` AND (title_key > ` + key + ` OR title_key = ` + key + ` AND place > ` + place + `)`)
		case column != "":
			key := st.arg(at.Time)
			st.text.WriteString(` AND (` + column + ` < ` + key + ` OR ` + column + ` = ` + key + ` AND place < ` + place + `)`)
		default:
			st.text.WriteString(` AND place < ` + place)
		}
	}
	st.text.WriteString(order + ` LIMIT ` + st.arg(page.Limit))
	return st
}

// FilteredCount implements filter.Store.
func (s *Store) FilteredCount(ctx context.Context, userID string, q filter.Query) (n int, err error) {
	st := selecting("COUNT(*)", userID, q)
	err = s.db.Reader().Row(ctx, st.text.String(), st.args...).Scan(&n)
	return n, store.Explain(err, "count the filtered memories of", userID)
}

// FilteredIDs implements filter.Store. One row with all ids is read faster than a row for each.
func (s *Store) FilteredIDs(ctx context.Context, userID string, q filter.Query) ([]string, error) {
	var ids string
	st := selecting(allIDs, userID, q)
	err := s.db.Reader().Row(ctx, st.text.String(), st.args...).Scan(&ids)
	if err != nil || ids == "" {
		return nil, store.Explain(err, "filter the memories of", userID)
	}
	return strings.Split(ids, ","), nil
}

const allIDs = `COALESCE(string_agg(id, ','), '')`
