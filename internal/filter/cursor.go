package filter

import (
	"encoding/base64"
	"encoding/json"

	"engram/internal/fault"
)

// cursor is a position as it travels.
type cursor struct {
	Sort  Sort   `json:"s"`
	Time  int64  `json:"t,omitempty"`
	Title []byte `json:"n,omitempty"`
	Place string `json:"p"`
}

func (p Position) cursor(sort Sort) string {
	text, err := json.Marshal(cursor{sort, p.Time, p.Title, p.Place})
	if err != nil {
		panic(err) // these fields always marshal
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// positionOf reads a cursor of this sort.
func positionOf(text string, sort Sort) (Position, error) {
	encoded, err := base64.RawURLEncoding.DecodeString(text)
	var c cursor
	if err == nil {
		err = json.Unmarshal(encoded, &c)
	}
	if err != nil || c.Sort != sort || c.Place == "" {
		return Position{}, fault.New(fault.Invalid, "Unknown cursor")
	}
	if c.Title == nil {
		c.Title = []byte{} // which databases tell from none
	}
	return Position{c.Time, c.Title, c.Place}, nil
}
