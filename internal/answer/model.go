package answer

import "context"

// Model writes text. It knows nothing but what it is sent: it has no tools.
type Model interface {
	// Name names it.
	Name() string
	// Write has the model write what follows the messages and tells of its text as it comes, in valid UTF-8. An empty text
	// says that it is at work. Whole is false when the text broke off because it grew too long.
	//
	// fault.Unavailable when the same call may pass later; fault.Limit when the allowance there is used up, in either case with
	// RetryAfter if the model said when; fault.Forbidden when it declines; fault.Invalid when it never takes these messages.
	// When ctx ends so does what was begun at the model.
	Write(ctx context.Context, messages []Message, tell func(text string)) (whole bool, err error)
}

// Message is a part of what a model goes on from.
type Message struct {
	Role Role
	Text string
}

// Role says whose words a message has.
type Role string

// The roles, as all such models name them.
const (
	System Role = "system" // ours: what it is to do
	User   Role = "user"   // the person's, with the passages that were found and what was said before
)
