package filter

import (
	"cmp"
	"context"
	"slices"
	"time"

	"engram/internal/fault"
	"engram/internal/memory"
)

// Query selects memories of one user.
type Query struct {
	Filters []Filter       // all hold
	Kind    memory.Kind    // empty: any
	Zone    *time.Location // of dates; nil: UTC
	// Archived includes archived memories; else they are only in what asks for them.
	Archived bool
	// Chosen leaves out what is from feeds and was not starred, opened, tagged, highlighted or given a
	// remark, unless the filters ask for what is from feeds.
	Chosen bool
}

// Empty reports whether nothing is filtered.
func (q Query) Empty() bool {
	return !slices.ContainsFunc(q.Filters, func(f Filter) bool { return len(f) > 0 })
}

// Within returns the query with one more filter.
func (q Query) Within(f Filter) Query {
	q.Filters = append(slices.Clone(q.Filters), f)
	return q
}

// Page selects a part of a list.
type Page struct {
	Sort   Sort
	Limit  int
	Behind *Position // of the last memory of the page before; nil: from the first
}

// Position is a place in a sorted list. It outlives the memory that stands there.
type Position struct {
	Time  int64  // unix milliseconds when it was published or opened; else 0
	Title []byte // the key of its title, if sorted by that; else nil
	Place string
}

// Item is a memory of a list.
type Item struct {
	ID string
	Position
}

// Facet is a value that memories have, and how many do.
type Facet struct {
	Name  string
	Count int
}

// Facets are the most frequent values first, at most MaxFacets of each.
type Facets struct{ Tags, Sites, Authors, Languages, Kinds []Facet }

// MaxFacets is the number of values of one key that are counted.
const MaxFacets = 200

// Store finds memories by filters. Every method is confined to the user's rows.
type Store interface {
	// Filtered returns a page of the memories that a query selects, and how many there are on all.
	Filtered(ctx context.Context, userID string, q Query, page Page) (items []Item, total int, err error)
	// FilteredIDs returns the ids of all memories that a query selects.
	FilteredIDs(ctx context.Context, userID string, q Query) ([]string, error)
	// Facets returns the values of the memories that a query selects.
	Facets(ctx context.Context, userID string, q Query) (Facets, error)

	KeptStore
}

// Service lists memories by filters, and keeps filters.
type Service struct{ store Store }

// New returns a Service.
func New(store Store) *Service { return &Service{store} }

const (
	defaultPage = 50 // memories
	maxPage     = 500
)

// Request asks for a page of a list.
type Request struct {
	Query
	Sort   Sort   // empty: Saved
	Limit  int    // 0: 50
	Cursor string // List.Next of the page before; empty: the first page
}

// List is a page of ids.
type List struct {
	IDs   []string
	Total int    // of all pages
	Next  string // cursor of the next page; empty: there is none
}

// List returns a page of the memories that a query selects. fault.Invalid for invalid parameters.
func (s *Service) List(ctx context.Context, userID string, r Request) (List, error) {
	page := Page{Sort: cmp.Or(r.Sort, Saved), Limit: cmp.Or(r.Limit, defaultPage)}
	switch {
	case !slices.Contains(Sorts, page.Sort):
		return List{}, badSort()
	case page.Limit < 1 || page.Limit > maxPage:
		return List{}, fault.New(fault.Invalid, "A page holds 1 to 500 memories")
	case r.Kind != "" && !r.Kind.Known():
		return List{}, badKind()
	}
	if r.Cursor != "" {
		at, err := positionOf(r.Cursor, page.Sort)
		if err != nil {
			return List{}, err
		}
		page.Behind = &at
	}
	limit := page.Limit
	page.Limit++ // one more shows whether there is a next page
	found, total, err := s.store.Filtered(ctx, userID, r.Query, page)
	if err != nil {
		return List{}, err
	}
	list := List{Total: total}
	if len(found) > limit {
		found = found[:limit]
		list.Next = found[limit-1].cursor(page.Sort)
	}
	for _, item := range found {
		list.IDs = append(list.IDs, item.ID)
	}
	return list, nil
}

func badSort() error {
	return fault.New(fault.Invalid, "A list is sorted by saved, published, opened or title")
}

func badKind() error { return fault.New(fault.Invalid, "Unknown type of memory") }

// IDs returns the ids of all memories that a query selects, sorted; never nil.
func (s *Service) IDs(ctx context.Context, userID string, q Query) ([]string, error) {
	ids, err := s.store.FilteredIDs(ctx, userID, q)
	slices.Sort(ids)
	return append([]string{}, ids...), err
}

// Facets returns the values of the memories that a query selects; fault.Invalid for an unknown kind.
func (s *Service) Facets(ctx context.Context, userID string, q Query) (Facets, error) {
	if q.Kind != "" && !q.Kind.Known() {
		return Facets{}, badKind()
	}
	return s.store.Facets(ctx, userID, q)
}
