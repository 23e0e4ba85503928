package transfer

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"engram/internal/store"
)

// scan reads a row as both engines keep it: text that Postgres takes, whole numbers, bytes, nil.
func scan(row store.Scanner, table store.Table) ([]any, error) {
	values, into := make([]any, len(table.Columns)), make([]any, len(table.Columns))
	for i := range values {
		into[i] = &values[i]
	}
	if err := row.Scan(into...); err != nil {
		return nil, err
	}
	for i, column := range table.Columns {
		value, ok := convert(values[i], column.Kind)
		if !ok {
			return nil, fmt.Errorf("the column %s has a value that is no %s, but a %T", column.Name, column.Kind, values[i])
		}
		values[i] = value
	}
	return values, nil
}

// convert returns a value as its column's kind wants it. SQLite keeps text among bytes and bytes among text.
func convert(value any, kind store.Kind) (any, bool) {
	switch v := value.(type) {
	case nil:
		return nil, true
	case int64:
		return v, kind == store.Number
	case string:
		if kind == store.Bytes {
			return []byte(v), true
		}
		return store.Storable(v), kind == store.Text
	case []byte:
		if kind == store.Text {
			return store.Storable(string(v)), true
		}
		return append([]byte{}, v...), kind == store.Bytes // SQLite's driver returns no bytes as a nil slice, which is NULL elsewhere
	}
	return nil, false
}

func sizeOf(values []any) (n int) {
	for _, value := range values {
		switch v := value.(type) {
		case string:
			n += len(v)
		case []byte:
			n += len(v)
		}
	}
	return n
}

// positionOf returns the key of a row as JSON.
func positionOf(table store.Table, row []any) (string, error) {
	key := make([]any, len(table.Key))
	for i, column := range table.Key {
		key[i] = row[slices.Index(table.Columns, column)]
	}
	text, err := json.Marshal(key)
	return string(text), err
}

// keyOf reads what positionOf wrote; nothing of an empty position.
func keyOf(table store.Table, position string) ([]any, error) {
	if position == "" {
		return nil, nil
	}
	var key []any
	decoder := json.NewDecoder(strings.NewReader(position))
	decoder.UseNumber()
	if err := decoder.Decode(&key); err != nil || len(key) != len(table.Key) {
		return nil, fmt.Errorf("the position %q is of no row", position)
	}
	for i, value := range key {
		if number, ok := value.(json.Number); ok {
			n, err := number.Int64()
			if err != nil {
				return nil, err
			}
			key[i] = n
		}
	}
	return key, nil
}
