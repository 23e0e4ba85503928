package video

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
)

// loose is a text that may come as a number. Other types are empty.
type loose string

// UnmarshalJSON implements json.Unmarshaler. It never fails.
func (l *loose) UnmarshalJSON(b []byte) error {
	if b[0] == '[' || b[0] == '{' { // of any size
		return nil
	}
	var value any
	if json.Unmarshal(b, &value) != nil {
		return nil
	}
	switch value := value.(type) {
	case string:
		*l = loose(value)
	case float64:
		*l = loose(strconv.FormatFloat(value, 'f', -1, 64))
	}
	return nil
}

// few is a list that keeps its first two hundred items.
type few[T any] []T

// UnmarshalJSON implements json.Unmarshaler. It never fails: items of an unexpected type are
// skipped.
func (f *few[T]) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	if start, err := d.Token(); err != nil || start != json.Delim('[') {
		return nil
	}
	for d.More() && len(*f) < maxTracks {
		var one T
		if err := d.Decode(&one); err != nil && !isOdd(err) {
			return nil
		}
		*f = append(*f, one)
	}
	return nil
}

// isOdd reports whether an error is a value of an unexpected type.
func isOdd(err error) bool {
	_, odd := errors.AsType[*json.UnmarshalTypeError](err)
	return odd
}
