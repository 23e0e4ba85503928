package filters

import (
	"slices"
	"strconv"
	"strings"

	"engram/internal/filter"
	"engram/internal/lang"
	"engram/internal/memory"
)

// statement is built piece by piece.
type statement struct {
	text strings.Builder
	args []any
}

// arg adds an argument and returns its placeholder.
func (s *statement) arg(value any) string {
	s.args = append(s.args, value)
	return "$" + strconv.Itoa(len(s.args))
}

// around puts text around a statement.
func (s *statement) around(before, behind string) *statement {
	inner := s.text.String()
	s.text.Reset()
	s.text.WriteString(before + inner + behind)
	return s
}

// selecting begins a statement on the memories that a query selects. All it needs is in the index
// memories_by_place, in which it scans the user's rows.
func selecting(columns, userID string, q filter.Query) *statement {
	s := &statement{}
	s.text.WriteString(`SELECT ` + columns + ` FROM memories WHERE user_id = ` + s.arg(userID))
	archived := q.Archived
	for _, f := range q.Filters {
		archived = archived || f.Asks(filter.Is, "archived")
		s.addFilter(f, q)
	}
	if q.Kind != "" {
		s.text.WriteString(` AND ` + s.condition(filter.Word{Key: filter.Kind, Value: string(q.Kind)}, q))
	}
	if !archived {
		s.text.WriteString(` AND archived_at = 0`)
	}
	return s
}

// anyOf lists the keys of which one word has to hold: a memory has one value.
var anyOf = []filter.Key{filter.Kind, filter.From, filter.By, filter.Lang, filter.On}

func (s *statement) addFilter(f filter.Filter, q filter.Query) {
	for _, key := range anyOf {
		var either []string
		for _, w := range f {
			if w.Key == key && !w.Not {
				either = append(either, s.condition(w, q))
			}
		}
		if len(either) > 0 {
			s.text.WriteString(` AND (` + strings.Join(either, ` OR `) + `)`)
		}
	}
	for _, w := range f {
		switch {
		case w.Not:
			s.text.WriteString(` AND NOT (` + s.condition(w, q) + `)`)
		case !slices.Contains(anyOf, w.Key):
			s.text.WriteString(` AND ` + s.condition(w, q))
		}
	}
}

// id and kind are columns that lead to no other index: seeking many rows takes longer than a scan.
const (
	id   = `COALESCE(id, '')`
	kind = `COALESCE(kind, '')`
)

func (s *statement) condition(w filter.Word, q filter.Query) string {
	switch w.Key {
	case filter.Tag:
		return id + ` IN (SELECT memory_id FROM memory_tags WHERE user_id = $1 AND tag = ` + s.arg(strings.TrimSpace(lang.Fold(w.Value))) + `)`
	case filter.Kind:
		return kind + ` = ` + s.arg(w.Value)
	case filter.From:
		host := filter.HostKey(w.Value)
		return `(site_key = ` + s.arg(filter.NameKey(w.Value)) + ` OR ` + s.begins(`host_key`, host) + `)`
	case filter.By:
		return `author_key = ` + s.arg(filter.NameKey(w.Value))
	case filter.Lang:
		return `(language_key = ` + s.arg(w.Value) + ` OR ` + s.begins(`language_key`, w.Value+"-") + `)`
	case filter.Is:
		return s.state(w.Value)
	}
	since, until := w.Span(q.Zone)
	switch w.Key {
	case filter.Before:
		return `created_at < ` + s.arg(since.UnixMilli())
	case filter.After:
		return `created_at >= ` + s.arg(until.UnixMilli())
	}
	return `(created_at >= ` + s.arg(since.UnixMilli()) + ` AND created_at < ` + s.arg(until.UnixMilli()) + `)`
}

// begins is a condition that a column begins with an ASCII text, which LIKE takes longer for.
func (s *statement) begins(column, text string) string {
	return `substr(` + column + `, 1, ` + strconv.Itoa(len(text)) + `) = ` + s.arg(text)
}

func (s *statement) state(value string) string {
	switch value {
	case "starred":
		return `starred_at > 0`
	case "unread":
		return `(read_share < 0 AND ` + kind + ` <> ` + s.arg(string(memory.Note)) + `)`
	case "read":
		return `read_share >= 0`
	case "archived":
		return `archived_at > 0`
	case "highlighted":
		return id + ` IN (SELECT memory_id FROM highlights WHERE user_id = $1)`
	case "tagged":
		return id + ` IN (SELECT memory_id FROM memory_tags WHERE user_id = $1)`
	}
	return `status || '' = ` + s.arg(value) // failed or pending
}
