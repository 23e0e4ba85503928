package wire

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Nullable is a field that can be left out, null or a value.
type Nullable[T any] struct {
	Set   bool
	Value *T // nil: null
}

// UnmarshalJSON is called where the field is there.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	n.Set = true
	return json.Unmarshal(data, &n.Value)
}

// Schema is the value's schema, or null.
func (Nullable[T]) Schema(r huma.Registry) *huma.Schema {
	s := *r.Schema(reflect.TypeFor[T](), true, "")
	s.Nullable = true
	return &s
}

// OrZero returns the value, the zero value for null, and nil where it was left out.
func (n Nullable[T]) OrZero() *T {
	if n.Set && n.Value == nil {
		return new(T)
	}
	return n.Value
}
