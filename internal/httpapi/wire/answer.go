package wire

import (
	"github.com/danielgtaylor/huma/v2"

	"engram/internal/answer"
)

// AnswerKind is the name of an answer's kind.
type AnswerKind string

// Schema lists the kinds.
func (AnswerKind) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, kind := range answer.Kinds {
		s.Enum = append(s.Enum, kind.String())
	}
	return s
}

// Degree says how well memories answer a question; empty if it asked nothing of them.
type Degree string

const (
	fullyAnswered Degree = "answered"
	closest       Degree = "closest"
	nothing       Degree = "nothing"
)

// Schema lists the degrees.
func (Degree) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeString,
		Enum: []any{string(fullyAnswered), string(closest), string(nothing)},
	}
}

// KindOf returns the answer's kind.
func KindOf(a answer.Answer) AnswerKind { return AnswerKind(a.Kind.String()) }

// DegreeOf returns how well the answer's memories answer.
func DegreeOf(a answer.Answer) Degree {
	switch {
	case a.Answered():
		return fullyAnswered
	case a.Kind == answer.Closest:
		return closest
	case a.Kind == answer.Spoken:
		return ""
	}
	return nothing
}
