package filters

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"engram/internal/filter"
	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/store"
)

// row holds the fields of a memory that filters ask for. Times are unix milliseconds, 0 for never.
type row struct {
	id, place                    string
	kind, status                 string
	host, site, author, language string // keys, see filter.Keys
	title                        string // key
	archived, starred, opened    int64
	created, published           int64
	share                        int64    // that is read; negative: never begun
	tags                         []string // keys
	highlighted, remarked        bool
	feed                         string // id; empty: the user saved it
	feedTags                     int    // number of the tags that it has from there
}

// chosen reports whether a memory is the user's: saved by them or, from a feed, made theirs.
func (r *row) chosen() bool {
	return r.feed == "" || r.starred > 0 || r.opened > 0 || r.highlighted || r.remarked || len(r.tags) > r.feedTags
}

// columns are in the index memories_by_place, so that no wide row is read to load them all.
const columns = `id, place, kind, status, host_key, site_key, author_key, language_key, title_key, archived_at, starred_at, opened_at,
	read_share, created_at, published_at, feed_id, feed_tags`

func scanRow(from store.Scanner) (*row, error) {
	r := &row{}
	err := from.Scan(&r.id, &r.place, &r.kind, &r.status, &r.host, &r.site, &r.author, &r.language, &r.title,
		&r.archived, &r.starred, &r.opened, &r.share, &r.created, &r.published, &r.feed, &r.feedTags)
	if r.place == r.id {
		r.place = r.id // one string
	}
	return r, err
}

// position returns where the row stands in a list.
func (r *row) position(sort filter.Sort) filter.Position {
	p := filter.Position{Place: r.place}
	switch sort {
	case filter.Title:
		p.Title = []byte(r.title)
	case filter.Published:
		p.Time = r.published
	case filter.Opened:
		p.Time = r.opened
	}
	return p
}

// rowAt returns a row that stands at a position.
func rowAt(p filter.Position) *row {
	return &row{place: p.Place, title: string(p.Title), published: p.Time, opened: p.Time}
}

// compare orders rows of a list.
func compare(sort filter.Sort, a, b *row) int {
	switch sort {
	case filter.Title:
		if c := strings.Compare(a.title, b.title); c != 0 {
			return c
		}
		return strings.Compare(a.place, b.place)
	case filter.Published:
		if c := cmp.Compare(known(b.published), known(a.published)); c != 0 {
			return c
		}
	case filter.Opened:
		if c := cmp.Compare(b.opened, a.opened); c != 0 {
			return c
		}
	}
	return strings.Compare(b.place, a.place)
}

// known returns a time such that an unknown one is before all others.
func known(ms int64) int64 {
	if ms == 0 {
		return math.MinInt64
	}
	return ms
}

type condition func(*row) bool

// fitting returns the condition that a query is.
func fitting(q filter.Query) condition {
	var all []condition
	archived := q.Archived
	for _, f := range q.Filters {
		archived = archived || f.Asks(filter.Is, "archived")
		all = append(all, conditions(f, q)...)
	}
	if q.Kind != "" {
		all = append(all, func(r *row) bool { return r.kind == string(q.Kind) })
	}
	if q.Chosen && !slices.ContainsFunc(q.Filters, func(f filter.Filter) bool { return f.Asks(filter.Is, "feed") }) {
		all = append(all, (*row).chosen)
	}
	if !archived {
		all = append(all, func(r *row) bool { return r.archived == 0 })
	}
	return func(r *row) bool {
		for _, holds := range all {
			if !holds(r) {
				return false
			}
		}
		return true
	}
}

// anyOf lists the keys of which one word has to hold: a memory has one value.
var anyOf = []filter.Key{filter.Kind, filter.From, filter.By, filter.Lang, filter.On}

// conditions returns conditions that all hold where a filter does.
func conditions(f filter.Filter, q filter.Query) (all []condition) {
	either := map[filter.Key][]condition{}
	for _, w := range f {
		holds := conditionOf(w, q)
		switch {
		case w.Not:
			all = append(all, func(r *row) bool { return !holds(r) })
		case slices.Contains(anyOf, w.Key):
			either[w.Key] = append(either[w.Key], holds)
		default:
			all = append(all, holds)
		}
	}
	for _, some := range either {
		all = append(all, func(r *row) bool {
			return slices.ContainsFunc(some, func(holds condition) bool { return holds(r) })
		})
	}
	return all
}

func conditionOf(w filter.Word, q filter.Query) condition {
	switch w.Key {
	case filter.Tag:
		key := library.TagKey(w.Value)
		return func(r *row) bool { return slices.Contains(r.tags, key) }
	case filter.Kind:
		return func(r *row) bool { return r.kind == w.Value }
	case filter.From:
		site, host := filter.NameKey(w.Value), filter.HostKey(w.Value)
		return func(r *row) bool { return r.site == site || host != "" && strings.HasPrefix(r.host, host) }
	case filter.By:
		author := filter.NameKey(w.Value)
		return func(r *row) bool { return r.author == author }
	case filter.Lang:
		return func(r *row) bool { return r.language == w.Value || strings.HasPrefix(r.language, w.Value+"-") }
	case filter.Is:
		return states[w.Value]
	}
	from, to := w.Span(q.Zone)
	since, until := from.UnixMilli(), to.UnixMilli()
	switch w.Key {
	case filter.Before:
		return func(r *row) bool { return r.created < since }
	case filter.After:
		return func(r *row) bool { return r.created >= until }
	}
	return func(r *row) bool { return r.created >= since && r.created < until }
}

// states are the conditions of filter.States.
var states = map[string]condition{
	"starred":     func(r *row) bool { return r.starred > 0 },
	"unread":      func(r *row) bool { return r.share < 0 && r.kind != string(memory.Note) },
	"read":        func(r *row) bool { return r.share >= 0 },
	"archived":    func(r *row) bool { return r.archived > 0 },
	"failed":      func(r *row) bool { return r.status == string(memory.Failed) },
	"pending":     func(r *row) bool { return r.status == string(memory.Pending) },
	"highlighted": func(r *row) bool { return r.highlighted },
	"feed":        func(r *row) bool { return r.feed != "" },
	"tagged":      func(r *row) bool { return len(r.tags) > 0 },
}
