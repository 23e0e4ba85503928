package wire

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
