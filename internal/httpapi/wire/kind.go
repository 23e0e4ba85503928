package wire

import (
	"github.com/danielgtaylor/huma/v2"

	"engram/internal/memory"
)

// Kind is a kind of memory.
type Kind string

// Schema lists the kinds.
func (Kind) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, kind := range memory.Kinds {
		s.Enum = append(s.Enum, string(kind))
	}
	return s
}

// AllMemories is the scope of every kind.
const AllMemories Scope = "all-memories"

// Scope is a kind of memory or AllMemories.
type Scope string

// Schema lists the kinds and AllMemories.
func (Scope) Schema(r huma.Registry) *huma.Schema {
	s := Kind("").Schema(r)
	s.Enum = append([]any{string(AllMemories)}, s.Enum...)
	return s
}

// Kind returns the scope's kind, empty for all.
func (s Scope) Kind() memory.Kind {
	if s == AllMemories {
		return ""
	}
	return memory.Kind(s)
}

// Counts are numbers of memories by kind.
type Counts map[memory.Kind]int

// Schema is an object with a number per kind.
func (Counts) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, AdditionalProperties: false, Properties: map[string]*huma.Schema{}}
	for _, kind := range memory.Kinds {
		s.Properties[string(kind)] = &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
		s.Required = append(s.Required, string(kind))
	}
	return s
}

// CountsOf returns a number for every kind.
func CountsOf(n map[memory.Kind]int) Counts {
	counts := Counts{}
	for _, kind := range memory.Kinds {
		counts[kind] = n[kind]
	}
	return counts
}
