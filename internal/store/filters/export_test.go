package filters

import (
	"maps"
	"slices"
)

const (
	Columns     = columns
	ChangedRows = changedRows
)

// Hold sets how many rows are held.
func (s *Store) Hold(most int) { s.most = most }

// Held returns whose tables are held, sorted.
func (s *Store) Held() []string { return slices.Sorted(maps.Keys(s.tables)) }
