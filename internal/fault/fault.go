// Package fault gives every expected failure a kind and a message for the user.
//
// Domain code returns a fault for expected failures. Any other error is internal: it is logged with
// its cause and its text is never shown.
package fault

import (
	"errors"
	"time"
)

// Kind is the kind of a failure. httpapi maps each to a status code.
type Kind uint8

const (
	Internal        Kind = iota // unknown: logged, not shown
	Invalid                     // invalid input
	Unauthenticated             // no session, or an expired one
	Forbidden                   // known caller, not allowed
	NotFound                    // absent, or another user's
	Conflict                    // it already exists
	TooLarge                    // over a size limit
	Unsupported                 // an unsupported format
	Unpaid                      // payment required
	Limit                       // an allowance or rate limit is used up
	Unavailable                 // a dependency does not respond
	NoRoom                      // the disk is full
)

// Error is a failure with a message for the user.
type Error struct {
	Kind    Kind
	Message string // a sentence or phrase without internals
	// RetryAfter is the time after which the call may succeed; zero if a retry won't help.
	RetryAfter time.Duration
	cause      error
}

// New returns a fault without an underlying cause.
func New(kind Kind, message string) *Error { return &Error{Kind: kind, Message: message} }

// Wrap returns a fault with a cause for the log. The cause is never shown.
func Wrap(kind Kind, message string, cause error) *Error {
	return &Error{Kind: kind, Message: message, cause: cause}
}

// Full is the fault for a full disk.
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
