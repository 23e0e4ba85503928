package token

import (
	"slices"
	"strings"

	"engram/internal/fault"
)

// Scope is something that a token may do. A scope includes no other.
type Scope string

const (
	Read   Scope = "read"   // read and search memories, and what belongs to them
	Ask    Scope = "ask"    // ask questions, and read and delete what was asked
	Save   Scope = "save"   // save memories and upload files
	Edit   Scope = "edit"   // change and delete what is saved
	Export Scope = "export" // take everything out
)

// AllScopes are all scopes, in the order in which they are listed.
var AllScopes = []Scope{Read, Ask, Save, Edit, Export}

// Scopes are the scopes of a token, in the order of AllScopes.
type Scopes []Scope

// Has reports whether the scope is among them.
func (s Scopes) Has(scope Scope) bool { return slices.Contains(s, scope) }

// Strings returns their names.
func (s Scopes) Strings() []string {
	names := make([]string, len(s))
	for i, scope := range s {
		names[i] = string(scope)
	}
	return names
}

// String returns their names as OAuth and the store write them: with a blank between.
func (s Scopes) String() string { return strings.Join(s.Strings(), " ") }

// ParseScopes returns named scopes without doubles, in order. fault.Invalid for an unknown name or for
// none.
func ParseScopes(names []string) (Scopes, error) {
	for _, name := range names {
		if !slices.Contains(AllScopes, Scope(name)) {
			return nil, fault.New(fault.Invalid, "The scopes of a token are "+Scopes(AllScopes).listed()+"; there is no other")
		}
	}
	var scopes Scopes
	for _, scope := range AllScopes {
		if slices.Contains(names, string(scope)) {
			scopes = append(scopes, scope)
		}
	}
	if len(scopes) == 0 {
		return nil, fault.New(fault.Invalid, "Please choose at least one thing that the token may do")
	}
	return scopes, nil
}

func (s Scopes) listed() string {
	names := s.Strings()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
