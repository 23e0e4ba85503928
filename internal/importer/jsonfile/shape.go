package jsonfile

import (
	"errors"
	"strings"
)

// Shape describes a JSON text by its beginning.
type Shape struct {
	List   bool                       // it is a list
	Keys   map[string]bool            // of the object, or of the first object of the list
	Within map[string]map[string]bool // of the first object in the list or object that a key has
}

// Has reports whether there are all these keys.
func (s Shape) Has(keys ...string) bool { return hasAll(s.Keys, keys) }

// In reports whether the first object within a key has all these keys.
func (s Shape) In(key string, keys ...string) bool { return hasAll(s.Within[key], keys) }

func hasAll(all map[string]bool, keys []string) bool {
	for _, key := range keys {
		if !all[key] {
			return false
		}
	}
	return true
}

var errSeen = errors.New("jsonfile: enough is seen")

// Look returns the shape of a text by its beginning.
func Look(head string) Shape {
	s := Shape{Keys: map[string]bool{}, Within: map[string]map[string]bool{}}
	r := New(strings.NewReader(head))
	object := func() error { return s.object(r) }
	if s.List = r.Kind() == '['; !s.List {
		_ = object()
		return s
	}
	_ = r.Each(func() error {
		if r.Kind() != '{' {
			return nil
		}
		_ = object()
		return errSeen
	})
	return s
}

func (s Shape) object(r *Reader) error {
	return r.Fields(func(key string) error {
		s.Keys[key] = true
		inner := map[string]bool{}
		s.Within[key] = inner
		fields := func() error {
			return r.Fields(func(key string) error {
				inner[key] = true
				return nil
			})
		}
		switch r.Kind() {
		case '{':
			return fields()
		case '[':
			return r.Each(func() error {
				if len(inner) == 0 {
					return fields()
				}
				return nil
			})
		}
		return nil
	})
}
