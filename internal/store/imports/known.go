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

// Queries for memories by a text that identifies them, of which those of an import are said to be its
// own.
const (
	byAddress = `SELECT m.address_key, m.id, m.tags, COALESCE(x.import_id, '') = $2 AND $2 <> '', FALSE
		FROM memories m LEFT JOIN import_items x ON x.user_id = m.user_id AND x.memory_id = m.id
		WHERE m.user_id = $1 AND m.address_key <> '' AND m.address_key`
	byContent = `SELECT x.item_key, m.id, m.tags, x.import_id = $2, FALSE
		FROM import_items x JOIN memories m ON m.user_id = x.user_id AND m.id = x.memory_id
		WHERE x.user_id = $1 AND x.item_key <> '' AND x.item_key`
	byID = `SELECT m.id, m.id, m.tags, COALESCE(x.import_id, '') = $2 AND $2 <> '', FALSE
		FROM memories m LEFT JOIN import_items x ON x.user_id = m.user_id AND x.memory_id = m.id
		WHERE m.user_id = $1 AND m.id`
	inTrash           = `SELECT memory_id, memory_id, '[]', $2 = '!', TRUE FROM trash WHERE user_id = $1 AND memory_id`
	conversationsByID = `SELECT id, id, '[]', $2 = '!', FALSE FROM conversations WHERE user_id = $1 AND id`
	feedsByAddress    = `SELECT address_key, id, '[]', $2 = '!', FALSE FROM feeds WHERE user_id = $1 AND status <> 'leaving' AND address_key`
	filtersByID       = `SELECT id, id, '[]', $2 = '!', FALSE FROM kept_filters WHERE user_id = $1 AND id`
)

// known returns what the user has by those of the keys under which there is something; of several
// memories, one that the import saved.
func known(ctx context.Context, q store.Querier, userID, importID string, keys []imports.Key) (map[imports.Key]held, error) {
	found := map[string]map[string]held{}
	for query, part := range map[string]func(imports.Key) string{
		byAddress: func(k imports.Key) string { return k.Address }, byID: func(k imports.Key) string { return k.Memory }, inTrash: func(k imports.Key) string { return k.Memory },
		byContent:         func(k imports.Key) string { return k.Content },
		conversationsByID: func(k imports.Key) string { return k.Conversation }, filtersByID: func(k imports.Key) string { return k.Filter },
		feedsByAddress: func(k imports.Key) string { return k.Feed },
	} {
		var texts []string
		for _, key := range keys {
			if text := part(key); text != "" {
				texts = append(texts, text)
			}
		}
		var err error
		if found[query], err = look(ctx, q, query, userID, importID, texts); err != nil {
			return nil, err
		}
	}
	all := map[imports.Key]held{}
	for _, key := range keys {
		h, has := heldOf(found, key)
		if !has && key.Text != "" {
			var err error
			if h, has, err = writtenHere(ctx, q, userID, key); err != nil {
				return nil, err
			}
		}
		if has {
			all[key] = h
		}
	}
	return all, nil
}

// writtenHere returns a note that no import saved, of the same text and title: notes of a template differ by their titles.
func writtenHere(ctx context.Context, q store.Querier, userID string, key imports.Key) (h held, has bool, err error) {
	ids, err := store.Collect(ctx, q, store.ScanString, `SELECT id FROM memories m WHERE user_id = $1 AND kind = 'note' AND LENGTH(description) = LENGTH(CAST($2 AS TEXT))
		AND description = $2 AND title = $3 AND NOT EXISTS (SELECT 1 FROM import_items x WHERE x.user_id = m.user_id AND x.memory_id = m.id)
		ORDER BY id LIMIT 1`, userID, key.Text, key.Title)
	if err != nil || len(ids) == 0 {
		return h, false, err
	}
	return held{id: ids[0]}, true, nil
}

// heldOf returns what is found of a key. What comes from another Engram is known by its id, or else by
// an address that something saved before has: two of an archive may share one.
func heldOf(found map[string]map[string]held, key imports.Key) (h held, has bool) {
	if key.Memory == "" {
		for query, text := range map[string]string{byAddress: key.Address, byContent: key.Content, conversationsByID: key.Conversation, filtersByID: key.Filter, feedsByAddress: key.Feed} {
			if h, has = found[query][text]; has {
				return h, true
			}
		}
		return h, false
	}
	for _, query := range []string{byID, inTrash} {
		if h, has = found[query][key.Memory]; has {
			return h, true
		}
	}
	h, has = found[byAddress][key.Address]
	return h, has && !h.own
}

// look runs a query for texts.
func look(ctx context.Context, q store.Querier, query, userID, importID string, texts []string) (map[string]held, error) {
	found := map[string]held{}
	for chunk := range slices.Chunk(texts, keysInOneQuery) {
		args := []any{userID, importID}
		for _, text := range chunk {
			args = append(args, text)
		}
		err := q.Each(ctx, func(row store.Scanner) error {
			var text, tags string
			var h held
			if err := row.Scan(&text, &h.id, &tags, &h.own, &h.trashed); err != nil {
				return err
			}
			if err := json.Unmarshal([]byte(tags), &h.tags); err != nil {
				return err
			}
			if before, twice := found[text]; !twice || !before.own {
				found[text] = h
			}
			return nil
		}, query+` IN (`+store.Placeholders(3, len(chunk))+`)`, args...)
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}
