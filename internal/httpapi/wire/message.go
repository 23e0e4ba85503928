package wire

import "time"

// MessageOutput is the output of a call that only says what it did.
type MessageOutput struct {
	Body struct {
		Message string `json:"message"`
	}
}

// Message returns the output with a text for the person.
func Message(text string) *MessageOutput {
	out := &MessageOutput{}
	out.Body.Message = text
	return out
}

// Time returns a time in UTC, nil for the zero time.
func Time(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}
