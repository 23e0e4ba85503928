package imports

import (
	"context"
	"encoding/json"
	"slices"

	"engram/internal/imports"
	"engram/internal/store"
)

// keysInOneQuery is below the engines' limits on arguments.
const keysInOneQuery = 500

// Known implements imports.Store.
func (s *Store) Known(ctx context.Context, userID string, keys []imports.Key) (map[imports.Key]bool, error) {
	found, err := known(ctx, s.db.Reader(), userID, "", keys)
	all := make(map[imports.Key]bool, len(found))
	for key := range found {
		all[key] = true
	}
	return all, store.Explain(err, "look for what is saved of", userID)
}

// known returns the user's memories by those of the keys that they have; of several, one that the
// import saved.
func known(ctx context.Context, q store.Querier, userID, importID string, keys []imports.Key) (map[imports.Key]held, error) {
	all := map[imports.Key]held{}
	var addresses, contents []string
	for _, key := range keys {
		if key.Address != "" {
			addresses = append(addresses, key.Address)
		}
		if key.Content != "" {
			contents = append(contents, key.Content)
		}
	}
	look := func(query string, keys []string, keyOf func(string) imports.Key) error {
		for chunk := range slices.Chunk(keys, keysInOneQuery) {
			args := []any{userID, importID}
			for _, key := range chunk {
				args = append(args, key)
			}
			err := q.Each(ctx, func(row store.Scanner) error {
				var key, tags string
				var h held
				if err := row.Scan(&key, &h.id, &tags, &h.own); err != nil {
					return err
				}
				if err := json.Unmarshal([]byte(tags), &h.tags); err != nil {
					return err
				}
				if before, twice := all[keyOf(key)]; !twice || !before.own {
					all[keyOf(key)] = h
				}
				return nil
			}, query+` IN (`+store.Placeholders(3, len(chunk))+`)`, args...)
			if err != nil {
				return err
			}
		}
		return nil
	}
	err := look(`SELECT m.address_key, m.id, m.tags, COALESCE(x.import_id, '') = $2 AND $2 <> ''
		FROM memories m LEFT JOIN import_items x ON x.user_id = m.user_id AND x.memory_id = m.id
		WHERE m.user_id = $1 AND m.address_key <> '' AND m.address_key`, addresses, func(key string) imports.Key { return imports.Key{Address: key} })
	if err != nil {
		return nil, err
	}
	err = look(`SELECT x.item_key, m.id, m.tags, x.import_id = $2
		FROM import_items x JOIN memories m ON m.user_id = x.user_id AND m.id = x.memory_id
		WHERE x.user_id = $1 AND x.item_key <> '' AND x.item_key`, contents, func(key string) imports.Key { return imports.Key{Content: key} })
	return all, err
}
