package passages

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"

	"engram/internal/plaintext"
	"engram/internal/recall"
	"engram/internal/recall/vector"
	"engram/internal/store"
	"engram/internal/store/counters"
)

// LastSeq implements recall.Source with one read of the sequence: all its numbers are in the log.
func (s *Store) LastSeq(ctx context.Context, userID string) (int64, error) {
	seq, err := counters.Count(ctx, s.db.Reader(), userID, counters.Sequence, counters.Always)
	return seq, store.Explain(err, "read last seq of", userID)
}

// Changes implements recall.Source. One statement reads passages and deletions from one state.
func (s *Store) Changes(ctx context.Context, userID string, after int64, limit int) ([]recall.Change, error) {
	changes, err := store.Collect(ctx, s.db.Reader(), scanChange, changesQuery, userID, after, limit)
	return changes, store.Explain(err, "read changes of", userID)
}

// Each part has the limit of the whole: else the database would sort all that is left of the log for each batch of it.
const changesQuery = `
	SELECT p.seq, '' AS deleted, p.memory_id, m.kind, m.created_at, p.ord, p.body, p.page, p.at_second, p.byte_offset,
		m.title, m.site, m.author, m.url, m.tags, m.remark, COALESCE(u.name, ''), p.vector, p.model,
		COALESCE((SELECT string_agg(h.remark, ' ' ORDER BY h.id) FROM highlights h
			WHERE h.user_id = p.user_id AND h.memory_id = p.memory_id AND h.passage = p.ord AND h.remark <> ''), '')
	FROM (SELECT * FROM passages WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3) p
	JOIN memories m ON m.user_id = p.user_id AND m.id = p.memory_id
	LEFT JOIN uploads u ON u.user_id = m.user_id AND u.id = m.upload_id
	UNION ALL
	SELECT seq, memory_id, '', '', 0, 0, '', 0, 0, 0, '', '', '', '', '[]', '', '', NULL, '', ''
	FROM (SELECT seq, memory_id FROM deletions WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3) d
	ORDER BY seq
	LIMIT $3`

// maxRemarks bounds the tags and remarks that one passage is found by, in characters.
const maxRemarks = 16_000

func scanChange(row store.Scanner) (c recall.Change, err error) {
	p := &c.Passage
	var created int64
	var site, author, address, encodedTags, remark, fileName, model string
	var stored []byte
	err = row.Scan(&c.Seq, &c.Deleted, &p.MemoryID, &p.Kind, &created, &p.Ord, &p.Text,
		&p.Place.Page, &p.Place.Second,
		&p.Place.Offset, &p.Title, &site, &author, &address, &encodedTags, &remark, &fileName, &stored, &model, &p.Remarks)
	if err != nil || c.Deleted != "" {
		return c, err
	}
	if p.Ord == 0 { // tags and remark of the memory go with its first passage
		var tags []string
		err = json.Unmarshal([]byte(encodedTags), &tags)
		p.Remarks = joined(append(tags, remark, p.Remarks))
	}
	if len(stored) > 0 { // else the model just had no vector for it
		p.Vector, p.Model = vector.Int8s(stored), model
	}
	p.CreatedAt, p.Remarks = store.FromMillis(created), plaintext.Beginning(p.Remarks, maxRemarks)
	p.Fields = joined([]string{site, author, host(address), fileName})
	return c, err
}

// joined joins texts, and what is in them, by blanks.
func joined(all []string) string {
	return strings.Join(strings.Fields(strings.Join(all, " ")), " ")
}

// host returns the host of an address, empty if there is none.
func host(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}
