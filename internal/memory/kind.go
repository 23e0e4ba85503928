package memory

import "slices"

// Kind is the type of a memory, as it travels on the wire.
type Kind string

const (
	Link     Kind = "link"
	Video    Kind = "video"
	Tweet    Kind = "tweet"
	Note     Kind = "note"
	Document Kind = "document"
)

// Kinds are all kinds.
var Kinds = []Kind{Link, Video, Tweet, Note, Document}

// Known reports whether k is one of Kinds.
func (k Kind) Known() bool { return slices.Contains(Kinds, k) }
