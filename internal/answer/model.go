package answer

import "context"

// Model is a language model without tools: it knows only what it is sent.
type Model interface {
	// Name returns the model's name.
	Name() string
	// Write sends the messages to the model and passes on its text as it arrives, in valid UTF-8;
	// an empty text is a keep-alive. Whole is false if the text was cut at the model's length
	// limit.
	//
	// Errors: fault.Unavailable if a retry may succeed, fault.Limit if the budget is used up
	// (either with RetryAfter if known), fault.Forbidden if the model declines, fault.Invalid if it
	// never accepts these messages. Cancelling ctx cancels the call.
	Write(ctx context.Context, messages []Message, tell func(text string)) (whole bool, err error)
}

// Message is one message of a conversation with a model.
type Message struct {
	Role Role
	Text string
}

// Role is the author of a message.
type Role string

// The roles of chat models.
const (
	System Role = "system" // our instructions
	User   Role = "user"   // the question, the passages and earlier turns
)
