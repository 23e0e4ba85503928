// Package fault gives every expected failure a kind and a message that may be shown to a person.
//
// Domain code returns a fault where it knows what went wrong and what to tell the person; an error that is no fault
// is internal: it is logged with its cause, and nobody outside sees its text.
package fault

import (
	"errors"
	"time"
)

// Kind says what sort of failure a fault is. httpapi maps each kind to one status code.
type Kind uint8

const (
	Internal        Kind = iota // unknown: hidden from the person, logged with its cause
	Invalid                     // the input breaks a rule
	Unauthenticated             // no session, or one that has ended
	Forbidden                   // known caller, not allowed
	NotFound                    // absent, or another's
	Conflict                    // in the way of something that exists
	TooLarge                    // more bytes than a limit allows
	Unsupported                 // a kind of content that is not taken
	Unpaid                      // a payment that was not made
	Limit                       // an allowance or a rate is used up
	Unavailable                 // a part that this needs does not answer now
	NoRoom                      // the disk is full
)

// Error is a failure that may be told.
type Error struct {
	Kind    Kind
	Message string // a full sentence or phrase for the person; never contains internals
	// RetryAfter is how long to wait before the same call can pass; zero when waiting does not help.
	RetryAfter time.Duration
	cause      error
}

// New returns a fault without an underlying cause.
func New(kind Kind, message string) *Error { return &Error{Kind: kind, Message: message} }

// Wrap returns a fault that keeps its cause for the log. The cause is never shown.
func Wrap(kind Kind, message string, cause error) *Error {
	return &Error{Kind: kind, Message: message, cause: cause}
}

// Full is what everybody is told whose data finds no room on the server's disk.
func Full(cause error) *Error {
	return Wrap(NoRoom, "There is no room left on the server's disk. Delete what you no longer need, or ask whoever runs this Engram to make room.", cause)
}

// Error gives the message and, for the log, its cause.
func (e *Error) Error() string {
	if e.cause != nil {
		return e.Message + ": " + e.cause.Error()
	}
	return e.Message
}

// Unwrap gives the cause to errors.Is and errors.As.
func (e *Error) Unwrap() error { return e.cause }

// KindOf returns the kind of the first fault in err's chain, and Internal when there is none.
func KindOf(err error) Kind {
	var f *Error
	if errors.As(err, &f) {
		return f.Kind
	}
	return Internal
}
