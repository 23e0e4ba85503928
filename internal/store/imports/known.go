package imports

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"engram/internal/highlight"
	"engram/internal/imports"
	"engram/internal/memory"
	"engram/internal/store"
	"engram/internal/store/highlights"
	"engram/internal/upload"
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

// Held implements imports.Store.
func (s *Store) Held(ctx context.Context, userID string, key imports.Key) (m memory.Memory, have []highlight.Highlight, has bool, err error) {
	found, err := known(ctx, s.db.Reader(), userID, "", []imports.Key{key})
	h, has := found[key]
	if err != nil || !has || h.trashed {
		return m, nil, false, store.Explain(err, "look for what is saved of", userID)
	}
	all, err := s.memories.ByIDs(ctx, userID, []string{h.id})
	if err != nil || len(all) == 0 { // deleted meanwhile
		return m, nil, false, err
	}
	have, err = highlights.Of(ctx, s.db.Reader(), userID, h.id)
	return all[0], have, true, store.Explain(err, "list the highlights of memory", h.id)
}

// Unsummed implements imports.Store.
func (s *Store) Unsummed(ctx context.Context, userID string) ([]upload.Upload, error) {
	all, err := store.Collect(ctx, s.db.Reader(), func(row store.Scanner) (u upload.Upload, err error) {
		return u, row.Scan(&u.UserID, &u.ID)
	}, `SELECT u.user_id, u.id FROM uploads u JOIN memories m ON m.user_id = u.user_id AND m.id = u.memory_id AND m.upload_id = u.id AND m.kind = 'document'
		WHERE u.user_id = $1 AND u.checksum = '' ORDER BY u.id`, userID)
	return all, store.Explain(err, "list the files without a checksum of", userID)
}

// SetChecksums implements imports.Store.
func (s *Store) SetChecksums(ctx context.Context, userID string, sums map[string]string) error {
	err := s.db.Write(ctx, func(t store.Tx) error {
		for _, id := range slices.Sorted(maps.Keys(sums)) {
			if _, err := t.Exec(ctx, `UPDATE uploads SET checksum = $3 WHERE user_id = $1 AND id = $2`, userID, id, sums[id]); err != nil {
				return err
			}
		}
		return nil
	})
	return store.Explain(err, "store the checksums of", userID)
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
	byChecksum = `SELECT u.checksum, m.id, m.tags, COALESCE(x.import_id, '') = $2 AND $2 <> '', FALSE
		FROM uploads u JOIN memories m ON m.user_id = u.user_id AND m.id = u.memory_id AND m.upload_id = u.id AND m.kind = 'document'
		LEFT JOIN import_items x ON x.user_id = m.user_id AND x.memory_id = m.id
		WHERE u.user_id = $1 AND u.checksum <> '' AND u.checksum`
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
		byContent: func(k imports.Key) string { return k.Content }, byChecksum: checksumOf,
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

// checksumOf returns the checksum of a document's file; empty for anything else.
func checksumOf(key imports.Key) string {
	if strings.HasPrefix(key.Content, imports.ChecksumPrefix) {
		return key.Content
	}
	return ""
}

// heldOf returns what is found of a key. What comes from another Engram is known by its id, or else by
// an address or a file that something saved before has: two of an archive may share one.
func heldOf(found map[string]map[string]held, key imports.Key) (h held, has bool) {
	if key.Memory == "" {
		for _, by := range [][2]string{
			{byAddress, key.Address}, {byContent, key.Content}, {byChecksum, checksumOf(key)},
			{conversationsByID, key.Conversation}, {filtersByID, key.Filter}, {feedsByAddress, key.Feed},
		} {
			if h, has = found[by[0]][by[1]]; has {
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
	if h, has = found[byAddress][key.Address]; !has {
		h, has = found[byChecksum][checksumOf(key)]
	}
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
