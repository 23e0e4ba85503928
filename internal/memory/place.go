package memory

import (
	"encoding/binary"
	"time"

	"github.com/google/uuid"
)

// PlaceAt returns the id as it would be if the memory were saved at a time, to the millisecond: where
// it stands among memories sorted by time saved. An id that is no UUID stays as it is.
func (m Memory) PlaceAt(saved time.Time) string {
	u, err := uuid.Parse(m.ID)
	if err != nil {
		return m.ID
	}
	var ms [8]byte
	binary.BigEndian.PutUint64(ms[:], uint64(max(saved.UnixMilli(), 0)))
	copy(u[:6], ms[2:])
	return u.String()
}

// FirstSaved returns the time in the id, to the millisecond; zero if it is no UUID.
func (m Memory) FirstSaved() time.Time {
	u, err := uuid.Parse(m.ID)
	if err != nil {
		return time.Time{}
	}
	var ms [8]byte
	copy(ms[2:], u[:6])
	return time.UnixMilli(int64(binary.BigEndian.Uint64(ms[:])))
}
