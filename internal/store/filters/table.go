package filters

import (
	"context"
	"maps"
	"slices"
	"sync"

	"engram/internal/filter"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// table holds the rows of one user.
type table struct {
	mu sync.Mutex
	contents

	held int // rows; guarded by Store.mu
}

// contents are the rows as of a state of the database.
type contents struct {
	loaded bool
	at     state
	rows   map[string]*row
	spelt  map[string]string // the name of a tag by its key
	lists  map[filter.Sort][]*row
	stale  map[filter.Sort]bool // the list has changed since it was sorted
}

// state is the last number of the user's feed, and of what was read and opened.
type state struct{ changes, reads int64 }

// changedRows are the memories that are new or changed since a state, $2 and $3. The join that
// follows has to begin with them.
const changedRows = `(SELECT id AS changed FROM memories WHERE user_id = $1 AND change > $2
	UNION SELECT id FROM memories WHERE user_id = $1 AND highlights_change > 0 AND highlights_change > $2
	UNION SELECT id FROM memories WHERE user_id = $1 AND read_change > 0 AND read_change > $3) AS since CROSS JOIN `

// update reads what has changed, in one snapshot.
func (c *contents) update(ctx context.Context, db *store.DB, userID string) error {
	return db.Snapshot(ctx, func(t store.Tx) error {
		now, err := stateOf(ctx, t, userID)
		if err != nil || c.loaded && now == c.at {
			return err
		}
		anew := !c.loaded || now.changes < c.at.changes || now.reads < c.at.reads // of another account with this id
		if c.loaded = false; anew {
			*c = contents{rows: map[string]*row{}, spelt: map[string]string{}, lists: map[filter.Sort][]*row{}, stale: map[filter.Sort]bool{}}
			err = c.read(ctx, t, "", "", "", userID)
		} else if err = c.drop(ctx, t, userID); err == nil {
			err = c.read(ctx, t, changedRows, ` AND id = changed`, ` AND memory_id = changed`, userID, c.at.changes, c.at.reads)
		}
		c.loaded, c.at = err == nil, now
		return err
	})
}

func stateOf(ctx context.Context, t store.Tx, userID string) (now state, err error) {
	err = t.Each(ctx, func(from store.Scanner) error {
		var name string
		var n int64
		err := from.Scan(&name, &n)
		if name == string(counters.Changes) {
			now.changes = n
		} else {
			now.reads = n
		}
		return err
	}, `SELECT name, n FROM counters WHERE user_id = $1 AND period = $2 AND name IN ($3, $4)`,
		userID, counters.Always, string(counters.Changes), string(counters.Reads))
	return now, err
}

// drop removes what was deleted since.
func (c *contents) drop(ctx context.Context, t store.Tx, userID string) error {
	gone, err := store.Collect(ctx, t.Querier, store.ScanString, `SELECT memory_id FROM deletions
		WHERE user_id = $1 AND change > 0 AND change > $2`, userID, c.at.changes)
	for _, id := range gone {
		delete(c.rows, id)
	}
	if len(gone) > 0 {
		for sort, list := range c.lists {
			c.lists[sort] = slices.DeleteFunc(list, func(r *row) bool { return c.rows[r.id] == nil })
		}
	}
	return err
}

// read puts rows in, with their tags and whether they have highlights: all, or those that a join
// selects, with its conditions for memories and what belongs to them.
func (c *contents) read(ctx context.Context, t store.Tx, join, memory, part string, args ...any) error {
	found, err := store.Collect(ctx, t.Querier, scanRow, `SELECT `+columns+` FROM `+join+`memories WHERE user_id = $1`+memory, args...)
	if err != nil {
		return err
	}
	for _, r := range found {
		c.put(r)
	}
	err = t.Each(ctx, func(from store.Scanner) error {
		var id, key, name string
		err := from.Scan(&id, &key, &name)
		if r := c.rows[id]; r != nil {
			if spelt, ok := c.spelt[key]; !ok || spelt != name {
				c.spelt[key] = name
			}
			r.tags = append(r.tags, key)
		}
		return err
	}, `SELECT memory_id, tag, name FROM `+join+`memory_tags WHERE user_id = $1`+part, args...)
	if err != nil {
		return err
	}
	highlighted, err := store.Collect(ctx, t.Querier, store.ScanString,
		`SELECT DISTINCT memory_id FROM `+join+`highlights WHERE user_id = $1`+part, args...)
	for _, id := range highlighted {
		if r := c.rows[id]; r != nil {
			r.highlighted = true
		}
	}
	if err != nil {
		return err
	}
	remarked, err := store.Collect(ctx, t.Querier, store.ScanString,
		`SELECT id FROM `+join+`memories WHERE user_id = $1 AND remark <> ''`+memory, args...)
	for _, id := range remarked {
		if r := c.rows[id]; r != nil {
			r.remarked = true
		}
	}
	return err
}

// put adds or replaces a row.
func (c *contents) put(r *row) {
	before := c.rows[r.id]
	if before != nil {
		*before = *r
	} else {
		c.rows[r.id] = r
	}
	for sort, list := range c.lists {
		if c.stale[sort] = true; before == nil {
			c.lists[sort] = append(list, r)
		}
	}
}

// sorted returns all rows in an order.
func (c *contents) sorted(sort filter.Sort) []*row {
	if c.lists[sort] == nil {
		c.lists[sort], c.stale[sort] = slices.Collect(maps.Values(c.rows)), true
	}
	if c.stale[sort] {
		slices.SortFunc(c.lists[sort], func(a, b *row) int { return compare(sort, a, b) })
		c.stale[sort] = false
	}
	return c.lists[sort]
}
