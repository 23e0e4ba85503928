package memories

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"engram/internal/library"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/counters"
	"engram/internal/store/passages"
)

func sameTag(a, b string) bool { return library.TagKey(a) == library.TagKey(b) }

// retag stores the tags of a locked memory in place of those before, and returns them as they are
// spelled. Its caller has locked the user's sequence, so that of two first spellings one is.
func retag(ctx context.Context, t store.Tx, before memory.Memory, names []string) ([]string, error) {
	if slices.EqualFunc(before.Tags, names, sameTag) {
		return before.Tags, nil
	}
	names, err := spelled(ctx, t, before.UserID, "", names)
	if err != nil {
		return nil, err
	}
	if err := dropTags(ctx, t, before.UserID, before.ID); err != nil {
		return nil, err
	}
	return names, insertTags(ctx, t, before.UserID, map[string][]string{before.ID: names})
}

// spelled returns the names of tags as the user's memories spell them, but for one.
func spelled(ctx context.Context, t store.Tx, userID, not string, names []string) ([]string, error) {
	if len(names) == 0 {
		return nil, nil
	}
	args := []any{userID, not}
	for _, name := range names {
		args = append(args, library.TagKey(name))
	}
	as := map[string]string{}
	err := t.Each(ctx, func(row store.Scanner) error {
		var key, name string
		err := row.Scan(&key, &name)
		as[key] = name
		return err
	}, `WITH keys (tag) AS (VALUES `+"("+strings.ReplaceAll(store.Placeholders(3, len(names)), ",", "), (")+")"+`)
		SELECT tag, COALESCE((SELECT name FROM memory_tags t WHERE t.user_id = $1 AND t.tag = keys.tag AND t.memory_id <> $2
			ORDER BY t.memory_id LIMIT 1), '') FROM keys`, args...)
	all := slices.Clone(names)
	for i, name := range all {
		if known := as[library.TagKey(name)]; known != "" {
			all[i] = known
		}
	}
	return all, err
}

// rowsInOneInsert keeps statements below the engines' limits on arguments.
const rowsInOneInsert = 1000

// insertTags adds the rows of tags, by memory, that are not there.
func insertTags(ctx context.Context, t store.Tx, userID string, tags map[string][]string) error {
	var rows [][3]string
	for id, names := range tags {
		for _, name := range names {
			rows = append(rows, [3]string{library.TagKey(name), id, name})
		}
	}
	for chunk := range slices.Chunk(rows, rowsInOneInsert) {
		args := []any{userID}
		values := make([]string, len(chunk))
		for i, row := range chunk {
			values[i] = "($1, " + store.Placeholders(len(args)+1, 3) + ")"
			args = append(args, row[0], row[1], row[2])
		}
		_, err := t.Exec(ctx, `INSERT INTO memory_tags (user_id, tag, memory_id, name) VALUES `+strings.Join(values, ", ")+`
			ON CONFLICT (user_id, tag, memory_id) DO NOTHING`, args...)
		if err != nil {
			return err
		}
	}
	return nil
}

// Tags implements library.Tagger.
func (s *Store) Tags(ctx context.Context, userID, prefix string, limit int) ([]library.TagCount, error) {
	query, args := `SELECT tag, MIN(name), COUNT(*) FROM memory_tags WHERE user_id = $1`, []any{userID, limit}
	if prefix != "" {
		begins := literally.Replace(prefix) + "%"
		query += ` AND (tag LIKE $3 ESCAPE '!' OR tag LIKE $4 ESCAPE '!')`
		args = append(args, begins, "% "+begins)
	}
	found, err := store.Collect(ctx, s.db.Reader(), scanTag, query+` GROUP BY tag ORDER BY COUNT(*) DESC, tag LIMIT $2`, args...)
	return found, store.Explain(err, "list the tags of", userID)
}

var literally = strings.NewReplacer("!", "!!", "%", "!%", "_", "!_")

func scanTag(row store.Scanner) (tag library.TagCount, err error) {
	err = row.Scan(&tag.Key, &tag.Name, &tag.Count)
	return tag, err
}

// RenameTag implements library.Tagger.
func (s *Store) RenameTag(ctx context.Context, userID, key string, to library.Tag) error {
	err := s.eachTagged(ctx, userID, key, `tag = $2 AND $2 <> $3 OR tag = $3 AND name <> $4`, []any{to.Key, to.Name},
		func(names []string) []string {
			kept := slices.DeleteFunc(slices.Clone(names), func(name string) bool {
				is := library.TagKey(name)
				return is == key || is == to.Key
			})
			at, _ := slices.BinarySearchFunc(kept, to.Key, func(name, key string) int { return strings.Compare(library.TagKey(name), key) })
			return slices.Insert(kept, at, to.Name)
		})
	return store.Explain(err, "rename a tag of", userID)
}

// DropTag implements library.Tagger.
func (s *Store) DropTag(ctx context.Context, userID, key string) error {
	err := s.eachTagged(ctx, userID, key, `tag = $2`, nil, func(names []string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return library.TagKey(name) == key })
	})
	return store.Explain(err, "remove a tag of", userID)
}

// eachTagged changes the tags of the memories whose tags are so, until none are, some hundreds in a
// transaction. The first arguments of where are the user and the key.
func (s *Store) eachTagged(ctx context.Context, userID, key, where string, args []any, change func([]string) []string) error {
	var there int
	err := s.db.Reader().Row(ctx, `SELECT COUNT(*) FROM (SELECT 1 FROM memory_tags WHERE user_id = $1 AND tag = $2 LIMIT 1) AS one`,
		userID, key).Scan(&there)
	if err == nil && there == 0 {
		err = library.TagNotFound()
	}
	if err != nil {
		return err
	}
	for idle := 0; ; idle++ {
		ids, err := store.Collect(ctx, s.db.Reader(), store.ScanString, `SELECT DISTINCT memory_id FROM memory_tags
			WHERE user_id = $1 AND (`+where+`) ORDER BY memory_id LIMIT `+limitOfOne, append([]any{userID, key}, args...)...)
		if err != nil || len(ids) == 0 {
			return err
		}
		changed, err := s.retagAll(ctx, userID, ids, nil, func(names []string, _ []library.Tag) ([]string, error) { return change(names), nil })
		switch {
		case err != nil:
			return err
		case len(changed) > 0:
			idle = 0
		case idle == maxIdle:
			return fmt.Errorf("the rows of tag %q disagree with their memories", key)
		}
	}
}

// maxIdle is the number of batches in a row that others may have changed before.
const maxIdle = 3

// limitOfOne is idsInOneQuery.
const limitOfOne = "500"

// retagAll changes the tags of memories in one transaction, and returns those that it changed. change
// gets the tags that are added as they are spelled.
func (s *Store) retagAll(
	ctx context.Context, userID string, ids []string, add []library.Tag, change func(names []string, add []library.Tag) ([]string, error),
) (changed []string, err error) {
	err = s.db.Write(ctx, func(t store.Tx) error {
		held, err := lockTags(ctx, t, userID, ids)
		if err != nil {
			return err
		}
		if _, err := counters.Advance(ctx, t, userID, 0); err != nil { // see retag
			return err
		}
		spelled, err := respelled(ctx, t, userID, add)
		if err != nil {
			return err
		}
		changed, err = putTags(ctx, t, userID, held, func(names []string) ([]string, error) { return change(names, spelled) })
		return err
	})
	if err == nil && len(changed) > 0 {
		s.saved()
		s.changed(userID)
	}
	return changed, err
}

// respell gives the tags of a restored memory the spelling that they have by now.
func respell(ctx context.Context, t store.Tx, m memory.Memory) error {
	names, err := spelled(ctx, t, m.UserID, m.ID, m.Tags)
	if err != nil || slices.Equal(names, m.Tags) {
		return err
	}
	encoded, err := encodeTags(names)
	if err != nil {
		return err
	}
	if _, err := t.Exec(ctx, `UPDATE memories SET tags = $3 WHERE user_id = $1 AND id = $2`, m.UserID, m.ID, encoded); err != nil {
		return err
	}
	if err := dropTags(ctx, t, m.UserID, m.ID); err != nil {
		return err
	}
	return insertTags(ctx, t, m.UserID, map[string][]string{m.ID: names})
}

// respelled returns tags as the user's memories spell them.
func respelled(ctx context.Context, t store.Tx, userID string, tags []library.Tag) ([]library.Tag, error) {
	names := make([]string, len(tags))
	for i, tag := range tags {
		names[i] = tag.Name
	}
	names, err := spelled(ctx, t, userID, "", names)
	all := slices.Clone(tags)
	for i := range names {
		all[i].Name = names[i]
	}
	return all, err
}

// tagged is a locked memory with its tags.
type tagged struct {
	id    string
	names []string
}

func lockTags(ctx context.Context, t store.Tx, userID string, ids []string) ([]tagged, error) {
	return store.Collect(ctx, t.Querier, func(row store.Scanner) (m tagged, err error) {
		err = row.Scan(&m.id, (*tags)(&m.names))
		return m, err
	}, `SELECT id, tags FROM memories WHERE user_id = $1 AND id IN (`+store.Placeholders(2, len(ids))+`) ORDER BY id`+t.ForUpdate(),
		append([]any{userID}, anys(ids)...)...)
}

// putTags changes the tags of locked memories. Those that get the same are changed at once.
func putTags(ctx context.Context, t store.Tx, userID string, held []tagged, change func([]string) ([]string, error)) (changed []string, err error) {
	alike, rows := map[string][]string{}, map[string][]string{}
	for _, m := range held {
		names, err := change(m.names)
		if err != nil {
			return nil, err
		}
		if slices.Equal(names, m.names) {
			continue
		}
		encoded, err := encodeTags(names)
		if err != nil {
			return nil, err
		}
		alike[encoded], rows[m.id] = append(alike[encoded], m.id), names
		changed = append(changed, m.id)
	}
	if len(changed) == 0 {
		return nil, nil
	}
	for encoded, ids := range alike {
		_, err := t.Exec(ctx, `UPDATE memories SET tags = $2 WHERE user_id = $1 AND id IN (`+store.Placeholders(3, len(ids))+`)`,
			append([]any{userID, encoded}, anys(ids)...)...)
		if err != nil {
			return nil, err
		}
	}
	_, err = t.Exec(ctx, `DELETE FROM memory_tags WHERE user_id = $1 AND memory_id IN (`+store.Placeholders(2, len(changed))+`)`,
		append([]any{userID}, anys(changed)...)...)
	if err != nil {
		return nil, err
	}
	if err := insertTags(ctx, t, userID, rows); err != nil {
		return nil, err
	}
	if err := passages.TouchFirst(ctx, t, userID, changed...); err != nil {
		return nil, err
	}
	return changed, markChanges(ctx, t, userID, changed)
}

func anys(ids []string) []any {
	all := make([]any, len(ids))
	for i, id := range ids {
		all[i] = id
	}
	return all
}
