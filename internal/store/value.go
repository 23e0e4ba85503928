package store

import (
	"database/sql"
	"errors"
	"time"

	"engram/internal/fault"
)

// FromMillis is the time of unix milliseconds, in UTC whatever the machine's zone.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// MillisOrZero returns unix milliseconds, and 0 for a time that is not known.
func MillisOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// TimeOrZero reads what MillisOrZero returned.
func TimeOrZero(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return FromMillis(ms)
}

// FromBool returns a number, which both engines read alike.
func FromBool(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ScanString reads a row of one text.
func ScanString(row Scanner) (text string, err error) {
	err = row.Scan(&text)
	return text, err
}

// OrNotFound turns the absence of a row into a fault.
func OrNotFound(err error, message string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, message)
	}
	return err
}
