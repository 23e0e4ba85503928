package filters

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"engram/internal/filter"
	"engram/internal/store"
)

// counts counts the memories that have a value, by its key.
type counts map[string]int

func (c counts) add(key string) {
	if key != "" {
		c[key]++
	}
}

// facets returns the most frequent, with the names of their keys.
func (c counts) facets(name func(key string) string) []filter.Facet {
	var all []filter.Facet
	for key, n := range c {
		all = append(all, filter.Facet{Name: key, Count: n})
	}
	slices.SortFunc(all, func(a, b filter.Facet) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Name, b.Name))
	})
	all = all[:min(len(all), filter.MaxFacets)]
	for i := range all {
		all[i].Name = name(all[i].Name)
	}
	return all
}

// Facets implements filter.Store.
func (s *Store) Facets(ctx context.Context, userID string, q filter.Query) (f filter.Facets, err error) {
	tags, hosts, authors, languages, kinds := counts{}, counts{}, counts{}, counts{}, counts{}
	newest := map[string]string{} // memory by the key of its author
	itself := func(key string) string { return key }
	err = s.read(ctx, userID, func(t *table) {
		fits := fitting(q)
		for _, r := range t.sorted(filter.Saved) {
			if !fits(r) {
				continue
			}
			for _, tag := range r.tags {
				tags.add(tag)
			}
			if r.author != "" && authors[r.author] == 0 {
				newest[r.author] = r.id
			}
			authors.add(r.author)
			hosts.add(r.host)
			languages.add(r.language)
			kinds.add(r.kind)
		}
		f.Tags = tags.facets(func(key string) string { return t.spelt[key] })
	})
	if err != nil {
		return f, store.Explain(err, "count the facets of", userID)
	}
	f.Sites, f.Languages, f.Kinds = hosts.facets(filter.HostOf), languages.facets(itself), kinds.facets(itself)
	f.Authors = authors.facets(func(key string) string { return newest[key] })
	return f, store.Explain(s.spell(ctx, userID, f.Authors), "name the authors of", userID)
}

// spell replaces ids of memories by the names of their authors.
func (s *Store) spell(ctx context.Context, userID string, authors []filter.Facet) error {
	if len(authors) == 0 {
		return nil
	}
	args := []any{userID}
	for _, a := range authors {
		args = append(args, a.Name)
	}
	names := map[string]string{}
	err := s.db.Reader().Each(ctx, func(from store.Scanner) error {
		var id, name string
		err := from.Scan(&id, &name)
		names[id] = strings.Join(strings.Fields(name), " ")
		return err
	}, `SELECT id, author FROM memories WHERE user_id = $1 AND id IN (`+store.Placeholders(2, len(authors))+`)`, args...)
	for i, a := range authors {
		authors[i].Name = names[a.Name]
	}
	return err
}
