package exports

import (
	"encoding/json"
	"fmt"
	"time"

	"engram/internal/store"
)

// scanner scans a value by a function.
type scanner func(value any) error

// Scan implements sql.Scanner.
func (s scanner) Scan(value any) error { return s(value) }

// timeOf scans unix milliseconds; 0 is the zero time.
func timeOf(t *time.Time) scanner {
	return func(value any) error {
		ms, ok := value.(int64)
		if !ok {
			return fmt.Errorf("%T is no time", value)
		}
		*t = store.TimeOrZero(ms)
		return nil
	}
}

// flag scans whether a number is not 0.
func flag(b *bool) scanner {
	return func(value any) error {
		n, ok := value.(int64)
		if !ok {
			return fmt.Errorf("%T is no number", value)
		}
		*b = n != 0
		return nil
	}
}

// jsonOf scans JSON; an empty text leaves the zero value.
func jsonOf(into any) scanner {
	return func(value any) error {
		encoded, ok := value.(string)
		if !ok {
			return fmt.Errorf("%T is no JSON", value)
		}
		if encoded == "" {
			return nil
		}
		return json.Unmarshal([]byte(encoded), into)
	}
}

// packed scans compressed JSON.
func packed(into any) scanner {
	return func(value any) error {
		bytes, ok := value.([]byte)
		if !ok {
			return fmt.Errorf("%T is not packed", value)
		}
		return store.Unpack(bytes, into)
	}
}
