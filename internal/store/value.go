package store

import (
	"database/sql"
	"errors"
	"time"

	"engram/internal/fault"
)

// FromMillis returns the UTC time of unix milliseconds.
func FromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// MillisOrZero returns unix milliseconds, 0 for the zero time.
func MillisOrZero(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// TimeOrZero reverses MillisOrZero.
func TimeOrZero(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return FromMillis(ms)
}

// FromBool returns 0 or 1, which both engines read alike.
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

// OrNotFound turns sql.ErrNoRows into a fault.
func OrNotFound(err error, message string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, message)
	}
	return err
}
