package filters

import (
	"context"

	"engram/internal/filter"
	"engram/internal/store"
)

// Facets implements filter.Store.
func (s *Store) Facets(ctx context.Context, userID string, q filter.Query) (f filter.Facets, err error) {
	err = s.db.Snapshot(ctx, func(t store.Tx) error {
		for _, facet := range []struct {
			into *[]filter.Facet
			st   *statement
		}{
			{&f.Tags, tagFacets(userID, q)},
			{&f.Sites, facets("host_key", userID, q)},
			{&f.Authors, authorFacets(userID, q)},
			{&f.Languages, facets("language_key", userID, q)},
			{&f.Kinds, facets("kind", userID, q)},
		} {
			var err error
			if *facet.into, err = store.Collect(ctx, t.Querier, scanFacet, facet.st.text.String(), facet.st.args...); err != nil {
				return err
			}
		}
		for i := range f.Sites {
			f.Sites[i].Name = filter.HostOf(f.Sites[i].Name)
		}
		return nil
	})
	return f, store.Explain(err, "count the facets of", userID)
}

func scanFacet(row store.Scanner) (f filter.Facet, err error) {
	err = row.Scan(&f.Name, &f.Count)
	return f, err
}

// facets counts the values of a column that is in the index.
func facets(column, userID string, q filter.Query) *statement {
	s := selecting(column+`, COUNT(*) AS n`, userID, q)
	s.text.WriteString(` AND ` + column + ` <> '' GROUP BY ` + column + mostFirst(s, column))
	return s
}

// authorFacets counts authors by their keys, and spells them as the newest memory does.
func authorFacets(userID string, q filter.Query) *statement {
	s := selecting(`author_key, COUNT(*) AS n, MAX(id) AS newest`, userID, q)
	s.text.WriteString(` AND author_key <> '' GROUP BY author_key` + mostFirst(s, "author_key"))
	return s.around(`SELECT (SELECT author FROM memories WHERE user_id = $1 AND id = newest), n FROM (`, `) AS of ORDER BY n DESC, author_key`)
}

// tagFacets counts the tags of the memories that a query selects.
func tagFacets(userID string, q filter.Query) *statement {
	s := selecting(`id`, userID, q)
	return s.around(`SELECT MAX(name), COUNT(*) AS n FROM memory_tags WHERE user_id = $1 AND memory_id IN (`, `) GROUP BY tag`+mostFirst(s, "tag"))
}

func mostFirst(s *statement, column string) string {
	return ` ORDER BY n DESC, ` + column + ` LIMIT ` + s.arg(filter.MaxFacets)
}
