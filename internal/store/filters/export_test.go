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

// Use has a user's table used while another call does something.
func (s *Store) Use(userID string, meanwhile func()) {
	t := s.tableOf(userID)
	if meanwhile != nil {
		meanwhile()
	}
	t.rows = map[string]*row{"m": {}}
	s.keep(userID, t)
}
