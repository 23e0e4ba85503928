package httpapi

import (
	"github.com/danielgtaylor/huma/v2"

	"engram/internal/memory"
)

// wireKind is a kind of memory.
type wireKind string

// Schema lists the kinds.
func (wireKind) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, kind := range memory.Kinds {
		s.Enum = append(s.Enum, string(kind))
	}
	return s
}

// allMemories is the scope of a question or a list that takes every kind.
const allMemories wireScope = "all-memories"

// wireScope is a kind of memory, or allMemories.
type wireScope string

// Schema lists the kinds, and what means all of them.
func (wireScope) Schema(r huma.Registry) *huma.Schema {
	s := wireKind("").Schema(r)
	s.Enum = append([]any{string(allMemories)}, s.Enum...)
	return s
}

// kind returns the kind that the scope is kept to, empty for all.
func (s wireScope) kind() memory.Kind {
	if s == allMemories {
		return ""
	}
	return memory.Kind(s)
}

// wireCounts says how many memories there are of each kind.
type wireCounts map[memory.Kind]int

// Schema is an object with a number for each kind.
func (wireCounts) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{}}
	for _, kind := range memory.Kinds {
		s.Properties[string(kind)] = &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
		s.Required = append(s.Required, string(kind))
	}
	return s
}

// countsOf returns a number for each kind, 0 for those that there are none of.
func countsOf(n map[memory.Kind]int) wireCounts {
	counts := wireCounts{}
	for _, kind := range memory.Kinds {
		counts[kind] = n[kind]
	}
	return counts
}
