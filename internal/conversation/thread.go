package conversation

import (
	"unicode/utf8"

	"engram/internal/answer"
)

// Limits on the turns sent to a model.
const (
	turnsTold = 6
	maxAnswer = 2000 // bytes of one answer
)

// Thread is the destination of the next turn: a conversation or a new one.
type Thread struct {
	UserID string
	ID     string // empty: a new conversation
	Memory string // the only memory asked; empty: all
	Turns  []Turn
}

// Before returns the latest turns for an answerer. Withdrawn answers are empty.
func (t Thread) Before() []answer.Turn {
	var before []answer.Turn
	for _, turn := range t.Turns[max(0, len(t.Turns)-turnsTold):] {
		before = append(before, answer.Turn{Question: turn.Question, Answer: clip(turn.Answer.Markdown(), maxAnswer)})
	}
	return before
}

// clip cuts a text to at most this many bytes, between characters.
func clip(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && !utf8.RuneStart(s[bytes]) {
		bytes--
	}
	return s[:bytes]
}
